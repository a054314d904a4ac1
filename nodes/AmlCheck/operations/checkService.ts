import type { INodeProperties } from 'n8n-workflow';

import { guarded, numberFrom, readOptions } from '../../shared/options/read';
import { makeFailure, toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { ADDRESS, CHECK_CURRENCY } from '../fields/common';
import { serviceSchema, type ServiceItem } from '../outputs/service';
import { costHint } from '../run/hints';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import type { ReadWanted } from '../screening/plan';
import { valueOf, type PaidObservations } from '../service/observations';
import { observe } from '../service/probes';
import { describeService } from '../service/report';
import { spend } from '../service/spend';
import type { Operation } from './operation';
import { readItem } from './screen';

/** The most that a paid part costs: a check, its repeated request, a second check. */
const MAX_SPENT = 3;

const SPEND_CHECKS: INodeProperties = {
	displayName: 'Spend Checks',
	name: 'spendChecks',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MAX_SPENT },
	default: 0,
	description:
		'Max number of checks to pay for: 1 screens the wallet, 2 also repeats the request, 3 also screens the wallet again',
};

/** An account with fewer checks shows more after the paid part. */
const ENOUGH_CHECKS = 3;

/** The form has a wallet only where something is spent. */
const IF_SPENT = { displayOptions: { hide: { spendChecks: [0] } } };

/** Reads how much may be spent. A guard: it refuses an expression that yields nothing. */
function readSpendChecks(run: NodeRun): number {
	const option = { field: SPEND_CHECKS, schema: numberFrom(0, MAX_SPENT, true), byDefault: 0 };
	const value: unknown = run.context.getNodeParameter('spendChecks', 0, 0);
	return readOptions(guarded({ spendChecks: option }), { spendChecks: value }, 'Spend Checks')
		.spendChecks;
}

/** Reads the wallet before anything is sent. One wallet and one asset: more would cost more than Spend Checks. */
async function readWallet(run: NodeRun): Promise<ReadWanted> {
	const { targets } = await readItem(run, 0, 'address');
	return async () => ({ targets: targets.slice(0, 1) });
}

/** n8n gives nodes no version of its own. It has this helper since 2.41. */
function readEngine({ context }: NodeRun): string {
	const helpers = context.helpers as Partial<typeof context.helpers>;
	return helpers.getSecureEgressFilter ? '2.41 or later' : 'before 2.41';
}

/** Everything that was paid for, for whoever reads the failure. */
const paidHashesOf = ({ checks, repeated }: PaidObservations): string[] => [
	...checks.flatMap(({ hash, charged }) => (hash && charged ? [hash] : [])),
	...(repeated?.kind === 'other' ? [repeated.hash] : []),
];

/** A check that may have been paid for is no line of a result: Retry asks the history for it. */
function findUnsure({ checks }: PaidObservations): AmlCheckError | undefined {
	return checks
		.map(({ failure }) => failure)
		.find((failure) => failure?.charged === true && failure.hash === undefined);
}

/** n8n drops the output of a stopped execution: its log is then the one place that has the hashes. */
function failCancelled({ context, session }: NodeRun, paid: readonly string[]): AmlCheckError {
	const words = `${context.getNode().name}: the execution was canceled. Paid checks: ${paid.join(', ')}.`;
	if (paid.length > 0) context.logger.warn(session.hide(words));
	return makeFailure('cancelled').with({ paid });
}

function refuseUnsettled(run: NodeRun, paid: PaidObservations): void {
	const hashes = paidHashesOf(paid);
	if (run.session.cancelSignal?.aborted) throw failCancelled(run, hashes);
	const unsure = findUnsure(paid);
	if (!unsure) return;
	if (hashes.length === 0) throw unsure;
	throw unsure
		.note('paid', `Paid for so far: ${hashes.join(', ')}.`, hashes)
		.with({ paid: hashes });
}

async function checkOnce(run: NodeRun): Promise<ServiceItem[]> {
	const spendChecks = readSpendChecks(run);
	const readWanted = spendChecks > 0 ? await readWallet(run) : undefined;
	const seen = await observe(run);
	const history = valueOf(seen.first);
	// Nothing is spent at a service whose history can't be read: what was paid for could not be found again.
	const isPaid = readWanted !== undefined && history !== undefined;
	const known = seen.results.find(({ result }) => valueOf(result))?.item.hash;
	const paid = isPaid ? await spend(run, spendChecks, readWanted, known) : null;
	if (paid) refuseUnsettled(run, paid);
	const isAskedAgain = paid !== null && history!.count < ENOUGH_CHECKS;
	const free = isAskedAgain ? await observe(run, seen.requests) : seen;
	const hide = (text: string) => run.session.hide(text);
	const items = describeService({ ...free, paid }, readEngine(run));
	if (paid) run.hints.push(costHint(items.filter(({ charged }) => charged).length));
	return items.map((item) => ({
		...item,
		observed: hide(item.observed),
		...(item.setting !== undefined && { setting: hide(item.setting) }),
	}));
}

/** The service is the same for all items, so it is checked, and paid for, once. */
async function checkService(run: NodeRun): Promise<ItemOutcome[]> {
	const outcomes = run.items.map((): ItemOutcome => ({ outputs: [] }));
	try {
		const items = await checkOnce(run);
		outcomes[0] = { outputs: items.map((json) => ({ json })) };
	} catch (thrown) {
		outcomes[0] = { failure: toFailure(thrown) };
	}
	return outcomes;
}

export const checkServiceOperation: Operation = {
	resource: 'account',
	value: 'checkService',
	name: 'Check Service',
	action: 'Check service against contract',
	description: 'Check whether the service does what the nodes rely on, once for all input items',
	cost: "Free unless 'Spend Checks' is set.",
	method: null,
	properties: [SPEND_CHECKS, { ...CHECK_CURRENCY, ...IF_SPENT }, { ...ADDRESS, ...IF_SPENT }],
	output: serviceSchema,
	run: checkService,
};
