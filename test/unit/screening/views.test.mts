/** How each item shows a check that it shares or not: simplified, as it was sent, guessed, reused, or missing. */
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { DONE, play, sent, taken, target, THIS_TRY, type Asking } from './support.mts';

const done = (hash: string, more: Partial<Asking> = {}): Asking => ({
	...{ entry: taken(hash), acquisition: THIS_TRY, initDate: DONE },
	...more,
});

const RAW = { simplifies: false };

it('an item without Simplify has what the service sent, and does not show who paid', async () => {
	const { json, entries } = await play(2, [done('a', { items: [0, 1] })], { rows: [RAW] });
	expect(json[0]).toEqual({ check: expect.objectContaining({ hash: 'a' }), meta: null });
	expect(json[1]).toMatchObject({ hash: 'a', charged: false });
	expect(entries).toEqual([taken('a')]);
	const both = await play(2, [done('a', { items: [0, 1] })], { rows: [{}, RAW] });
	expect(both.json[0]).toMatchObject({ hash: 'a', charged: true });
	expect(both.entries).toEqual([taken('a', { shownBy: 0 })]);
});

it('a check that failed was shown by nobody', async () => {
	const acquisition = { failure: makeFailure('timeout') };
	expect((await play(1, [{ entry: taken('a'), acquisition }])).entries).toEqual([taken('a')]);
});

it.each([
	['no address of an item', [target], undefined],
	['one of several', [target, { ...target, isNetworkGuessed: true }], true],
	['all', [{ ...target, isNetworkGuessed: true }], true],
])('the network of %s is guessed', async (_, targets, networkGuessed) => {
	const rows = [{ targets }];
	const { json } = await play(1, [done('a')], { rows });
	expect(json[0]!.networkGuessed).toBe(networkGuessed);
	const wanted = { entry: { ...sent('x'), state: 'wanted' } as Asking['entry'] };
	const dry = await play(1, [wanted], { rows, options: { dryRun: true } });
	expect(dry.json[0]!.networkGuessed).toBe(networkGuessed);
});

it('of merged items the one that compares alone has the check before', async () => {
	const advanced = { comparePrevious: true };
	const shared = done('a', { items: [0, 1] });
	const usual = (await play(2, [shared])).json[0];
	expect(usual).not.toHaveProperty('previous');
	const options = { comparePrevious: false } as never;
	const { json } = await play(2, [shared], { advanced, rows: [{}, { options }] });
	expect(json.map((one) => 'previous' in one!)).toEqual([true, false]);
});

it('of merged items that failed the first alone may have paid', async () => {
	const acquisition = { failure: makeFailure('connectionLost') };
	const lost = { entry: sent('x'), acquisition, items: [0, 1] };
	const { failures } = await play(2, [lost], { continues: true });
	expect(failures.map((failure) => failure?.charged)).toEqual([true, false]);
});

it('a list is told of the Request Key unless each of its checks has one', async () => {
	const hintOf = async (...keys: string[]) => {
		const asking = keys.map((key, index) => done(`h${index}`, { key, items: [index] }));
		return (await play(keys.length, asking, { began: 0 })).hints[0];
	};
	expect(await hintOf('k', 'l')).toBe('2 checks charged.');
	for (const keys of [
		['k', ''],
		['', 'k'],
		['', ''],
	])
		expect(await hintOf(...keys)).toMatch(/^2 checks charged\. For a list, set 'Request Key'/);
});

describe('of a whole wallet', () => {
	const rows = [{ wallet: { notScreened: [] } }];

	it('each check is listed, and says whether it was reused', async () => {
		const reused = { entry: taken('b', { paid: false }), acquisition: { paidBy: 'somebodyElse' } };
		const wallet = [done('a'), done('b', reused as Partial<Asking>)];
		const { json } = await play(1, wallet, { rows });
		expect(json[0]!.details).toMatchObject({
			checks: [
				{ hash: 'a', charged: true, reused: false },
				{ hash: 'b', charged: false, reused: true },
			],
		});
	});

	const failed = { entry: sent('x'), acquisition: { failure: makeFailure('rejected') } };
	const held = { failure: makeFailure('cancelled'), isConsequence: true };

	it.each<[string, boolean, object, boolean]>([
		['other items were held back in Stop mode', false, { acquisition: held }, true],
		['the same happens in a Continue mode', true, { acquisition: held }, false],
		['no other item was held back', false, {}, false],
	])(
		'a high check decides although another failed, unless %s',
		async (_, continues, other, fails) => {
			const asking = [done('a', { score: 90 }), failed, { ...done('b'), ...other, items: [1] }];
			const { failures, json } = await play(2, asking, { rows, continues });
			expect(failures[0] !== undefined).toBe(fails);
			if (!fails) expect(json[0]).toMatchObject({ riskLevel: 'high', hash: 'a' });
		},
	);
});
