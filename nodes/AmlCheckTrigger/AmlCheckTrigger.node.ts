import {
	deepCopy,
	NodeConnectionTypes,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { toFailure } from '../shared/failures/failure';
import { FAILURE_KINDS } from '../shared/failures/kinds';
import { toNodeApiError } from '../shared/failures/nodeErrors';
import { RpcSession } from '../shared/rpc/session';
import { keepRecent } from '../shared/values';
import { findNewest, poll } from './cursor';
import { TRIGGER_PROPERTIES } from './properties';
import { CursorError } from './reading';
import { isPublishing, requireAnswer, SCHEDULED, WAITED_FOR } from './publishing';
import { makeItems, makeRules, readSettings } from './rules';
import { Budget, connect } from './service';
import { describeOlder, digest, NOTICES, type TriggerState } from './state';

const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';
const PUBLISH_AGAIN = 'Publish the workflow again when the service answers.';

const NO_MATCH = 'No check in the history matches yet';
const HOW_TO_MATCH =
	'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.';

export class AmlCheckTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'AML Check Trigger',
		name: 'amlCheckTrigger',
		icon: { light: 'file:../../icons/amlCheck.svg', dark: 'file:../../icons/amlCheck.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["triggerOn"] === "checkCreated" ? "check created" : "check completed" }}',
		description:
			'Screens crypto wallets for money laundering risk, and starts the workflow when a check ends',
		defaults: { name: 'AML Check Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'amlCheckApi', required: true }],
		properties: TRIGGER_PROPERTIES,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}
}

/** One poll of the trigger: delivers what is new, and remembers it. A poll that fails, or a test, remembers nothing. */
async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	const isPublished = isPublishing(context);
	const isFirst = isPublished || context.getWorkflowStaticData('node').cursor === undefined;
	let session: RpcSession | undefined;
	try {
		session = await RpcSession.open(context);
		const settings = readSettings(context, session.riskRules);
		const scale = session.riskScoreScale;
		const rules = makeRules(settings, scale);
		const stored = context.getWorkflowStaticData('node');
		const budget = new Budget(context);
		if (isPublished) await requireAnswer(session);
		const limits = isPublished || isTest ? WAITED_FOR : SCHEDULED;
		const service = connect(session, budget, limits, settings.includeReport);
		// A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds.
		const before = stored.cursor === undefined ? undefined : deepCopy(stored.cursor);
		const { deliveries, state, warnings, notice } = isTest
			? await findNewest(rules, service)
			: await poll(before, rules, service);
		for (const warning of warnings) warn(context, warning);
		const items = makeItems(deliveries, settings, scale);
		if (isTest) requireMatch(context, items);
		noteFirst(items, notice === null ? noteOlder(context, before) : NOTICES[notice]);
		return store(context, stored, before, state) && items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = toNodeError(context, thrown, isFirst ? PUBLISH_AGAIN : CATCHES_UP, session);
		if (!isTest) report(context, failure, isFirst);
		throw failure;
	}
}

/** A test event that holds nothing would look like a fault of the trigger. */
function requireMatch(context: IPollFunctions, items: INodeExecutionData[]): void {
	if (items.length > 0) return;
	throw new NodeOperationError(context.getNode(), NO_MATCH, { description: HOW_TO_MATCH });
}

/** Writes the failure of a poll to n8n's log, which names the class of what was thrown and not what it says. */
function report(
	context: IPollFunctions,
	failure: Error & { description?: string | null },
	isFirst: boolean,
): void {
	const whole = `${failure.message}. ${failure.description ?? ''}`;
	warn(context, whole);
	// Who publishes the workflow reads the message alone.
	if (isFirst) failure.message = whole;
}

/** A person looks at executions, not at n8n's log. */
function noteFirst([first]: INodeExecutionData[], note: string | undefined): void {
	if (first && note !== undefined) first.json.triggerNotice = note;
}

/** A digest of the state that this process stored last, by trigger. A note depends on it, and nothing else. */
const storedHere = new Map<string, string>();
const MOST_TRIGGERS = 1_000;

const keyOfTrigger = (context: IPollFunctions): string =>
	`${context.getWorkflow().id ?? ''}/${context.getNode().id}`;

/** The note of a delivery whose state comes from elsewhere: from before a restart, from an import or from a restore. */
function noteOlder(context: IPollFunctions, before: unknown): string | undefined {
	const isFromHere =
		before === undefined ||
		storedHere.get(keyOfTrigger(context)) === digest(JSON.stringify(before));
	return isFromHere || context.getMode() === 'manual' ? undefined : describeOlder(before);
}

/**
 * Stores a poll's state where it changed.
 * @returns false if another poll stored one meanwhile: older versions of n8n let polls overlap on the same data, and what
 * another one delivered is not new any more.
 */
function store(
	context: IPollFunctions,
	data: IDataObject,
	before: unknown,
	state: TriggerState | null,
): boolean {
	const text = JSON.stringify(before);
	if (JSON.stringify(data.cursor) !== text) return false;
	if (state === null) return true;
	keepRecent(storedHere, keyOfTrigger(context), digest(JSON.stringify(state)), MOST_TRIGGERS);
	if (JSON.stringify(state) !== text) data.cursor = state as unknown as IDataObject;
	return true;
}

function toNodeError(context: IPollFunctions, thrown: unknown, next: string, session?: RpcSession) {
	const node = context.getNode();
	if (thrown instanceof NodeOperationError) return thrown;
	if (thrown instanceof CursorError)
		return new NodeOperationError(node, thrown.message, { description: thrown.advice });
	const failure = session?.hideIn(toFailure(thrown)) ?? toFailure(thrown);
	const { mayPass, cause } = FAILURE_KINDS[failure.kind];
	const comesAgain = context.getMode() !== 'manual' && mayPass && cause !== undefined;
	return toNodeApiError(node, comesAgain ? failure.note('retry', next) : failure);
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`AML Check Trigger "${context.getNode().name}": ${message}`);
}
