/**
 * Every fault of the sandbox at a submission, under each of its three ways to treat a repeated request id, for one
 * item and for many, in every error mode with Retry On Fail, and over the editor's Retry of a failed execution.
 */
import { FAULT_KINDS, type FaultKind, type Sandbox } from '../../../sandbox/server.mts';
import type { NodeRun, NodeSettings } from '../harness/index.mts';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	inPool,
	pairOf,
	REGULAR,
	RETRY,
	run,
	screenBtc,
	SPLIT,
	STOP,
	withSandbox,
	type Audit,
} from './support.mts';

const REPEATED_ID = ['replay', 'refuse', 'charge'] as const;

/** Which of the items the fault strikes. */
const PLACES = { one: [1, 0], first: [5, 0], middle: [5, 2], last: [5, 4] } as const;

const MODES: Record<string, NodeSettings> = {
	stop: { ...STOP, ...RETRY },
	continueRegularOutput: { ...REGULAR, ...RETRY },
	continueErrorOutput: { ...SPLIT, ...RETRY },
	editorRetry: STOP,
};

interface Case {
	kind: FaultKind;
	repeatedId: (typeof REPEATED_ID)[number];
	place: keyof typeof PLACES;
	mode: keyof typeof MODES;
}

const CASES: Case[] = Object.keys(MODES).flatMap((mode) =>
	REPEATED_ID.flatMap((repeatedId) =>
		(Object.keys(FAULT_KINDS) as FaultKind[]).flatMap((kind) =>
			(Object.keys(PLACES) as Array<keyof typeof PLACES>).map((place) => ({
				kind,
				repeatedId,
				place,
				mode,
			})),
		),
	),
);

interface Verdict extends Audit {
	struck: number;
	result: NodeRun;
}

/** A submission without an answer is given up after this option's time, so it bounds the cases that hang. */
const timeoutFor = (kind: FaultKind): number => (kind.startsWith('hang') ? 8 : 60);

async function screenOnce(sandbox: Sandbox, { kind, mode }: Case, count: number): Promise<NodeRun> {
	const parameters = screenBtc({ timeout: timeoutFor(kind) });
	return await run(sandbox, { parameters, items: btcWallets(count), settings: MODES[mode] });
}

/** The execution fails because nothing can be read; it is retried once the service is well again. */
async function screenAndRetry(sandbox: Sandbox, count: number): Promise<NodeRun> {
	for (const method of ['checkup.getresult', 'checkup.getcheckshistory'])
		sandbox.fault({ method, kind: 'rpcError', times: Infinity });
	const failed = await run(sandbox, {
		parameters: screenBtc({ timeout: 1 }),
		items: btcWallets(count),
	});
	expect(failed.status).toBe('error');
	sandbox.clearFaults();
	return await failed.retry({ parameters: screenBtc({ timeout: 60 }) });
}

async function play(one: Case): Promise<Verdict> {
	const [count, at] = PLACES[one.place];
	return await withSandbox({ repeatedId: one.repeatedId }, async (sandbox) => {
		const match = { address: BTC_WALLETS[at] };
		sandbox.fault({ method: 'checkup.checkaddr', kind: one.kind, match, delayMs: 500 });
		const isRetried = one.mode === 'editorRetry';
		const result = isRetried
			? await screenAndRetry(sandbox, count)
			: await screenOnce(sandbox, one, count);
		const struck = sandbox.stats().faults[one.kind] ?? 0;
		return { ...audit(sandbox, result, count), struck, result };
	});
}

/** In a Continue mode n8n tries again only where the first item went wrong, so a refused item may stay unpaid. */
function expectComplete({ kind, mode, place }: Case, { charged, wanted, result }: Verdict): void {
	const isRefusal = kind === 'rpcError' || kind === 'flat401';
	const isNoAnswer = kind === 'hang' || kind === 'redirect';
	const isTriedAgain = mode === 'stop' || mode === 'editorRetry' || place in { one: 1, first: 1 };
	if (!isTriedAgain && (isRefusal || isNoAnswer)) return;
	expect(charged).toBe(wanted);
	// What hangs takes most of the time there is, so the results of the others may come too late for the last try.
	const isComplete = mode === 'stop' || mode === 'editorRetry' || !kind.startsWith('hang');
	if (!isComplete) return;
	expect(result.status).toBe('success');
	expect(result.main.map(({ json }) => json.riskLevel)).toEqual(
		['low', 'medium', 'high', 'high', 'unknown'].slice(0, wanted),
	);
	expect(result.main.map(({ json }) => json.charged)).toEqual(Array(wanted).fill(true));
}

const verdicts: Verdict[] = [];

describe('a fault at a submission', () => {
	let playing: Array<Promise<Verdict>> = [];

	beforeAll(() => {
		playing = inPool(CASES, 48, play);
		for (const promise of playing) promise.catch(() => undefined);
	});

	afterAll(() => {
		const sum = (count: (verdict: Verdict) => number) =>
			verdicts.reduce((total, verdict) => total + count(verdict), 0);
		const line = [
			`faults injected ${sum(({ struck }) => struck)}`,
			`checks wanted ${sum(({ wanted }) => wanted)}`,
			`charged ${sum(({ charged }) => charged)}`,
			`twice ${sum(({ twice }) => twice)}`,
			`lost ${sum(({ lost }) => lost.length)}`,
			`false passes ${sum(({ falsePasses }) => falsePasses.length)}`,
		].join(', ');
		process.stdout.write(`Fault matrix: ${verdicts.length} cases, ${line}\n`);
	});

	it.each(CASES.map((one, index) => ({ ...one, index })))(
		'$mode, $repeatedId, $place: $kind',
		async ({ index, ...one }) => {
			const verdict = await playing[index];
			verdicts.push(verdict);
			expect(verdict).toMatchObject({
				struck: 1,
				twice: 0,
				lost: [],
				unsure: [],
				falsePasses: [],
				severalIds: [],
			});
			const { main, error } = verdict.result;
			expect([...main, ...error].map(pairOf).sort()).toEqual(
				Array.from({ length: verdict.wanted }, (_, item) => item),
			);
			expectComplete(one, verdict);
		},
		240_000,
	);
});
