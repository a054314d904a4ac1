/** What the pages point to is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprintOf, readFingerprints } from '../../../scripts/screenshots/fingerprints.mts';
import { anchorsOf, blocksOf, PAGES, proseOf, read, ROOT } from './pages.mts';

interface Link {
	page: string;
	target: string;
}

const LINKS: Link[] = PAGES.flatMap((page) =>
	[...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ page, target })),
);
const OWN = LINKS.filter(({ target }) => !/^https?:/.test(target));

/** A link as a path from the root, and its anchor. */
function resolve({ page, target }: Link): { file: string; anchor: string | undefined } {
	const [file = '', anchor] = target.split('#');
	return { file: file === '' ? page : path.posix.join(path.posix.dirname(page), file), anchor };
}

describe('links', () => {
	it.each(OWN.map((link) => [link.page, link.target] as const))('%s: %s', (page, target) => {
		const { file, anchor } = resolve({ page, target });
		expect(existsSync(path.join(ROOT, file))).toBe(true);
		if (anchor) expect(anchorsOf(file)).toContain(anchor);
	});

	it.each([
		'credentials/AmlCheckApi.credentials.ts',
		'nodes/AmlCheck/AmlCheck.node.json',
		'nodes/AmlCheckTrigger/AmlCheckTrigger.node.json',
	])('to pages of this repository, from %s, exist', (file) => {
		const text = readFileSync(path.join(ROOT, file), 'utf8');
		const pages = [...text.matchAll(/\/blob\/main\/([^"'#]+)/g)].map(([, page = '']) => page);
		expect(pages).not.toEqual([]);
		for (const page of pages) expect(existsSync(path.join(ROOT, page))).toBe(true);
	});
});

describe('pictures', () => {
	const shown = new Set(OWN.map((link) => resolve(link).file));

	const pictures = readdirSync(path.join(ROOT, 'docs/images'));
	const taken = readFingerprints();

	it.each(pictures)('%s is in a page', (picture) => {
		expect(shown).toContain(`docs/images/${picture}`);
	});

	it.each(pictures)(
		'%s shows its example or node as it is (else: npm run screenshots)',
		(picture) => {
			const name = path.basename(picture, '.png');
			expect(taken[name]).toBe(fingerprintOf(name));
		},
	);

	it('that are gone have no fingerprint', () => {
		const names = pictures.map((picture) => path.basename(picture, '.png'));
		expect(Object.keys(taken).sort()).toEqual(names.sort());
	});
});

describe('pages', () => {
	it('are all reachable from the README', () => {
		const reached = new Set(['README.md']);
		for (const page of reached)
			for (const link of OWN.filter((one) => one.page === page)) {
				const { file } = resolve(link);
				if (file.endsWith('.md')) reached.add(file);
			}
		// GitHub itself shows those of the community.
		const shown = ['CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md'];
		const hidden = PAGES.filter((page) => !reached.has(page) && !shown.includes(page));
		expect(hidden).toEqual([]);
	});

	it.each(PAGES)('%s has JSON that parses', (page) => {
		const blocks = blocksOf(page).filter(({ language }) => language === 'json');
		for (const { text } of blocks) expect(() => JSON.parse(text) as unknown).not.toThrow();
	});

	it.each(PAGES)('%s names only files of the repository that exist', (page) => {
		const named = [
			...read(page).matchAll(
				/`((?:nodes|credentials|sandbox|instance|demo|bench|test|scripts|examples)\/[\w./-]*)`/g,
			),
		];
		const missing = named
			.map(([, file = '']) => file)
			.filter((file) => !existsSync(path.join(ROOT, file)));
		expect(missing).toEqual([]);
	});
});

describe('the map of the code', () => {
	const block = blocksOf('docs/maintainers/design.md').find(({ text }) =>
		text.startsWith('credentials/'),
	);
	const lines = (block?.text ?? '').trimEnd().split('\n');

	it('names folders that exist', () => {
		let parent = '';
		for (const line of lines) {
			const [, indent = '', folder = ''] = /^( *)(\S+)/.exec(line) ?? [];
			if (indent === '') parent = folder;
			expect(existsSync(path.join(ROOT, indent === '' ? '' : parent, folder))).toBe(true);
		}
	});

	it('leaves out none of the node', () => {
		const folders = ['nodes/AmlCheck', 'nodes/shared'].flatMap((folder) =>
			readdirSync(path.join(ROOT, folder), { withFileTypes: true })
				.filter((entry) => entry.isDirectory())
				.map(({ name }) => `${name}/`),
		);
		const named = lines.map((line) => /^ +(\S+)/.exec(line)?.[1]).filter(Boolean);
		expect([...named].sort()).toEqual(folders.sort());
	});
});
