/** Values as strictly as the service's document says, and what is said of one that breaks a rule. */
import { z } from 'zod';
import { CHECK_NETWORKS, REPORT_NETWORKS } from './networks.mts';
import { ALIASES } from './tokens.mts';

const LONGEST_TARGET = 128;

/** An address or a hash: its checksum is not looked at. */
export const TARGET = z
	.string()
	.regex(
		new RegExp(`^[\\x21-\\x7e]{1,${LONGEST_TARGET}}$`),
		`must have 1 to ${LONGEST_TARGET} characters, without spaces`,
	);

const oneOf = (codes: readonly string[]) =>
	z.string().refine((code) => codes.includes(code), `must be one of ${codes.join(', ')}`);

export const CHECK_CURRENCY = oneOf([...CHECK_NETWORKS, ...ALIASES.keys()]);
export const REPORT_CURRENCY = oneOf(REPORT_NETWORKS);

/** Number and string occur in the list. */
export const TOKEN_ID = z.union([
	z.string().regex(/^\d{1,20}$/),
	z.number().int().nonnegative().safe().transform(String),
]);

const PERCENT = z.number().min(0).max(100);
const SECONDS = z.number().int().nonnegative().safe();

/** Members of the history's filter. */
export const FILTER = z
	.object({
		currency: REPORT_CURRENCY,
		type: z.enum(['address', 'tx']),
		date_from: SECONDS,
		date_to: SECONDS,
		riskscore_from: PERCENT,
		riskscore_to: PERCENT,
	})
	.strict()
	.partial();

export type HistoryFilter = z.output<typeof FILTER>;

/** Says in one line why a value is refused. */
export function complaint({ issues }: z.ZodError, where: string): string {
	return issues
		.map(({ path, message }) => [[where, ...path].join('.'), message].join(': '))
		.join('; ');
}

/**
 * Holds a value against a schema.
 * @throws Error saying what is wrong
 */
export function checked<Schema extends z.ZodTypeAny>(
	schema: Schema,
	value: unknown,
	where: string,
): z.output<Schema> {
	const { success, data, error } = schema.safeParse(value);
	if (!success) throw new Error(complaint(error, where));
	return data as z.output<Schema>;
}
