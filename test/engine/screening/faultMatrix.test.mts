/**
 * Every fault of the sandbox at every call that a paid run makes, with every way to treat a repeated request id, every
 * error mode, and every way to try again: each pair of them occurs.
 */
import { FAULT_KINDS, type FaultKind } from '../../../sandbox/server.mts';
import type { NodeRun, NodeSettings } from '../harness/index.mts';
import {
	allPairs,
	audit,
	BTC_WALLETS,
	btcWallets,
	CLEAN,
	HISTORY,
	inWorld,
	itemsOf,
	pairOf,
	REGULAR,
	REPEATED_ID,
	RESULT,
	RETRY,
	runBtc,
	SPLIT,
	STOP,
	SUBMIT,
	type World,
} from './support.mts';

/** How many items there are, and which of them the fault strikes. */
const PLACES = { one: [1, 0], first: [5, 0], middle: [5, 2], last: [5, 4] } as const;

const MODES: Record<string, NodeSettings> = {
	stop: STOP,
	'stop, Retry On Fail': { ...STOP, ...RETRY },
	'regular, Retry On Fail': { ...REGULAR, ...RETRY },
	'split, Retry On Fail': { ...SPLIT, ...RETRY },
	split: SPLIT,
};

/** What else may be the matter with the service. */
const SERVICES = {
	quick: {},
	slow: { processingMs: 8_000, latencyMs: 300 },
	behind: { history: { lagMs: 20_000 }, processingMs: 2_000 },
	hiding: { history: { showPending: false }, processingMs: 2_000 },
} as const;

const LEVELS = ['low', 'medium', 'high', 'high', 'unknown'];

/** Submissions that never arrive are sent again only where the history shows an unfinished check meanwhile. */
const staysUnsure = (
	kind: FaultKind,
	at: string,
	service: string,
	count: number,
	times: number,
): boolean =>
	['resetBefore', 'hang', 'serverErrorBefore', 'redirect'].includes(kind) &&
	at === SUBMIT &&
	(service !== 'slow' || count === 1 || times > 1);

/** Faults that say no, or end with a person having to change something. */
const isRefusal = (kind: FaultKind): boolean => ['rpcError', 'flat401', 'redirect'].includes(kind);

const CASES = allPairs({
	kind: Object.keys(FAULT_KINDS) as FaultKind[],
	times: [1, 3],
	at: [SUBMIT, RESULT, HISTORY],
	place: Object.keys(PLACES) as Array<keyof typeof PLACES>,
	mode: Object.keys(MODES),
	repeatedId: REPEATED_ID,
	service: Object.keys(SERVICES) as Array<keyof typeof SERVICES>,
});

/** Somebody who sees a failed execution presses Retry, once and once again. */
async function untilDone({ sandbox, clock }: World, result: NodeRun): Promise<NodeRun> {
	let last = result;
	for (let presses = 0; presses < 2 && last.status !== 'success'; presses++) {
		expect(audit(sandbox, last)).toMatchObject(CLEAN);
		await clock.wait(150_000);
		last = await last.retry();
	}
	return last;
}

describe.each(CASES)(
	'$kind $times times at $at, $place, $mode, $repeatedId, $service',
	({ kind, times, at, place, mode, service, ...ways }) => {
		it('pays once, loses nothing and passes nobody', async () => {
			await inWorld({ ...ways, ...SERVICES[service] }, async (world) => {
				const { sandbox } = world;
				const [count, struck] = PLACES[place];
				const match = at === HISTORY ? {} : { match: { address: BTC_WALLETS[struck] } };
				sandbox.fault({ method: at, kind, times, ...match, delayMs: 12_000 });
				const first = await runBtc(sandbox, btcWallets(count), {}, MODES[mode]);
				const result = await untilDone(world, first);
				for (const { json } of [...itemsOf(first), ...itemsOf(result)])
					// Only a refusal that can be read is the row's own affair.
					if (kind !== 'rpcError') expect(json).not.toMatchObject({ details: { fault: 'input' } });
				const verdict = audit(sandbox, result);
				expect(verdict).toMatchObject(CLEAN);
				if (staysUnsure(kind, at, service, count, times)) return;
				// In a Continue mode n8n tries again only where the first item went wrong.
				const isTriedAgain = mode.startsWith('stop') || (mode !== 'split' && struck === 0);
				// A refusal may have been charged: it is sent again only where the history would show it by now.
				const isOpen = service === 'hiding' || (count === 1 && service !== 'slow');
				if (isRefusal(kind) && (!isTriedAgain || times > 1 || isOpen)) return;
				expect(itemsOf(result).map(pairOf)).toEqual(Array.from({ length: count }, (_, n) => n));
				expect(verdict.charged).toBe(count);
				expect(result.main.map(({ json }) => json.riskLevel)).toEqual(LEVELS.slice(0, count));
				expect(result.main.map(({ json }) => json.charged)).toEqual(Array(count).fill(true));
			});
		});
	},
);
