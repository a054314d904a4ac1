import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { badSetting, toFailure } from '../shared/failures/failure';
import {
	flag,
	parseOptions,
	parseValue,
	text,
	toLabel,
	type Options,
	type Reader,
	type ReadOptions,
} from '../shared/n8n/read';
import { isNothing, isObject, withoutLists } from '../shared/base/values';

/** What n8n's editor writes for a field of another node, such as `$('Rows').item.json.address`. */
const PAIRED_ITEM = /^\s*=[^]*\)\s*\??\.\s*item\b/;

/** Whether n8n evaluates a parameter for each item: it or a part of it is an expression. */
function hasExpression(given: unknown): boolean {
	if (typeof given === 'string') return given.startsWith('=');
	return typeof given === 'object' && given !== null && Object.values(given).some(hasExpression);
}

/**
 * The node's parameters. One without an expression has one value for all items, and n8n is asked for it once. Whatever
 * reads one throws an AmlCheckError for what can't be used: the item's fault where it comes from an expression.
 */
export class Parameters {
	private readonly written: INodeParameters;
	/** Those that were read, and have one value for all items. */
	private readonly fixed = new Map<string, unknown>();

	constructor(
		private readonly context: IExecuteFunctions,
		/** Whether the node is the tool of an AI agent, so that a model gives them. */
		readonly isTool: boolean,
	) {
		this.written = context.getNode().parameters;
	}

	/** Whether its value may differ between items. */
	varies(name: string): boolean {
		return hasExpression(this.written[name]);
	}

	/**
	 * Returns a parameter before it is read. A list of one value is that value.
	 * @param fallback if the operation has no such parameter.
	 */
	given(name: string, index: number, fallback: unknown): unknown {
		return withoutLists(this.context.getNodeParameter(name, index, fallback));
	}

	/** A parameter of any kind; an empty one means the default. Of a locator its value counts. */
	read<T>(read: Reader<T>, name: string, index: number, byDefault: NoInfer<T>): T {
		if (this.fixed.has(name)) return this.fixed.get(name) as T;
		const given = this.given(name, index, null);
		const value = isObject(given) && '__rl' in given ? given.value : given;
		const parsed = this.blameItem(name, () => parseValue(read, value, toLabel(name), byDefault));
		if (!this.varies(name)) this.fixed.set(name, parsed);
		return parsed;
	}

	/** A text parameter or the value of a locator, trimmed. A number is taken as its text. */
	text(name: string, index: number): string {
		this.refuseFirstRow(name);
		this.refuseEmptied(name);
		return this.read(text, name, index, '');
	}

	/** A boolean parameter; an empty one means the default. */
	flag(name: string, index: number, byDefault: boolean): boolean {
		return this.read(flag, name, index, byDefault);
	}

	/** The entries of a collection such as Filters. */
	collection<O extends Options>(entries: O, name: string, index: number): ReadOptions<O> {
		const value = this.given(name, index, {});
		return this.blameItem(name, () => parseOptions(entries, value, toLabel(name)));
	}

	/** Reads a parameter. If its value can't be used, an expression means that the item is at fault, and not the setup. */
	blameItem<T>(name: string, read: () => T): T {
		try {
			return read();
		} catch (thrown) {
			const failure = toFailure(thrown);
			throw this.varies(name) ? failure.with({ reason: 'badInput', fault: 'input' }) : failure;
		}
	}

	/**
	 * Refuses an expression of a tool that reads the paired item of another node: a call of a tool has no pair, and n8n gives
	 * each call the first row.
	 */
	refuseFirstRow(name: string): void {
		if (!this.isTool || !PAIRED_ITEM.test(this.findWritten(name))) return;
		throw badSetting(
			`'${toLabel(name)}' has an expression with .item, which gives every call of a tool the first row`,
			"Let the model define it ($fromAI), or read the row by its number, such as $('Rows').all()[0].",
		);
	}

	/**
	 * Refuses a list whose choice is gone: what was chosen is not known any more, and the default would be screened and paid
	 * for in silence. A list in which nothing was ever chosen has no name of a choice.
	 */
	private refuseEmptied(name: string): void {
		const inField: unknown = this.written[name];
		const isChosen = isObject(inField) && inField.mode === 'list' && 'cachedResultName' in inField;
		if (!isChosen || !isNothing(inField.value)) return;
		throw badSetting(
			`'${toLabel(name)}' has lost its choice: n8n empties a node's lists when its credential changes`,
			'Choose it again.',
		);
	}

	/** The text in the field itself, before n8n evaluates it; of a locator its value. */
	private findWritten(name: string): string {
		const inField = this.written[name];
		return String(isObject(inField) && 'value' in inField ? inField.value : inField);
	}
}
