/** The lines beside the output: what a run has cost, what its levels may hide, and how many there are at most. */
import type { NodeExecutionHint } from 'n8n-workflow';
import {
	dryHint,
	foldHints,
	paidHints,
	riskHints,
	type OrderSummary,
} from '../../../nodes/AmlCheck/run/hints.ts';
import type { ItemOutcome } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { PRESETS } from '../../../nodes/shared/level/index.ts';
import { fail, times } from './support.mts';

const info = (message: string) => ({ type: 'info', location: 'outputPane', message });
const warning = (message: string) => ({ type: 'warning', location: 'outputPane', message });

const order = (paidBy: OrderSummary['paidBy'], more: Partial<OrderSummary> = {}): OrderSummary => ({
	...{ paidBy, usage: null, isUnspecified: false },
	...more,
});
const paid = (left?: unknown, used?: unknown): OrderSummary =>
	order('thisTry', { usage: { cheks_left: left, cheks_used: used } });
const several = (count: number, paidBy: OrderSummary['paidBy'], more?: Partial<OrderSummary>) =>
	times(count, () => order(paidBy, more));

const KEYS = " For a list, set 'Request Key': then a second run within a day is free.";

it.each([
	['first', [paid(7, 93), paid(9, 91), paid(8, 92)]],
	['last', [paid(9, 91), paid(8, 92), paid(7, 93)]],
	['beside one that says nothing', [paid(), paid(9, 91), paid(7, 93)]],
])('names what is left after the last payment, whose response came %s', (_, orders) => {
	expect(paidHints(orders, 0, true)).toEqual([
		info('3 checks charged, 7 checks left in the package.'),
		warning(
			'Less than a tenth of the package is left: 7 of 100 checks. Order more at the service before they run out.',
		),
	]);
});

it.each<[string, OrderSummary[], merged?: number, hasKeys?: boolean]>([
	['0 checks charged.', []],
	['0 checks charged.', [], 0, false],
	['0 checks charged.', several(1, undefined)],
	['1 check charged.', several(1, 'thisTry')],
	['1 check charged.', several(1, 'thisTry'), 0, false],
	['2 checks charged.', several(2, 'thisTry')],
	[`2 checks charged.${KEYS}`, several(2, 'thisTry'), 0, false],
	['0 checks charged, 2 already paid for in an earlier try.', several(2, 'earlierTry'), 0, false],
	['0 checks charged, 1 already paid for in an earlier try.', several(1, 'earlierTry')],
	['0 checks charged, 1 report reused.', several(1, 'somebodyElse')],
	['0 checks charged, 2 reports reused.', several(2, 'somebodyElse'), 0, false],
	['1 check charged, 1 item merged.', several(1, 'thisTry'), 1],
	['1 check charged, 2 items merged.', several(1, 'thisTry'), 2, false],
	['1 check charged, 1 check left in the package.', [paid('1', '0')]],
	['1 check charged, 5 checks left in the package.', [paid(5)]],
	['1 check charged.', [paid(undefined, 5)]],
	['1 check charged.', [paid('none', 5)]],
	[
		`2 checks charged, 2 already paid for in an earlier try, 4 items merged, 3 reports reused, 50 checks left in the package.${KEYS}`,
		[paid(50, 50), ...several(2, 'earlierTry'), ...several(3, 'somebodyElse'), order('thisTry')],
		...([4, false] as const),
	],
])('a paid run says: %s', (said, orders, merged = 0, hasKeys = true) => {
	expect(paidHints(orders, merged, hasKeys)).toEqual([info(said)]);
});

it.each([
	[0, 100, true],
	[9, 91, true],
	[10, 90, false],
	[11, 89, false],
	[0, 0, false],
])('%i checks left after %i are few: %s', (left, used, isFew) => {
	const words = `Less than a tenth of the package is left: ${left} of ${left + used} checks. Order more at the service before they run out.`;
	const [, ...warnings] = paidHints([paid(left, used)], 0, true);
	expect(warnings).toEqual(isFew ? [warning(words)] : []);
});

it('says of what was paid for again that its asset is not stated, and only of what this try paid for', () => {
	const UNTOLD =
		"paid for again: reports on this network don't state their asset, so they can't be reused.";
	const again = { isUnspecified: true };
	const hintsOf = (...orders: OrderSummary[]) => paidHints(orders, 0, true).slice(1);
	expect(hintsOf(order('thisTry', again))).toEqual([info(`1 item was ${UNTOLD}`)]);
	expect(hintsOf(...several(2, 'thisTry', again), order('thisTry'))).toEqual([
		info(`2 items were ${UNTOLD}`),
	]);
	for (const other of ['earlierTry', 'somebodyElse', undefined] as const)
		expect(hintsOf(order(other, again))).toEqual([]);
});

const costs = (...wouldCost: unknown[]): ItemOutcome => ({
	outputs: wouldCost.map((cost) => ({ json: { wouldCost: cost as number } })),
});

it.each<[string, ItemOutcome[], merged?: number]>([
	['0 checks would be paid for.', []],
	['1 check would be paid for.', [costs(1)]],
	['2 checks would be paid for.', [costs(1, 0, 1), costs(0)]],
	['1 check would be paid for, 1 row is merged.', [costs(1), costs(0)], 1],
	['1 check would be paid for, 2 rows are merged.', [costs(1), costs(0), costs(0)], 2],
	["0 checks would be paid for, 1 can't be screened.", [fail({})]],
	[
		"1 check would be paid for, 1 row is merged, 2 can't be screened.",
		[costs(1), fail({}), costs(0), fail({})],
		1,
	],
])('a Dry Run says: %s', (said, outcomes, merged = 0) => {
	expect(dryHint(outcomes, merged)).toEqual(info(said));
});

describe('about risk', () => {
	const RISKLESS = { isScaleGuessed: false, isScaleUnclear: false };
	const policy = (mediumRiskFrom: number) => ({ ...PRESETS.balanced, mediumRiskFrom });
	const level = (riskLevel: string, riskScore?: number): ItemOutcome => ({
		outputs: [{ json: { riskLevel, riskScore } }],
	});
	const below = (items: string, score: number) =>
		`${items} high with a score below ${score}: branch on 'Risk Level', not on the score.`;

	it.each<[string, ItemOutcome[], string[]]>([
		['below', [level('high', 24.9)], [below('1 item is', 25)]],
		['at the threshold', [level('high', 25)], []],
		['above', [level('high', 90)], []],
		['without a score', [level('high')], []],
		['of another level', [level('medium', 3), level('low', 3), level('unknown', 3)], []],
		['a failure', [fail({})], []],
		['several', [level('high', 3), fail({}), level('high', 30)], [below('2 items are', 40)]],
	])('a high level with a score: %s', (_, outcomes, said) => {
		const policies = [policy(25), policy(20), policy(40)];
		expect(riskHints(RISKLESS, policies, outcomes)).toEqual(said.map(warning));
	});

	it('every output of an item counts', () => {
		const outputs = [3, 30, 24].map((riskScore) => ({ json: { riskLevel: 'high', riskScore } }));
		expect(riskHints(RISKLESS, [policy(25)], [{ outputs }])).toEqual([
			warning(below('2 items are', 25)),
		]);
	});

	const ADVICE = "Set 'Risk Score Scale' in the credential to the scale that the service uses.";
	const GUESSED = info(`Risk scores below 1 were read as fractions: 0.8 as 80%. ${ADVICE}`);
	const UNCLEAR = info(
		`A risk score of exactly 1 can mean 1% or 100%, so its item is unknown. ${ADVICE}`,
	);

	it.each([
		[false, false, []],
		[true, false, [GUESSED]],
		[false, true, [UNCLEAR]],
		[true, true, [UNCLEAR]],
	])('a scale that is guessed (%s) or unclear (%s)', (isScaleGuessed, isScaleUnclear, said) => {
		expect(riskHints({ isScaleGuessed, isScaleUnclear }, [], [])).toEqual(said);
	});

	it('the scale comes after the warning', () => {
		const notes = { isScaleGuessed: true, isScaleUnclear: false };
		expect(riskHints(notes, [policy(25)], [level('high', 1)])).toEqual([
			warning(below('1 item is', 25)),
			GUESSED,
		]);
	});
});

it.each([
	['none', '', ''],
	['one', 'w1', 'w1'],
	['the first stays first, and warnings come before the rest', 'i1 i2 w3', 'i1 w3 i2'],
	['three', 'i1 w2 i3', 'i1 w2 i3'],
	['four', 'i1 i2 w3 i4', 'i1 w3 i And 2 more notes: i2 i4'],
	['five', 'w1 i2 w3 w4 i5', 'w1 w3 i And 3 more notes: w4 i2 i5'],
])('hints in their order: %s', (_, given, expected) => {
	const hints = given.split(' ').filter(Boolean);
	const make = (message: string): NodeExecutionHint =>
		(message.startsWith('w') ? warning : info)(message) as NodeExecutionHint;
	const shown = foldHints(hints.map(make)).map(({ type = 'info', message }) =>
		message.startsWith(type.charAt(0)) ? message : `${type.charAt(0)} ${message}`,
	);
	expect(shown.join(' ')).toBe(expected);
});
