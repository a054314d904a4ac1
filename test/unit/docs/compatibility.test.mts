/** The versions that the pages promise are those that can be tested. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OLDEST, RELEASES } from '../../../scripts/compat/releases.mts';
import { missingIn, ROOT, tableOf } from './pages.mts';

const json = (file: string) =>
	JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>;

interface Lock {
	packages: Record<string, { version: string }>;
}

const PAGE = 'docs/maintainers/releasing.md';
const ROWS = tableOf(PAGE, 'releases');
const NEWEST = json('instance/n8n/package.json').dependencies.n8n ?? '';

describe('the table of versions', () => {
	it('lists what the command goes through, and what the demo runs', () => {
		expect(ROWS.map(([n8n]) => n8n)).toEqual([...RELEASES.map(({ n8n }) => n8n), NEWEST]);
	});

	it('has the engine of the n8n that the demo installs', () => {
		const { packages } = json('instance/n8n/package-lock.json') as unknown as Lock;
		const installed = ['n8n', 'n8n-core', 'n8n-workflow'].map(
			(name) => packages[`node_modules/${name}`]?.version,
		);
		expect(ROWS.at(-1)?.slice(0, 3)).toEqual(installed);
	});

	it('names the engine that npm test runs on, where it is another', () => {
		const { devDependencies = {} } = json('package.json');
		const words = `\`npm test\` uses n8n-core ${devDependencies['n8n-core']}.`;
		expect(missingIn(PAGE, [words])).toEqual([]);
	});

	it.each(RELEASES)('has the command for $n8n', ({ n8n }) => {
		const command = ROWS.find(([release]) => release === n8n)?.[3];
		expect(command).toBe(`\`npm run ci:compat -- --n8n ${n8n}\``);
	});

	it('begins and ends where the pages say', () => {
		const words = `Oldest tested: **${OLDEST}**. Newest tested: **${NEWEST}**.`;
		expect(missingIn(PAGE, [words])).toEqual([]);
	});
});
