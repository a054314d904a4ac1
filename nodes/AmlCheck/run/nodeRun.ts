import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { assessCheck, simplifyCheck } from '../../shared/checks/simplify';
import type { CheckFacts } from '../../shared/checks/simplify';
import type { SimplifiedCheck } from '../../shared/outputs/check';
import { unusableValue } from '../../shared/parameters';
import { toFailure } from '../../shared/rpc/failure';
import type { CheckRecord, CurrencyEntry, HistoryItem } from '../../shared/rpc/schemas';
import { RpcSession } from '../../shared/rpc/session';
import { readRunOptions } from './runOptions';
import type { RunOptions } from './runOptions';

/** One run of the action node over its input items: what the operations need to know and to call. */
export class NodeRun {
	/** Whether a score was read as a fraction because the scale is `auto`. */
	readAsFraction = false;

	private currencyList?: Promise<CurrencyEntry[]>;

	private constructor(
		readonly context: IExecuteFunctions,
		readonly items: INodeExecutionData[],
		readonly session: RpcSession,
		private readonly optionsByItem: RunOptions[],
	) {}

	/**
	 * Reads every item's options and opens the way to the service.
	 * @param context the node's context.
	 * @param items the input.
	 * @throws AmlCheckError where an option of any item or the credential can't be used: nothing is sent then.
	 */
	static async open(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<NodeRun> {
		const options = items.map((_, index) => readItemOptions(context, index));
		const session = await RpcSession.open(context, {
			maxConcurrent: options[0]?.maxConcurrent,
			cancelSignal: context.getExecutionCancelSignal(),
		});
		return new NodeRun(context, items, session, options);
	}

	/** Whether what goes wrong with an item becomes an error item. */
	get continueOnFail(): boolean {
		return this.context.continueOnFail();
	}

	/** The options that hold for one item. */
	optionsOf(index: number): RunOptions {
		return this.optionsByItem[index];
	}

	/** The options that hold for the whole run: those of its first item. */
	get options(): RunOptions {
		return this.optionsByItem[0];
	}

	/** A text parameter, trimmed; numbers are taken as their text. */
	text(name: string, index: number): string {
		const value = this.context.getNodeParameter(name, index, '') as unknown;
		return value === undefined || value === null ? '' : String(value).trim();
	}

	/** A boolean parameter. */
	flag(name: string, index: number, byDefault: boolean): boolean {
		const value = this.context.getNodeParameter(name, index, byDefault) as unknown;
		return value === undefined || value === null || value === ''
			? byDefault
			: value === true || value === 'true';
	}

	/** A collection parameter. */
	collection(name: string, index: number): IDataObject {
		return (this.context.getNodeParameter(name, index, {}) as IDataObject | undefined) ?? {};
	}

	/**
	 * The simplified shape of a check under an item's options (design 2), whichever operation it comes from.
	 * @param check as the service sent it.
	 * @param index the input item.
	 * @param facts what is known beyond the check.
	 */
	simplify(
		check: CheckRecord | HistoryItem,
		index: number,
		facts: Omit<CheckFacts, 'includePolicy'> = {},
	): SimplifiedCheck {
		const { policy, includeRiskPolicy: includePolicy } = this.optionsOf(index);
		this.readAsFraction ||= assessCheck(check, policy).readAsFraction;
		return simplifyCheck(check, policy, { ...facts, includePolicy });
	}

	/** The service's currencies and tokens, read at most once a run (service 4.2). */
	async currencies(): Promise<CurrencyEntry[]> {
		this.currencyList ??= this.session
			.call('checkup.currencylist', undefined)
			.then(({ result }) => result);
		return await this.currencyList;
	}
}

function readItemOptions(context: IExecuteFunctions, index: number): RunOptions {
	const raw = (context.getNodeParameter('options', index, {}) as IDataObject | undefined) ?? {};
	try {
		return readRunOptions(raw);
	} catch (thrown) {
		const { message, description } = toFailure(thrown);
		throw unusableValue(`${message} [item ${index}]`, description);
	}
}
