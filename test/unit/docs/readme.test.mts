/** The README is short enough to be read, and leads to everything else. */
import { anchorsOf, read } from './pages.mts';

const README = read('README.md');
const HEADINGS = [...README.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

it('has at most 150 lines', () => {
	expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

it('shows three pictures, and says what each of them shows', () => {
	const pictures = [...README.matchAll(/!\[([^\]]*)\]\(docs\/images\/[\w.-]+\)/g)];
	expect(pictures).toHaveLength(3);
	for (const [, text = ''] of pictures) expect(text.split(' ').length).toBeGreaterThan(5);
});

it('begins with links that jump to its sections', () => {
	const line = README.split('\n').find((one) => one.startsWith('[Try it]')) ?? '';
	const targets = [...line.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
	expect(targets).toHaveLength(HEADINGS.length - 1);
	for (const target of targets) expect(anchorsOf('README.md')).toContain(target);
	expect(HEADINGS.at(-1)).toBe('Licence');
});

it('has a first workflow of six steps', () => {
	const section = README.split('## First workflow')[1]?.split('\n## ')[0] ?? '';
	expect(section.match(/^\d+\. /gm)).toEqual(['1. ', '2. ', '3. ', '4. ', '5. ', '6. ']);
});

it('links what can not be promised where it promises', () => {
	const section = README.split('## What it promises')[1]?.split('\n## ')[0] ?? '';
	expect(section).toContain('](docs/scale.md#what-can-not-be-promised)');
});
