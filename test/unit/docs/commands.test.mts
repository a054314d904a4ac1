/** The commands that the pages tell people to run exist. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, PAGES, read, ROOT } from './pages.mts';

const { name, repository, scripts } = JSON.parse(
	readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as {
	name: string;
	repository: { url: string };
	scripts: Record<string, string>;
};

/** What may stand in a block that people copy into a shell. */
const KNOWN = [
	/^git clone https:\/\/github\.com\/[\w./-]+\.git$/,
	/^cd [\w-]+$/,
	/^npm ci$/,
	/^npm test$/,
	/^npm run [\w:]+( -- [\w .-]+)?$/,
	/^npx jest [\w/.]+$/,
];

const BLOCKS = PAGES.flatMap((page) =>
	blocksOf(page)
		.filter(({ language }) => language === 'bash')
		.flatMap(({ text }) => text.trim().split(/\n| && /))
		.map((command) => [page, command.trim()] as const),
);

describe('commands', () => {
	it.each(PAGES)('%s names only scripts of package.json', (page) => {
		const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});

	it.each(BLOCKS)('%s: %s is one that is known', (_page, command) => {
		expect(KNOWN.some((known) => known.test(command))).toBe(true);
	});

	it('are the two of the start in the README', () => {
		const start = blocksOf('README.md').filter(({ language }) => language === 'bash');
		expect(start.map(({ text }) => text.trim())).toEqual([
			[
				`git clone ${repository.url.replace('git+', '')}`,
				`cd ${name}`,
				'npm ci && npm run demo',
			].join('\n'),
			'npm ci && npm test',
		]);
	});

	it('that contributors have are all in the guide', () => {
		const own = ['release', 'prepublishOnly', 'lint', 'lint:arrows', 'typecheck', 'scan', 'test'];
		const missing = Object.keys(scripts).filter(
			(name) => !own.includes(name) && !read('docs/contributing.md').includes(`npm run ${name}`),
		);
		expect(missing).toEqual([]);
	});
});
