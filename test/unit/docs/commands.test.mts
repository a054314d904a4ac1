/** The commands that the pages name exist, and the README keeps what it has to say. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, missingIn, PAGES, read, ROOT, tableOf } from './pages.mts';

const { name, version, repository, scripts, devDependencies } = JSON.parse(
	readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as {
	name: string;
	version: string;
	repository: { url: string };
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};

/** Scripts that n8n's tooling or `npm test` calls. */
const INTERNAL =
	/^(release|prepublishOnly|lint(:\w+)?|typecheck(:tools)?|package|scan|test|build)$/;

it.each(PAGES)('%s names only scripts of package.json', (page) => {
	const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
	expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

it('the README has the line that installs, and the two commands of the start', () => {
	const [install, demo, test] = blocksOf('README.md').map(({ text }) => text.trim());
	const clone = `git clone ${repository.url.replace('git+', '')}`;
	expect(install).toBe(
		`npm install --prefix . --ignore-scripts --omit=peer ./${name}-${version}.tgz`,
	);
	expect(demo).toBe([clone, `cd ${name}`, 'npm ci && npm run demo'].join('\n'));
	expect(test).toBe('npm ci && npm test');
});

it('the page for administrators builds the file that it installs', () => {
	const parts = ['npm ci && npm run build && npm pack', `${name}-${version}.tgz`];
	expect(missingIn('docs/install.md', parts)).toEqual([]);
});

it('the page for administrators pins this version, and the newest tested n8n', () => {
	const text = read('docs/install.md');
	const [, list = ''] = /^N8N_COMMUNITY_PACKAGES='(.*)'$/m.exec(text) ?? [];
	expect(JSON.parse(list)).toEqual([{ name, version }]);
	const { dependencies } = JSON.parse(
		readFileSync(path.join(ROOT, 'instance/n8n/package.json'), 'utf8'),
	) as { dependencies: { n8n: string } };
	expect(/image: n8nio\/n8n:(\S+)/.exec(text)?.[1]).toBe(dependencies.n8n);
});

it('the README says that no live service was tried, and where its promises end', () => {
	const parts = ['not yet tried with a live account', 'docs/scale.md#what-cant-be-promised'];
	expect(missingIn('README.md', parts)).toEqual([]);
});

it('the guide for contributors has all commands', () => {
	const guide = read('docs/maintainers/contributing.md');
	const missing = Object.keys(scripts).filter(
		(script) => !INTERNAL.test(script) && !guide.includes(`npm run ${script}`),
	);
	expect(missing).toEqual([]);
});

it('the page of releases has the reason of each dependency', () => {
	const rows = tableOf('docs/maintainers/releasing.md', 'dependencies');
	const named = rows.flatMap(([packages = '']) => packages.split(', '));
	const without = Object.keys(devDependencies).filter(
		(one) => !named.some((known) => one === known || one.startsWith(`${known}/`)),
	);
	expect(without).toEqual([]);
});
