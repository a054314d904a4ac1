/** What leaves a run holds no part of the token, and how many pieces of work a run does at once. */
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { RpcSession } from '../../../nodes/shared/rpc/session.ts';
import { contextOf, TOKEN } from './connection.mts';

const PART = TOKEN.slice(0, 8);
const open = async (maxConcurrent?: number) =>
	await RpcSession.open(contextOf(() => 0).context, { maxConcurrent });

it('every text of a failure hides the token, and its facts stay', async () => {
	const failure = new AmlCheckError({
		kind: 'rejected',
		message: `a ${PART}`,
		serviceMessage: `b ${PART}`,
		advice: `c ${PART}`,
		notes: [{ about: 'cause', text: `d ${PART}`, names: ['h'] }],
		checks: [{ summary: `e ${PART}`, hash: 'h' }],
		hash: 'h',
		code: 7,
	});
	const hidden = (await open()).hideIn(failure);
	expect({ ...hidden, message: hidden.message }).toEqual({
		name: 'AmlCheckError',
		kind: 'rejected',
		message: 'a •••',
		serviceMessage: 'b •••',
		advice: 'c •••',
		notes: [{ about: 'cause', text: 'd •••', names: ['h'] }],
		checks: [{ summary: 'e •••', hash: 'h' }],
		hash: 'h',
		code: 7,
	});
	const bare = new AmlCheckError({ kind: 'timeout', message: 'a', advice: '' });
	const kept = (await open()).hideIn(bare);
	expect({ ...kept, message: kept.message }).toEqual({
		name: 'AmlCheckError',
		kind: 'timeout',
		message: 'a',
		serviceMessage: undefined,
		advice: '',
		notes: [],
		checks: undefined,
	});
});

it('the texts of an item hide it, those of its checks too, and nothing else is changed', async () => {
	const session = await open();
	const texts = { summary: PART, riskReasons: PART, signals: PART, reportMissing: PART };
	const hidden = { summary: '•••', riskReasons: '•••', signals: '•••', reportMissing: '•••' };
	const others = { pdfLink: PART, riskScore: 5 };
	const item = { ...texts, ...others, details: { checks: [{ ...texts, ...others }], note: PART } };
	session.hideInItem(item);
	expect(item).toEqual({
		...hidden,
		...others,
		details: { checks: [{ ...hidden, ...others }], note: PART },
	});
	for (const bare of [{ signals: ['x'] }, { details: {} }, { details: null }]) {
		const before = structuredClone(bare);
		session.hideInItem(bare);
		expect(bare).toEqual(before);
	}
});

describe('pieces of work', () => {
	/** How many were done at once, in which order they began, and which index each had. */
	async function work(session: RpcSession, count: number) {
		const begun: Array<[string, number]> = [];
		let now = 0;
		let most = 0;
		const entries = Array.from({ length: count }, (_, n) => `e${n}`);
		await session.concurrently(entries, async (entry, index) => {
			begun.push([entry, index]);
			most = Math.max(most, ++now);
			await new Promise(setImmediate);
			now--;
		});
		expect(begun).toEqual(entries.map((entry, index) => [entry, index]));
		return most;
	}

	it.each([
		[undefined, 60, 50],
		[3, 10, 3],
		[3, 2, 2],
		[1, 3, 1],
		[3, 0, 0],
	])('with a limit of %j: %i pieces, %i at once', async (limit, count, most) =>
		expect(await work(await open(limit), count)).toBe(most),
	);

	it('are fewer once fewer are allowed, and never more', async () => {
		const session = await open(4);
		session.limitRequests(2);
		expect(await work(session, 9)).toBe(2);
		session.limitRequests(7);
		expect(await work(session, 9)).toBe(2);
	});
});
