/** The title and the lines of a run that stops, at each of their limits, and the words of each reason. */
import type { ItemOutcome } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { makeStopFailure, nameItems } from '../../../nodes/AmlCheck/run/stopFailure.ts';
import type { FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import { done, fail, stop, times } from './support.mts';

const ROWS = 'Rows count from 0, as in n8n.';

/** Numbers of which no two are neighbours. */
const apart = (count: number) => times(count, (index) => index * 2);

it.each([
	[[0], '[item 0]'],
	[[7], '[item 7]'],
	[[0, 1], '[items 0, 1]'],
	[[0, 1, 2], '[items 0 to 2]'],
	[[3, 4, 5, 6], '[items 3 to 6]'],
	[[0, 2, 3, 5, 6, 7, 9], '[items 0, 2, 3, 5 to 7, 9]'],
	[[0, 1, 3, 4, 5], '[items 0, 1, 3 to 5]'],
	[[0, 1, 2, 4, 5, 6], '[items 0 to 2, 4 to 6]'],
])('the items %j are named %s, and nothing below it', (numbers, title) => {
	expect(nameItems(numbers)).toEqual({ title, rest: '' });
});

it('twenty parts fit into the title; of more the first twenty do, and all are named below', () => {
	const twenty = apart(20).join(', ');
	expect(nameItems(apart(20))).toEqual({ title: `[items ${twenty}]`, rest: '' });
	expect(nameItems(apart(21))).toEqual({
		title: `[items ${twenty} and others]`,
		rest: `All of them: items ${twenty}, 40.`,
	});
	const ranges = apart(19).join(', ');
	expect(nameItems([...apart(19), 40, 41, 42, 43])).toEqual({
		title: `[items ${ranges}, 40 to 43]`,
		rest: '',
	});
});

describe('rows that can not be screened', () => {
	it.each<[FailureFacts['reason'], string]>([
		['invalid', 'with an address or a hash that is not valid'],
		['missing', 'without an address or a hash'],
		['nameNotResolved', 'with a name in place of an address'],
		['networkUnclear', 'whose network is not clear'],
		['notAWallet', "with a token's contract in place of a wallet"],
		['privateKey', 'with a private key or a seed'],
		['severalTargets', 'with a link to several addresses'],
		['unsupportedNetwork', "of a blockchain that the service doesn't check"],
		['wrongKind', 'with a transaction in place of an address, or the reverse'],
		['wrongNetwork', "of another network than 'Currency' says"],
	])('for the reason %s are rows %s', (reason, words) => {
		expect(stop([fail({ reason, message: 'A' }), done, fail({ reason, message: 'B' })])).toEqual({
			message: `2 of 3 rows can't be screened: 2 ${words} (rows 0, 2)`,
			lines: [
				`2 ${words}: rows 0, 2.`,
				`${ROWS} To screen the other row, set On Error to Continue.`,
			],
			item: undefined,
		});
	});

	it.each<FailureFacts['reason']>([undefined, 'invalidInput', 'keyUsed', 'notFound'])(
		'are none where the reason is %s: each message is said, and no other row is offered',
		(reason) => {
			const row = (message: string) => fail({ reason, message });
			expect(stop([row('Not A'), row('Not B'), done])).toEqual({
				message: "2 of 3 rows can't be processed [items 0, 1]",
				lines: ['Row 0: Not A.', 'Row 1: Not B.', `${ROWS} Do this.`],
				item: undefined,
			});
		},
	);

	it('are offered to be left out only where all failed rows are such, and another row is left', () => {
		const unreadable = () => fail({ reason: 'missing', message: 'No address' });
		const broken = () => fail({ message: 'No wallet' });
		const adviceOf = (outcomes: ItemOutcome[]) => stop(outcomes).lines.at(-1);
		expect(adviceOf([unreadable(), unreadable()])).toBe(`${ROWS} Do this.`);
		expect(adviceOf([unreadable(), broken(), done])).toBe(`${ROWS} Do this.`);
		expect(adviceOf([unreadable(), unreadable(), done, done])).toBe(
			`${ROWS} To screen the other 2, set On Error to Continue.`,
		);
		expect(adviceOf([unreadable()])).toBe('Do this.');
		expect(adviceOf([unreadable(), done])).toBe(
			'Do this. To screen the other row, set On Error to Continue.',
		);
		expect(adviceOf([broken(), done])).toBe('Do this.');
	});

	const REASONS = ['missing', 'invalid', 'privateKey', 'wrongKind'] as const;

	it('have three reasons in the title at most', () => {
		const rows = (count: number) => REASONS.slice(0, count).map((reason) => fail({ reason }));
		const three =
			'1 without an address or a hash (row 0), 1 with an address or a hash that is not valid (row 1), 1 with a private key or a seed (row 2)';
		expect(stop(rows(3)).message).toBe(`3 of 3 rows can't be screened: ${three}`);
		expect(stop(rows(4)).message).toBe(`4 of 4 rows can't be screened: ${three}, …`);
	});

	it.each([
		[3, 'rows 0, 2, 4'],
		[4, 'rows 0, 2, 4, …'],
	])('%i of a reason are in the title as %s', (count, words) => {
		const outcomes = times(count * 2 - 1, (index) =>
			index % 2 === 0 ? fail({ reason: 'missing', message: `No ${index}` }) : done,
		);
		expect(stop(outcomes).message).toBe(
			`${count} of ${outcomes.length} rows can't be screened: ${count} without an address or a hash (${words})`,
		);
	});

	it.each([
		[40, '78.'],
		[41, '78, ….'],
	])('%i of a reason are in its line, to the last as %s', (count, end) => {
		const outcomes = times(count * 2 - 1, (index) =>
			index % 2 === 0 ? fail({ reason: 'missing', message: `No ${index}` }) : done,
		);
		const named = apart(40).join(', ').slice(0, -2);
		expect(stop(outcomes).lines[0]).toBe(
			`${count} without an address or a hash: rows ${named}${end}`,
		);
	});
});

describe('the lines of a run that stops', () => {
	const NO = 'No answer';

	it.each([
		[5, 'Row 0 (w0); row 1 (w1); row 2 (w2); row 3 (w3); row 4 (w4): No answer.'],
		[6, 'Rows 0 to 5: No answer.'],
	])('name the addresses of %i rows like this: %s', (count, line) => {
		const outcomes = times(count, (index) => fail({ message: NO, address: `w${index}` }));
		expect(stop(outcomes).lines).toEqual([line, `${ROWS} Do this.`]);
	});

	it('name rows with checks beside those without, which come first', () => {
		const row = (facts: Partial<FailureFacts>) => fail({ message: NO, ...facts });
		expect(
			stop([
				row({ address: 'w0', hash: 'h0' }),
				row({}),
				row({ candidates: ['c1', 'c2'] }),
				row({ address: 'w3' }),
				row({ hash: 'h4', candidates: ['c3'] }),
			]),
		).toEqual({
			message: 'No answer [items 0 to 4]',
			lines: [
				'Row 1; row 0 (w0) h0; row 2 may be c1 or c2; row 3 (w3); row 4 h4 may be c3: No answer.',
				`${ROWS} Do this.`,
			],
			item: undefined,
		});
		const many = times(6, (index) => row({ address: `w${index}`, hash: index ? undefined : 'h' }));
		expect(stop(many).lines[0]).toBe('Rows 1 to 5; row 0 (w0) h: No answer.');
	});

	it('are one for each of 29 reasons; of 30 the last two share one', () => {
		const rows = (count: number) =>
			times(count, (index) => fail({ kind: 'timeout', message: `No ${index}` }));
		const line = (index: number) => `Row ${index}: No ${index}.`;
		expect(stop(rows(29)).lines).toEqual([...times(29, line), `${ROWS} Do this.`]);
		expect(stop(rows(30)).lines).toEqual([
			...times(28, line),
			'2 for other reasons: rows 28, 29.',
			`${ROWS} Do this.`,
		]);
		const pairs = times(28, (index) => times(2, () => fail({ message: `No ${index}` }))).flat();
		const reason = times(2, (index) => fail({ reason: 'missing', message: `Empty ${index}` }));
		const { lines, message } = stop([...pairs, ...reason]);
		expect(lines[28]).toBe('2 without an address or a hash: rows 56, 57.');
		expect(message).toBe("58 of 58 rows can't be processed [items 0 to 57]");
	});
});

it('the advice is that of the first row, unless a later one may be paid for', () => {
	const row = (advice: string, charged?: boolean) =>
		fail({ kind: 'timeout', message: advice, advice, charged });
	const adviceOf = (...rows: ItemOutcome[]) => stop(rows).lines.at(-1);
	expect(adviceOf(row('A', false), row('B', false))).toBe(`${ROWS} A`);
	expect(adviceOf(row('A', false), row('B'), row('C', true))).toBe(`${ROWS} B`);
});

it('a note is left out only where the rows name all of its checks', () => {
	const row = (hash: string, names?: string[]) =>
		fail({ kind: 'timeout', hash, notes: [{ about: 'check', text: 'Look at them.', names }] });
	for (const [names, isSaid] of [
		[['a', 'b'], false],
		[['a', 'c'], true],
		[[], true],
		[undefined, true],
	] as const) {
		const text = stop([row('a', names && [...names]), row('b')]).lines.join('\n');
		expect(text.includes('Look at them.')).toBe(isSaid);
	}
});

it('where all rows are only held back, the failure is that of the first', () => {
	const held = (message: string) => fail({ message }, { isConsequence: true });
	expect(stop([done, held('A'), held('B')])).toEqual({
		message: 'A',
		lines: ['Do this.'],
		item: 1,
	});
	expect(stop([held('A'), fail({ message: 'B' }), held('C')])).toMatchObject({
		message: 'B',
		item: 1,
	});
});

it('what was paid for is named once, and what to do about it is said', () => {
	const paidBy = (paid: readonly string[], more: Partial<FailureFacts> = {}) => {
		const { failure } = makeStopFailure([fail({ paid, ...more })])!;
		return failure.notes;
	};
	const rerun = { about: 'rerunPaid', text: '', again: { after: 'payment' } };
	const other = { about: 'otherRows', text: '' };
	expect(paidBy([])).toEqual([other]);
	expect(paidBy(['a', 'b', 'a'])).toEqual([
		other,
		{ about: 'paid', text: 'Paid for so far: 2 (a, b).', names: ['a', 'b'] },
		rerun,
	]);
	const note = { about: 'check', text: 'It is a.', names: ['a'] } as const;
	expect(paidBy(['a'], { notes: [note] })).toEqual([
		note,
		other,
		{ about: 'paid', text: 'Paid for so far: 1 (1 named above).', names: [] },
		rerun,
	]);
	expect(paidBy(['b', 'a', 'c'], { notes: [note] })).toEqual([
		note,
		other,
		{ about: 'paid', text: 'Paid for so far: 3 (b, c; 1 named above).', names: ['b', 'c'] },
		rerun,
	]);
});
