/** When a single check is looked at: cold, warm, and while the service changes; all in virtual time. */
import { DurationMemory } from '../../../nodes/shared/knowledge/durationMemory';
import { nextColdLook, nextLook, planLooks } from '../../../nodes/shared/knowledge/looks';
import { SERVICES, serviceOf, type Service } from './services.mts';

interface Tally {
	checks: number;
	looks: number;
	lateMs: number;
	durationMs: number;
}

const date = (ms: number) =>
	new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', '+00:00');

let submitted = 0;

/** What the service tells of a check in its result: dates in whole seconds (service 2.3). */
function datesOf(durationMs: number) {
	const begun = 1_790_000_000_000 + ++submitted * 1_618.034;
	return { initDate: date(begun), resultDate: date(begun + durationMs) };
}

/** Waits for one check as a run does, and learns from it. */
function waitFor(durationMs: number, memory: DurationMemory): { looks: number; lateMs: number } {
	const { plan } = memory;
	let [before, at, looks] = [0, 0, 0];
	while (at < durationMs) {
		before = at;
		at = nextLook(plan, at);
		looks++;
	}
	memory.noteSeen({ fromMs: before, toMs: at }, datesOf(durationMs));
	return { looks, lateMs: at - durationMs };
}

function waitForMany(service: Service, memory: DurationMemory, checks: number): Tally {
	const tally: Tally = { checks, looks: 0, lateMs: 0, durationMs: 0 };
	for (let n = 0; n < checks; n++) {
		const durationMs = service();
		const { looks, lateMs } = waitFor(durationMs, memory);
		tally.looks += looks;
		tally.lateMs += lateMs;
		tally.durationMs += durationMs;
	}
	return tally;
}

/** After the first ten checks, with several seeds. */
function warm(name: string, seeds: number, checks: number): Tally {
	const sum: Tally = { checks: 0, looks: 0, lateMs: 0, durationMs: 0 };
	for (let seed = 1; seed <= seeds; seed++) {
		const [service, memory] = [serviceOf(name, seed), new DurationMemory()];
		waitForMany(service, memory, 10);
		const tally = waitForMany(service, memory, checks);
		for (const key of ['checks', 'looks', 'lateMs', 'durationMs'] as const) sum[key] += tally[key];
	}
	return sum;
}

describe('nothing known', () => {
	it.each([
		[20, 10],
		[60, 14],
		[1_800, 30],
	])('a check of %i s takes at most %i looks', (seconds, most) => {
		const { looks, lateMs } = waitFor(seconds * 1000, new DurationMemory());
		expect(looks).toBeLessThanOrEqual(most);
		expect(lateMs).toBeLessThanOrEqual(seconds * 250);
	});

	it('finds no result later than a second, or a quarter of the time waited', () => {
		for (let at = 0; at < 3_600_000;) {
			const next = nextColdLook(at);
			expect(next).toBeGreaterThan(at);
			expect(next - at).toBeLessThanOrEqual(Math.max(1_000, next / 4) + 1e-6);
			at = next;
		}
	});

	it('means fewer than ten checks', () => {
		const known = Array.from({ length: 9 }, () => ({ fromMs: 9_000, toMs: 10_000 }));
		expect(planLooks(known)).toEqual([]);
		expect(planLooks([...known, known[0]!])).not.toEqual([]);
		expect(nextLook([], 100)).toBe(nextColdLook(100));
	});
});

describe('after ten checks', () => {
	// The longer the tail, the more has to be seen before the averages mean anything.
	const SEEDS: Record<string, number> = { '2 to 60 s': 12, 'median 15 s, tail to 30 min': 24 };

	it.each(Object.keys(SERVICES))(
		'of %s: at most four looks, and all lateness at most 15 %% of all durations',
		(name) => {
			const { checks, looks, lateMs, durationMs } = warm(name, SEEDS[name] ?? 2, 300);
			expect(looks / checks).toBeLessThanOrEqual(4);
			expect(lateMs / durationMs).toBeLessThanOrEqual(0.15);
		},
		60_000,
	);

	it('a service that got slower is learned anew', () => {
		const memory = new DurationMemory();
		waitForMany(() => 3_000, memory, 100);
		const first = waitForMany(() => 30_000, memory, 1);
		expect(first.looks).toBeLessThanOrEqual(20);
		expect(first.lateMs).toBeLessThanOrEqual(10_000);
		waitForMany(() => 30_000, memory, 400);
		const later = waitForMany(() => 30_000, memory, 50);
		expect(later.looks / 50).toBeLessThanOrEqual(4);
		expect(later.lateMs / later.durationMs).toBeLessThanOrEqual(0.15);
	});

	it('a service that got faster is learned anew', () => {
		const memory = new DurationMemory();
		waitForMany(() => 30_000, memory, 50);
		waitForMany(() => 3_000, memory, 400);
		const later = waitForMany(() => 3_000, memory, 50);
		expect(later.looks / 50).toBeLessThanOrEqual(4);
		expect(later.lateMs / later.durationMs).toBeLessThanOrEqual(0.15);
	});

	it('checks that take no time at all are no difficulty', () => {
		const memory = new DurationMemory();
		const { looks, lateMs } = waitForMany(() => 0, memory, 50);
		expect(looks).toBeLessThanOrEqual(50);
		expect(lateMs / 50).toBeLessThanOrEqual(1_000);
		for (const at of memory.plan) expect(Number.isFinite(at)).toBe(true);
	});
});
