/** The token in texts and in data: what is hidden, and what stays as the service sent it. */
import { hideInData, hideToken, parseBody } from '../../../nodes/shared/service/credential.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1cyJ9.c2lnbmF0dXJlLW9m';
const EIGHT = 'Abcdefgh';
const MARK = '•••';

it.each([
	[EIGHT, 'nothing of it', 'nothing of it'],
	[EIGHT, 'the token Abcdefgh is wrong', `the token ${MARK} is wrong`],
	[EIGHT, 'ABCDEFGH abcdefgh', `${MARK} ${MARK}`],
	[EIGHT, 'AbcdefghAbcdefgh', `${MARK}${MARK}`],
	[EIGHT, 'İ Abcdefgh', `İ ${MARK}`],
	// A part of it says nothing, and may be the beginning of a signature.
	[EIGHT, 'Abcdefg', 'Abcdefg'],
	[JWT, `x ${JWT.slice(0, 40)}`, `x ${JWT.slice(0, 40)}`],
	['Abcdefg', 'Abcdefg is too short', 'Abcdefg is too short'],
	['', 'any text', 'any text'],
	['a.b*c(d)[e]$^|\\/', 'a.b*c(d)[e]$^|\\/ axbbc(d)', `${MARK} axbbc(d)`],
	['ab+c/de=', `in a link ${encodeURIComponent('ab+c/de=')}`, `in a link ${MARK}`],
	['ab"c\\def', `as JSON ${JSON.stringify('ab"c\\def')}`, `as JSON "${MARK}"`],
])('the token %s in the text %s: %s', (token, text, shown) =>
	expect(hideToken(token)(text)).toBe(shown),
);

it.each([
	[
		EIGHT,
		{ [`a${EIGHT}`]: [`x ${EIGHT}`, { b: EIGHT }] },
		{ [`a${MARK}`]: [`x ${MARK}`, { b: MARK }] },
	],
	[EIGHT, { list: [1, null, true, 'x'] }, { list: [1, null, true, 'x'] }],
	['12345678', [12345678, 123456789, -12345678, 1234567], [MARK, MARK, MARK, 1234567]],
])('the token %s in the data %j: %j', (token, value, kept) =>
	expect(hideInData(value, hideToken(token))).toEqual(kept),
);

it('a hundred levels are kept, lists and objects alike, and no more', () => {
	const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown =>
		levels === 0 ? [] : wrap(nest(levels - 1, wrap));
	const hide = hideToken(EIGHT);
	for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
		expect(hideInData(nest(100, wrap), hide)).toEqual(nest(100, wrap));
		expect(JSON.stringify(hideInData(nest(101, wrap), hide))).toContain(MARK);
	}
});

it.each([
	['{"a":1}', { a: 1 }],
	['[]', []],
	['null', 'null'],
	['"x"', '"x"'],
	['{', '{'],
	['', ''],
	[`{"${EIGHT}":"${EIGHT}"}`, { [MARK]: MARK }],
	['{"a":"\\u0041bcdefgh","b":"\\n"}', { a: MARK, b: '\n' }],
	[`no JSON ${EIGHT} \\`, `no JSON ${MARK} \\`],
])('the body %s is %j', (text, parsed) =>
	expect(parseBody(text, hideToken(EIGHT))).toEqual(parsed),
);
