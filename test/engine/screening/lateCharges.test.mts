/**
 * The service takes a submission whose sender has given up on it: it is slow, or a gateway before it is impatient, and
 * the history is behind. An empty look at the history proves nothing so soon.
 */
import type { SandboxOptions } from '../../../sandbox/server.mts';
import { gatewayAnswer, lostAfter, lostBefore, type Passage } from '../harness/virtual/wire.mts';
import {
	allPairs,
	audit,
	CLEAN,
	detailsOf,
	inWorld,
	itemsOf,
	MODES,
	REPEATED_ID,
	route,
	rows,
	run,
	runBtc,
	screen,
	SPLIT,
	SUBMIT,
} from './support.mts';

const givesUp = (after: number, reaches: number): Passage => ({
	...lostAfter(gatewayAnswer(504), after),
	reaches,
});

const WAYS: Record<string, Passage> = {
	'an answer after 25 s': { returns: 25_000 },
	'an answer after 45 s': { returns: 45_000 },
	'an answer after 70 s': { returns: 70_000 },
	'a charge and an answer after 70 s': { reaches: 70_000 },
	'a gateway that gives up after 0.1 s, 6 s before the charge': givesUp(100, 6_100),
	'a gateway that gives up after 10 s, 20 s before the charge': givesUp(10_000, 30_000),
	'a connection that breaks after the charge': lostAfter('ECONNRESET'),
	'silence after the charge': lostAfter('silence'),
};

const HISTORIES: Record<string, SandboxOptions['history']> = {
	'2 s behind': { lagMs: 2_000 },
	'5 s behind': { lagMs: 5_000 },
	'60 s behind': { lagMs: 60_000 },
	'without unfinished checks': { showPending: false },
	'by result date': { orderBy: 'resultDate', lagMs: 5_000 },
};

/** A record proves its asset on Bitcoin, or where it names it; otherwise it only may be the lost one. */
const ASSETS = { BTC: {}, 'ETH, told': { tellAsset: true }, 'ETH, not told': {} };

const COUNT = 6;

describe.each(
	allPairs({
		way: Object.keys(WAYS),
		history: Object.keys(HISTORIES),
		repeatedId: REPEATED_ID,
		asset: Object.keys(ASSETS) as Array<keyof typeof ASSETS>,
		mode: Object.keys(MODES),
	}),
)(
	'$way, a history $history, $repeatedId, $asset, $mode',
	({ way, history, asset, mode, ...ways }) => {
		it('pays once, and names or finds each check', async () => {
			const options = {
				...ways,
				...ASSETS[asset],
				history: HISTORIES[history],
				processingMs: 3_000,
			};
			await inWorld(options, async ({ sandbox, wire }) => {
				wire.way = ({ method }) => (method === SUBMIT ? WAYS[way] : undefined);
				const network = asset.slice(0, 3);
				const result = await run(sandbox, {
					parameters: screen({}, { network }),
					items: rows(COUNT, network),
					settings: MODES[mode],
				});
				const isProvable = asset !== 'ETH, not told';
				const isAnswered = !WAYS[way]!.instead && !way.includes('70 s');
				expect(audit(sandbox, result)).toEqual({
					...CLEAN,
					charged: mode === 'stop' && !isProvable ? expect.any(Number) : COUNT,
				});
				if (isProvable || isAnswered) {
					expect(result.status).toBe('success');
					expect(result.main.map(({ json }) => json.charged)).toEqual(Array(COUNT).fill(true));
				} else if (mode !== 'stop')
					for (const item of itemsOf(result))
						expect(detailsOf(item)).toMatchObject({
							...{ reason: 'unsure', fault: 'payment', requestId: expect.any(String) },
							candidates: [expect.any(String)],
						});
			});
		});
	},
);

it('a submission that never arrived is sent again after two minutes, while the rest goes on', async () => {
	await inWorld(
		{ repeatedId: 'charge', processingMs: 3_000 },
		async ({ sandbox, wire, elapsed }) => {
			const [lost] = rows(1);
			let strikes = 1;
			wire.way = ({ method, params }) =>
				method === SUBMIT && params.addr === lost!.address && strikes-- > 0
					? lostBefore('ECONNRESET')
					: undefined;
			const { main } = await run(sandbox, {
				parameters: screen({}, { network: 'BTC', asset: 'coin' }),
				items: rows(10),
			});
			expect(main.map(({ json }) => json.charged)).toEqual(Array(10).fill(true));
			expect(elapsed()).toBeGreaterThanOrEqual(120_000);
			expect(elapsed()).toBeLessThan(140_000);
			const sent = wire.calls.filter(({ params }) => params.addr === lost!.address);
			expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
			const others = wire.calls.filter(
				({ method, at }) => method === SUBMIT && at > sent[0]!.at + 5_000,
			);
			expect(others).toHaveLength(1);
		},
	);
});

it('the check of a row with another Request Key is not taken for a lost one', async () => {
	await inWorld({ repeatedId: 'charge', processingMs: 3_000 }, async ({ sandbox, wire }) => {
		const [wallet] = rows(1);
		route(wire, [undefined, lostBefore('ECONNRESET')]);
		const items = ['a', 'b'].map((key) => ({ ...wallet, key }));
		const options = { maxConcurrentRequests: 1, requestKey: '={{ $json.key }}' };
		const { main } = await runBtc(sandbox, items, options);
		expect(main.map(({ json }) => json.charged)).toEqual([true, true]);
		expect(new Set(main.map(({ json }) => json.hash)).size).toBe(2);
		expect(sandbox.stats().charges).toBe(2);
	});
});

it.each([3_600_000, -3_600_000])(
	'a gateway whose clock is %i ms ahead of the service leads nobody to pay again',
	async (aheadMs) => {
		await inWorld(
			{ repeatedId: 'charge', processingMs: 3_000 },
			async ({ sandbox, wire, clock }) => {
				// Its page that nothing was taken is the last answer before a request that is charged and lost.
				route(wire, (nth) => {
					if (nth % 6 < 4) return undefined;
					const date = new Date(clock.now + aheadMs).toUTCString();
					const headers = { 'content-type': 'text/html', date };
					return nth % 6 === 4
						? lostBefore({ ...gatewayAnswer(429), headers })
						: lostAfter({ ...gatewayAnswer(502), headers });
				});
				const parameters = screen({ maxConcurrentRequests: 1 }, { network: 'BTC', asset: 'coin' });
				const result = await run(sandbox, { parameters, items: rows(25), settings: SPLIT });
				expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 25 });
			},
		);
	},
);
