/**
 * What the paid path does, call by call, and what it shows, word by word, in worlds that people meet. A change of any
 * of it is a change of `__snapshots__`, to be read before it is accepted (`npx jest test/engine/stories -u`).
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress, type SandboxOptions } from '../../../sandbox/server.mts';
import type { NodeRun, NodeSettings } from '../harness/index.mts';
import { gatewayAnswer, jsonAnswer, type Call, type Passage } from '../harness/virtual/wire.mts';
import {
	BTC_WALLETS,
	btcWallets,
	forget,
	HISTORY,
	inWorld,
	REGULAR,
	RESULT,
	screen,
	screenBtc,
	SPLIT,
	start,
	STOP,
	SUBMIT,
	WALLETS,
	type World,
} from '../screening/support.mts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/ids.ts';
import { Teller } from './teller.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Story {
	service?: SandboxOptions;
	items: IDataObject[];
	parameters?: INodeParameters;
	settings?: NodeSettings;
	/** What is out of the usual. */
	arrange?: (world: World) => void;
	/** After how many milliseconds a person stops it. */
	cancelAt?: number;
	/** What is done afterwards. */
	then?: (result: NodeRun, world: World, again: () => Promise<NodeRun>) => Promise<NodeRun[]>;
}

const SERVICE: SandboxOptions = { repeatedId: 'charge', latencyMs: 40, processingMs: 2_500 };

/** What becomes of the submissions, in their order. */
const ways =
	(...list: Array<((call: Call) => Passage) | undefined>) =>
	({ wire }: World): void => {
		let number = 0;
		wire.way = (call) => (call.method === SUBMIT ? list[number++]?.(call) : undefined);
	};

const lostAfter = (): Passage => ({ instead: { after: 50, answer: gatewayAnswer(502) } });
/** The second answer is lost, while somebody else has the same wallet checked. */
const loseAmongOthers = (world: World): void =>
	ways(undefined, () => {
		world.sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[1] });
		return lostAfter();
	})(world);

const lostBefore = (): Passage => ({ reaches: 'never', ...lostAfter() });
const refused =
	(code: number, message: string, reaches?: 'never') =>
	({ id }: Call): Passage => ({
		reaches,
		instead: {
			after: 50,
			answer: jsonAnswer({ jsonrpc: '2.0', id, error: { code, message } }),
		},
	});
const strange =
	(body: object, status = 200) =>
	(): Passage => ({
		reaches: 'never',
		instead: { after: 50, answer: jsonAnswer(body, status) },
	});
const hangs = (): Passage => ({ reaches: 'never', instead: { after: 0, answer: 'silence' } });

const MIXED = [
	...btcWallets(3),
	{ address: BTC_WALLETS[0] },
	{ address: 'nonsense' },
	{ address: '' },
];
const TRON = makeAddress('TRX', 'a wallet of stories');

const STORIES: Record<string, Story> = {
	'one check': { items: btcWallets(1) },
	'a list with a duplicate and two rows that can not be read': { items: MIXED },
	'the same list, in Stop mode': { items: MIXED, settings: STOP },
	'an expression that fails for one row': {
		items: [...btcWallets(1), { other: 1 }],
		parameters: {
			...screenBtc(),
			address: "={{ $json.address ?? $('Nowhere').item.json.address }}",
		},
	},
	'a Dry Run of the same list': { items: MIXED, parameters: screenBtc({ dryRun: true }) },
	'two answers are lost, one of them after the charge': {
		items: btcWallets(4),
		arrange: ways(undefined, lostAfter, lostBefore),
	},
	'the same where the history hides unfinished checks, and a Retry an hour later': {
		service: { history: { showPending: false } },
		items: btcWallets(2),
		parameters: screenBtc({ timeout: 60 }),
		settings: STOP,
		arrange: ways(undefined, lostBefore),
		then: async (result, { clock }) => {
			await clock.wait(2 * HOUR);
			return [await result.retry()];
		},
	},
	'an answer is lost, and two checks may be it': {
		items: btcWallets(2),
		arrange: loseAmongOthers,
	},
	'the same with Submit Again': {
		items: btcWallets(2),
		parameters: screenBtc({ onUnsure: 'submitAgain' }),
		arrange: loseAmongOthers,
	},
	'one of three is refused': {
		items: btcWallets(3),
		arrange: ways(undefined, refused(-40008, 'Unknown wallet', 'never')),
	},
	'a refusal after the charge': {
		items: btcWallets(2),
		arrange: ways(refused(-40008, 'Try later')),
	},
	'a refusal after the charge, in Stop mode': {
		items: btcWallets(2),
		settings: STOP,
		parameters: screenBtc({ maxConcurrent: 1 }),
		arrange: ways(refused(-40008, 'Try later')),
	},
	'the package is empty after the second check': {
		service: { packageSize: 2 },
		items: btcWallets(4),
		parameters: screenBtc({ maxConcurrent: 1 }),
	},
	'too many checks for Max Paid Checks': {
		items: btcWallets(3),
		parameters: screenBtc({ maxPaidChecks: 2 }),
	},
	'answers that nobody can read': {
		items: btcWallets(5),
		parameters: screenBtc({ maxConcurrent: 1, timeout: 30 }),
		arrange: ways(
			strange({ strange: true }),
			strange({ error: 'No' }, 500),
			strange({ jsonrpc: '2.0', id: 'another', result: {} }),
			strange({ result: [] }, 403),
			strange({}),
		),
	},
	'all assets of a wallet': {
		items: [{ address: TRON }],
		parameters: screen({ includeDetails: true }, { currency: 'all' }),
	},
	'all assets of a wallet, one of which is refused': {
		items: [{ address: TRON }],
		parameters: screen({}, { currency: 'all' }),
		arrange: ways(undefined, refused(-40008, 'Unknown asset', 'never')),
	},
	'all assets of a wallet, whose answers are lost': {
		items: [{ address: TRON }],
		parameters: screen({ timeout: 30 }, { currency: 'all' }),
		arrange: ways(lostAfter, undefined, lostAfter),
	},
	'the same in Stop mode': {
		items: [{ address: TRON }],
		parameters: screen({ timeout: 30 }, { currency: 'all' }),
		settings: STOP,
		arrange: ways(lostAfter, undefined, lostAfter),
	},
	'all assets of a wallet that is high, one of which is refused': {
		items: [{ address: bookAddress('TRX', 'high') }],
		parameters: screen({}, { currency: 'all' }),
		arrange: ways(undefined, refused(-40008, 'Unknown asset', 'never')),
	},
	'a transaction': {
		items: [{ address: BTC_WALLETS[1] }],
		parameters: {
			...screenBtc({ includeDetails: true }),
			...{ operation: 'checkTransaction', transaction: '7a'.repeat(32) },
		},
	},
	'a service that refuses repeated ids, whose history lags behind': {
		service: { repeatedId: 'refuse', history: { lagMs: 90 * SECOND } },
		items: btcWallets(3),
		arrange: ways(lostAfter, lostBefore),
	},
	'a history that lags a minute behind, a lost answer and a refusal after the charge': {
		service: { history: { lagMs: MINUTE } },
		items: btcWallets(3),
		arrange: ways(lostAfter, refused(-40008, 'Try later')),
	},
	'pages of the history that take eleven seconds': {
		items: btcWallets(5),
		arrange: (world) => {
			ways(lostAfter)(world);
			const inner = world.wire.way;
			world.wire.way = (call) => (call.method === HISTORY ? { returns: 11 * SECOND } : inner(call));
		},
	},
	"somebody else's checks five seconds before, and two seconds before": {
		items: btcWallets(2),
		arrange: (world) => {
			const { sandbox, clock } = world;
			[5, 2].forEach((seconds, index) => {
				const initAt = clock.now - seconds * SECOND;
				sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[index], initAt });
			});
			ways(lostBefore, lostBefore)(world);
		},
	},
	...Object.fromEntries(
		[10, -10].map((minutes) => [
			`a service whose clock is off by ${minutes} minutes, and two lost answers`,
			{
				service: { now: () => Date.now() + minutes * MINUTE },
				items: btcWallets(3),
				arrange: ({ sandbox, clock, wire }: World) => {
					// Somebody else had one of the wallets checked before.
					const initAt = clock.now + minutes * MINUTE - 5 * MINUTE;
					sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[1], initAt });
					ways(undefined, lostAfter, lostBefore)({ wire } as World);
				},
			},
		]),
	),
	'equal rows that are not merged, whose answers are lost': {
		items: [...btcWallets(1), ...btcWallets(1), ...btcWallets(1)],
		parameters: { ...screenBtc({ timeout: 30, mergeDuplicates: false }) },
		arrange: ways(lostAfter, undefined, lostAfter),
	},
	'equal rows that are not merged, one of two lost answers after the charge': {
		items: [...btcWallets(1), ...btcWallets(1), ...btcWallets(1)],
		parameters: { ...screenBtc({ timeout: 30, mergeDuplicates: false }) },
		arrange: ways(lostAfter, undefined, lostBefore),
	},
	'a submission that reaches the service after 55 s, and a history that lags behind': {
		service: { history: { lagMs: 100 * SECOND } },
		items: btcWallets(2),
		arrange: (world) => {
			const initAt = world.clock.now - 10 * MINUTE;
			world.sandbox.addCheck({ currency: 'BTC', initAt, doneAt: world.clock.now + HOUR });
			const late = (): Passage => ({
				reaches: 55 * SECOND,
				instead: { after: 0, answer: 'silence' },
			});
			ways(late)(world);
		},
	},
	'connections are refused for twenty seconds': {
		items: btcWallets(2),
		arrange: ({ wire, elapsed }) => {
			const refuses: Passage = { reaches: 'never', instead: { after: 5, answer: 'ECONNREFUSED' } };
			wire.way = () => (elapsed() < 20 * SECOND ? refuses : undefined);
		},
	},
	'the credentials are refused': {
		items: btcWallets(2),
		arrange: ({ sandbox }) => sandbox.fault({ method: SUBMIT, kind: 'flat401', times: Infinity }),
	},
	'a redirect, in Stop mode': {
		items: btcWallets(2),
		settings: STOP,
		arrange: ({ sandbox }) => sandbox.fault({ method: SUBMIT, kind: 'redirect', times: Infinity }),
	},
	'an execution that a queue gives to a second process': {
		service: { repeatedId: 'refuse' },
		items: btcWallets(2),
		arrange: (world) => {
			ways(refused(-40009, 'Duplicate id', 'never'))(world);
			world.clock.after(30 * SECOND, undefined, () => {
				world.sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[0] });
			});
		},
	},
	'checks of one minute, in the middle of which a page fails': {
		service: { processingMs: { min: 20 * SECOND, max: MINUTE } },
		items: btcWallets(5),
		arrange: ({ wire, elapsed }) => {
			wire.way = ({ method }) =>
				method === HISTORY && elapsed() > 20 * SECOND && elapsed() < 40 * SECOND
					? lostBefore()
					: undefined;
		},
	},
	'recent checks are reused': {
		items: btcWallets(3),
		parameters: screenBtc({ reuseWithinHours: 24 }),
		arrange: ({ sandbox, clock }) => {
			sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[0] });
			const initAt = clock.now - 25 * HOUR;
			sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[1], initAt });
		},
	},
	'recent checks in a Dry Run': {
		items: btcWallets(2),
		parameters: screenBtc({ reuseWithinHours: 24, dryRun: true }),
		arrange: ({ sandbox }) => void sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[0] }),
	},
	'a recent check and a new one, whose results nobody waits for': {
		items: btcWallets(2),
		parameters: { ...screenBtc({ reuseWithinHours: 24 }), waitForResult: false },
		arrange: ({ sandbox }) => void sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[0] }),
	},
	'the history is down, so nothing is sent, and a Retry that has no other memory than the process':
		{
			items: btcWallets(2),
			settings: STOP,
			parameters: screenBtc({ reuseWithinHours: 24, timeout: 10 }),
			arrange: ({ sandbox, clock }) => {
				// The process has begun before the execution.
				forgetRequests();
				clock.now += SECOND;
				sandbox.fault({ method: HISTORY, kind: 'rpcError', code: -32603, times: Infinity });
			},
			then: async (result, { sandbox, clock }) => {
				forget(result);
				sandbox.clearFaults();
				await clock.wait(MINUTE);
				return [await result.retry()];
			},
		},
	'recent checks whose asset nobody states are not reused': {
		items: [{ address: WALLETS[0] }],
		parameters: screen({ reuseWithinHours: 24 }),
		arrange: ({ sandbox }) => void sandbox.addCheck({ currency: 'ETH', address: WALLETS[0] }),
	},
	'a check that takes longer than the run, and a Retry': {
		service: { processingMs: 5 * MINUTE },
		items: btcWallets(1),
		parameters: screenBtc({ timeout: 15, onTimeout: 'error' }),
		settings: STOP,
		then: async (result, { clock }) => {
			await clock.wait(5 * MINUTE);
			return [await result.retry()];
		},
	},
	'the same with Return as Pending': {
		service: { processingMs: 5 * MINUTE },
		items: btcWallets(2),
		parameters: screenBtc({ timeout: 15, onTimeout: 'returnPending' }),
	},
	'ten checks that take a minute': {
		service: { processingMs: MINUTE },
		items: Array.from({ length: 10 }, (_, n) => ({ address: makeAddress('BTC', `story ${n}`) })),
	},
	'the results are refused': {
		items: btcWallets(2),
		parameters: screenBtc({ timeout: 20, onTimeout: 'error' }),
		arrange: ({ sandbox }) => sandbox.fault({ method: RESULT, kind: 'flat401', times: Infinity }),
	},
	'the history alone is down': {
		items: btcWallets(3),
		parameters: screenBtc({ timeout: 30 }),
		arrange: (world) => {
			ways(lostAfter)(world);
			world.sandbox.fault({ method: HISTORY, kind: 'rpcError', code: -32603, times: Infinity });
		},
	},
	'the history is down, and the checks take longer than the run': {
		service: { processingMs: 5 * MINUTE },
		items: btcWallets(4),
		parameters: screenBtc({ timeout: 15, onTimeout: 'error' }),
		arrange: ({ sandbox }) =>
			sandbox.fault({ method: HISTORY, kind: 'rpcError', code: -32603, times: Infinity }),
	},
	'an outage of twenty seconds': {
		items: btcWallets(4),
		parameters: screenBtc({ maxConcurrent: 2 }),
		arrange: ({ wire, elapsed }) => {
			wire.way = () => (elapsed() > 30 && elapsed() < 20 * SECOND ? lostBefore() : undefined);
		},
	},
	'an outage that is longer than the run, in Stop mode, and a Retry': {
		items: btcWallets(4),
		parameters: screenBtc({ maxConcurrent: 2, timeout: 20, onTimeout: 'error' }),
		settings: STOP,
		arrange: ({ wire, elapsed }) => {
			wire.way = () => (elapsed() > 30 && elapsed() < 5 * MINUTE ? lostBefore() : undefined);
		},
		then: async (result, { clock }) => {
			await clock.wait(10 * MINUTE);
			return [await result.retry()];
		},
	},
	'the service asks for less': {
		items: btcWallets(3),
		arrange: ({ sandbox }) =>
			sandbox.fault({ method: SUBMIT, kind: 'rateLimited', retryAfter: '2', times: 3 }),
	},
	'the service asks for an hour without requests': {
		items: btcWallets(3),
		arrange: ({ sandbox }) =>
			sandbox.fault({ method: SUBMIT, kind: 'rateLimited', retryAfter: '3600', times: Infinity }),
	},
	'a result without a report for a while, and one that stays so': {
		items: btcWallets(2),
		arrange: ({ wire, elapsed, sandbox }) => {
			wire.says = (method, { check }) => {
				if (method !== RESULT) return;
				const record = check as Record<string, unknown>;
				const isFirst = record.hash === sandbox.checks()[0]!.hash;
				if (!isFirst || elapsed() < 8 * SECOND) record.report = null;
			};
		},
	},
	'results of another check, and of another wallet': {
		items: btcWallets(2),
		parameters: screenBtc({ timeout: 20, onTimeout: 'error' }),
		arrange: ({ wire, sandbox }) => {
			wire.says = (method, { check }) => {
				if (method !== RESULT) return;
				const record = check as Record<string, unknown>;
				const isFirst = record.hash === sandbox.checks()[0]!.hash;
				record[isFirst ? 'hash' : 'address'] = isFirst ? 'another-hash' : BTC_WALLETS[4];
			};
		},
	},
	'a Request Key, and a service that asks for less': {
		items: btcWallets(2),
		parameters: screenBtc({ idempotencyKey: 'form-1' }),
		arrange: ({ sandbox }) =>
			sandbox.fault({ method: SUBMIT, kind: 'rateLimited', retryAfter: '2', times: 2 }),
	},
	'a Request Key, used twice': {
		items: btcWallets(2),
		parameters: screenBtc({ idempotencyKey: 'form-1' }),
		then: async (_, __, again) => [await again()],
	},
	'a Request Key that the service has seen': {
		service: { repeatedId: 'refuse' },
		items: btcWallets(2),
		parameters: screenBtc({ idempotencyKey: 'form-1' }),
		arrange: ways(refused(-40009, 'Duplicate id', 'never')),
	},
	'a person stops it': {
		service: { processingMs: MINUTE },
		items: btcWallets(4),
		parameters: screenBtc({ maxConcurrent: 2 }),
		settings: STOP,
		arrange: ways(undefined, lostAfter, hangs),
		cancelAt: 20 * SECOND,
	},
	'a person stops it, and nothing is known of any check': {
		items: btcWallets(2),
		settings: STOP,
		arrange: ways(lostBefore, lostBefore),
		cancelAt: 5 * SECOND,
	},
	'the process dies, and a Retry': {
		items: btcWallets(3),
		settings: STOP,
		arrange: ({ sandbox }) => sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity }),
		parameters: screenBtc({ timeout: 10, onTimeout: 'error' }),
		then: async (result, { sandbox, clock }) => {
			forget(result);
			sandbox.clearFaults();
			await clock.wait(MINUTE);
			return [await result.retry()];
		},
	},
	'Retry On Fail tries three times': {
		items: btcWallets(2),
		parameters: screenBtc({ timeout: 10, onTimeout: 'error' }),
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 },
		arrange: (world) => {
			ways(undefined, lostBefore)(world);
			world.sandbox.fault({ method: RESULT, kind: 'rpcError', times: 3 });
		},
	},
	'the fields of the input, and no simplified output': {
		items: [{ address: BTC_WALLETS[2], Customer: 'Example GmbH' }],
		parameters: { ...screenBtc(), simplify: false },
		settings: REGULAR,
	},
};

describe('the story of', () => {
	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));
	afterEach(() => void jest.restoreAllMocks());

	it.each(Object.entries(STORIES))('%s', async (_, story) => {
		const { service, items, parameters = screenBtc(), settings = SPLIT, cancelAt, then } = story;
		await inWorld({ ...SERVICE, ...service }, async (world) => {
			const { sandbox, clock } = world;
			const teller = new Teller(world);
			story.arrange?.(world);
			const begin = () => start(sandbox, { items, parameters, settings });
			const first = begin();
			if (cancelAt !== undefined) clock.after(cancelAt, undefined, () => first.cancel());
			const result = await first.result;
			const chapters = [teller.tell(result)];
			for (const next of (await then?.(result, world, async () => await begin().result)) ?? [])
				chapters.push(teller.tell(next));
			expect(`\n${chapters.join('\n\nThen\n')}\n`).toMatchSnapshot();
		});
	});
});
