/** What each method accepts as params, as strictly as the document says (service 4). */
import { ALIASES, CHECK_NETWORKS, REPORT_NETWORKS } from './networks.mts';
import { isRecord } from './options.mts';
import { CODES, Refusal } from './refusal.mts';

/** Says what is wrong with a value, or nothing. */
type Rule = (value: unknown) => string | undefined;

interface ParamRule {
	rule: Rule;
	required?: boolean;
}

type ParamRules = Record<string, ParamRule>;

const LONGEST_TARGET = 128;

const target: Rule = (value) => {
	if (typeof value !== 'string') return 'must be a string';
	if (value === '' || value.length > LONGEST_TARGET) {
		return `must have 1 to ${LONGEST_TARGET} characters`;
	}
	return /^[\x21-\x7e]+$/.test(value) ? undefined : 'must not have spaces or other such characters';
};

const oneOf =
	(allowed: readonly string[]): Rule =>
	(value) =>
		typeof value === 'string' && allowed.includes(value)
			? undefined
			: `must be one of ${allowed.join(', ')}`;

const integer =
	(from: number, to = Number.MAX_SAFE_INTEGER): Rule =>
	(value) => {
		const fits = Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
		if (fits) return undefined;
		return to === Number.MAX_SAFE_INTEGER
			? `must be an integer from ${from}`
			: `must be an integer from ${from} to ${to}`;
	};

const percent: Rule = (value) =>
	typeof value === 'number' && value >= 0 && value <= 100
		? undefined
		: 'must be a number from 0 to 100';

const tokenId: Rule = (value) => {
	const isText = typeof value === 'string' && /^\d{1,20}$/.test(value);
	return isText || (Number.isSafeInteger(value) && (value as number) >= 0)
		? undefined
		: 'must be a token identifier';
};

const checkCurrency = oneOf([...CHECK_NETWORKS, ...ALIASES.keys()]);
const reportCurrency = oneOf(REPORT_NETWORKS);

const FILTER: ParamRules = {
	currency: { rule: reportCurrency },
	type: { rule: oneOf(['address', 'tx']) },
	date_from: { rule: integer(0) },
	date_to: { rule: integer(0) },
	riskscore_from: { rule: percent },
	riskscore_to: { rule: percent },
};

function wrongMember(where: string, params: Record<string, unknown>, rules: ParamRules) {
	const unknown = Object.keys(params).find((key) => !Object.hasOwn(rules, key));
	if (unknown !== undefined) return `there is no ${where} "${unknown}"`;
	for (const [name, { rule, required }] of Object.entries(rules)) {
		if (!Object.hasOwn(params, name)) {
			if (required) return `${where} "${name}" is required`;
			continue;
		}
		const reason = rule(params[name]);
		if (reason !== undefined) return `${where} "${name}" ${reason}`;
	}
	return undefined;
}

const filter: Rule = (value) =>
	isRecord(value) ? wrongMember('member', value, FILTER) : 'must be an object';

/** The methods; undefined where params are to be left out (service 4.1, 4.2). */
const METHODS: Record<string, ParamRules | undefined> = {
	'checkup.ping': undefined,
	'checkup.currencylist': undefined,
	'checkup.checkaddr': {
		addr: { rule: target, required: true },
		currency: { rule: checkCurrency, required: true },
		token_id: { rule: tokenId },
	},
	'checkup.checktx': {
		tx: { rule: target, required: true },
		addr: { rule: target, required: true },
		currency: { rule: checkCurrency, required: true },
		token_id: { rule: tokenId },
	},
	'checkup.getresult': { hash: { rule: target, required: true } },
	'checkup.findreport': {
		hash: { rule: target, required: true },
		currency: { rule: reportCurrency, required: true },
	},
	'checkup.getcheckshistory': {
		page_size: { rule: integer(1, 1000) },
		page: { rule: integer(0) },
		filter: { rule: filter },
	},
};

/** The names of the seven methods. */
export const METHOD_NAMES: readonly string[] = Object.keys(METHODS);

/**
 * Checks method and params (service 4). A param that is left out is not filled in.
 * @param method name of the method
 * @param params what the envelope has, an object or undefined
 * @param hasParams whether the envelope has the member at all
 * @returns the params, an empty object where the method has none
 * @throws Refusal saying which rule is broken
 */
export function readParams(
	method: string,
	params: unknown,
	hasParams: boolean,
): Record<string, unknown> {
	if (!Object.hasOwn(METHODS, method)) {
		throw new Refusal(CODES.methodNotFound, `Method not found: ${method}`);
	}
	const rules = METHODS[method];
	if (rules === undefined) {
		if (hasParams) throw new Refusal(CODES.params, `${method} takes no params`);
		return {};
	}
	const given = isRecord(params) ? params : {};
	const reason = wrongMember('param', given, rules);
	if (reason !== undefined) throw new Refusal(CODES.params, `Invalid params: ${reason}`);
	return given;
}
