/** When a batch is looked at, in virtual time: calls a check, and how late its results are. */
import { nextBatchLook } from '../../../nodes/shared/knowledge/batchLooks';
import { planLooks } from '../../../nodes/shared/knowledge/looks';
import { serviceOf, type Service } from './services.mts';

interface Known {
	sorted: number[];
	plan: number[];
}

const NOTHING: Known = { sorted: [], plan: [] };

function knownOf(service: Service): Known {
	const durations = Array.from({ length: 100 }, service);
	return {
		sorted: durations.slice().sort((a, b) => a - b),
		plan: planLooks(durations.map((ms) => ({ fromMs: ms, toMs: ms }))),
	};
}

/** A batch that takes `submitMs` to submit, watched to its end. */
function watch(service: Service, total: number, submitMs: number, { sorted, plan }: Known) {
	let left = Array.from({ length: total }, (_, n) => {
		const begunAt = (submitMs * n) / total;
		return { begunAt, doneAt: begunAt + service() };
	});
	const idealMs = Math.max(...left.map(({ doneAt }) => doneAt));
	let [now, looks, lateMs, found] = [submitMs, 0, 0, 0];
	let sinceMs: number | undefined;
	while (left.length > 0) {
		const agesMs = left.map(({ begunAt }) => now - begunAt);
		const wait = nextBatchLook({ total, agesMs, found, sinceMs }, sorted, plan);
		now += wait;
		looks++;
		const done = left.filter(({ doneAt }) => doneAt <= now);
		left = left.filter(({ doneAt }) => doneAt > now);
		for (const { doneAt } of done) lateMs += now - Math.max(doneAt, submitMs);
		[found, sinceMs] = [done.length, wait];
	}
	return { callsPerCheck: 2 + looks / total, lateMs: lateMs / total, slower: now / idealMs };
}

const average = <T extends Record<string, number>>(rows: T[], key: keyof T) =>
	rows.reduce((sum, row) => sum + row[key]!, 0) / rows.length;

function many(name: string, total: number, submitMs: number, isWarm: boolean) {
	return Array.from({ length: 10 }, (_, seed) => {
		const known = isWarm ? knownOf(serviceOf(name, seed + 100)) : NOTHING;
		return watch(serviceOf(name, seed + 1), total, submitMs, known);
	});
}

it.each([
	['40 to 60 s', 50, 300, false, 2.6],
	['40 to 60 s', 50, 300, true, 2.6],
	['3 s', 1_000, 5_000, false, 2.02],
	['3 s', 1_000, 5_000, true, 2.02],
	['40 to 60 s', 1_000, 5_000, false, 2.02],
	['40 to 60 s', 1_000, 5_000, true, 2.02],
	['2 to 60 s', 1_000, 5_000, true, 2.02],
	['2 to 60 s', 1_000, 5_000, false, 2.02],
	['2 to 60 s', 10, 50, false, 5],
])('%s, %i checks, submitted in %i ms, warm: %s: at most %d calls a check', (...row) => {
	const [name, total, submitMs, isWarm, most] = row;
	const runs = many(name, total, submitMs, isWarm);
	expect(average(runs, 'callsPerCheck')).toBeLessThanOrEqual(most);
	expect(average(runs, 'slower')).toBeLessThanOrEqual(1.1);
});

it('looks at once at what took longer to submit than to be done', () => {
	const [agesMs, plan] = [[5_000, 4_000, 3_000], planLooks([])];
	expect(nextBatchLook({ total: 3, agesMs, found: 0 }, [], plan)).toBe(0);
	const quick = Array.from({ length: 20 }, () => 1_000);
	expect(nextBatchLook({ total: 3, agesMs, found: 0 }, quick, plan)).toBe(0);
	const slow = Array.from({ length: 20 }, () => 60_000);
	expect(nextBatchLook({ total: 3, agesMs, found: 0 }, slow, plan)).toBeGreaterThan(20_000);
});

it('goes on looking where checks take longer than any before', () => {
	const known = Array.from({ length: 50 }, () => 3_000);
	const agesMs = Array.from({ length: 40 }, () => 60_000);
	const wait = nextBatchLook({ total: 40, agesMs, found: 0, sinceMs: 5_000 }, known, []);
	expect(wait).toBeGreaterThanOrEqual(300);
	expect(wait).toBeLessThanOrEqual(25_000);
});
