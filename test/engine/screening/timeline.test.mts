/**
 * How long batches take against the least that any client needs, in virtual time: the machine doesn't matter. A schedule
 * must not be good by luck, so most cases are measured ten times, with checks that take a little longer each time.
 */
import type { SandboxOptions } from '../../../sandbox/server.mts';
import { forgetServices } from '../harness/forget.mts';
import { inWorld, RESULT, rows, runBtc, type World } from './support.mts';

interface Case {
	name: string;
	checks: number;
	latencyMs: number;
	/** How long a check takes, in seconds; a pair of them at random. */
	seconds: number | [number, number];
	executions?: number;
	/** Requests that may be in flight; the option's default if it is missing. */
	atOnce?: number;
	callsPerSecond?: number;
	/** The most seconds in all, as a share of the bound or beyond it. */
	most: (boundS: number) => number;
	/** The most requests a check, where none takes longer than it should. */
	requests?: number;
	/** How late a result may be, in seconds after its check has ended. */
	late?: number;
	/** How often it is measured. */
	phases?: number;
}

const NEAR = 20;
const FAR = 250;
const AT_ONCE = 50;
const PHASES = 10;
const PHASE_MS = 100;

const times = (factor: number) => (boundS: number) => factor * boundS;
const plus = (seconds: number) => (boundS: number) => boundS + seconds;

const near = { latencyMs: NEAR, seconds: 3 };
const far = { latencyMs: FAR, seconds: 3 };
const spread = { latencyMs: NEAR, seconds: [2, 60] as [number, number], late: 2.5 };

const CASES: Case[] = [
	{ name: '100 near checks of 3 s', checks: 100, ...near, most: times(1.2), requests: 3.2 },
	{ name: '1,000 near checks of 3 s', checks: 1_000, ...near, most: times(1.2), requests: 3.05 },
	{
		name: '1,000 near checks of 3 s, ten at once',
		checks: 1_000,
		atOnce: 10,
		...near,
		most: times(1.1),
		requests: 3.05,
		phases: 2,
	},
	// The free request and the first five submissions take a trip each before the others leave.
	{ name: '100 far checks of 3 s', checks: 100, ...far, most: times(1.25), requests: 3.2 },
	{ name: '200 far checks of 3 s', checks: 200, ...far, most: times(1.25), requests: 3.15 },
	{ name: '1,000 far checks of 3 s', checks: 1_000, ...far, most: times(1.25) },
	{ name: '100 checks of 2 to 60 s', checks: 100, ...spread, most: plus(2) },
	{ name: '1,000 checks of 2 to 60 s', checks: 1_000, ...spread, most: plus(2), phases: 2 },
	{
		name: 'ten executions of 100',
		checks: 100,
		executions: 10,
		...near,
		most: times(1.2),
		phases: 5,
	},
	{
		name: '100 at ten requests a second',
		checks: 100,
		callsPerSecond: 10,
		...near,
		most: times(1.2),
	},
];

/** What bare calls take: each worker submits, and later asks for a result and an owner; or as a full pool or a limit allows. */
function boundSeconds(
	{ checks, executions = 1, latencyMs, callsPerSecond, atOnce = AT_ONCE }: Case,
	slowestMs: number,
) {
	const all = checks * executions;
	const rounds = Math.ceil(all / atOnce);
	const pool = (3 * all * latencyMs) / atOnce;
	const limit = callsPerSecond === undefined ? 0 : (3_000 * all) / callsPerSecond;
	return Math.max(slowestMs + latencyMs + 2 * rounds * latencyMs, pool, limit) / 1_000;
}

/** How late the latest result was, in milliseconds after its check had ended. */
function latestMs({ sandbox, wire }: World): number {
	const doneAt = new Map(sandbox.checks().map((check) => [check.hash, check.doneAt]));
	const ends = wire.calls
		.filter(({ method }) => method === RESULT)
		.map(({ params, answeredAt = Infinity }) => [String(params.hash), answeredAt] as const);
	// The last request for each check counts.
	return Math.max(...[...new Map(ends)].map(([hash, at]) => at - doneAt.get(hash)!));
}

type Figures = Awaited<ReturnType<typeof measure>>;

async function measure(one: Case, shiftMs: number) {
	const { checks, executions = 1, latencyMs, callsPerSecond = 0, seconds, atOnce } = one;
	const [min, max] = [seconds].flat().map((duration) => duration * 1_000) as [number, number?];
	const processingMs = max === undefined ? min + shiftMs : { min, max: max + shiftMs };
	const options: SandboxOptions = { latencyMs, processingMs, callsPerSecond, packageSize: 1e6 };
	forgetServices();
	return await inWorld(options, async (world) => {
		const all = rows(checks * executions);
		const ended = await Promise.all(
			Array.from({ length: executions }, async (_, n) => {
				const items = all.slice(n * checks, (n + 1) * checks);
				const width = atOnce === undefined ? {} : { maxConcurrentRequests: atOnce };
				return await runBtc(world.sandbox, items, { timeout: 900, ...width });
			}),
		);
		const took = world.elapsed() / 1_000;
		expect(ended.map(({ main }) => main.length)).toEqual(ended.map(() => checks));
		const slowestMs = Math.max(
			...world.sandbox.checks().map(({ doneAt, initAt }) => doneAt - initAt),
		);
		const late = latestMs(world) / 1_000;
		const requests = world.wire.calls.length / (checks * executions);
		return { took, bound: boundSeconds(one, slowestMs), late, requests };
	});
}

const table: string[] = [];
afterAll(() =>
	process.stdout.write(`\nSeconds, bound, late, requests a check\n${table.join('\n')}\n`),
);

it.each(CASES)(
	'$name',
	async (one) => {
		const { name, most, late = Infinity, requests = Infinity, phases: count = PHASES } = one;
		const phases = [];
		for (let n = 0; n < count; n++) phases.push(await measure(one, n * PHASE_MS));
		const [{ requests: asked }] = phases as [Figures];
		const [worst] = phases.sort((a, b) => b.took - most(b.bound) - (a.took - most(a.bound)));
		const { took, bound } = worst!;
		const latest = Math.max(...phases.map((phase) => phase.late));
		const figures = [took, bound, latest, asked].map((figure) => figure.toFixed(2).padStart(6));
		table.push(`${figures.join(' ')}  ${name}`);
		expect(took).toBeLessThanOrEqual(most(bound));
		expect(latest).toBeLessThanOrEqual(late);
		expect(asked).toBeLessThanOrEqual(requests);
	},
	300_000,
);
