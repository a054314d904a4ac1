/** What GitHub runs for this repository: nothing that can change under it, and nobody else's code near npm's door. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = '.github/workflows';
const FILES = readdirSync(FOLDER).map(
	(file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')] as const,
);

/** The jobs of a workflow, each from its name to the next. */
const jobsOf = (text: string): string[] =>
	text.slice(text.indexOf('\njobs:')).split(/\n {2}(?=\w)/);

describe.each(FILES)('the workflow %s', (_, text) => {
	it('takes actions by commit, and says which version that is', () => {
		const actions = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action);
		expect(actions.length).toBeGreaterThan(0);
		for (const action of actions)
			expect(action).toMatch(/^[\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v[\d.]+$/);
	});

	it('may only read, whatever its jobs are given beyond that', () => {
		expect(text).toMatch(/\npermissions:\n {2}contents: read\n\n/);
	});

	it('signs nothing where dependencies run', () => {
		for (const job of jobsOf(text)) {
			if (job.includes('id-token: write')) expect(job).not.toMatch(/npm (ci|install|test|run)/);
		}
	});
});

it('only a version that is on main is published', () => {
	const publish = new Map(FILES).get('publish.yml')!;
	expect(publish).toContain("tags: ['[0-9]+.[0-9]+.[0-9]+']");
	expect(publish).toContain('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
	expect(jobsOf(publish).filter((job) => job.includes('id-token: write'))).toHaveLength(1);
});
