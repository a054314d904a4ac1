/** Each wish until it is settled: what each response leads to, and what the history then proves, or does not. */
import { BEGINS } from './course.mts';
import { pursueIn, recordOf, type Pursued } from './pursuits.mts';

const A = recordOf('found', BEGINS + 500);
const MAYBE = recordOf('maybe');
const KEYED = { idempotencyKey: 'x' };

type Work = Parameters<typeof pursueIn>[1];

const both: Work = async (pursuit, wishes) => {
	await Promise.all(wishes.map(async (wish) => await pursuit.pursue(wish)));
};
const alone: Work = async (pursuit, [a]) => await pursuit.pursue(a);

it.each<[string, Pursued, Work]>([
	['both are taken', {}, both],
	['one is refused', { submissions: [[1, 'rejected']] }, both],
	[
		'one is refused in Stop mode',
		{
			submissions: [[1, 'rejected']],
			run: { continueOnFail: false },
			runOptions: { maxConcurrent: 1 },
		},
		both,
	],
	['one is lost, and found', { submissions: [[1, 'timeout']], pages: [{ records: [A] }] }, alone],
	[
		'one is lost, and not there, three times',
		{
			seconds: 130,
			submissions: [
				[1, 'timeout'],
				[1, 'timeout'],
				[1, 'timeout'],
			],
		},
		alone,
	],
	[
		'it is lost where the history may hide it',
		{ seconds: 130, showsUnfinished: false, submissions: [[1, 'timeout']] },
		alone,
	],
	[
		'it may be found',
		{ seconds: 130, submissions: [[1, 'timeout']], pages: [{ records: [MAYBE] }] },
		alone,
	],
	[
		'it may be found, and the user rather pays twice',
		{
			seconds: 130,
			options: { onUnsure: 'submitAgain' },
			submissions: [[1, 'timeout']],
			pages: [{ records: [MAYBE] }],
		},
		alone,
	],
	[
		'so it is, where the limit is reached',
		{
			seconds: 130,
			runOptions: { maxPaidChecks: 2 },
			options: { onUnsure: 'submitAgain' },
			submissions: [[1, 'timeout']],
			pages: [{ records: [MAYBE] }],
		},
		alone,
	],
	[
		'so it is, where one more is allowed',
		{
			seconds: 130,
			runOptions: { maxPaidChecks: 3 },
			options: { onUnsure: 'submitAgain' },
			submissions: [[1, 'timeout']],
			pages: [{ records: [MAYBE] }],
		},
		alone,
	],
	...[2, 3].map((at): [string, Pursued, Work] => [
		`two may be it, which began ${at} s after it left, and it took a second`,
		{
			...{ seconds: 10, submissions: [[1, 'timeout']] },
			pages: [{ records: ['x', 'y'].map((hash) => recordOf(hash, BEGINS + at * 1000)) }],
		},
		alone,
	]),
	[
		'the history can not be read',
		{ seconds: 5, submissions: [[1, 'timeout']], pages: [{ throws: 'unavailable' }] },
		alone,
	],
	[
		'the history can not be read far enough',
		{ seconds: 5, submissions: [[1, 'timeout']], pages: [{ isWhole: false }] },
		alone,
	],
	['it is not taken, and sent again', { submissions: [[1, 'rateLimited']] }, alone],
	['it is not sent, and a ping opens the gate', { submissions: [[1, 'notSent']] }, alone],
	['the package is empty', { submissions: [[1, 'emptyPackage']] }, alone],
	[
		'its id is known to the service',
		{ seconds: 130, submissions: [[1, 'rejected', { isRepeatedId: true }]] },
		both,
	],
	[
		'its id is known to the service, so another process sends the others, too',
		{
			...{ seconds: 5, begunAgo: 30 },
			submissions: [
				[1, 'rejected', { isRepeatedId: true }],
				[2, 'timeout'],
			],
			pages: [{ isWhole: false }],
		},
		both,
	],
	[
		'no other process is feared where one is lost',
		{
			...{ seconds: 5, begunAgo: 30, pages: [{ isWhole: false }] },
			submissions: [
				[1, 'timeout'],
				[3, 'timeout'],
			],
		},
		both,
	],
	[
		'the other one was sent before it turned out, and is lost afterwards',
		{
			...{ seconds: 5, begunAgo: 30, pages: [{ isWhole: false }] },
			submissions: [
				[2, 'timeout'],
				[1, 'rejected', { isRepeatedId: true }],
			],
		},
		both,
	],
	[
		'its id is known under a key',
		{ seconds: 130, options: KEYED, submissions: [[1, 'rejected', { isRepeatedId: true }]] },
		alone,
	],
	[
		'its id is known under a key, and its check is found',
		{
			options: KEYED,
			submissions: [[1, 'rejected', { isRepeatedId: true }]],
			pages: [{ records: [A] }],
		},
		alone,
	],
	[
		'its id is known under a key, and it may be found',
		{
			seconds: 130,
			options: KEYED,
			submissions: [[1, 'rejected', { isRepeatedId: true }]],
			pages: [{ records: [MAYBE] }],
		},
		alone,
	],
	[
		'there is no time for it',
		{ submissions: [[1, 'timeout', { reason: 'noTimeLeft' }]], seconds: 0 },
		alone,
	],
	[
		'there was no turn for it in time',
		{ submissions: [[1, 'timeout', { reason: 'noTimeLeft' }]] },
		both,
	],
	[
		'there was no turn for it, as the response to another one shows',
		{
			...{
				submissions: [
					[1.1, 'timeout', { reason: 'noTimeLeft' }],
					[0.99, 'credentials'],
				],
			},
			...{ run: { continueOnFail: false } },
		},
		both,
	],
	[
		'an expression is wrong on the way',
		{ submissions: [[1, 'unexpected']], pages: [{ records: [A] }] },
		alone,
	],
])('%s', async (_, pursued, work) => {
	expect(await pursueIn(pursued, work)).toMatchSnapshot();
});
