/** What makes two hashes those of one check, and what an answer about a check is taken for. */
import { fetchResult, hashKey, isSameHash } from '../../../nodes/shared/checks/result.ts';
import { describeFailure, toFailure } from '../../../nodes/shared/failures/failure.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

it.each(['abc1', 'ABC1', ' aBc1\n', '\tabc1 '])('%j is the check abc1', (hash) => {
	expect(hashKey(hash)).toBe('abc1');
	expect(isSameHash(hash, 'abc1')).toBe(true);
	expect(isSameHash('Abc1 ', hash)).toBe(true);
});

it.each(['', 'abc2', 'abc', 'abc11', 'a bc1'])('%j is another one', (hash) => {
	expect(isSameHash(hash, 'abc1')).toBe(false);
	expect(isSameHash('abc1', hash)).toBe(false);
});

/** A service with one answer, and what it was asked. */
function answering(check: object, more: { meta?: unknown; outerMeta?: unknown } = {}) {
	const { meta, outerMeta } = more;
	const call = jest.fn().mockResolvedValue({ result: { check, meta }, outerMeta });
	return { session: { call } as unknown as RpcSession, call };
}

const CHECK = { hash: 'h', status: 'SUCCESS' };

it.each([
	['SUCCESS', true],
	['FAILED', true],
	['PENDING', false],
	['anything', false],
])('a check of the status %s has ended: %s', async (status, terminal) => {
	const check = { ...CHECK, status };
	const { session, call } = answering(check);
	expect(await fetchResult(session, 'h')).toEqual({ check, usage: null, terminal });
	expect(call.mock.calls).toEqual([['checkup.getresult', { hash: 'h' }, {}]]);
});

it.each([
	[{ a: 1 }, { b: 2 }, { a: 1 }],
	[{ a: 1 }, undefined, { a: 1 }],
	[null, { b: 2 }, { b: 2 }],
	[[1], { b: 2 }, { b: 2 }],
	[undefined, [2], null],
	[undefined, 'b', null],
	[5, null, null],
])('counts %j inside of the result, and %j beside it, are %j', async (meta, outerMeta, usage) => {
	const { session } = answering(CHECK, { meta, outerMeta });
	expect((await fetchResult(session, 'h')).usage).toEqual(usage);
});

it('its request has the limits that are given, and the hash as it was sent', async () => {
	const { session, call } = answering({ ...CHECK, hash: ' H' });
	await fetchResult(session, ' h ', undefined, { maxAttempts: 1 });
	expect(call.mock.calls).toEqual([['checkup.getresult', { hash: ' h ' }, { maxAttempts: 1 }]]);
});

it.each([
	['h', undefined, undefined],
	[' H ', undefined, undefined],
	['h', true, undefined],
	['h', false, 'target'],
	['other', undefined, 'check'],
	['other', true, 'check'],
	['other', false, 'check'],
])('an answer about %j, expected: %s, is about another %s', async (hash, isExpected, other) => {
	const check = { ...CHECK, hash };
	const expectation = jest.fn().mockReturnValue(isExpected);
	const { session } = answering(check);
	const ask = fetchResult(session, 'h', isExpected === undefined ? undefined : expectation);
	if (!other) {
		expect((await ask).check).toBe(check);
		return expect(expectation.mock.calls).toEqual(isExpected ? [[check]] : []);
	}
	const failure = toFailure(await ask.catch((thrown: unknown) => thrown));
	expect({ ...failure, message: failure.message }).toEqual({
		...{ name: 'AmlCheckError', kind: 'mismatch', hash: 'h' },
		message: `The AML service sent a result that is about another ${other}`,
		advice: 'Try again with Get Result, which is free, or ask the service.',
		notes: [
			{ about: 'cause', text: 'It was not used.' },
			{ about: 'check', text: 'The hash that was asked for is h.', names: ['h'] },
		],
	});
	expect(describeFailure(failure)).toBe(
		'It was not used. The hash that was asked for is h. Try again with Get Result, which is free, or ask the service.',
	);
});
