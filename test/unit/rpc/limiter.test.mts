/** How many calls leave at once, against services of different strength, in virtual time. */
import { sleep } from 'n8n-workflow';
import { Limiter, type Lane } from '../../../nodes/shared/rpc/limiter';
import type { CallOutcome } from '../../../nodes/shared/rpc/adaptiveLimit';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Kind = CallOutcome['kind'];

/** A service in virtual time: what it makes of a call, and what was seen of it. */
class ModelService {
	readonly calls: Array<{ at: number; kind: Kind }> = [];

	mostAtOnce = 0;

	private atOnce = 0;

	constructor(private readonly answer: (atOnce: number, now: number) => [kind: Kind, ms: number]) {}

	async call(): Promise<Kind> {
		const at = Date.now();
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
		const [kind, ms] = this.answer(this.atOnce, at);
		this.calls.push({ at, kind });
		await sleep(ms);
		this.atOnce--;
		return kind;
	}
}

/** Takes so many calls a second, any second, and refuses the others. */
function rateLimited(perSecond: number, ms: number): ModelService {
	let taken: number[] = [];
	return new ModelService((_, now) => {
		taken = taken.filter((at) => at > now - 1_000);
		if (taken.length >= perSecond) return ['refused', ms];
		taken.push(now);
		return ['answered', ms];
	});
}

const NEVER = { until: Infinity };

/** An execution that has many calls to send, each sent again until it is answered. */
async function execution(
	limiter: Limiter,
	service: ModelService,
	{ calls, most = 50 }: { calls: number; most?: number },
): Promise<void> {
	const lane: Lane = { most, inFlight: 0 };
	let left = calls;
	const worker = async () => {
		while (left-- > 0)
			for (let kind = 'refused' as Kind; kind !== 'answered';)
				await limiter.run(lane, NEVER, async (wasFull) => {
					const sentAt = Date.now();
					kind = await service.call();
					const method = 'checkup.getresult';
					limiter.note({ method, sentAt, now: Date.now(), kind, wasFull, most });
				});
	};
	await Promise.all(Array.from({ length: most }, worker));
}

async function finish(work: Promise<unknown>): Promise<number> {
	const begunAt = Date.now();
	let isDone = false;
	void work.then(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(20);
	return Date.now() - begunAt;
}

const refusedShare = ({ calls }: ModelService, fromMs: number): number => {
	const since = calls[0]!.at + fromMs;
	const later = calls.filter(({ at }) => at >= since);
	return later.filter(({ kind }) => kind === 'refused').length / later.length;
};

const atOnce = ({ calls }: ModelService, ms: number): number =>
	calls.filter(({ at }) => at < calls[0]!.at + ms).length;

it('begins with five, and grows while answers come as fast as before', async () => {
	const service = new ModelService(() => ['answered', 250]);
	const ms = await finish(execution(new Limiter(), service, { calls: 2_000 }));
	expect(atOnce(service, 200)).toBe(5);
	expect(service.mostAtOnce).toBe(50);
	// 40 rounds of 50 calls, and the first rounds with fewer.
	expect(ms).toBeLessThan(12_500);
});

it('never sends more at once than a run allows', async () => {
	const limiter = new Limiter();
	const service = new ModelService(() => ['answered', 100]);
	await finish(execution(limiter, service, { calls: 300, most: 7 }));
	expect(service.mostAtOnce).toBe(7);
	const alone = new ModelService(() => ['answered', 100]);
	await finish(execution(limiter, alone, { calls: 20, most: 1 }));
	expect(alone.mostAtOnce).toBe(1);
});

describe.each([20, 250])('a service that takes ten calls a second, %i ms an answer', (ms) => {
	it.each([1, 10])(
		'is refused at most 5 %% after half a minute by %i executions',
		async (count) => {
			const [limiter, service] = [new Limiter(), rateLimited(10, ms)];
			const each = { calls: 1_500 / count };
			const tookMs = await finish(
				Promise.all(Array.from({ length: count }, () => execution(limiter, service, each))),
			);
			expect(refusedShare(service, 30_000)).toBeLessThanOrEqual(0.05);
			// 150 s is the least there can be.
			expect(tookMs).toBeLessThan(200_000);
		},
	);
});

it('a service that can do eight at once and slows down beyond is not overrun', async () => {
	const service = new ModelService((now) => ['answered', 50 * Math.max(1, now / 8)]);
	await finish(execution(new Limiter(), service, { calls: 5_000 }));
	expect(service.mostAtOnce).toBeLessThanOrEqual(45);
	const alone = new ModelService((now) => ['answered', 50 * Math.max(1, now / 8)]);
	const ms = await finish(execution(new Limiter(), alone, { calls: 5_000 }));
	expect(ms).toBeLessThan(45_000);
});

describe('answers that come later and later', () => {
	/** How many calls are let go at once after answers that took 30 ms and then 300, on a machine that is so late. */
	async function widthAfterSlowAnswers(serviceMs: number, lateMs: number): Promise<number> {
		const limiter = new Limiter();
		const lane: Lane = { most: 50, inFlight: 0 };
		const call = async (tookMs: number) =>
			await limiter.run(lane, NEVER, async () => {
				const sentAt = Date.now();
				await sleep(tookMs);
				const now = Date.now();
				const told = { method: 'checkup.getresult', kind: 'answered', wasFull: true } as const;
				limiter.note({ ...told, sentAt, now, most: 50 });
			});
		for (const tookMs of [...Array<number>(15).fill(30), ...Array<number>(30).fill(serviceMs)]) {
			const calling = call(tookMs);
			for (let passed = 0; passed < tookMs; passed += 10) {
				await jest.advanceTimersByTimeAsync(10);
				// Everything that is due comes so much later.
				if (tookMs > 30 && passed % 50 === 0) jest.setSystemTime(Date.now() + lateMs);
			}
			await jest.advanceTimersByTimeAsync(50);
			await calling;
		}
		return limiter.width(lane);
	}

	it('are the service that slows down: fewer calls are sent', async () => {
		expect(await widthAfterSlowAnswers(300, 0)).toBeLessThanOrEqual(10);
	});

	it('are this machine where whatever is due comes late: as many are sent as before', async () => {
		expect(await widthAfterSlowAnswers(140, 60)).toBeGreaterThanOrEqual(20);
	});
});

it('a service that is overloaded gets half as many, and more again when it recovers', async () => {
	let isBusy = true;
	const service = new ModelService(() => [isBusy ? 'overloaded' : 'answered', 100]);
	const working = execution(new Limiter(), service, { calls: 1_000 });
	await jest.advanceTimersByTimeAsync(5_000);
	const before = service.calls.length;
	await jest.advanceTimersByTimeAsync(1_000);
	expect(service.calls.length - before).toBeLessThanOrEqual(12);
	isBusy = false;
	const ms = await finish(working);
	expect(ms).toBeLessThan(30_000);
	expect(service.mostAtOnce).toBeGreaterThan(10);
});

describe('a pause', () => {
	it('holds for everybody, and nobody waits for it longer than there is time', async () => {
		const limiter = new Limiter();
		const lane = (): Lane => ({ most: 5, inFlight: 0 });
		limiter.pause(60_000);
		let late: unknown;
		const soon = limiter.run(lane(), { until: Date.now() + 5_000 }, async () => 'sent');
		void soon.then((turn) => (late = turn));
		await jest.advanceTimersByTimeAsync(0);
		expect(late).toBe('late');
		const begunAt = Date.now();
		const patient = limiter.run(lane(), NEVER, async () => Date.now() - begunAt);
		let waited = 0;
		void patient.then((turn) => (waited = (turn as { value: number }).value));
		await jest.advanceTimersByTimeAsync(60_200);
		expect(waited).toBeGreaterThanOrEqual(60_000);
	});

	it('ends for one who is cancelled', async () => {
		const [limiter, cancel] = [new Limiter(), new AbortController()];
		limiter.pause(60_000);
		const patience = { until: Infinity, signal: cancel.signal };
		let end: unknown;
		const waiting = limiter.run({ most: 5, inFlight: 0 }, patience, async () => 'sent');
		void waiting.then((turn) => (end = turn));
		await jest.advanceTimersByTimeAsync(1_000);
		cancel.abort();
		await jest.advanceTimersByTimeAsync(250);
		expect(end).toBe('cancelled');
	});
});

describe('submissions and looks', () => {
	const TAKES_MS = 20;

	/** Many looks wait already when each submission comes: the numbers of all calls, in the order in which they leave. */
	async function play(submissions: number, looks: number): Promise<string[]> {
		const [limiter, lane] = [new Limiter(), { most: 1, inFlight: 0 }];
		const left: string[] = [];
		const call = async (what: string, isPaid: boolean) =>
			await limiter.run(lane, { until: Infinity, isPaid }, async () => {
				left.push(what);
				await sleep(TAKES_MS);
			});
		const submitting = async () => {
			for (let n = 1; n <= submissions; n++) await call(`submission ${n}`, true);
		};
		const looking = Array.from(
			{ length: looks },
			async (_, n) => await call(`look ${n + 1}`, false),
		);
		await finish(Promise.all([...looking, submitting()]));
		return left;
	}

	it('take turns: looks that wait hold up no submission', async () => {
		const order = await play(3, 40);
		expect(order.slice(0, 6)).toEqual([
			'look 1',
			'submission 1',
			'look 2',
			'submission 2',
			'look 3',
			'submission 3',
		]);
		expect(order).toHaveLength(43);
	});

	it('take turns: submissions hold up no look either', async () => {
		const order = await play(100, 2);
		expect(order.indexOf('look 2')).toBe(2);
		expect(order).toHaveLength(102);
	});
});

it('gives back its place when a call throws', async () => {
	const limiter = new Limiter();
	const lane: Lane = { most: 1, inFlight: 0 };
	for (let n = 0; n < 20; n++)
		await expect(limiter.run(lane, NEVER, () => Promise.reject(new Error('lost')))).rejects.toThrow(
			'lost',
		);
	expect(await limiter.run(lane, NEVER, async () => 'sent')).toEqual({ value: 'sent' });
});
