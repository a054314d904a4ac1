import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { badSetting, toFailure } from '../shared/failures/failure';
import { isTool } from '../shared/failures/nodeErrors';
import {
	flag,
	parseOptions,
	parseValue,
	type GetParameter,
	type ReadOptions,
} from '../shared/n8n/read';
import type { AppliedRules } from '../shared/level';
import { chooseRules } from '../shared/n8n/riskRules';
import { openCredential } from '../shared/service/credential';
import { RpcSession } from '../shared/service/session';
import { mapInSlices } from '../shared/base/slices';
import { OPTIONS } from './fields/options';
import { Parameters } from './parameters';

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
 * @throws AmlCheckError `badSetting` for what is there but can't be used.
 */
export function parseRunOptions(get: GetParameter, ofCredential: AppliedRules): RunOptions {
	const options = parseOptions(OPTIONS, get('options', {}), 'Options');
	return {
		...options,
		rules: chooseRules(options.riskRules, ofCredential),
		simplify: parseValue(flag, get('simplify', true), 'Simplify', true),
	};
}

/** Options of which a run can have one value only; every other one is each item's own. */
const RUN_WIDE = ['dryRun', 'maxConcurrentRequests', 'maxPaidChecks', 'timeout'] as const;

/**
 * Refuses an item that asks for another value of an option that applies to the whole run, such as a second limit of what
 * it may pay.
 * @throws AmlCheckError that names the option and the two items that differ.
 */
export function refuseDifference(first: RunOptions, other: RunOptions, index: number): void {
	const key = RUN_WIDE.find((name) => other[name] !== first[name]);
	if (key === undefined) return;
	const values = `${String(first[key])} in item 0, ${String(other[key])} in item ${index}`;
	const { displayName } = OPTIONS[key].field;
	throw badSetting(
		`'${displayName}' applies to the whole run, but the items differ: ${values}`,
		'Give every item the same value, or split the run.',
	);
}

/** Reads the options of all items. Options that can't be used end the run, and their item is named. */
async function parseAllOptions(
	parameters: Parameters,
	items: readonly unknown[],
	ofCredential: AppliedRules,
): Promise<RunOptions[]> {
	const varies = parameters.varies('options') || parameters.varies('simplify');
	let same: RunOptions | undefined;
	return await mapInSlices(items, (_, index) => {
		if (same) return same;
		const get: GetParameter = (name, fallback) => parameters.given(name, index, fallback);
		try {
			const options = parseRunOptions(get, ofCredential);
			if (!varies) same = options;
			return options;
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (!varies || parameters.isTool) throw failure;
			throw failure.with({ facts: { happened: `${failure.message} [item ${index}]` } });
		}
	});
}

/**
 * How long the free requests of a tool are repeated: its clients wait for a minute at most, and often less. Two requests
 * that follow each other still end within 25 seconds.
 */
const SECONDS_FOR_MODELS = 10;

/** One run of the action node over its input items. */
export class NodeRun {
	/** What its one hint says, each in a sentence. */
	readonly sentences: string[] = [];

	private constructor(
		readonly context: IExecuteFunctions,
		readonly items: INodeExecutionData[],
		readonly session: RpcSession,
		readonly parameters: Parameters,
		private readonly optionsByItem: RunOptions[],
	) {}

	/**
	 * Reads every item's options and opens the way to the service.
	 * @throws AmlCheckError where an option of any item or the credential can't be used, or where items want different things
	 * of the whole run: nothing is sent then.
	 */
	static async open(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<NodeRun> {
		const credential = await openCredential(context);
		const parameters = new Parameters(context, isTool(context.getNode()));
		const options = await parseAllOptions(parameters, items, credential.riskRules);
		await mapInSlices(options, (own, index) => refuseDifference(options[0], own, index));
		const cancelSignal = context.getExecutionCancelSignal();
		const most = options[0].maxConcurrentRequests;
		const session = new RpcSession(context, credential, cancelSignal, most);
		if (parameters.isTool) session.limitTime(SECONDS_FOR_MODELS);
		return new NodeRun(context, items, session, parameters, options);
	}

	/** Whether what goes wrong with an item becomes an error item. */
	get continueOnFail(): boolean {
		return this.context.continueOnFail();
	}

	getOptions(index: number): RunOptions {
		return this.optionsByItem[index];
	}

	/** The options that hold for the whole run, and are the same in all of its items. */
	get options(): RunOptions {
		return this.optionsByItem[0];
	}
}
