/** What a run throws that stops: rows by reason, every check once, and the one thing that helps. */
import { done, fail, stop } from './support.mts';

const missing = (n: number) => fail({ reason: 'missing', message: `Row says ${n}` });

it('counts rows by reason, largest first, and lists ranges', () => {
	const outcomes = Array.from({ length: 200 }, (_, n) =>
		n < 50 ? done : n % 10 === 3 ? fail({ reason: 'privateKey', message: `k${n}` }) : missing(n),
	);
	const { message, lines } = stop(outcomes);
	expect(message).toBe(
		"150 of 200 rows can't be screened: 135 without an address or a hash (rows 50 to 52, 54 to 62, 64 to 72, …), 15 with a private key or a seed (rows 53, 63, 73, …)",
	);
	expect(lines[0]).toMatch(/^135 without an address or a hash: rows 50 to 52, 54 to 62, 64 to 72/);
	expect(lines[1]).toMatch(/^15 with a private key or a seed: rows 53, 63, .*, 193\.$/);
	expect(lines[2]).toBe(
		'Rows count from 0, as in n8n. To screen the other 50, set On Error to Continue.',
	);
});

it('has at most 30 lines, and names every check once however many there are', () => {
	const outcomes = Array.from({ length: 300 }, (_, n) =>
		fail({
			kind: 'timeout',
			message: `No answer ${n}`,
			charged: undefined,
			address: `wallet${n}`,
			...(n % 2 ? { hash: `h${n}.` } : { candidates: [`a${n}.`, `b${n}.`] }),
			paid: ['h1.', 'elsewhere.'],
		}),
	);
	const { lines, message } = stop(outcomes);
	expect(message).toMatch(/^300 of 300 rows can't be processed \[items 0 to 299\]$/);
	expect(lines).toHaveLength(30);
	const text = lines.join('\n');
	for (let n = 0; n < 300; n++)
		for (const hash of n % 2 ? [`h${n}.`] : [`a${n}.`, `b${n}.`])
			expect({ hash, times: text.split(hash).length - 1 }).toEqual({ hash, times: 1 });
	expect(text).toContain('Row 1 (wallet1) h1.: No answer 1.');
	expect(text).toContain('may be a0. or b0.');
	expect(text).toContain('Paid for so far: 2 (elsewhere.; 1 named above).');
	expect(text).not.toContain('set On Error');
});

it('a note that names a check of a row is left out: the row names it already', () => {
	const row = (n: number) =>
		fail({
			...{ kind: 'timeout', message: 'Late', charged: true, hash: `h${n}.` },
			notes: [
				{ about: 'check', text: `Its hash is h${n}.`, names: [`h${n}.`] },
				{ about: 'retry', text: 'Wait a while.' },
			],
		});
	const text = stop([row(0), row(1)]).lines.join('\n');
	for (const hash of ['h0.', 'h1.']) expect(text.split(hash).length - 1).toBe(1);
	expect(text).toContain('Wait a while.');
});

it('keeps the words of one cause, and of a cancelled run; leaves out what was only held back', () => {
	const late = (n: number) => fail({ kind: 'timeout', message: 'Late', hash: `h${n}.` });
	expect(stop([late(0), done, late(2)]).message).toBe('Late [items 0, 2]');
	expect(stop([late(0), fail({ kind: 'cancelled', message: 'Stopped' })])).toMatchObject({
		message: 'Stopped',
		item: 1,
	});
	expect(stop([fail({}, { isConsequence: true }), missing(1)])).toMatchObject({ item: 1 });
	expect(stop([fail({ message: 'All' }, { isOfRun: true }), missing(1)]).message).toBe('All');
});

it('does not say that nothing was paid where another row may be paid for', () => {
	const about = 'payment' as const;
	const unpaid = fail({ kind: 'rejected', notes: [{ about, text: 'Nothing was paid.' }] });
	for (const charged of [true, undefined]) {
		const notes = [{ about, text: 'It is not known yet.' }];
		const unsure = fail({ kind: 'timeout', message: 'Late', charged, notes });
		for (const outcomes of [
			[unpaid, unsure],
			[unsure, unpaid],
		]) {
			const text = stop(outcomes).lines.join('\n');
			expect(text).toContain('It is not known yet.');
			expect(text).not.toContain('Nothing was paid.');
		}
	}
	expect(stop([unpaid, unpaid]).lines.join('\n')).toContain('Nothing was paid.');
});
