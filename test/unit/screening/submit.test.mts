/** One request for a check: what it says of itself before it leaves, and what each response to it means and leaves. */
import { forgetRequests, hasNeverSent } from '../../../nodes/AmlCheck/screening/ids.ts';
import { submit } from '../../../nodes/AmlCheck/screening/submit.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import type { SharedOptions } from '../../../nodes/AmlCheck/screening/wish.ts';
import { makeFailure, type FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import type { FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { planOf, sent, wanted, wishOf } from './wishes.mts';

/** When it leaves, and when its response is there. */
const [LEFT, BACK] = [1_000_000, 1_000_700];

let unixMs = LEFT;
beforeEach(() => {
	unixMs = LEFT;
	jest.spyOn(Date, 'now').mockImplementation(() => unixMs);
	jest.spyOn(performance, 'now').mockImplementation(() => unixMs - 900_000);
	forgetRequests();
});
afterEach(() => void jest.restoreAllMocks());

interface World {
	entry?: Entry;
	options?: Partial<SharedOptions>;
	/** What the response says; a function that throws has none. */
	respond?: () => object;
	letsGo?: boolean;
	leaves?: boolean;
	leftMs?: number;
	mode?: string;
	/** When n8n says that the execution began. */
	begun?: number;
	offset?: number;
	holders?: Array<[string, { id: string; target: string }]>;
}

const own = { currency: 'BTC', address: bookAddress('BTC', 'low'), transaction: '', token_id: '0' };
const fails =
	(kind: FailureKind, more: Partial<FailureFacts> = {}) =>
	() => {
		throw makeFailure(kind, more);
	};

async function play(world: World) {
	const { entry = wanted, options, respond = () => ({ ...own, hash: ' A ' }) } = world;
	const { leftMs = 20_000, mode = 'trigger', begun, offset } = world;
	const wish = wishOf(entry, options);
	const seen: Record<string, unknown> = { progress: 0 };
	const attempt = async (method: string, params: object, limits: Record<string, unknown>) => {
		const {
			beforeSend,
			leftMs: left,
			...plain
		} = limits as { beforeSend(): void; leftMs(): number };
		Object.assign(seen, { method, params, ...plain, leftMs: left() });
		if (world.leaves !== false) beforeSend();
		seen.whileUnderWay = wish.entry;
		unixMs = BACK;
		return { result: { check: respond(), meta: { left: 5 } } };
	};
	const plan = planOf(
		{
			context: {
				getMode: () => mode,
				getExecutionContext: () => (begun === undefined ? undefined : { establishedAt: begun }),
			},
			session: {
				...{ attempt, deadline: { leftMs: () => leftMs, progressed: () => (seen.progress = 1) } },
				clock: {
					toService: (at: number) =>
						offset === undefined ? undefined : { from: at + offset, to: at + offset + 9 },
				},
			},
		},
		{ holders: new Map(world.holders) },
	);
	const submission = await submit(plan, wish, () => world.letsGo !== false);
	return { submission, entry: wish.entry, seen };
}

it('it asks for its own check, under its own id, and says before it leaves that it did', async () => {
	const { seen } = await play({});
	expect(seen).toEqual({
		method: 'checkup.checkaddr',
		params: wishOf().target.params,
		...{ requestId: 'id', timeoutMs: 60_000, graceMs: 30_000, leftMs: 20_000, progress: 1 },
		whileUnderWay: sent({ sentAt: LEFT, endedAt: LEFT + 50_000 }),
	});
	expect(hasNeverSent('id', LEFT + 1)).toBe(false);
});

it.each<[string, World, object, number]>([
	['the service clock', { offset: -500 }, { sentAt: LEFT - 500, clock: 'service' }, 20_000],
	['a run with much time', { leftMs: 30_001 }, { endedAt: LEFT + 60_000 }, 30_001],
	['a run with half a minute', { leftMs: 29_999 }, { endedAt: LEFT + 59_999 }, 29_999],
	['a run without time', { leftMs: 0 }, { endedAt: LEFT + 30_000 }, 5_000],
	['a run with hardly any time', { leftMs: 4_999 }, { endedAt: LEFT + 34_999 }, 5_000],
	['a run with a little more', { leftMs: 5_001 }, { endedAt: LEFT + 35_001 }, 5_001],
	[
		'one that was sent',
		{ entry: sent() },
		{ sentAt: 50, sends: 2, endedAt: LEFT + 50_000 },
		20_000,
	],
])('what it writes before it leaves: %s', async (_, world, expected, leftMs) => {
	const { seen } = await play(world);
	expect(seen.whileUnderWay).toMatchObject(expected);
	expect(seen.leftMs).toBe(leftMs);
});

it('it takes the check of the response', async () => {
	expect(await play({ offset: 7 })).toMatchObject({
		submission: {
			...{ kind: 'taken', check: { hash: ' A ' }, sentAt: LEFT, usage: { left: 5 } },
		},
		entry: { state: 'taken', hash: 'A', paid: true },
		seen: { progress: 1 },
	});
});

it('one that is not let go has not happened', async () => {
	const { submission, entry, seen } = await play({ letsGo: false });
	expect([submission, entry, seen.progress]).toEqual([undefined, wanted, 0]);
	expect(hasNeverSent('id', LEFT + 1)).toBe(true);
});

it('one that had no turn in time was not sent', async () => {
	const { submission, entry } = await play({
		...{ leaves: false, respond: fails('timeout', { reason: 'noTimeLeft' }) },
	});
	expect(submission).toMatchObject({ kind: 'unsent', failure: { reason: 'noTimeLeft' } });
	expect(entry).toBe(wanted);
});

const held: World['holders'] = [['a', { id: 'other', target: wishOf().target.key }]];
const foreign: World['holders'] = [['a', { id: 'other', target: 'another target' }]];
const inOrder = { isRepeatedId: true };
const keyed = { options: { idempotencyKey: 'x' } };
const HOUR_MS = 3_600_000;

it.each<[string, World]>([
	['its check, which an equal wish had before', { holders: held }],
	['a check of another target by the execution', { holders: foreign }],
	[
		'a check of another target by its own words',
		{ respond: () => ({ ...own, address: bookAddress('BTC', 'high'), hash: 'A' }) },
	],
	['no response', { respond: fails('timeout') }],
	[
		'no response to a second request',
		{ entry: sent({ candidates: ['b'] }), respond: fails('timeout') },
	],
	[
		'something else, which names two checks',
		{ respond: fails('mismatch', { hash: 'h', candidates: ['c'] }) },
	],
	['a refusal', { respond: fails('rejected', { serviceMessage: 'No' }) }],
	['a refusal that names a check', { respond: fails('rejected', { hash: 'h' }) }],
	['too many requests', { respond: fails('rateLimited') }],
	[
		'too many requests, after one that was lost',
		{ entry: sent({ sends: 2 }), respond: fails('notSent') },
	],
	['its id, for the first time', { respond: fails('rejected', inOrder) }],
	['its id, since n8n began', { begun: LEFT - 5_000, respond: fails('rejected', inOrder) }],
	[
		'its id, since an hour at most',
		{ begun: LEFT - 2 * HOUR_MS, respond: fails('rejected', inOrder) },
	],
	['its id, again', { entry: sent(), begun: LEFT - 5_000, respond: fails('rejected', inOrder) }],
	['its id, under a key', { ...keyed, begun: LEFT - 5_000, respond: fails('rejected', inOrder) }],
	[
		'its id, under a key, again',
		{ ...keyed, entry: sent(), begun: 5, respond: fails('rejected', inOrder) },
	],
	[
		'its id, under a key, in a Retry',
		{ ...keyed, mode: 'retry', begun: 5, respond: fails('rejected', inOrder) },
	],
	[
		'its id, in a Retry',
		{ mode: 'retry', begun: LEFT - 5_000, respond: fails('rejected', inOrder) },
	],
])('the response: %s', async (_, world) => {
	const { submission, entry, seen } = await play(world);
	const { failure, ...rest } = submission as unknown as {
		failure?: ReturnType<typeof makeFailure>;
	};
	const { kind, reason, candidates, message, notes } = failure ?? {};
	const about = notes?.map((note) => `${note.about}: ${note.text}`);
	expect({
		submission: rest,
		...(failure && { failure: { kind, reason, candidates, message, about } }),
		...{ entry, progress: seen.progress },
	}).toMatchSnapshot();
});
