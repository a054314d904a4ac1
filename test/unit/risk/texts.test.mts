/** Numbers and names as the service writes them and as people read them. */
import { listSignals, SIGNAL_NAMES, summarizeCheck } from '../../../nodes/shared/risk/index.ts';
import { readNumber } from '../../../nodes/shared/risk/numbers.ts';
import { clip } from '../../../nodes/shared/risk/text.ts';
import { assess } from './samples.mts';

it.each([
	['+5', 5],
	['-5', -5],
	['5.', 5],
	['.25', 0.25],
	['1.25e2', 125],
	['1E+2', 100],
	['25e-2', 0.25],
	[' 12 ', 12],
])('the text %j is a number', (text, expected) => expect(readNumber(text)).toBe(expected));

it.each(['', '.', 'x5', '5x', '.x', '1ex2', '1e', '0x10', '1,5', '12 %', 'Infinity'])(
	'the text %j is none',
	(text) => expect(readNumber(text)).toBeNull(),
);

it.each([
	['abcd', 4, 'abcd'],
	['abcde', 4, 'abc…'],
	['👛👛👛', 3, '👛👛👛'],
	['👛👛👛👛', 3, '👛👛…'],
])('%s cut to %i characters is %s', (text, length, expected) =>
	expect(clip(text, length)).toBe(expected),
);

it('every known signal has a label that a person can read', () => {
	for (const { label } of SIGNAL_NAMES) expect(label).toMatch(/^[A-Z]/);
});

describe('the list of signals', () => {
	const list = (signals: unknown, more: object = {}) => listSignals(assess({ signals, ...more }));

	it('has all of them, largest first, the known as the service spells them', () => {
		expect(list({ sanctions: 0.12, mixer: 0.384, '!!': 0.1 })).toBe(
			'mixer 38.4 %, sanctions 12 %, unnamed 10 %',
		);
	});

	it('is none where the report names none, and missing where none were read', () => {
		expect(list({})).toBe('none');
		expect(list({ mixer: 0 })).toBe('none');
		for (const signals of [undefined, null, 'x']) expect(list(signals)).toBeUndefined();
		expect(list({ mixer: 1 }, { source: 'history' })).toBeUndefined();
		for (const signals of [{ sanctions: '12,5 %' }, { danger: { mixer: 1 } }, { mixer: 150 }])
			expect(list(signals)).toBeUndefined();
		expect(list({ wallet: 0.5, sanctions: null })).toBe('wallet 50 %');
	});

	it('ends after forty, with how many more there are', () => {
		const many = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, 0.01]));
		expect(list(many(40))?.split(', ')).toHaveLength(40);
		expect(list(many(40))).not.toContain('more');
		expect(list(many(42))).toMatch(/^(s\d+ 1 %, ){39}s\d+ 1 % and 2 more$/);
	});
});

describe('the summary', () => {
	const line = (signals: unknown, more: object = {}) =>
		summarizeCheck({
			currency: 'BTC',
			address: 'abc',
			status: 'SUCCESS',
			assessment: assess({ riskscore: 3, signals }),
			...more,
		});

	it('leaves out what is not there', () => {
		expect(line({}, { currency: '' })).toBe('LOW 3/100 · abc');
		expect(line({}, { currency: '', address: '' })).toBe('LOW 3/100');
	});

	it('shows no trusted source beside any other', () => {
		expect(line({ payment: 0.6, wallet: 0.39, mixer: 0.01 })).toBe(
			'LOW 3/100 · BTC abc · mixer 1 %',
		);
	});

	it('shows three signals, danger before what is only suspicious', () => {
		const danger = { mixer: 0.1, scam: 0.1, ransom: 0.05 };
		expect(line({ ...danger, atm: 0.7 })).toBe(
			'HIGH 3/100 · BTC abc · mixer 10 %, scam 10 %, ransom 5 %',
		);
		expect(line({ ...danger, sanctions: 200 })).toBe(
			'HIGH 3/100 · BTC abc · sanctions, mixer 10 %, scam 10 %',
		);
	});

	it('names what has no name that can be shown', () => {
		expect(line({ '!!': 0.5 })).toBe('LOW 3/100 · BTC abc · unnamed 50 %');
	});

	it.each([
		['abcdefghijklmn', 'abcdefghijklmn'],
		['abcdefghijklmno', 'abcdef…lmno'],
	])('shortens the address %s to %s', (address, shown) =>
		expect(line({}, { address })).toBe(`LOW 3/100 · BTC ${shown}`),
	);
});
