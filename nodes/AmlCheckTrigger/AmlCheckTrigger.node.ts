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

import { isTransient, toFailure } from '../shared/failures/failure';
import { toNodeApiError } from '../shared/failures/nodeErrors';
import { RpcSession } from '../shared/service/session';
import type { Delivery, Rules } from './decide';
import { findNewest, poll, type Service } from './poll';
import {
	digestState,
	findLimits,
	findPollKind,
	findTrigger,
	isScheduled,
	isTwin,
	mayShowFailure,
	noteBeginning,
	requireAnswer,
	type KnownTrigger,
	type PollKind,
} from './polls';
import { TRIGGER_PROPERTIES } from './properties';
import { HistoryError } from './reading';
import { connect } from './reports';
import { makeItems, makeRules, parseSettings } from './rules';

const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';
const PUBLISH_AGAIN = 'Publish the workflow again when the service answers.';

const HISTORY_ADVICE =
	'Nothing is forgotten: the next poll tries again. If this message stays, let the trigger poll less often, so that a poll has more time, or ask the service about its history.';

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

/** Makes one poll. One that fails, or a test, changes nothing of the state. */
async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const kind = findPollKind(context);
	const trigger = findTrigger(context);
	const isFirst =
		kind === 'publishing' || context.getWorkflowStaticData('node').cursor === undefined;
	let session: RpcSession | undefined;
	try {
		session = await RpcSession.open(context);
		const settings = parseSettings(context, session.riskRules);
		const rules = makeRules(settings, session.riskScoreScale);
		if (kind === 'publishing') await requireAnswer(session);
		const service = connect(session, context, findLimits(kind), settings.includeReport);
		const deliveries =
			kind === 'test'
				? await findNewest(rules, service)
				: await findNew(context, kind, trigger, rules, service);
		if (kind === 'test' && deliveries.length === 0)
			throw new NodeOperationError(context.getNode(), NO_MATCH, { description: HOW_TO_MATCH });
		const items = makeItems(deliveries, settings, session.riskScoreScale);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const next = isFirst ? PUBLISH_AGAIN : CATCHES_UP;
		const failure = toNodeError(context, thrown, kind === 'test' ? undefined : next, session);
		if (kind !== 'test') logFailure(context, failure, isFirst);
		if (!mayShowFailure(trigger, kind)) return null;
		throw failure;
	}
}

/** Polls from the state that n8n has stored, and stores the next one. */
async function findNew(
	context: IPollFunctions,
	kind: PollKind,
	trigger: KnownTrigger,
	rules: Rules,
	service: Service,
): Promise<Delivery[]> {
	const stored = context.getWorkflowStaticData('node');
	// A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds.
	const saved = stored.cursor === undefined ? undefined : deepCopy(stored.cursor as IDataObject);
	noteBeginning(trigger, kind, service.account, saved);
	if (isScheduled(kind) && isTwin(trigger, saved)) return [];
	trigger.isReading = true;
	try {
		const { deliveries, state, warnings } = await poll(saved ?? trigger.published, rules, service);
		for (const warning of warnings) warn(context, warning);
		if (kind === 'publishing' && saved === undefined) trigger.published = state;
		if (deliveries.length > 0) trigger.delivered = { from: digestState(saved), at: Date.now() };
		if (digestState(state) !== digestState(saved)) stored.cursor = state as unknown as IDataObject;
		trigger.failedAt = undefined;
		return deliveries;
	} finally {
		trigger.isReading = false;
	}
}

/** Writes the failure of a poll to n8n's log, which names the class of what was thrown and not what it says. */
function logFailure(
	context: IPollFunctions,
	failure: Error & { description?: string | null },
	isFirst: boolean,
): void {
	const whole = `${failure.message}. ${failure.description ?? ''}`;
	warn(context, whole);
	// Who publishes the workflow reads the message alone.
	if (isFirst) failure.message = whole;
}

/** @param next what happens next by itself, or what to do then; undefined for a test event. */
function toNodeError(
	context: IPollFunctions,
	thrown: unknown,
	next: string | undefined,
	session?: RpcSession,
) {
	const node = context.getNode();
	if (thrown instanceof NodeOperationError) return thrown;
	if (thrown instanceof HistoryError)
		return new NodeOperationError(node, thrown.message, { description: HISTORY_ADVICE });
	const failure = session?.hideIn(toFailure(thrown)) ?? toFailure(thrown);
	const comesAgain = next !== undefined && isTransient(failure);
	const facts = comesAgain ? { isFree: true, next, advice: undefined } : { isFree: true };
	return toNodeApiError(node, failure.with({ facts }));
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`AML Check Trigger "${context.getNode().name}": ${message}`);
}
