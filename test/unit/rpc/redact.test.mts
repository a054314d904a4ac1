/** The token in texts for people and in data: what is hidden, and what stays as the service sent it. */
import fc from 'fast-check';
import { hideInTexts, parseBody, removeFromData } from '../../../nodes/shared/rpc/redact.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1cyJ9.c2lnbmF0dXJlLW9m';
const LINK = `https://files.example/r.pdf?sig=${JWT.slice(0, 36)}.eyJzdWIiOiJ0aGV5In0.b3RoZXI`;
const MARK = '•••';

describe('in texts', () => {
	const hide = hideInTexts('Abcdefgh-1234');

	it.each([
		['nothing of it', 'nothing of it'],
		['Abcdefgh-1234', MARK],
		['the token Abcdefgh-1234 is wrong', `the token ${MARK} is wrong`],
		['ABCDEFGH-1234', MARK],
		['a piece: cdefgh-1!', `a piece: ${MARK}!`],
		['too short: cdefgh-', 'too short: cdefgh-'],
		['Abcdefgh Abcdefgh', `${MARK} ${MARK}`],
		['İ Abcdefgh', MARK],
	])('%s: %s', (text, shown) => expect(hide(text)).toBe(shown));

	it('no eight characters in a row are left, wherever and however often it stands', () => {
		const texts = fc.array(
			fc.oneof(
				fc.string(),
				fc.tuple(fc.nat(70), fc.nat(70)).map(([from, to]) => JWT.slice(from, to)),
				fc.constant(JWT.toUpperCase()),
			),
		);
		const hideJwt = hideInTexts(JWT);
		fc.assert(
			fc.property(texts, (parts) => {
				const shown = hideJwt(parts.join('')).toLowerCase();
				for (let at = 0; at + 8 <= JWT.length; at++)
					expect(shown).not.toContain(JWT.slice(at, at + 8).toLowerCase());
			}),
			{ seed: 8, numRuns: 300 },
		);
	});
});

describe('in data', () => {
	const remove = removeFromData(JWT);

	it('a link that is signed with a text that begins like the token stays as it is', () => {
		const data = { pdfLink: LINK, list: [1, null, true, 'x'], inner: { text: JWT.slice(0, 40) } };
		expect(remove(data)).toEqual(data);
		expect(parseBody(JSON.stringify(data), remove)).toEqual(data);
	});

	it('the whole token is taken out of every value and name, in either case', () => {
		const data = { [`a${JWT}`]: [`x ${JWT} y ${JWT.toUpperCase()}`, { b: JWT }] };
		expect(remove(data)).toEqual({ [`a${MARK}`]: [`x ${MARK} y ${MARK}`, { b: MARK }] });
	});

	it('a token of digits is taken out of numbers', () =>
		expect(removeFromData('1234567890')([1234567890, 123456789])).toEqual([MARK, 123456789]));

	it('a token with signs is no pattern', () => {
		const signs = removeFromData('a.b*c(d)[e]$^|\\/');
		expect(signs(['a.b*c(d)[e]$^|\\/', 'axbbc(d)'])).toEqual([MARK, 'axbbc(d)']);
	});

	it('a token shorter than eight characters is not looked for', () => {
		expect(removeFromData('wallet7')('my wallet7')).toBe('my wallet7');
		expect(removeFromData('wallet78')('my wallet78')).toBe(`my ${MARK}`);
	});

	it('a body that spells it in another way is read before', () => {
		const spelled = `{"a":"\\u0065${JWT.slice(1)}","b":"\\n"}`;
		expect(parseBody(spelled, remove)).toEqual({ a: MARK, b: '\n' });
		expect(parseBody(`[${spelled}]`, remove)).toEqual([{ a: MARK, b: '\n' }]);
		expect(parseBody(`no JSON ${JWT} \\`, remove)).toBe(`no JSON ${MARK} \\`);
	});

	it('what is nested too deep is not kept', () => {
		let data: unknown = JWT;
		for (let depth = 0; depth < 150; depth++) data = [data];
		expect(JSON.stringify(remove(data))).not.toContain(JWT);
	});
});

describe('at its limits', () => {
	const seven = 'Abcdefg';
	const eight = 'Abcdefgh';

	it.each([
		[seven, 'Abcdefg', 'Abcdefg'],
		[seven, 'Abcdefgh', 'Abcdefgh'],
		[eight, 'xabcdefghx', `x${MARK}x`],
		[eight, 'abcdefgabcdefgh', `abcdefg${MARK}`],
		[`${eight}ij`, 'x bcdefghi y cdefghij', `x ${MARK} y ${MARK}`],
		[`${eight}ij`, 'abcdefghij', MARK],
		[`${eight}ij`, 'abcdefghijabcdefghij', `${MARK}${MARK}`],
		[eight, '', ''],
		[eight, 'İ and nothing', 'İ and nothing'],
		['', 'any text', 'any text'],
	])('the token %s in the text %s: %s', (token, text, shown) =>
		expect(hideInTexts(token)(text)).toBe(shown),
	);

	it.each([
		[eight, eight.toUpperCase(), MARK],
		[eight, `${eight}${eight}`, `${MARK}${MARK}`],
		[seven, { [seven]: seven }, { [seven]: seven }],
		['12345678', 12345678, MARK],
		['12345678', 123456789, MARK],
		['12345678', -12345678, MARK],
		['12345678', { a: [1234567, true, null] }, { a: [1234567, true, null] }],
		['1.3456-8', '1x3456-8', '1x3456-8'],
	])('the token %s in the data %j: %j', (token, value, kept) =>
		expect(removeFromData(token)(value)).toEqual(kept),
	);

	it('a hundred levels are kept, lists and objects alike, and no more', () => {
		const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown =>
			levels === 0 ? [] : wrap(nest(levels - 1, wrap));
		const remove = removeFromData(eight);
		for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
			expect(remove(nest(100, wrap))).toEqual(nest(100, wrap));
			expect(JSON.stringify(remove(nest(101, wrap)))).toContain(MARK);
		}
	});

	it.each([
		['{"a":1}', { a: 1 }],
		['[]', []],
		['null', 'null'],
		['7', '7'],
		['"x"', '"x"'],
		['{', '{'],
		['', ''],
		[`{"${eight}":"${eight}"}`, { [MARK]: MARK }],
		['{"a":"\\u0041bcdefgh"}', { a: MARK }],
		[`"${eight}"`, `"${MARK}"`],
	])('the body %s is %j', (text, parsed) =>
		expect(parseBody(text, removeFromData(eight))).toEqual(parsed),
	);
});
