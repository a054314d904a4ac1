import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { judgeRecord, showCheck, type CheckFacts } from '../../shared/check/show';
import { isTool } from '../../shared/failures/nodeErrors';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import {
	flag,
	readOptions,
	readValue,
	text,
	toLabel,
	unusableValue,
	type Options,
	type ReadOptions,
} from '../../shared/options/read';
import type { SimplifiedCheck } from '../../shared/outputs/check';
import type { AppliedRules } from '../../shared/level';
import { openCredential } from '../../shared/rpc/credential';
import type { CheckRecord, HistoryItem } from '../../shared/rpc/schemas';
import { RpcSession } from '../../shared/rpc/session';
import { breathe } from '../../shared/slices';
import { isObject } from '../../shared/values';
import { z } from '../../shared/vendor/zod';
import type { RunNotes } from './hints';
import { Parameters, readRunOptions, refuseDifferences, type RunOptions } from './parameters';
import { nameItems } from './stopFailure';

/** The value of a locator counts; an expression may give the bare value. */
const locatedText = z.preprocess(
	(value) => (isObject(value) && '__rl' in value ? (value.value ?? undefined) : value),
	text.default(''),
);

/** What n8n's editor writes for a field of another node, such as `$('Rows').item.json.address`. */
const PAIRED_ITEM = /^\s*=[^]*\)\s*\??\.\s*item\b/;

/** A simplified check, with what decided in words, its place among others, and its status. */
export interface CheckView {
	json: SimplifiedCheck;
	said: string;
	/** In ascending order the worst check comes first. */
	rank: number;
	status?: string;
}

/**
 * How long the free requests of a tool are repeated: its clients wait for a minute at most, and often less. Two requests
 * that follow each other still end within 25 seconds.
 */
const SECONDS_FOR_MODELS = 10;

const isToolNode = (context: IExecuteFunctions): boolean => isTool(context.getNode());

/**
 * Whether n8n offers a Retry that knows what this run has sent. It offers one of failed executions only: in a Continue
 * mode the execution succeeds, and an agent continues without its tool. The Retry of a workflow that calls this one
 * begins a new execution.
 */
export const offersRetry = (context: IExecuteFunctions): boolean =>
	!context.continueOnFail() && !isToolNode(context) && context.getMode() !== 'integrated';

/** One run of the action node over its input items: what the operations need to know and to call. */
export class NodeRun {
	/** Facts for the hints next to the output. */
	readonly notes: RunNotes = { isScaleGuessed: false, isScaleUnclear: false };

	/** The hints so far; the first one is about money, if any is. */
	readonly hints: NodeExecutionHint[] = [];

	private constructor(
		readonly context: IExecuteFunctions,
		readonly items: INodeExecutionData[],
		readonly session: RpcSession,
		private readonly parameters: Parameters,
		private readonly optionsByItem: RunOptions[],
	) {}

	/**
	 * Reads every item's options and opens the way to the service.
	 * @throws AmlCheckError where an option of any item or the credential can't be used, or where items want different things
	 * of the whole run: nothing is sent then.
	 */
	static async open(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<NodeRun> {
		const credential = await openCredential(context);
		const parameters = new Parameters(context, isToolNode(context));
		const options = await readAllOptions(parameters, items.length, credential.riskRules);
		refuseDifferences(options);
		const cancelSignal = context.getExecutionCancelSignal();
		const session = new RpcSession(
			context,
			credential,
			cancelSignal,
			options[0]?.maxConcurrentRequests,
		);
		if (parameters.isTool) session.limitTime(SECONDS_FOR_MODELS);
		return new NodeRun(context, items, session, parameters, options);
	}

	/** @throws AmlCheckError where the credential may not pay: nothing is sent then. */
	requirePayment(): void {
		if (this.session.allowPaidChecks) return;
		throw unusableValue(
			"The credential of this node can't pay for checks",
			"Switch on 'Allow Paid Checks' in the credential, or choose another one. Dry Run, Get Result, Find Reports and the history work without it. Nothing was sent to the service.",
		);
	}

	/** Whether what goes wrong with an item becomes an error item. */
	get continueOnFail(): boolean {
		return this.context.continueOnFail();
	}

	/** Whether the node is the tool of an AI agent. */
	get isTool(): boolean {
		return this.parameters.isTool;
	}

	/** Whether an item has a request key: then it may be sent again in another execution. */
	hasKey(index: number): boolean {
		return this.getOptions(index).requestKey !== '';
	}

	getOptions(index: number): RunOptions {
		return this.optionsByItem[index];
	}

	/** The options that hold for the whole run, and are the same in all of its items. */
	get options(): RunOptions {
		return this.optionsByItem[0];
	}

	/** Whether an item's output is simplified. */
	isSimplified(index: number): boolean {
		return this.getOptions(index).simplify;
	}

	/** A text parameter or the value of a locator, trimmed. A number is taken as its text. Throws for anything else. */
	text(name: string, index: number): string {
		this.refuseFirstRow(name);
		const value = this.read(locatedText, name, index);
		this.refuseFixedExpression(name, value);
		return value;
	}

	/**
	 * Refuses an expression of a tool that reads the paired item of another node: a call of a tool has no pair, and n8n gives
	 * each call the first row.
	 * @throws AmlCheckError that names the field.
	 */
	refuseFirstRow(name: string): void {
		if (!this.isTool || !PAIRED_ITEM.test(String(this.parameters.written(name)))) return;
		throw unusableValue(
			`'${toLabel(name)}' has an expression with .item, which gives every call of a tool the first row`,
			"Let the model define it ($fromAI), or read the row by its number, such as $('Rows').all()[0].",
		);
	}

	/**
	 * Refuses a text with an expression in it that n8n has not evaluated, since the field is fixed.
	 * @throws AmlCheckError that names the field. The same text in an item's data is no concern of the field.
	 */
	refuseFixedExpression(name: string, value: string): void {
		if (!value.includes('{{') || String(this.parameters.written(name)).trim() !== value) return;
		throw unusableValue(
			'This is an expression in a fixed field',
			`Switch '${toLabel(name)}' to Expression.`,
		);
	}

	/** A boolean parameter; an empty one means the default. */
	flag(name: string, index: number, byDefault: boolean): boolean {
		return this.read(flag.default(byDefault), name, index);
	}

	/** The entries of a collection such as Filters. Throws for what can't be used. */
	collection<O extends Options>(entries: O, name: string, index: number): ReadOptions<O> {
		const value = this.given(name, index, {});
		return this.readGiven(name, () => readOptions(entries, value, toLabel(name)));
	}

	/** A parameter before it is read. */
	given(name: string, index: number, fallback: unknown): unknown {
		return this.parameters.get(name, index, fallback);
	}

	/** Reads a parameter. If its value can't be used, an expression means that the item is at fault, and not the setup. */
	readGiven<T>(name: string, read: () => T): T {
		try {
			return read();
		} catch (thrown) {
			const failure = toFailure(thrown);
			throw this.parameters.varies(name) ? failure.with({ kind: 'invalidInput' }) : failure;
		}
	}

	/** A parameter of any kind; an empty one is read as undefined. Throws for what can't be used. */
	read<S extends z.ZodTypeAny>(schema: S, name: string, index: number): z.output<S> {
		return this.parameters.once(`read ${name}`, name, () => {
			const value = this.given(name, index, null);
			return this.readGiven(name, () => readValue(schema, value, toLabel(name)) as z.output<S>);
		});
	}

	/** Judges a check under an item's rules, and shows it under its options. */
	view(check: CheckRecord | HistoryItem, index: number, facts: CheckFacts = {}): CheckView {
		const { riskScoreScale: scale } = this.session;
		const { rules, includeDetails } = this.getOptions(index);
		const judgement = judgeRecord(check, rules, { scale, ...facts });
		this.notes.isScaleGuessed ||= judgement.isScaleGuessed;
		this.notes.isScaleUnclear ||= judgement.isScaleUnclear;
		const json = showCheck(check, judgement, { ...facts, rules, includeDetails });
		const { said, rank } = judgement;
		return { json, said, rank, status: check.status.trim() };
	}
}

/** Every item whose options can't be used is named in one message. */
async function readAllOptions(
	parameters: Parameters,
	count: number,
	ofCredential: AppliedRules,
): Promise<RunOptions[]> {
	const options: RunOptions[] = [];
	const refused: Array<{ index: number; failure: AmlCheckError }> = [];
	let varies = false;
	for (let index = 0; index < count; index++) {
		const get = (name: string, fallback: unknown): unknown => {
			varies ||= parameters.varies(name);
			return parameters.get(name, index, fallback);
		};
		try {
			const isSame = options.length > 0 && !varies;
			options.push(isSame ? options[0] : readRunOptions(get, ofCredential));
		} catch (thrown) {
			refused.push({ index, failure: toFailure(thrown) });
		}
		await breathe();
	}
	if (refused.length === 0) return options;
	const { message, advice, notes } = refused[0].failure;
	const { title, rest } = nameItems(refused.map(({ index }) => index));
	const named = parameters.isTool ? message : `${message} ${title}`;
	throw unusableValue(named, advice).with({ notes }).note('items', rest);
}
