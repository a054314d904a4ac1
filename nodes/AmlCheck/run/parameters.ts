import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { isObject, withoutLists } from '../../shared/values';

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
		if (this.fixed.has(name)) return this.fixed.get(name);
		const value = this.read(name, index, fallback);
		if (!this.varies(name)) this.fixed.set(name, value);
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
