/**
 * The gate before all submissions: after each response and each free request, whether another one may leave, whether an
 * answer is missing for it, whether the history alone may give it, how many failed in a row, and why the run stops.
 */
import type { FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import * as d from './door.mts';

const HOUR_MS = 3_600_000;
const { HISTORY, PING, RESULT, TOKENS, Door, all, answered, confirmed, failed, failureOf } = d;
const { later, leaves, lost, lostAlone, notTaken, play, proved, refused, taken, unsent } = d;

type Step = d.Step;

afterEach(() => void jest.restoreAllMocks());

const KINDS: FailureKind[] = [
	...(['blocked', 'cancelled', 'configuration', 'connectionLost', 'credentials'] as const),
	...(['emptyPackage', 'invalidInput', 'invalidRequest', 'malformed', 'mismatch'] as const),
	...(['notFound', 'notSent', 'rateLimited', 'redirected', 'rejected', 'timeout'] as const),
	...(['unavailable', 'undecided', 'unexpected', 'unreadable'] as const),
];

describe('one response of each kind', () => {
	const tell = async (step: (kind: FailureKind) => Step) =>
		Object.assign(
			{},
			...(await Promise.all(
				KINDS.map(async (kind) => {
					const door = new Door();
					all(leaves, step(kind), later(1))(door);
					return { [kind]: await door.look() };
				}),
			)),
		) as Record<string, string>;

	it('not taken', async () => expect(await tell((kind) => notTaken(kind))).toMatchSnapshot());
	it('refused', async () => expect(await tell((kind) => refused(kind))).toMatchSnapshot());
	it('lost', async () => expect(await tell((kind) => lost(kind))).toMatchSnapshot());
	it('lost, and confirmed', async () => expect(await tell(lostAlone)).toMatchSnapshot());
	it('lost, and proved', async () =>
		expect(
			await tell((kind) => all(lost(kind), later(1), answered(HISTORY), proved(kind), confirmed())),
		).toMatchSnapshot());
});

it.each<[string, Record<string, Step>]>([
	[
		'an answer to what left before the gate was shut shows nothing',
		{
			lost: all(leaves, lost('timeout')),
			'a moment older': answered(HISTORY, 1),
			now: answered(HISTORY),
		},
	],
	[
		'the history is asked first, and anything else counts once it has failed twice',
		{
			lost: all(leaves, lost('timeout'), later(1)),
			result: answered(RESULT),
			'history fails': failed(HISTORY),
			'result again': answered(RESULT),
			'it fails again': failed(HISTORY),
			'an old answer': answered(RESULT, 2),
			'result once more': answered(RESULT),
			'lost again, so it is asked first again': all(leaves, lost('timeout'), later(1)),
			'result ': answered(RESULT),
			ping: answered(PING),
		},
	],
	[
		'where no question is open, any answer counts',
		{ 'not taken': all(leaves, notTaken('notSent'), later(1)), tokens: answered(TOKENS) },
	],
	[
		'not taken: counted once for each time that the gate was shut',
		{
			'two at once': all(leaves, leaves, notTaken('notSent'), notTaken('notSent'), later(1)),
			answered: answered(RESULT),
			again: all(leaves, notTaken('notSent'), later(1), answered(RESULT)),
			'too many requests': all(leaves, notTaken('rateLimited')),
			taken: all(leaves, taken),
		},
	],
	[
		'five unusable ones in a row stop the run',
		Object.fromEntries([1, 2, 3, 4, 5].map((n) => [n, lostAlone('malformed')])),
	],
	[
		'one that is usable begins the row anew: a check, a refusal, also one that names an id',
		{
			four: all(...[1, 2, 3, 4].map(() => lostAlone('malformed'))),
			taken: all(leaves, taken),
			'four more': all(...[1, 2, 3, 4].map(() => lostAlone('malformed'))),
			refused: all(leaves, refused('rejected')),
			'and four': all(...[1, 2, 3, 4].map(() => lostAlone('malformed'))),
			'an id that was used': all(leaves, lost('rejected')),
			'not taken is none': all(leaves, notTaken('invalidRequest')),
		},
	],
	[
		'a lost one counts when its question is answered, and an outage excuses it',
		{
			lost: all(leaves, lost('timeout'), later(5)),
			'asked before it was lost': confirmed(6),
			'open before that': answered(HISTORY),
			'asked when it was lost': confirmed(5),
			'and only once': confirmed(),
			'lost again': all(leaves, lost('timeout'), later(5)),
			'the history fails': failed(HISTORY),
			'no outage any more': all(answered(HISTORY), confirmed()),
		},
	],
	[
		'a method that is down alone excuses those of its beginning only',
		{
			lost: all(leaves, lost('timeout'), later(1)),
			'result fails': failed(RESULT),
			history: all(answered(HISTORY), confirmed()),
			'lost again': all(leaves, lost('timeout'), later(1)),
			'result fails again': failed(RESULT),
			'history again': all(answered(HISTORY), confirmed()),
			'the result is there again': answered(RESULT),
			'lost a third time': all(leaves, lost('timeout'), later(1)),
			'result is down anew': failed(RESULT),
			'history once more': all(answered(HISTORY), confirmed()),
		},
	],
	[
		'one that left before the gate was opened last is no news',
		{
			'two leave, one is lost': all(leaves, leaves, lost('timeout', 1_000), later(10)),
			opened: all(answered(HISTORY), confirmed()),
			'the other one left before': all(lost('timeout', 1_009), later(1)),
			'opened again': all(answered(HISTORY), confirmed()),
			'one that left as it was opened': all(leaves, lost('timeout', 1_011), later(1)),
			'opened at last': all(answered(HISTORY), confirmed()),
		},
	],
	[
		'after a lost one they leave one at a time until one is usable',
		{
			lost: all(leaves, lostAlone('timeout')),
			'the other one is back': all(notTaken('rateLimited')),
			'one leaves': leaves,
			'it was not sent': unsent,
			'it is lost, and found': all(lostAlone('timeout'), proved('timeout')),
			'two are under way': leaves,
		},
	],
	[
		'what the history proved is forgiven where there was no response, and nothing else',
		{
			'two lost': all(lostAlone('timeout'), lostAlone('malformed')),
			'a response that nobody can read': proved('malformed'),
			'no response': proved('timeout'),
			'one of another kind waits': all(leaves, lost('timeout'), later(1), answered(HISTORY)),
			'another one is proved': proved('unavailable'),
			'it is proved': proved('timeout'),
		},
	],
	[
		'the first reason to stop stays',
		{
			stop: ({ gate }) => gate.stop(),
			'a cause': ({ gate }) => gate.stop(failureOf('malformed')),
			cancelled: ({ signal }) => signal.abort(),
		},
	],
	[
		'what is needed asks for an hour, so the run stops; what is not needed may',
		{
			tokens: failed(TOKENS, 'rateLimited', HOUR_MS),
			'five minutes are waited for': failed(RESULT, 'rateLimited', 300_000),
			history: failed(HISTORY, 'rateLimited', 300_001),
		},
	],
	['so it is with results', { result: failed(RESULT, 'rateLimited', HOUR_MS) }],
	[
		'the package is empty',
		{ empty: all(leaves, notTaken('rejected', { reason: 'emptyPackage' })) },
	],
	['a final failure that may be paid', { lost: all(leaves, lost('redirected'), later(1)) }],
])('%s', async (_, steps) => {
	expect(await play(steps)).toMatchSnapshot();
});

const over = (door: d.Door) => (door.leftMs = 0);
const silent = (door: d.Door) => (door.isSilent = true);
const shut = all(leaves, lost('timeout'), later(1));

it.each<[string, number, Record<string, Step>]>([
	[
		'a run with a time of its own',
		30,
		{ 'a millisecond is left': (door) => (door.leftMs = 1), over },
	],
	['a run that waits for nothing', 0, { over, silent, shut, 'answered ': answered(HISTORY) }],
	['a run that waits for nothing and is not silent', 0, { over, shut, silent }],
	['a run whose time is not over', 0, { shut, silent }],
])('the time of %s', async (_, timeout, steps) => {
	expect(await play(steps, new Door({ timeout }))).toMatchSnapshot();
});
