/** What can't be seen in a target, and how a target is quoted in a message. */
import {
	describeCharacter,
	findForeign,
	findInvisible,
	quote,
} from '../../../nodes/shared/addresses/hygiene.ts';

it.each([
	...['\u0000', '\u001f', '\u007f', '\u00ad', '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5'],
	...['\u180b', '\u180f', '\u200b', '\u2060', '\u2800', '\u3164', '\ud800', '\ue000', '\ufe00'],
	...['\ufe0f', '\ufeff', '\uffa0', '\u{e0001}'],
])('nobody sees %j', (character) => {
	expect(findInvisible(`a${character}b`)).toBe(character);
	expect(quote(`a${character}b`)).toBe('“a·b”');
});

it.each(['a', ' ', '\t', '\n', '\v', '\f', '\r', 'é', 'В', '👛', '\u1161', '\u180a'])(
	'anybody sees %j, or its place',
	(character) => expect(findInvisible(`a${character}b`)).toBeUndefined(),
);

it.each([
	['\u00ad', 'U+00AD, soft hyphen'],
	['\u200b', 'U+200B, zero-width space'],
	['\u200c', 'U+200C, zero-width non-joiner'],
	['\u200d', 'U+200D, zero-width joiner'],
	['\u200e', 'U+200E, left-to-right mark'],
	['\u200f', 'U+200F, right-to-left mark'],
	['\u202a', 'U+202A, left-to-right embedding'],
	['\u202c', 'U+202C, end of directional formatting'],
	['\u202e', 'U+202E, right-to-left override'],
	['\u2060', 'U+2060, word joiner'],
	['\ufeff', 'U+FEFF, byte order mark'],
	['В', 'U+0412'],
	['A', 'U+0041'],
	['👛', 'U+1F45B'],
])('%j is called %s', (character, name) => expect(describeCharacter(character)).toBe(name));

it('letters of other alphabets are found, and no others', () => {
	expect(findForeign('aВc')).toBe('В');
	expect(findForeign('a~b')).toBeUndefined();
	expect(findForeign('')).toBeUndefined();
});

describe('a target in a message', () => {
	it.each([
		['', '“”'],
		['123456789012345', '“123456789012345”'],
		['1234567890123456', '“12345678…123456”'],
		['👛'.repeat(7), `“${'👛'.repeat(7)}”`],
		['👛'.repeat(20), `“${'👛'.repeat(8)}…${'👛'.repeat(6)}”`],
		['a b\tc\nd', '“a·b·c·d”'],
	])('%j is %s', (text, quoted) => expect(quote(text)).toBe(quoted));

	it('of any length takes no longer', () => {
		expect(quote(`start${' '.repeat(1_000_000)}theend`)).toBe('“start···…theend”');
	});
});
