/** An outage passes: while the service gives no usable answer the run waits, asks nothing, and pays nothing twice. */
import {
	gatewayAnswer,
	jsonAnswer,
	lostBefore,
	type Answer,
	type Breakage,
} from '../harness/virtual/wire.mts';
import {
	allPairs,
	audit,
	CLEAN,
	HISTORY,
	inWorld,
	MODES,
	REPEATED_ID,
	RETRY,
	route,
	rows,
	run,
	runBtc,
	SPLIT,
	SUBMIT,
} from './support.mts';

const SECOND = 1_000;

const MAINTENANCE = '<html><body>We are back soon</body></html>';

const OUTAGES: Record<string, Answer | Breakage> = {
	'502': gatewayAnswer(502),
	'503 with Retry-After': {
		...gatewayAnswer(503),
		headers: { 'content-type': 'text/html', 'retry-after': '5' },
	},
	'503 in JSON': jsonAnswer({ error: 'Service unavailable', code: 503 }, 503),
	resets: 'ECONNRESET',
	'refused connections': 'ECONNREFUSED',
	silence: 'silence',
	'a maintenance page': {
		status: 200,
		headers: { 'content-type': 'text/html' },
		body: MAINTENANCE,
	},
};

const COUNT = 25;

/** How long the batch takes where nothing is in its way. */
const CALM_MS = 15 * SECOND;

/** What a call that is not answered waits by itself. */
const RETRY_FOR_MS = { free: 30 * SECOND, paid: 60 * SECOND };

/** A lost submission is sent again two minutes after its end. */
const PROOF_MS = 120 * SECOND;

async function playOutage(
	{ kind, seconds, from }: { kind: string; seconds: number; from: number },
	{ count = COUNT, repeatedId = 'charge', settings = {} }: Record<string, unknown>,
): Promise<void> {
	const options = {
		repeatedId: repeatedId as 'charge',
		latencyMs: 60,
		processingMs: { min: 1_000, max: 6_000 },
	};
	await inWorld(options, async ({ sandbox, wire, elapsed }) => {
		const down = lostBefore(OUTAGES[kind]);
		wire.way = () => (elapsed() >= from && elapsed() < from + seconds * SECOND ? down : undefined);
		const result = await runBtc(sandbox, rows(count as number), {}, settings as object);
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: count });
		expect(result.status).toBe('success');
		expect(result.main.map(({ json }) => json.charged)).toEqual(Array(count).fill(true));
		const struck = wire.calls.filter(
			({ method, passage }) => method === SUBMIT && passage === down,
		);
		const hasLost = struck.length > 0;
		// Nothing is submitted into an outage that was noticed.
		if (from === 0) expect(struck.length).toBeLessThanOrEqual(10);
		const { free, paid } = RETRY_FOR_MS;
		const patience = kind === 'silence' ? (hasLost ? paid : free) : 0;
		const isCertain = kind === 'refused connections';
		const most =
			CALM_MS + seconds * SECOND + 15 * SECOND + patience + (hasLost && !isCertain ? PROOF_MS : 0);
		expect(elapsed()).toBeLessThan(most);
	});
}

describe.each(
	allPairs({
		kind: Object.keys(OUTAGES),
		seconds: [6, 20, 120],
		from: [0, 500, 2_500, 5_000],
		repeatedId: REPEATED_ID,
		mode: [...Object.keys(MODES), 'retry'],
	}),
)('$kind for $seconds s, $from ms after the start', ({ mode, repeatedId, ...outage }) => {
	it(`costs its time and no more (${mode}, ${repeatedId})`, async () => {
		await playOutage(outage, { repeatedId, settings: MODES[mode] ?? { ...SPLIT, ...RETRY } });
	});
});

it('a batch of 450 gets over an outage', async () => {
	await playOutage({ kind: '502', seconds: 6, from: 500 }, { count: 450, settings: SPLIT });
});

it('a service that is down on and off for a minute is not taken for an unusable one', async () => {
	const options = { processingMs: 100_000, repeatedId: 'charge' as const };
	await inWorld(options, async ({ sandbox, wire, elapsed }) => {
		const down = lostBefore();
		let isDown = false;
		wire.way = ({ method, number }) => {
			const wasDown = isDown;
			isDown = number > 5 && elapsed() < 60 * SECOND && method === SUBMIT;
			return isDown || wasDown ? down : undefined;
		};
		const result = await runBtc(sandbox, rows(40));
		expect(wire.calls.filter(({ passage }) => passage === down).length).toBeGreaterThan(20);
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 40 });
		expect(result.status).toBe('success');
	});
});

it('a connection that is refused to submissions alone is tried less and less often', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire, elapsed }) => {
		route(wire, () => (elapsed() < 60 * SECOND ? lostBefore('ECONNREFUSED', 0) : undefined));
		const result = await runBtc(sandbox, rows(3));
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 3 });
		expect(elapsed()).toBeLessThan(75 * SECOND);
		expect(wire.calls.length).toBeLessThan(80);
	});
});

it('pays nothing where looking is impossible to the end', async () => {
	await inWorld({}, async ({ sandbox, wire }) => {
		wire.way = ({ method }) => (method === SUBMIT ? undefined : lostBefore('ECONNRESET'));
		const { error } = await runBtc(sandbox, rows(3), { reuseWithinHours: 24 }, SPLIT);
		expect(error.map(({ json }) => json.details)).toMatchObject(
			Array(3).fill({ charged: false, fault: 'service', reason: expect.any(String) }),
		);
		expect(wire.calls.filter(({ method }) => method === SUBMIT)).toEqual([]);
	});
});

it('a request that never left is not one of the three that may be lost', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
		const never = Array.from({ length: 4 }, () => lostBefore('ECONNREFUSED', 0));
		route(wire, [...never, lostBefore()]);
		const result = await runBtc(sandbox, rows(1));
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 1 });
		expect(result.main[0]?.json).toMatchObject({ charged: true });
	});
});

it('one lost request in twenty holds a batch for one look each, while the lost ones are still looked for', async () => {
	await inWorld({ latencyMs: 50, repeatedId: 'charge' }, async ({ sandbox, wire }) => {
		const submitted: number[] = [];
		wire.way = ({ method, at }) => {
			if (method !== SUBMIT) return undefined;
			return submitted.push(at) % 20 === 0 ? lostBefore() : undefined;
		};
		const result = await runBtc(sandbox, rows(300));
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 300 });
		expect(submitted[299]! - submitted[0]!).toBeLessThan(3 * SECOND);
	});
});

it('a long history is read to its end, although the service is down for a while after a minute', async () => {
	await inWorld({}, async ({ sandbox, wire, elapsed, clock }) => {
		sandbox.seedHistory(5_000, { until: clock.now });
		const isDown = () => elapsed() > 65 * SECOND && elapsed() < 95 * SECOND;
		wire.way = ({ method }) => {
			if (method !== HISTORY) return undefined;
			return isDown() ? lostBefore() : { returns: 20 * SECOND };
		};
		const parameters = { resource: 'history', operation: 'getAll', returnAll: true };
		const { main } = await run(sandbox, { parameters, items: rows(1) });
		expect(main).toHaveLength(5_000);
	});
});
