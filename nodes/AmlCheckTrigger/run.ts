import {
	deepCopy,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { isTransient, toFailure } from '../shared/failures/failure';
import { toNodeApiError } from '../shared/failures/nodeErrors';
import { openCredential } from '../shared/service/credential';
import { RpcSession } from '../shared/service/session';
import {
	digestState,
	findPollKind,
	findTrigger,
	isTwin,
	mayShowFailure,
	type KnownTrigger,
	type PollKind,
} from './knownTriggers';
import { findNewest, poll, type Service } from './poll';
import { connect, REPORTS_AT_ONCE } from './reports';
import { makeItems, makeRules, parseSettings, type TriggerSettings } from './rules';

/* A poll as n8n makes it: from its stored state to its items, or to one failure. */

/** How long the first page is asked for: somebody waits while a workflow is published or a test event is fetched. */
const FIRST_MS = { waitedFor: 9_000, scheduled: 30_000 };

/** n8n makes five attempts to publish, with 15 seconds of pauses in all: 40 seconds if nothing answers. */
const PING = { withinMs: 5_000, maxAttempts: 1 };

const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';
const PUBLISH_AGAIN = 'Publish the workflow again when the service answers.';

const NO_MATCH = 'No check in the history matches yet';
const HOW_TO_MATCH =
	'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.';

const isScheduled = (kind: PollKind): boolean => kind === 'timer' || kind === 'scheduler';

/** Makes one poll. One that fails, or a test, changes nothing of the state. */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const kind = findPollKind(context);
	const trigger = findTrigger(context);
	let session: RpcSession | undefined;
	try {
		const credential = await openCredential(context);
		session = new RpcSession(context, credential, undefined, REPORTS_AT_ONCE);
		const settings = parseSettings(context, credential.riskRules);
		if (kind === 'publishing') await requireAnswer(session);
		const firstMs = isScheduled(kind) ? FIRST_MS.scheduled : FIRST_MS.waitedFor;
		const service = connect(session, context, firstMs);
		const items =
			kind === 'test'
				? await fetchTestItem(context, settings, service)
				: await fetchNewItems(context, kind, trigger, settings, service);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = toNodeError(context, thrown, kind, session);
		if (kind === 'test') throw failure;
		logFailure(context, failure, kind);
		if (mayShowFailure(trigger, kind)) throw failure;
		return null;
	}
}

/** Throws soon if nothing answers; a service that answers may take longer for the page. A refusal is left to the page. */
async function requireAnswer(session: RpcSession): Promise<void> {
	try {
		await session.call('checkup.ping', undefined, PING);
	} catch {
		if (session.lastFailure) throw session.lastFailure;
	}
}

async function fetchTestItem(
	context: IPollFunctions,
	settings: TriggerSettings,
	service: Service,
): Promise<INodeExecutionData[]> {
	const newest = await findNewest(makeRules(settings), service);
	if (newest.length > 0) return makeItems(newest, settings);
	throw new NodeOperationError(context.getNode(), NO_MATCH, { description: HOW_TO_MATCH });
}

/** Polls from the state that n8n has stored. The next one is stored last: a check without an item stays new. */
async function fetchNewItems(
	context: IPollFunctions,
	kind: PollKind,
	trigger: KnownTrigger,
	settings: TriggerSettings,
	service: Service,
): Promise<INodeExecutionData[]> {
	const stored = context.getWorkflowStaticData('node');
	// A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds.
	const saved = stored.cursor === undefined ? undefined : deepCopy(stored.cursor as IDataObject);
	if (isScheduled(kind) && isTwin(trigger, saved)) return [];
	trigger.isReading = true;
	try {
		if (saved !== undefined) trigger.published = undefined;
		const rules = makeRules(settings);
		const { deliveries, state, warnings } = await poll(saved ?? trigger.published, rules, service);
		const items = makeItems(deliveries, settings);
		for (const warning of warnings) warn(context, warning);
		if (kind === 'publishing' && saved === undefined) trigger.published = state;
		if (deliveries.length > 0) trigger.delivered = { from: digestState(saved), at: Date.now() };
		if (digestState(state) !== digestState(saved)) stored.cursor = state as unknown as IDataObject;
		trigger.failedAt = undefined;
		return items;
	} finally {
		trigger.isReading = false;
	}
}

/** Writes the failure of a poll to n8n's log, which names the class of what was thrown and not what it says. */
function logFailure(
	context: IPollFunctions,
	failure: Error & { description?: string | null },
	kind: PollKind,
): void {
	const whole = `${failure.message}. ${failure.description ?? ''}`;
	warn(context, whole);
	// Who publishes the workflow reads the message alone.
	if (kind === 'publishing') failure.message = whole;
}

function toNodeError(
	context: IPollFunctions,
	thrown: unknown,
	kind: PollKind,
	session: RpcSession | undefined,
) {
	if (thrown instanceof NodeOperationError) return thrown;
	const failure = session?.hideIn(toFailure(thrown)) ?? toFailure(thrown);
	const next = kind === 'publishing' ? PUBLISH_AGAIN : CATCHES_UP;
	const comesAgain = kind !== 'test' && isTransient(failure);
	const facts = comesAgain ? { isFree: true, next, advice: undefined } : { isFree: true };
	return toNodeApiError(context.getNode(), failure.with({ facts }));
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`AML Check Trigger "${context.getNode().name}": ${message}`);
}
