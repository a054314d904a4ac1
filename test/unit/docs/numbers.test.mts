/** Facts in the pages for users that the code can say. */
import { quote } from '../../../nodes/shared/quote.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/outputs/check.ts';
import { read } from './pages.mts';

it.each(['docs/reference.md', 'docs/security.md'])(
	'%s: so many characters of a text that is no address are shown',
	(page) => {
		const [, first = '', last = ''] =
			/first (\w+) and last (\w+) characters/.exec(read(page)) ?? [];
		const shown = /^“(\w+)…(\w+)”$/.exec(quote('abcdefghijklmnopqrstuvwxyz')) ?? [];
		const words: Record<string, number> = { four: 4, six: 6 };
		expect([words[first], words[last]]).toEqual(shown.slice(1).map(({ length }) => length));
	},
);

it('the README: the columns that come first in its picture come first in an item', () => {
	const [first, second] = Object.keys(simplifiedCheckSchema.shape);
	expect([first, second]).toEqual(['riskLevel', 'summary']);
	expect(read('README.md')).toContain(
		'![Two hundred wallets as a table: the level and its summary come first]',
	);
});

it('the changelog does not call 0.2.0 a release', () => {
	const section = read('CHANGELOG.md')
		.split(/^## /m)
		.find((text) => text.startsWith('0.2.0'));
	expect(section).toContain('It was not published.');
});
