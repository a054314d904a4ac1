import { SideBySide } from '../../../nodes/shared/rpc/sideBySide.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const ENTRIES = [0, 1, 2, 3, 4, 5];

/** Works on six entries, each for a second, and notes when each was begun, in seconds. */
async function begunAt(
	side: SideBySide,
	work: (entry: number, rest: (ms: number) => Promise<unknown>) => Promise<unknown>,
): Promise<number[]> {
	const started = Date.now();
	const begun: number[] = [];
	const all = side.each(ENTRIES, async (entry) => {
		begun.push(Math.round((Date.now() - started) / 1000));
		await work(entry, async (ms) => await side.rest(ms));
	});
	await jest.advanceTimersByTimeAsync(60_000);
	await all;
	return begun;
}

const second = async () => await new Promise((resolve) => setTimeout(resolve, 1_000));

it('begins no more at once than make sense', async () => {
	expect(await begunAt(new SideBySide(() => 2), second)).toEqual([0, 0, 1, 1, 2, 2]);
});

it('begins more as soon as more make sense', async () => {
	let width = 1;
	const growing = async () => {
		await second();
		width = 5;
	};
	expect(await begunAt(new SideBySide(() => width), growing)).toEqual([0, 1, 1, 1, 1, 1]);
});

it('begins others in the place of one that rests', async () => {
	const resting = async (_: number, rest: (ms: number) => Promise<unknown>) => {
		await second();
		await rest(30_000);
	};
	expect(await begunAt(new SideBySide(() => 2), resting)).toEqual([0, 0, 1, 1, 2, 2]);
});

it('has a place taken again once the rest is over', async () => {
	const first = async (entry: number, rest: (ms: number) => Promise<unknown>) => {
		if (entry === 0) await rest(500);
		await second();
	};
	// The first one rests, so that two others begin with it; from then on there are three, one too many.
	expect(await begunAt(new SideBySide(() => 2), first)).toEqual([0, 0, 0, 1, 2, 2]);
});

it('says whether the whole rest was slept', async () => {
	const canceled = new AbortController();
	const side = new SideBySide(() => 1);
	const rests = [side.rest(1_000), side.rest(10_000, canceled.signal)];
	setTimeout(() => canceled.abort(), 2_000);
	await jest.advanceTimersByTimeAsync(3_000);
	expect(await Promise.all(rests)).toEqual([true, false]);
});
