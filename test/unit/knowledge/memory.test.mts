/** What is kept of how long checks take, and for whom. */
import { DurationMemory } from '../../../nodes/shared/knowledge/durationMemory';
import { forgetKnowledge, knowledgeOf } from '../../../nodes/shared/knowledge/knowledge';

const DAY_MS = 24 * 3_600_000;

const date = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');

const BEGAN = 1_790_000_000;

const record = (begun: number, took: number | null) => ({
	status: took === null ? 'PENDING' : 'SUCCESS',
	initDate: date(BEGAN + begun),
	resultDate: took === null ? '' : date(BEGAN + begun + took),
});

const history = (count: number, took: number) =>
	Array.from({ length: count }, (_, n) => record(n * 10, took));

describe('the history', () => {
	it('tells how long checks took, each once', () => {
		const memory = new DurationMemory();
		memory.noteHistory(history(20, 15));
		memory.noteHistory(history(25, 15));
		expect(memory.known).toHaveLength(25);
		expect(memory.known[0]).toEqual({ fromMs: 14_000, toMs: 16_000 });
		expect(memory.isCold).toBe(false);
	});

	it('tells nothing yet of checks that began after one that is under way: only short ones are done', () => {
		const memory = new DurationMemory();
		memory.noteHistory([record(0, 60), record(1, null), record(2, 3), record(3, 4)]);
		expect(memory.known).toHaveLength(1);
		memory.noteHistory([record(0, 60), record(1, 90), record(2, 3), record(3, 4)]);
		expect(memory.known).toHaveLength(4);
	});

	it('is not held up by a check that never ends', () => {
		const memory = new DurationMemory();
		memory.noteHistory([record(0, null), record(4_000, 3), record(4_010, 3)]);
		expect(memory.known).toHaveLength(2);
	});

	it('may hold anything', () => {
		const memory = new DurationMemory();
		memory.noteHistory([
			{ status: 'SUCCESS' },
			{ status: 'SUCCESS', initDate: 'soon', resultDate: 7 },
			{ ...record(10, 5), resultDate: date(BEGAN) },
			{ ...record(20, 5), resultDate: date(BEGAN + 40 * 86_400) },
		]);
		expect(memory.known).toEqual([]);
	});

	it('is asked for once, and only while too little is known', () => {
		const memory = new DurationMemory();
		expect(memory.wantsHistory()).toBe(true);
		expect(memory.wantsHistory()).toBe(false);
		const informed = new DurationMemory();
		informed.noteHistory(history(10, 3));
		expect(informed.wantsHistory()).toBe(false);
	});
});

describe('what was seen', () => {
	it('is made more precise by the dates', () => {
		const memory = new DurationMemory();
		memory.noteSeen({ fromMs: 3_600, toMs: 4_800 }, record(0, 4));
		expect(memory.known).toEqual([{ fromMs: 3_600, toMs: 4_800 }]);
		memory.noteSeen({ fromMs: 4_800, toMs: 15_000 }, record(0, 9));
		expect(memory.known[1]).toEqual({ fromMs: 8_000, toMs: 10_000 });
	});

	it('counts more than dates that contradict it, and then so do no dates at all', () => {
		const memory = new DurationMemory();
		memory.noteHistory(history(20, 0));
		for (let n = 0; n < 3; n++) memory.noteSeen({ fromMs: 20_000, toMs: 25_000 }, record(0, 0));
		expect(memory.known).toEqual(Array(3).fill({ fromMs: 20_000, toMs: 25_000 }));
	});
});

it('is bounded in size', () => {
	const memory = new DurationMemory();
	memory.noteHistory(history(5_000, 3));
	for (let n = 0; n < 5_000; n++) memory.noteSeen({ fromMs: 0, toMs: 600 }, {});
	expect(memory.known.length).toBeLessThanOrEqual(800);
});

describe('the store', () => {
	const URL = 'https://aml.example/rpc/v1/request';

	it('never hands one credential what was learned under another', () => {
		const one = knowledgeOf(URL, 'token-one');
		one.durations.noteHistory(history(50, 3));
		expect(knowledgeOf(URL, 'token-one')).toBe(one);
		for (const other of [
			knowledgeOf(URL, 'token-two'),
			knowledgeOf('https://other.example/rpc/v1/request', 'token-one'),
			knowledgeOf(`${URL}token`, '-one'),
		]) {
			expect(other).not.toBe(one);
			expect(other.durations.known).toEqual([]);
		}
	});

	it('forgets after a day, and when the clock was set back', () => {
		const now = Date.now();
		const first = knowledgeOf(URL, 'a day', now);
		expect(knowledgeOf(URL, 'a day', now + DAY_MS - 1)).toBe(first);
		const second = knowledgeOf(URL, 'a day', now + DAY_MS);
		expect(second).not.toBe(first);
		expect(knowledgeOf(URL, 'a day', now)).not.toBe(second);
	});

	it('keeps the credentials used last', () => {
		const first = knowledgeOf(URL, 'first');
		const second = knowledgeOf(URL, 'second');
		for (let n = 0; n < 99; n++) {
			knowledgeOf(URL, `another ${n}`);
			knowledgeOf(URL, 'first');
		}
		expect(knowledgeOf(URL, 'first')).toBe(first);
		expect(knowledgeOf(URL, 'second')).not.toBe(second);
	});

	it('can be emptied', () => {
		const before = knowledgeOf(URL, 'emptied');
		forgetKnowledge();
		expect(knowledgeOf(URL, 'emptied')).not.toBe(before);
	});
});
