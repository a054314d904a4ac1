import { SIGNAL_NAMES } from '../risk';
import { findNearestSignal, findSignal, OWN_PREFIX, signalKey } from '../risk/vocabulary';
import { shortenWords } from '../wallet/quote';
import { isObject } from '../values';
import { z } from '../vendor/zod';
import { choiceOption, listOption, numberOption } from './fields';
import { BETWEEN_NAMES, nameList, recognizedBy } from './read';

/* The signals of a risk rule: how their names and limits are shown, and how they are read. */

const canonicalName = (name: string) => findSignal(name)?.name ?? name.trim();

/** A name that no group has would match nothing. One that the user's own service sends begins with a mark. */
const isUsableName = (name: string) =>
	findSignal(name) !== undefined || name.trim().toLowerCase().startsWith(OWN_PREFIX);

/** Says what to write in place of a name that nobody knows. */
const adviseName = (name: string) =>
	`use '${findNearestSignal(name)}', or '${OWN_PREFIX}${shortenWords(name)}' if your service sends that name`;

/** A list of signals. */
export const signalNames = nameList.transform((names, ctx) => {
	const message = "is not a list of signal names: use names such as 'mixer'";
	if (names.some((name) => signalKey(name) === '')) ctx.addIssue({ code: 'custom', message });
	const unknown = names.find((name) => signalKey(name) !== '' && !isUsableName(name));
	if (unknown !== undefined)
		ctx.addIssue({
			code: 'custom',
			message: `names '${shortenWords(unknown)}', which is no known signal: ${adviseName(unknown)}`,
		});
	return [...new Map(names.map((name) => [signalKey(name), canonicalName(name)])).values()];
});

const isSignalName = (value: unknown): value is string =>
	typeof value === 'string' && signalKey(value) !== '' && !BETWEEN_NAMES.test(value);

/** One signal of a limit. */
const signalName: z.ZodType<string, z.ZodTypeDef, unknown> = recognizedBy(
	(value) => (isSignalName(value) ? canonicalName(value) : undefined),
	"the name of a signal such as 'mixer'",
).pipe(
	z.string().superRefine((name, ctx) => {
		if (isUsableName(name)) return;
		const message = `is '${shortenWords(name)}', which is no known signal: ${adviseName(name)}`;
		ctx.addIssue({ code: 'custom', message });
	}),
);

/** The known signals, as a list in the editor shows them. */
export const SIGNAL_OPTIONS = SIGNAL_NAMES.map(({ label, name }) => ({ name: label, value: name }));

/** The fields of one limit, in the order of the editor. */
export const LIMIT_FIELDS = {
	signal: listOption('Signal', 'Source of funds to limit', {
		options: SIGNAL_OPTIONS,
		added: 'mixer',
		schema: signalName,
	}),
	share: numberOption(
		'Share (%)',
		'Share of the funds (%) at which the level applies. 0 means any trace.',
		{ from: 0, upTo: 100, added: 1 },
	),
	level: choiceOption(
		'Level',
		'Minimum risk level',
		{ added: 'high' },
		{ medium: ['Medium'], high: ['High'] },
	),
};

const signalLimit = z
	.object({
		signal: LIMIT_FIELDS.signal.schema,
		share: LIMIT_FIELDS.share.schema,
		level: LIMIT_FIELDS.level.schema,
	})
	.strict();

/** A list of limits, as it is or as the editor's collection holds it. */
export const signalLimits = z.preprocess(
	(value) => (isObject(value) && Array.isArray(value.limit) ? value.limit : value),
	z.array(signalLimit),
);
