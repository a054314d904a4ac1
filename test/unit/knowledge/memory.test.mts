/** What is kept of how long checks take, and for whom. */
import { DurationMemory } from '../../../nodes/shared/knowledge/durationMemory';
import {
	fingerprintOf,
	forgetKnowledge,
	knowledgeOf,
} from '../../../nodes/shared/knowledge/knowledge';

const DAY_MS = 24 * 3_600_000;

const date = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');

const BEGAN = 1_790_000_000;

const record = (begun: number, took: number | null) => ({
	status: took === null ? 'PENDING' : 'SUCCESS',
	initDate: date(BEGAN + begun),
	resultDate: took === null ? '' : date(BEGAN + begun + took),
});

/** Every value that can be reached from one, keys included. */
function everythingIn(root: unknown): unknown[] {
	const found: unknown[] = [];
	const seen = new Set<unknown>();
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return void found.push(value);
		if (seen.has(value)) return;
		seen.add(value);
		const inside = value instanceof Map ? [...value].flat() : Object.entries(value).flat();
		inside.forEach(visit);
	};
	visit(root);
	return found;
}

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

	it('never hands one credential the scales, the pauses or the pace of another', () => {
		const one = knowledgeOf(URL, 'scales-one');
		one.noteHistory([{ ...record(0, 3), riskscore: 80 }]);
		one.noteResult({ status: 'SUCCESS', report: { riskscore: 80 } });
		one.limiter.pause(60_000);
		const other = knowledgeOf(URL, 'scales-two');
		for (const source of ['history', 'report'] as const) {
			expect(one.scales.of(source).scale).toBe('percent');
			expect(other.scales.of(source)).toEqual({ scale: 'unproven', proof: '' });
		}
		expect(one.limiter.pauseLeftMs).toBeGreaterThan(50_000);
		expect(other.limiter.pauseLeftMs).toBe(0);
	});

	it('holds no address, no hash and no token, and is small whatever it is told', () => {
		const [token, address, hash] = ['tok-secret-one', '0xaddress-of-somebody', 'hash-of-a-check'];
		const known = knowledgeOf(URL, token);
		for (let n = 0; n < 3_000; n++) {
			const told = { ...record(n * 10, 3), address: `${address}${n}`, hash: `${hash}${n}` };
			known.noteHistory([{ ...told, riskscore: 80 + (n % 20) }]);
			known.noteResult({ ...told, report: { riskscore: 80, address } });
			known.scales.notePair(n % 100, (n % 100) / 100);
			known.durations.noteSeen({ fromMs: 2_000, toMs: 4_000 }, told);
			const call = { method: 'checkup.getresult', sentAt: n, now: n + 30, most: 50 } as const;
			known.limiter.note({ ...call, kind: 'answered', wasFull: true });
		}
		const held = everythingIn(known);
		const texts = held.filter((value) => typeof value === 'string').join('\n');
		for (const secret of [token, address, hash, URL]) expect(texts).not.toContain(secret);
		expect(held.length).toBeLessThan(15_000);
		expect(fingerprintOf(URL, token)).toMatch(/^[0-9a-f]{64}$/);
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
