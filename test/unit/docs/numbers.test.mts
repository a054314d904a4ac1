/** Numbers in the pages for users are the ones of the code, or of the tests that measure them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { quote } from '../../../nodes/shared/addresses/index.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/outputs/check.ts';
import { read, ROOT } from './pages.mts';

/** The value of a constant, whether it is exported or not. Its text is a number or a product of numbers. */
function constant(file: string, name: string): number {
	const source = readFileSync(path.join(ROOT, file), 'utf8');
	const found = new RegExp(`const ${name}(?:: \\w+)? = ([\\d_ *]+);`).exec(source);
	if (found === null) throw new Error(`${file} has no number called ${name}: mend this test`);
	return found[1]
		.replaceAll('_', '')
		.split('*')
		.reduce((product, factor) => product * Number(factor), 1);
}

const rpc = 'nodes/shared/rpc';

it.each([
	['docs/scale.md', /begins with (\d+) at once/, constant(`${rpc}/pool.ts`, 'INITIAL_CONCURRENCY')],
	[
		'docs/scale.md',
		/\*Max Concurrent\* \((\d+)\)/,
		constant(`${rpc}/session.ts`, 'DEFAULT_MAX_CONCURRENT'),
	],
	[
		'docs/scale.md',
		/Timeout of one submission \| (\d+) seconds/,
		constant('nodes/AmlCheck/screening/submit.ts', 'TIMEOUT_MS') / 1000,
	],
	[
		'docs/scale.md',
		/at most (\d+) seconds after the run's timeout/,
		constant('nodes/AmlCheck/screening/submit.ts', 'GRACE_MS') / 1000,
	],
	[
		'docs/scale.md',
		/Size of one response \| (\d+) MiB/,
		constant(`${rpc}/transport.ts`, 'MAX_MEBIBYTES'),
	],
	['docs/security.md', /read at most (\d+) MiB/, constant(`${rpc}/transport.ts`, 'MAX_MEBIBYTES')],
	[
		'docs/scale.md',
		/one trigger execution carries \| ([\d,]+)/,
		constant('nodes/AmlCheckTrigger/results.ts', 'MAX_DELIVERIES'),
	],
	[
		'docs/trigger.md',
		/about ([\d,]+) a poll/,
		constant('nodes/AmlCheckTrigger/results.ts', 'MAX_DELIVERIES'),
	],
	[
		'docs/scale.md',
		/history in one poll \| (\d+)/,
		constant('nodes/AmlCheckTrigger/service.ts', 'MAX_PAGES'),
	],
	[
		'docs/scale.md',
		/agree on the time within (\w+) minutes/,
		constant('nodes/AmlCheck/waiting/history.ts', 'MAX_CLOCK_SKEW_MS') / 60_000,
	],
])('%s: %s', (page, pattern, expected) => {
	const [, written] = pattern.exec(read(page)) ?? [];
	const words: Record<string, number> = { two: 2, three: 3, four: 4, five: 5 };
	const value = words[String(written)] ?? Number(written?.replaceAll(',', ''));
	expect(`${page} says ${value}`).toBe(`${page} says ${expected}`);
});

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

/** A page that nobody reads to its end helps nobody. */
const MAX_WORDS = 15_500;

it(`the pages for users have at most ${MAX_WORDS} words`, () => {
	const pages = [
		'README.md',
		...readdirSync(path.join(ROOT, 'docs'))
			.filter((name) => name.endsWith('.md'))
			.map((name) => `docs/${name}`),
	];
	expect(pages.length).toBeGreaterThan(9);
	const words = pages.map((page) => read(page).split(/\s+/).filter(Boolean).length);
	expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MAX_WORDS);
});
