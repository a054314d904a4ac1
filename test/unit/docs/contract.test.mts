/** The page of the contract has the lines that Check Service compares, each with the column of live services. */
import { LINES } from '../../../nodes/AmlCheck/service/lines/index.ts';
import { cellsOf } from '../../../scripts/reference.docs.mts';
import { read } from './pages.mts';

const rows = read('docs/maintainers/contract.md')
	.split('\n')
	.filter((line) => /^\| ([1-9]|1[0-2]|[A-Z]) \| /.test(line))
	.map(cellsOf);

it('has the lines of the code, in their order', () => {
	expect(rows.map(([id, name]) => `${id} ${name}`)).toEqual(
		LINES.map(({ id, name }) => `${id} ${name}`),
	);
});

it('says of each line what live services have shown: nothing, or a verdict with the number of reports', () => {
	for (const cells of rows)
		expect(cells.at(-1)).toMatch(/^(|(holds|differs|notSeen) \(\d+.*\).*)$/);
});

it('is what the page for users and the issue template lead to', () => {
	expect(read('docs/services.md')).toContain('](maintainers/contract.md)');
	expect(read('docs/services.md')).toContain('issues/new?template=service-report.yml');
	expect(read('README.md')).toContain('Account → Check Service');
	expect(read('.github/ISSUE_TEMPLATE/service-report.yml')).toContain('id: result');
});
