/** What a run leaves behind its items: hints, the line of the log where it was canceled, and what failures name. */
import { earlierTries } from '../../../nodes/AmlCheck/screening/collect.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import {
	BEGAN,
	contextOf,
	DONE,
	play,
	said,
	sent,
	taken,
	target,
	THIS_TRY,
	type Asking,
	type Scene,
} from './support.mts';

const done = (hash: string, more: Partial<Asking> = {}): Asking => ({
	...{ entry: taken(hash), acquisition: THIS_TRY, initDate: DONE },
	...more,
});

const failed = (kind: 'timeout' | 'rejected', more: object = {}): Partial<Asking> => ({
	acquisition: { failure: makeFailure(kind), ...more },
	initDate: undefined,
});

describe('the hints', () => {
	const MERGED = '2 checks charged, 3 items merged.';
	const KEYS = " For a list, set 'Request Key': then a second run is free.";
	const TWO = [done('a', { items: [0, 1, 2] }), done('b', { items: [3, 4] })];

	it('count the items that share a check, and know of a Request Key', async () => {
		expect((await play(5, TWO)).hints).toEqual([`${MERGED}${KEYS}`]);
		const options = { idempotencyKey: 'k' };
		expect((await play(5, TWO, { options, began: BEGAN })).hints).toEqual([MERGED]);
	});

	it('of a Dry Run say what it would cost, and nothing is shown as paid', async () => {
		const wanted: Entry = { ...sent('x'), state: 'wanted' } as Entry;
		const asking = [
			{ entry: wanted, items: [0, 1] },
			{ entry: wanted, items: [2] },
		];
		const broken = makeFailure('invalidInput');
		const played = await play(4, asking, { options: { dryRun: true } }, [broken]);
		expect(played.hints).toEqual([
			"2 checks would be paid for, 1 row is merged, 1 can't be screened.",
		]);
		expect(played.json.map((json) => json?.wouldCost)).toEqual([1, 0, 1, undefined]);
		expect(played.entries).toEqual([wanted, wanted]);
	});

	it('know the package, an asset that is not stated, and the checks of a first request', async () => {
		const others = { entry: taken('a', { others: ['o1', 'o2'] }) };
		const submitted = { acquisition: { ...THIS_TRY, submitted: { hash: 'a' } } as never };
		const usage = { cheks_left: 50, cheks_used: 50 };
		const hintsOf = async (more: Partial<Asking>) => (await play(1, [done('a', more)])).hints;
		expect(await hintsOf({ usage })).toEqual(['1 check charged, 50 checks left in the package.']);
		expect(await hintsOf({ isUnspecified: true })).toEqual([
			'1 check charged.',
			expect.stringContaining('1 item was paid for again'),
		]);
		expect(await hintsOf({ ...others, ...submitted })).toEqual([
			'1 check charged.',
			expect.stringContaining('may have paid for o1 or o2.'),
		]);
		expect(await hintsOf(others)).toEqual(['1 check charged.']);
		expect(await hintsOf(submitted)).toEqual(['1 check charged.']);
		expect(await hintsOf(failed('timeout'))).toEqual(['0 checks charged.']);
		expect(await hintsOf({ acquisition: { paidBy: 'earlierTry' } })).toEqual([
			'0 checks charged, 1 already paid for in an earlier try.',
		]);
		const reused = {
			acquisition: { paidBy: 'somebodyElse' as const },
			entry: taken('a', { paid: false }),
		};
		expect(await hintsOf(reused)).toEqual(['0 checks charged, 1 report reused.']);
	});
});

describe('a run that is canceled', () => {
	const START = 'Screen: the execution was canceled.';
	const KEY = "For a list, set 'Request Key': then a second run is free.";
	const taking = (...hashes: string[]) =>
		`Read its checks with Get Result, which is free: ${hashes.join(', ')}.`;
	const unsure = (...names: string[]) =>
		`It is not known whether others were paid for; their request ids and candidates are: ${names.join(', ')}.`;
	const open = (id: string, ...candidates: string[]): Asking => ({
		...{ entry: sent(id, candidates), ...failed('timeout') },
	});

	it.each<[string, Asking[], string | undefined]>([
		['what was taken', [done('a'), done('b')], `${START} ${taking('a', 'b')} ${KEY}`],
		[
			'what may be paid for',
			[open('x', 'c1'), open('y')],
			`${START} ${KEY} ${unsure('x', 'c1', 'y')}`,
		],
		['both', [open('x'), done('a')], `${START} ${taking('a')} ${KEY} ${unsure('x')}`],
		['nothing', [{ entry: { ...sent('x'), state: 'wanted' } as Entry }], undefined],
	])('leaves in the log and in the editor: %s', async (_, asking, line) => {
		await play(1, asking, { cancelled: true });
		expect(said).toEqual(line ? [`log: ${line}`, `UI: ${line}`] : []);
		await play(1, asking);
		expect(said).toEqual([]);
	});

	it('says no token', async () => {
		await play(1, [done('token-of-a-test')], { cancelled: true });
		expect(said).toHaveLength(2);
		expect(said.join()).not.toContain('token-of-a-test');
	});
});

describe('a failure', () => {
	it('in Stop mode has all that was paid for, and the first alone; in a Continue mode none', async () => {
		const held = failed('timeout', { isConsequence: true });
		const asking = [
			{ entry: sent('w'), ...held, items: [0] },
			done('a', { items: [1] }),
			{ entry: sent('y'), ...failed('rejected'), items: [2] },
			{ entry: sent('z'), ...failed('rejected'), items: [3] },
		];
		const paidIn = async (scene: Scene) =>
			(await play(4, asking, scene)).failures.map((failure) => failure?.paid);
		expect(await paidIn({})).toEqual([undefined, undefined, ['a'], undefined]);
		expect(await paidIn({ continues: true })).toEqual(Array(4).fill(undefined));
	});

	const key = (name: string) => JSON.stringify([`address|BTC|${name}|native`]);
	const by = (entry: Entry, items: number[], run = 0): Entry => ({
		...entry,
		asked: { execution: '7', run, at: BEGAN, items },
	});

	it('names what an earlier try of the same run has sent for its item', async () => {
		const entries = {
			[key('a')]: [by(taken('old'), [0]), by(taken('h1'), [0, 1])],
			[key('b')]: [by(sent('x', ['c']), [1])],
			[key('c')]: [by({ ...sent('y'), state: 'wanted' } as Entry, [0])],
			[key('d')]: [by(taken('other run'), [0], 1)],
		};
		const add = earlierTries(contextOf({ entries }));
		const failure = makeFailure('invalidInput');
		expect(add(failure, 0)).toMatchObject({
			...{ hash: 'old', paid: ['old', 'h1'] },
			checks: [
				{ hash: 'old', asset: 'Bitcoin' },
				{ hash: 'h1', asset: 'Bitcoin' },
			],
		});
		expect(add(failure, 1)).toMatchObject({ paid: ['h1', 'c'], candidates: ['c'] });
		expect(add(failure, 2)).toBe(failure);
		const { failures } = await play(1, [], { entries, continues: true }, [failure]);
		expect(failures[0]).toMatchObject({ hash: 'old' });
	});
});

describe('the reports of a target', () => {
	it('are searched for the links of a single check, and for the check before where it is wanted', async () => {
		expect((await play(1, [done('a')])).calls).toEqual(['checkup.findreport']);
		expect((await play(2, [done('a'), done('b', { items: [1] })])).calls).toEqual([]);
		const advanced = { comparePrevious: true };
		const compared = await play(1, [done('a')], { advanced });
		expect(compared.calls).toEqual(['checkup.findreport']);
		expect(compared.json[0]).toHaveProperty('previous', null);
		expect((await play(1, [done('a')])).json[0]).not.toHaveProperty('previous');
		expect(compared.json[0]).toMatchObject({
			address: target.address,
			riskLevel: 'low',
			hash: 'a',
		});
	});
});
