/** The versions that the pages promise are those that can be tested. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OLDEST, RELEASES } from '../../../scripts/compat/releases.mts';
import { read, ROOT, tableOf } from './pages.mts';

const json = (file: string) =>
	JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>;

const PAGE = 'docs/maintainers/compatibility.md';
const ROWS = tableOf(PAGE, 'releases');
const NEWEST = json('demo/n8n/package.json').dependencies.n8n ?? '';

describe('the table of versions', () => {
	it('lists what the command goes through, and what the demo runs', () => {
		expect(ROWS.map(([n8n]) => n8n)).toEqual([...RELEASES.map(({ n8n }) => n8n), NEWEST]);
	});

	it('has the newest engine that the tests run on', () => {
		const { devDependencies = {} } = json('package.json');
		const newest = ROWS.at(-1)?.slice(1, 3);
		expect(newest).toEqual([devDependencies['n8n-core'], devDependencies['n8n-workflow']]);
	});

	it.each(RELEASES)('has the command for $n8n', ({ n8n }) => {
		const command = ROWS.find(([release]) => release === n8n)?.[3];
		expect(command).toBe(`\`npm run test:compat -- --n8n ${n8n}\``);
	});

	it('begins and ends where the pages say', () => {
		expect(read(PAGE)).toContain(`Oldest tested: **${OLDEST}**. Newest tested: **${NEWEST}**.`);
	});
});
