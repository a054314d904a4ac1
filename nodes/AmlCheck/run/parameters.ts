import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import {
	flag,
	readOptions,
	readValue,
	unusableValue,
	type GetParameter,
	type ReadOptions,
} from '../../shared/options/read';
import { chooseRules } from '../../shared/options/riskRules';
import type { AppliedRules } from '../../shared/level';
import { isObject, withoutLists } from '../../shared/values';
import { OPTIONS } from '../fields/options';

/** Whether n8n evaluates a parameter for each item: it or a part of it is an expression. */
function hasExpression(given: unknown): boolean {
	if (typeof given === 'string') return given.startsWith('=');
	return typeof given === 'object' && given !== null && Object.values(given).some(hasExpression);
}

/** What a model writes where it has nothing to give. An empty option that guards money or the level is still refused. */
const notGiven = (value: unknown): unknown =>
	value === null || (typeof value === 'string' && /^(null|none)$/i.test(value.trim())) ? '' : value;

/** The node's parameters. One without an expression has one value for all items, and n8n is asked for it once. */
export class Parameters {
	private readonly given: INodeParameters;
	private readonly varying = new Map<string, boolean>();
	private readonly fixed = new Map<string, unknown>();

	constructor(
		private readonly context: IExecuteFunctions,
		/** Whether a model gives them. */
		readonly isTool: boolean,
	) {
		this.given = context.getNode().parameters;
	}

	/** Whether its value may differ between items. */
	varies(name: string): boolean {
		const known = this.varying.get(name);
		if (known !== undefined) return known;
		const varies = hasExpression(this.given[name]);
		this.varying.set(name, varies);
		return varies;
	}

	/**
	 * Returns a parameter as n8n hands it over. A list of one value is that value, and a model's "null" is nothing.
	 * @param fallback if the operation has no such parameter.
	 */
	get(name: string, index: number, fallback: unknown): unknown {
		return this.once(`given ${name}`, name, () => this.read(name, index, fallback));
	}

	/**
	 * Reads a parameter, or something that is made of it alone: once, if it has one value for all items.
	 * @param key what is read. It belongs to one parameter.
	 */
	once<T>(key: string, name: string, read: () => T): T {
		if (this.fixed.has(key)) return this.fixed.get(key) as T;
		const value = read();
		if (!this.varies(name)) this.fixed.set(key, value);
		return value;
	}

	private read(name: string, index: number, fallback: unknown): unknown {
		const value = withoutLists(this.context.getNodeParameter(name, index, fallback));
		if (!this.isTool) return value;
		if (!isObject(value)) return notGiven(value);
		const isGiven = (key: string) => !('__rl' in value) || key === 'value';
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([key, one]) => [key, isGiven(key) ? notGiven(one) : one]),
		);
	}

	/** The text in the field itself, before n8n evaluates it; of a locator its value. */
	written(name: string): unknown {
		const given = this.given[name];
		return isObject(given) && 'value' in given ? given.value : given;
	}
}

/** One item's options and risk rules, read and found usable. */
export interface RunOptions extends ReadOptions<typeof OPTIONS> {
	rules: AppliedRules;
	/** Whether the items are short and flat, and not what the service sent. */
	simplify: boolean;
}

/**
 * Reads the options and risk rules of one item. An empty option means its default. It refuses an empty option that
 * decides about money or about the level.
 * @param get a node parameter by its name, with what to return if the operation has no such parameter.
 * @param ofCredential the risk rules that hold unless the node says otherwise.
 * @throws AmlCheckError of kind `configuration` for what is there but can't be used.
 */
export function readRunOptions(get: GetParameter, ofCredential: AppliedRules): RunOptions {
	const options = readOptions(OPTIONS, get('options', {}), 'Options');
	return {
		...options,
		rules: chooseRules(options.riskRules, ofCredential),
		simplify: readValue(flag.default(true), get('simplify', true), 'Simplify'),
	};
}

/** Options of which a run can have one value only; every other one is each item's own. */
const RUN_WIDE = ['dryRun', 'maxConcurrentRequests', 'maxPaidChecks', 'timeout'] as const;

/**
 * Refuses items that ask for different values of an option that applies to the whole run, such as two limits of what it
 * may pay.
 * @throws AmlCheckError that names the option and the first two items that differ.
 */
export function refuseDifferences(options: readonly RunOptions[]): void {
	const [first] = options;
	for (const key of RUN_WIDE) {
		const index = options.findIndex((other) => other[key] !== first[key]);
		if (index === -1) continue;
		const values = `${String(first[key])} in item 0, ${String(options[index][key])} in item ${index}`;
		const { displayName } = OPTIONS[key].field;
		throw unusableValue(
			`'${displayName}' applies to the whole run, but the items differ: ${values}`,
			'Give every item the same value, or split the run. Nothing was sent to the service.',
		);
	}
}
