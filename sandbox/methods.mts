/**
 * The methods: one row each, what it accepts and what it answers. The compiler holds the table against the
 * methods and the parameters that the nodes know.
 */
import { z } from 'zod';
import type { MethodName, MethodParams } from '../nodes/shared/service/schemas.ts';
import { CODES, Refusal } from './refusal.mts';
import { CHECK_CURRENCY, complaint, FILTER, REPORT_CURRENCY, TARGET, TOKEN_ID } from './rules.mts';
import type { MethodAnswer, Service } from './service.mts';

type Shape<Params> = { [Name in keyof Params]-?: z.ZodTypeAny };

/** The row of a method that takes `Params`. */
interface Method<Params> {
	/** A strict schema; null where params are to be left out. */
	params: Params extends undefined ? null : z.ZodObject<Shape<Params>, 'strict'>;
	answer(service: Service, params: never, id: string): MethodAnswer;
}

/** A row whose answer is typed by its own schema. */
const method = <Params extends z.ZodRawShape>(
	shape: Params,
	answer: (
		service: Service,
		params: z.output<z.ZodObject<Params, 'strict'>>,
		id: string,
	) => MethodAnswer,
) => ({ params: z.object(shape).strict(), answer });

const METHODS = {
	'checkup.ping': { params: null, answer: () => ({ result: { message: 'OK' } }) },
	'checkup.currencylist': {
		params: null,
		answer: (service) => ({ result: service.listCurrencies() }),
	},
	'checkup.checkaddr': method(
		{ addr: TARGET, currency: CHECK_CURRENCY, token_id: TOKEN_ID.optional() },
		(service, params, id) => service.submit(params, id),
	),
	'checkup.checktx': method(
		{ tx: TARGET, addr: TARGET, currency: CHECK_CURRENCY, token_id: TOKEN_ID.optional() },
		(service, params, id) => service.submit(params, id),
	),
	'checkup.getresult': method({ hash: TARGET }, (service, { hash }) => service.getResult(hash)),
	'checkup.findreport': method(
		{ hash: TARGET, currency: REPORT_CURRENCY },
		(service, { hash, currency }) => service.findReport(hash, currency),
	),
	'checkup.getcheckshistory': method(
		{
			page_size: z.number().int().min(1).max(1000).default(10),
			page: z.number().int().nonnegative().safe().default(0),
			filter: FILTER.default({}),
		},
		(service, { page_size, page, filter }) => service.getHistory(page_size, page, filter),
	),
} satisfies { [M in MethodName]: Method<MethodParams[M]> };

/** The names of all methods. */
export const METHOD_NAMES: readonly string[] = Object.keys(METHODS);

/** As {@link METHODS}, for a name that nobody has looked at yet. */
interface AnyMethod {
	params: z.ZodTypeAny | null;
	answer(service: Service, params: unknown, id: string): MethodAnswer;
}

/**
 * Answers a call: checks method and params, then runs the method.
 * @throws Refusal for every answer that is a JSON-RPC error
 */
export function answerCall(
	service: Service,
	{
		method,
		params,
		hasParams,
		id,
	}: { method: string; params: unknown; hasParams: boolean; id: string },
): MethodAnswer {
	if (!Object.hasOwn(METHODS, method)) {
		throw new Refusal(CODES.methodNotFound, `Method not found: ${method}`);
	}
	const row = METHODS[method as MethodName] as AnyMethod;
	if (row.params === null) {
		if (hasParams) throw new Refusal(CODES.params, `${method} takes no params`);
		return row.answer(service, undefined, id);
	}
	const { success, data, error } = row.params.safeParse(params ?? {});
	if (!success) throw new Refusal(CODES.params, `Invalid ${complaint(error, 'params')}`);
	return row.answer(service, data, id);
}
