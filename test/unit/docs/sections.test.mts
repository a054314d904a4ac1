/** Comments and pages point to sections of docs/design.md and docs/service.md: each of them is there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGES, proseOf, ROOT } from './pages.mts';

const FOLDERS = ['credentials', 'demo/lib', 'nodes', 'sandbox', 'scripts', 'test'];
const SOURCES = FOLDERS.flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(ts|mts|mjs)$/.test(file))
		.map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
);
const FILES = [...PAGES, ...SOURCES, 'demo/main.mts', 'gulpfile.js', 'jest.config.mjs'];

/** "design 5", "service 4.3, 4.4 and 7", over the end of a comment's line too. */
const REFERENCE =
	/\b(design|service) (\d+(?:\.\d+)?(?:(?:,| and| or|, and|, or) \d+(?:\.\d+)?)*)/gi;

function sectionsOf(page: string): Set<string> {
	const headings = proseOf(page).matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm);
	return new Set([...headings].map(([, section = '']) => section));
}

/** The references in a text, as `design 5`. */
function referencesIn(text: string): string[] {
	const line = text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
	return [...line.matchAll(REFERENCE)].flatMap(([, page = '', sections = '']) =>
		[...sections.matchAll(/[\d.]+/g)].map(([section]) => `${page.toLowerCase()} ${section}`),
	);
}

const SECTIONS = new Set(
	['design', 'service'].flatMap((page) =>
		[...sectionsOf(`docs/${page}.md`)].map((section) => `${page} ${section}`),
	),
);
const TEXTS = FILES.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

describe('sections', () => {
	it('are found in lists and over the end of a line', () => {
		const text = '/**\n * One (design 5, wait; service\n * 4.3, 4.4 and 7). Two (Design 3).\n */';
		expect(referencesIn(text)).toEqual([
			'design 5',
			'service 4.3',
			'service 4.4',
			'service 7',
			'design 3',
		]);
	});

	it('of both pages are numbered as comments name them', () => {
		expect([...SECTIONS]).toEqual(
			expect.arrayContaining(['design 1', 'design 9', 'service 2.7', 'service 4.8', 'service 9']),
		);
	});

	it('that are referred to are there', () => {
		const references = TEXTS.flatMap(({ file, text }) =>
			referencesIn(text).map((reference) => ({ file, reference })),
		);
		expect(references.length).toBeGreaterThan(100);
		expect(references.filter(({ reference }) => !SECTIONS.has(reference))).toEqual([]);
	});

	it('of a document that is not here are not referred to', () => {
		const elsewhere = /\((?:spec|specification|platform)\b|\bspec \d/i;
		const found = TEXTS.filter(({ file }) => !file.endsWith('sections.test.mts')).flatMap(
			({ file, text }) =>
				text
					.split('\n')
					.filter((line) => /^\s*(\*|\/\/|\/\*)/.test(line) && elsewhere.test(line))
					.map((line) => ({ file, line: line.trim() })),
		);
		expect(found).toEqual([]);
	});
});
