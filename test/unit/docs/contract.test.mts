/** The page of the contract leads from users to maintainers, and says what live services have shown. */
import { cellsOf } from '../../../scripts/reference.docs.mts';
import { read } from './pages.mts';

const rows = read('docs/maintainers/contract.md')
	.split('\n')
	.filter((line) => /^\| ([1-9]|1[0-2]|[A-Z]) \| /.test(line))
	.map(cellsOf);

it('says of each line what live services have shown: nothing, or a verdict with the number of reports', () => {
	expect(rows).toHaveLength(9);
	for (const cells of rows)
		expect(cells.at(-1)).toMatch(/^(|(holds|differs|notSeen) \(\d+.*\).*)$/);
});

it('is what the page for users and the issue template lead to', () => {
	expect(read('docs/services.md')).toContain('](maintainers/contract.md)');
	expect(read('docs/services.md')).toContain('issues/new?template=service-report.yml');
	expect(read('README.md')).toContain('Account → Get Status');
	expect(read('.github/ISSUE_TEMPLATE/service-report.yml')).toContain('id: result');
});
