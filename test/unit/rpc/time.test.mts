/** How a run sleeps, wakes up, and bounds its requests; in virtual time but for the signal that Node.js times itself. */
import {
	abortAfter,
	Deadline,
	MAX_RETRY_AFTER_MS,
	Changes,
	parseRetryAfter,
	ServiceClock,
	sleepUnlessCancelled,
} from '../../../nodes/shared/rpc/time.ts';

const YEAR_MS = 31_536_000_000;

/** After how many milliseconds of virtual time something ends, and as what; undefined if it doesn't within ten seconds. */
async function ending<T>(work: Promise<T>): Promise<[T, number] | undefined> {
	const startedAt = performance.now();
	let end: [T, number] | undefined;
	void work.then((value) => (end = [value, performance.now() - startedAt]));
	for (let ms = 0; ms < 10_000 && !end; ms += 10) await jest.advanceTimersByTimeAsync(10);
	return end;
}

const abortedAt = (ms: number): AbortSignal => {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), ms);
	return controller.signal;
};

describe('in virtual time', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it.each<[number, AbortSignal | undefined, [boolean, number]]>([
		[0, undefined, [true, 0]],
		[-5, undefined, [true, 0]],
		[1, undefined, [true, 1]],
		[150, undefined, [true, 150]],
		[1_000, undefined, [true, 1_000]],
		[0, AbortSignal.abort(), [false, 0]],
		[1_000, AbortSignal.abort(), [false, 0]],
	])('%i ms are slept through, unless canceled before (%#)', async (ms, signal, expected) =>
		expect(await ending(sleepUnlessCancelled(ms, signal))).toEqual(expected),
	);

	it('a sleep notices within 200 ms that the execution was canceled', async () => {
		expect(await ending(sleepUnlessCancelled(5_000, abortedAt(300)))).toEqual([false, 400]);
		expect(await ending(sleepUnlessCancelled(350, abortedAt(300)))).toEqual([false, 350]);
	});

	it('a sleeper wakes at its moment, or when somebody has changed something', async () => {
		const changes = new Changes();
		const from = performance.now();
		let hasChanged = false;
		const at = (ms: number) =>
			changes.waitFor(
				() => performance.now() >= from + ms,
				() => from + ms,
			);
		const change = changes.waitFor(() => hasChanged);
		setTimeout(() => {
			hasChanged = true;
			changes.notify();
		}, 130);
		const all = [changes.waitFor(() => true), at(50), change, at(450)];
		expect(await Promise.all(all.map(ending))).toEqual([
			[true, 0],
			[true, 50],
			[true, 130],
			[true, 450],
		]);
	});

	it('a sleeper notices within 200 ms what nobody wakes it for', async () => {
		const from = performance.now();
		const hasPassed = () => performance.now() >= from + 250;
		expect(await ending(new Changes().waitFor(hasPassed))).toEqual([true, 400]);
		const canceled = new Changes(abortedAt(300));
		expect(await ending(canceled.waitFor(() => false))).toEqual([false, 400]);
		expect(await ending(canceled.waitFor(() => false))).toEqual([false, 0]);
		expect(await ending(canceled.waitFor(() => true))).toEqual([true, 0]);
	});

	it('a deadline is so long after the last progress, and never negative', async () => {
		const deadline = new Deadline(1_000);
		const left: number[] = [deadline.leftMs()];
		for (const ms of [400, 600, 1]) {
			await jest.advanceTimersByTimeAsync(ms);
			left.push(deadline.leftMs());
		}
		deadline.progressed();
		left.push(deadline.leftMs());
		expect(left).toEqual([1_000, 600, 0, 0, 1_000]);
	});
});

describe('the signal of a request', () => {
	const pause = async (ms: number) => await new Promise((done) => setTimeout(done, ms));

	it('is aborted when its time is over, also one of a fraction', async () => {
		const bound = abortAfter(0.5);
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([false, false]);
		await pause(100);
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([true, true]);
		expect(bound.release()).toBeUndefined();
	});

	it('is aborted with the execution, before or after, which is no timeout', () => {
		const controller = new AbortController();
		const bound = abortAfter(60_000, controller.signal);
		expect(bound.signal.aborted).toBe(false);
		controller.abort();
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([true, false]);
		expect(abortAfter(60_000, controller.signal).signal.aborted).toBe(true);
	});

	it('once released is aborted by neither', async () => {
		const controller = new AbortController();
		const bound = abortAfter(20, controller.signal);
		bound.release();
		controller.abort();
		await pause(100);
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([false, true]);
	});
});

describe('the clock of the service', () => {
	const NOW = Date.parse('2026-03-01T12:00:00Z');
	const date = (seconds: number) => new Date(NOW + seconds * 1_000).toUTCString();

	it('lies between the date less the arrival, and the date and its second less the departure', () => {
		const clock = new ServiceClock();
		expect(clock.aheadMs).toBeUndefined();
		clock.note(date(10), NOW, NOW + 400);
		expect(clock.toService(NOW)).toEqual({ from: NOW + 9_600, to: NOW + 11_000 });
		expect(clock.aheadMs).toBe(10_300);
		clock.note(date(10), NOW - 200, NOW + 100);
		expect(clock.toService(0)).toEqual({ from: 9_900, to: 11_000 });
		clock.note(date(10), NOW + 300, NOW + 300);
		expect(clock.toService(0)).toEqual({ from: 9_900, to: 10_700 });
		clock.note(date(10), NOW, NOW - 1);
		clock.note('soon', NOW, NOW);
		expect(clock.toService(0)).toEqual({ from: 9_900, to: 10_700 });
	});

	it.each([
		// A measurement that only touches the earlier ones goes with them.
		[1, { from: 1_000, to: 1_000 }],
		[2, { from: 2_000, to: 3_000 }],
		[-1, { from: 0, to: 0 }],
		[-2, { from: -2_000, to: -1_000 }],
	])('is measured anew if it was set %i seconds off', (seconds, span) => {
		const clock = new ServiceClock();
		clock.note(date(0), NOW, NOW);
		clock.note(date(seconds), NOW, NOW);
		expect(clock.toService(0)).toEqual(span);
	});
});

it.each([
	['31535999', YEAR_MS - 1_000],
	['31536000', YEAR_MS],
	['31536001', YEAR_MS],
	[`1${'0'.repeat(400)}`, undefined],
	[0.5, 500],
	[-1, undefined],
	['1.5.5', undefined],
	['x1', undefined],
	['1x', undefined],
	[NaN, undefined],
])('a Retry-After of %s is %j ms', (value, ms) => expect(parseRetryAfter(value, 0)).toBe(ms));

it('a run waits no longer than five minutes for a Retry-After', () =>
	expect(MAX_RETRY_AFTER_MS).toBe(300_000));
