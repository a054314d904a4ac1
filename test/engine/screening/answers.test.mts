/**
 * An answer to a submission that is no check is one of three things: the check was not taken, it was refused, or it is
 * lost. Only the first is sent again at once; only the first two are unpaid.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	gatewayAnswer,
	jsonAnswer,
	lostAfter,
	lostBefore,
	refused,
	type Answer,
	type Breakage,
	type Call,
	type Passage,
} from '../harness/virtual/wire.mts';
import {
	audit,
	btcWallets,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	MODES,
	route,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	submissions,
	SUBMIT,
	WALLETS,
} from './support.mts';

const SECOND = 1_000;
const SAYS = 'Words of the service';

const rpc = (code: number, message = SAYS) =>
	jsonAnswer({ jsonrpc: '2.0', error: { code, message } });

const flat = (code: number, status = 200) => jsonAnswer({ error: SAYS, code }, status);

const NOT_TAKEN: Record<string, Answer | Breakage> = {
	'refused connection': 'ECONNREFUSED',
	'unknown host': 'ENOTFOUND',
	'429': gatewayAnswer(429),
	'401, flat': flat(401),
	'-32700': rpc(-32700),
	'-32600': rpc(-32600),
	'-32602': rpc(-32602),
	'402 in JSON': flat(402, 402),
};

const REFUSED: Record<string, Answer> = {
	'-40008, Internal error': rpc(-40008, `${SAYS}: Internal error, please try again later`),
	'-40500, Database has gone away': rpc(-40500, `${SAYS}: Database has gone away`),
	'1001, flat': flat(1001),
	'409 in words': jsonAnswer({ error: SAYS }, 409),
};

const LOST: Record<string, Answer | Breakage> = {
	'408': gatewayAnswer(408),
	'500, flat': flat(500),
	'502, a page': gatewayAnswer(502),
	'503, in JSON': jsonAnswer({ error: SAYS }, 503),
	'-32000': rpc(-32000),
	'-32603': rpc(-32603),
	'403, a page': gatewayAnswer(403),
	reset: 'ECONNRESET',
	'half an answer': { status: 200, body: '{"jsonrpc":"2.0","result":{"check":{"ha' },
	'nothing in it': { status: 200, body: '' },
	'a check without a hash': jsonAnswer({ result: { check: { address: 'x', currency: 'BTC' } } }),
};

const addId = (answer: Answer | Breakage, { id }: Call): Answer | Breakage =>
	typeof answer !== 'string' && answer.body.startsWith('{"jsonrpc":"2.0","error"')
		? { ...answer, body: answer.body.replace('{', `{"id":"${id}",`) }
		: answer;

const instead = (call: Call, answer: Answer | Breakage, isTaken: boolean): Passage => ({
	...(isTaken ? {} : { reaches: 'never' as const }),
	instead: { after: 40, answer: addId(answer, call) },
});

/** Runs some wallets of which every submission, or only the first, is answered so. */
async function play(
	answer: Answer | Breakage,
	{ isTaken = false, only = Infinity, more = screenBtc(), items = rows(15), mode = 'split' },
) {
	const options = { repeatedId: 'charge' as const, processingMs: 2_000 };
	return await inWorld(options, async ({ sandbox, wire, elapsed }) => {
		let left = only;
		wire.way = (call) =>
			call.method === SUBMIT && left-- > 0 ? instead(call, answer, isTaken) : undefined;
		const result = await run(sandbox, { parameters: more, items, settings: MODES[mode] });
		const count = (method: string) => wire.calls.filter((call) => call.method === method).length;
		const details = itemsOf(result).map(detailsOf);
		const verdict = audit(sandbox, result);
		const looks = { sent: count(SUBMIT), history: count(HISTORY), ms: elapsed() };
		return { result, details, verdict, ...looks };
	});
}

describe.each(Object.keys(NOT_TAKEN))('not taken: %s', (name) => {
	it('is no charge', async () => {
		const { verdict, details } = await play(NOT_TAKEN[name]!, { items: rows(3) });
		expect(verdict).toEqual({ ...CLEAN, charged: 0 });
		for (const one of details) expect(one).toMatchObject({ charged: false });
	});

	it('once does no harm to the batch', async () => {
		const { verdict, result, ms } = await play(NOT_TAKEN[name]!, { only: 1 });
		expect(verdict).toMatchObject(CLEAN);
		const isPassing = ['refused connection', 'unknown host', '429'].includes(name);
		if (!isPassing) return;
		expect(result.main).toHaveLength(15);
		expect(ms).toBeLessThan(40_000);
	});
});

it.each(Object.entries(REFUSED))(
	'refused: %s is unpaid, and says so in the words of the service, at once',
	async (_, answer) => {
		const { verdict, details, result, sent, history, ms } = await play(answer, {});
		expect(verdict).toEqual({ ...CLEAN, charged: 0 });
		expect(sent).toBe(15);
		expect(history).toBe(0);
		expect(ms).toBeLessThan(20_000);
		for (const one of details) {
			expect(one).toMatchObject({ charged: false, requestId: expect.any(String) });
			expect(one.fault).not.toBe('payment');
		}
		for (const { json } of itemsOf(result)) expect(JSON.stringify(json)).toContain(SAYS);
	},
);

it.each(Object.entries(LOST))(
	'lost: %s, and the check is found, and not paid for again',
	async (_, answer) => {
		const { verdict, result } = await play(answer, { isTaken: true, only: 3 });
		expect(verdict).toEqual({ ...CLEAN, charged: 15 });
		expect(result.main.map(({ json }) => json.charged)).toEqual(Array(15).fill(true));
	},
);

/** Answers to all submissions that hold no check of ours, although each was charged. */
const UNUSABLE: Record<string, (body: string) => string> = {
	'about another wallet': (body) => body.replace(/"address":"[^"]+"/, `"address":"${WALLETS[0]}"`),
	'another check of another wallet': (body) =>
		body
			.replace(/"address":"[^"]+"/, `"address":"${WALLETS[0]}"`)
			.replace(/"hash":"[^"]+"/, '"hash":"99999999-9999-4999-8999-999999999999"'),
	'without a hash': (body) => body.replace(/"hash":"[^"]+"/, '"hash":""'),
	unreadable: (body) => body.slice(0, 20),
};

describe.each(Object.keys(UNUSABLE))('ten unusable answers in a row stop the run: %s', (name) => {
	it.each(Object.keys(MODES))('%s', async (mode) => {
		const options = { processingMs: 2_000, latencyMs: 30 };
		await inWorld(options, async ({ sandbox, wire }) => {
			wire.way = ({ method }) => (method === SUBMIT ? { rewrites: UNUSABLE[name] } : undefined);
			const result = await run(sandbox, { items: rows(60, 'ETH'), settings: MODES[mode] });
			const verdict = audit(sandbox, result);
			expect(verdict).toMatchObject(CLEAN);
			expect(verdict.charged).toBeGreaterThanOrEqual(mode === 'stop' ? 1 : 5);
			expect(verdict.charged).toBeLessThanOrEqual(10);
			expect(submissions(sandbox)).toBe(verdict.charged);
			if (mode !== 'stop') expect(itemsOf(result)).toHaveLength(60);
			else if (name.startsWith('another check'))
				expect(JSON.stringify(result.saved.executionData?.contextData)).toContain('99999999-');
			const unsent = itemsOf(result)
				.map(detailsOf)
				.filter(({ charged }) => charged === false);
			if (mode !== 'stop') expect(unsent).toHaveLength(60 - verdict.charged);
		});
	});
});

describe.each<[string, Breakage | Answer]>([
	['a reset', 'ECONNRESET'],
	['a gateway that gives up', gatewayAnswer(504)],
])('no answer to submissions, while free calls are answered: %s', (_, answer) => {
	const play = async (network: string, isTaken: boolean, count: number) =>
		await inWorld({ processingMs: 2_000, repeatedId: 'charge' }, async ({ sandbox, wire }) => {
			wire.way = (call) => (call.method === SUBMIT ? instead(call, answer, isTaken) : undefined);
			const more = { items: rows(count, network), settings: SPLIT };
			const result = await run(sandbox, { parameters: screen({}, { network }), ...more });
			const sent = new Set(
				wire.calls.filter(({ method }) => method === SUBMIT).map(({ params }) => params.addr),
			);
			return { result, sent, verdict: audit(sandbox, result), all: itemsOf(result).map(detailsOf) };
		});

	it.each([true, false])('stops the run after ten in a row; charged: %s', async (isTaken) => {
		const { sent, verdict, all } = await play('ETH', isTaken, 60);
		expect(verdict).toMatchObject(CLEAN);
		expect(sent.size).toBeGreaterThanOrEqual(5);
		expect(sent.size).toBeLessThanOrEqual(10);
		// What never arrived is proved to be unpaid after two minutes.
		const unpaid = all.filter(({ charged }) => charged === false);
		expect(unpaid).toHaveLength(isTaken ? 60 - sent.size : 60);
	});

	it('does not stop a run whose checks the history proves', async () => {
		const { result, verdict } = await play('BTC', true, 24);
		expect(verdict).toEqual({ ...CLEAN, charged: 24 });
		expect(result.main).toHaveLength(24);
	});
});

describe('an item whose payment is unsure', () => {
	it.each([true, false])(
		"doesn't say that it is charged, or that it is not; taken: %s",
		async (isTaken) => {
			const items = [WALLETS[0], WALLETS[1], WALLETS[0]].map((address) => ({ address }));
			const { details } = await play(LOST.reset!, {
				isTaken,
				more: screen({ timeout: 20 }),
				items,
			});
			const known = { reason: 'unsure', fault: 'payment', requestId: expect.any(String) };
			expect(details.map(({ charged }) => charged)).toEqual([undefined, undefined, false]);
			for (const one of details) {
				expect(one).toMatchObject(known);
				if (isTaken) expect(one.candidates).toEqual([expect.any(String)]);
				else expect(one).not.toHaveProperty('candidates');
			}
		},
	);
});

it('a usable answer in between lets the run go on', async () => {
	await inWorld({ processingMs: 2_000 }, async ({ sandbox, wire }) => {
		route(wire, (nth) => (nth % 4 !== 0 ? { rewrites: UNUSABLE.unreadable } : undefined));
		const work = { parameters: screenBtc(), items: rows(24), settings: SPLIT };
		const result = await run(sandbox, work);
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 24 });
		expect(result.main).toHaveLength(24);
	});
});

describe('a result with a hash outranks what is beside it', () => {
	it.each<[string, IDataObject]>([
		['an error', { error: { code: -40008, message: 'No' } }],
		['a flat error', { error: 'No', code: 401 }],
		['an empty error', { error: '' }],
	])('%s', async (_, beside) => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
			const rewrites = (body: string) => JSON.stringify({ ...JSON.parse(body), ...beside });
			wire.way = ({ method }) => (method === SUBMIT ? { rewrites } : undefined);
			const { main } = await run(sandbox, { items: rows(2, 'ETH') });
			expect(main.map(({ json }) => json.charged)).toEqual([true, true]);
			expect(sandbox.stats().charges).toBe(2);
		});
	});
});

describe('a refusal with a code of the service', () => {
	it.each<[string, string]>([
		['Invalid address', 'input'],
		['This wallet does not exist', 'input'],
		['Unknown token_id', 'input'],
		['Currency is not supported', 'input'],
		['Access token is expired', 'setup'],
		['The IP is not on the list', 'setup'],
		['Your daily limit is reached', 'setup'],
		['Database has gone away', 'input'],
	])(
		'is final, at once and unpaid, and its words say whose turn it is: %s',
		async (words, fault) => {
			await inWorld({ processingMs: 2_000, latencyMs: 40 }, async (world) => {
				route(world.wire, [refused(words)]);
				const { main, error } = await runBtc(world.sandbox, btcWallets(3), {}, SPLIT);
				expect(main).toHaveLength(2);
				expect(error[0]?.json.error).toContain(words);
				expect(detailsOf(error[0]!)).toMatchObject({
					...{ charged: false, reason: 'refused', fault, requestId: expect.any(String) },
				});
				expect(world.elapsed()).toBeLessThan(10 * SECOND);
				expect(world.wire.calls.filter(({ method }) => method === HISTORY).length).toBeLessThan(2);
			});
		},
	);

	it('is no reason to keep its id: a Retry sends the order again under a fresh one', async () => {
		await inWorld({ processingMs: 2_000, repeatedId: 'refuse' }, async (world) => {
			const { sandbox, wire } = world;
			route(wire, [refused('Database has gone away')]);
			const failed = await runBtc(sandbox, btcWallets(1));
			expect(failed.status).toBe('error');
			const { main } = await failed.retry();
			expect(main[0]?.json).toMatchObject({ charged: true });
			const ids = wire.calls.filter(({ method }) => method === SUBMIT).map(({ id }) => id);
			expect(new Set(ids).size).toBe(2);
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

it('Submit Again leaves Max Paid Checks to what is not proved to be unpaid', async () => {
	// Two of three are lost on their way, and the history proves that: sending them again is no second payment.
	await inWorld({ repeatedId: 'charge', processingMs: 200_000 }, async ({ sandbox, wire }) => {
		route(wire, [undefined, lostBefore(), lostBefore()]);
		const options = { maxPaidChecks: 3, maxConcurrentRequests: 1 };
		const result = await runBtc(sandbox, rows(3), options, SPLIT);
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 3 });
	});
});

it('where the history refuses the credentials after a lost answer, nothing more is submitted', async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox, wire }) => {
		route(wire, () => lostAfter());
		sandbox.fault({ method: HISTORY, kind: 'flat401', times: Infinity });
		const options = { maxConcurrentRequests: 1, timeout: 60 };
		const { error } = await runBtc(sandbox, rows(4), options, SPLIT);
		expect(sandbox.stats().calls[SUBMIT]).toBe(1);
		expect(error.map((item) => detailsOf(item).charged)).toEqual([undefined, false, false, false]);
	});
});

it("an empty package ends the run, also where the service says so with a code of JSON-RPC's own", async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox }) => {
		const message = 'There are no checks left in the package';
		sandbox.fault({ method: SUBMIT, kind: 'rpcError', code: -32602, message, times: Infinity });
		const { error } = await runBtc(sandbox, rows(6), { maxConcurrentRequests: 1 }, SPLIT);
		expect(sandbox.stats().calls[SUBMIT]).toBe(1);
		expect(error.map((item) => detailsOf(item).charged)).toEqual(Array(6).fill(false));
		expect(error.map((item) => detailsOf(item).fault)).toEqual(Array(6).fill('setup'));
	});
});

it('five submissions in a row that are charged, lost and proved do not end the run', async () => {
	const options = { repeatedId: 'charge', latencyMs: 40, processingMs: 20 * SECOND } as const;
	await inWorld(options, async ({ sandbox, wire }) => {
		route(wire, (nth) => (nth > 1 && nth <= 8 ? lostAfter() : undefined));
		const options = { timeout: 300, maxConcurrentRequests: 1 };
		const result = await runBtc(sandbox, rows(12), options, SPLIT);
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 12 });
		expect([result.main.length, result.error.length]).toEqual([12, 0]);
	});
});
