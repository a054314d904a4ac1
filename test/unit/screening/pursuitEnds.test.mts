/** Wishes before the first request and after a refusal: what is asked once, and what later pages may still show. */
import { earlierLost } from '../../../nodes/AmlCheck/screening/failures.ts';
import { takeTurn } from '../../../nodes/AmlCheck/screening/ids.ts';
import { BEGINS } from './course.mts';
import { pursueIn, recordOf, type Pursued } from './pursuits.mts';

type Work = Parameters<typeof pursueIn>[1];

const A = recordOf('found', BEGINS + 500);
const MAYBE = recordOf('maybe');

describe('after a refusal', () => {
	const refused: Pursued = { submissions: [[1, 'rejected']] };
	const askLate =
		(seconds: number): Work =>
		async (pursuit, wishes, course) => {
			await pursuit.pursue(wishes[0]);
			course.say(`refused: ${pursuit.hasRefused}`);
			await course.clock.wait(seconds * 1000);
			await pursuit.askAboutRefused();
			course.say(`refused: ${pursuit.hasRefused}`);
			course.plan.history.records.set('found', A);
			course.say(`found: ${await pursuit.askPages()}, refused: ${pursuit.hasRefused}`);
		};

	it.each<[string, Pursued, number]>([
		['at once nothing is proved, and later pages may show it', {}, 1],
		['just before two minutes', {}, 119.999],
		['after two minutes it is proved that nothing was paid', {}, 120],
		['not where the history was not read far enough', { pages: [{ isWhole: false }] }, 120],
		['not where a page of it failed', { pages: [{ fails: 'timeout' }, {}] }, 120],
		[
			'where it may have been charged, later pages are asked',
			{ pages: [{ records: [MAYBE] }] },
			120,
		],
		['where it is found at once', { pages: [{ records: [A] }] }, 1],
		['where it can not be read', { pages: [{ throws: 'credentials' }] }, 1],
	])('%s', async (_, more, seconds) => {
		expect(
			await pursueIn({ seconds: 200, ...refused, ...more }, askLate(seconds)),
		).toMatchSnapshot();
	});
});

describe('at the beginning', () => {
	const reuse: Work = async (pursuit, [a], course) => {
		const failure = earlierLost();
		a.need = { kind: 'prove', paidBy: 'somebodyElse', failure, endedAt: 0 };
		await pursuit.askOnce([a]);
		course.say(`needs ${a.need.kind}, asset ${a.isAssetUnspecified ? 'not stated' : 'known'}`);
		await pursuit.pursue(a);
	};
	const options = { reuseWithinHours: 2 };

	it.each<[string, Pursued]>([
		['a recent check is reused', { pages: [{ records: [A] }] }],
		['in a Dry Run it is not taken', { pages: [{ records: [A] }], runOptions: { dryRun: true } }],
		['there is none', {}],
		['nobody knows, as not all was read', { seconds: 3, pages: [{ isWhole: false }] }],
		['nobody knows, as nothing could be read', { seconds: 3, pages: [{ throws: 'credentials' }] }],
	])('%s', async (_, pursued) => {
		expect(await pursueIn({ options, ...pursued }, reuse)).toMatchSnapshot();
	});

	it('nobody who asks for nothing asks, and more than the limit fail together', async () => {
		const lines = await pursueIn(
			{ runOptions: { maxPaidChecks: 1 } },
			async (pursuit, _, course) => {
				await pursuit.askOnce([]);
				await pursuit.askAboutRefused();
				course.say(`found: ${await pursuit.askPages()}`);
			},
		);
		expect(lines).toMatchSnapshot();
	});
});

it('the next execution under its key learns what became of it', async () => {
	const options = { idempotencyKey: 'x' };
	await pursueIn({ options, submissions: [[1, 'rejected']] }, async (pursuit, [a, b], { plan }) => {
		for (const wish of [a, b]) {
			await pursuit.pursue(wish);
			const key = `service|${wish.entry.id}`;
			const turn = await takeTurn(key, () => false, plan.run.session.naps);
			expect(turn!.before).toBe(wish.entry);
		}
	});
});

it('later pages may show a lost one that stays a question', async () => {
	const records = ['x', 'y'].map((hash) => recordOf(hash, BEGINS + 2_000));
	const lost: Pursued = { submissions: [[1, 'timeout']], pages: [{ records }] };
	await pursueIn(lost, async (pursuit, [a], { plan }) => {
		await pursuit.pursue(a);
		plan.history.records.set('found', A);
		expect(await pursuit.askPages()).toBe(true);
		expect(a.entry).toMatchObject({ state: 'taken', hash: 'found' });
	});
});
