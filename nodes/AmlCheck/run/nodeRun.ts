import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { proveScales } from '../../shared/checks/proveScales';
import { assessCheck, simplifyCheck } from '../../shared/checks/simplify';
import type { CheckFacts, CheckSource } from '../../shared/checks/simplify';
import { outcomeOf } from '../../shared/checks/status';
import { isAmbiguousScore } from '../../shared/knowledge/scales';
import type { ScaleFinding } from '../../shared/knowledge/scales';
import type { SimplifiedCheck } from '../../shared/outputs/check';
import {
	labelOf,
	readBoolean,
	readCollection,
	readText,
	unusableValue,
} from '../../shared/parameters';
import { unlistedSignals } from '../../shared/risk';
import type { RiskLevel } from '../../shared/risk';
import { toFailure } from '../../shared/rpc/failure';
import type { CheckRecord, CurrencyEntry, HistoryItem } from '../../shared/rpc/schemas';
import { RpcSession } from '../../shared/rpc/session';
import { isObject } from '../../shared/values';
import { nameItems } from './itemNumbers';
import { readRunOptions } from './runOptions';
import type { RunOptions } from './runOptions';
import { refuseDifferences } from './wholeRun';

/** One run of the action node over its input items: what the operations need to know and to call. */
export class NodeRun {
	/** What is known of the scale, where a score was read as a fraction because the option is `auto`. */
	readAsFraction?: ScaleFinding;

	private proving?: Promise<void>;

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
	 * @throws AmlCheckError where an option of any item or the credential can't be used, or where items want different things
	 * of the whole run: nothing is sent then.
	 */
	static async open(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<NodeRun> {
		const options = readAllOptions(context, items.length);
		refuseDifferences(options);
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

	/** The options that hold for the whole run, and are the same in all of its items. */
	get options(): RunOptions {
		return this.optionsByItem[0];
	}

	/** What the items' risk policies name and the service does not document as a signal; each name once. */
	get unlistedSignals(): string[] {
		return [...new Set(this.optionsByItem.flatMap(({ policy }) => unlistedSignals(policy)))];
	}

	/** A text parameter, trimmed; a number is taken as its text. Throws for anything else. */
	text(name: string, index: number): string {
		return readText(this.context.getNodeParameter(name, index, ''), labelOf(name));
	}

	/** A boolean parameter; nothing means the default. Throws for what is no boolean. */
	flag(name: string, index: number, byDefault: boolean): boolean {
		const value = this.context.getNodeParameter(name, index, byDefault);
		return readBoolean(value, labelOf(name), byDefault);
	}

	/** A collection parameter; nothing means one without members. */
	collection(name: string, index: number): IDataObject {
		return readCollection(this.context.getNodeParameter(name, index, {}), labelOf(name));
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
		facts: Omit<CheckFacts, 'includeDetails' | 'includePolicy'> = {},
	): SimplifiedCheck {
		const { policy, includeDetails, includeRiskPolicy: includePolicy } = this.optionsOf(index);
		const { source = 'report' } = facts;
		const finding = this.session.knowledge.scales.of(source);
		const isScored = policy.riskScoreScale === 'auto' && outcomeOf(check.status) === 'completed';
		if (isScored && isAmbiguousScore(scoreOf(check, source))) this.readAsFraction = finding;
		const known = { ...facts, provenScale: finding.scale, includeDetails, includePolicy };
		return simplifyCheck(check, policy, known);
	}

	/** The level of a check under an item's options, as {@link simplify} gives it, for an item that doesn't show it. */
	levelOf(check: CheckRecord, index: number): RiskLevel {
		const provenScale = this.session.knowledge.scales.of('report').scale;
		return assessCheck(check, this.optionsOf(index).policy, { provenScale }).riskLevel;
	}

	/**
	 * Looks for what proves the scale of scores where some of them could be read either way; free, and at most once for
	 * all runs of an hour (design 9).
	 * @param checks whose scores are about to be read.
	 * @param source where they were read.
	 */
	async proveScales(
		checks: ReadonlyArray<CheckRecord | HistoryItem>,
		source: CheckSource = 'report',
	): Promise<void> {
		const isAuto = this.optionsByItem.some(({ policy }) => policy.riskScoreScale === 'auto');
		const { scales } = this.session.knowledge;
		if (!isAuto || !checks.some((check) => isAmbiguousScore(scoreOf(check, source)))) return;
		if (scales.wantsEvidence(source, Date.now())) this.proving = proveScales(this.session);
		await this.proving;
	}

	/** The service's currencies and tokens, read at most once a run (service 4.2). */
	async currencies(): Promise<CurrencyEntry[]> {
		this.currencyList ??= this.session
			.call('checkup.currencylist', undefined)
			.then(({ result }) => result);
		return await this.currencyList;
	}
}

function scoreOf(check: CheckRecord | HistoryItem, source: CheckSource): unknown {
	if (source === 'history') return check.riskscore;
	return isObject(check.report) ? check.report.riskscore : undefined;
}

/** Every item whose options can't be used is named in one message. */
function readAllOptions(context: IExecuteFunctions, count: number): RunOptions[] {
	const options: RunOptions[] = [];
	const refused: Array<{ index: number; message: string; description: string }> = [];
	for (let index = 0; index < count; index++) {
		const raw = (context.getNodeParameter('options', index, {}) as IDataObject | undefined) ?? {};
		try {
			options.push(readRunOptions(raw));
		} catch (thrown) {
			const { message, description } = toFailure(thrown);
			refused.push({ index, message, description });
		}
	}
	const [first] = refused;
	if (!first) return options;
	const { title, rest } = nameItems(refused.map(({ index }) => index));
	throw unusableValue(`${first.message} ${title}`, `${first.description}${rest}`);
}
