/** A person who follows the link of a failure finds its line. */
import { REASONS } from '../../../nodes/shared/failures/facts.ts';
import { read } from './pages.mts';

it.each(Object.keys(REASONS))('%s has its line in the page on troubleshooting', (reason) => {
	const [, after = ''] = read('docs/troubleshooting.md').split(`\n### ${reason}\n`);
	expect(after.trim()).toMatch(/^[A-Z].{40}/);
});
