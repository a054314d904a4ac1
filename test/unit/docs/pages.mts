/** The pages of the documentation, and what is in them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cellsOf } from '../../../scripts/reference.docs.mts';

export const ROOT = path.resolve(__dirname, '../../..');

/** Every page: those at the top level, and all of `docs`, as paths from the root. */
export const PAGES: readonly string[] = [
	...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
	...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file.replaceAll(path.sep, '/')}`),
];

/** The text of a page. */
export function read(page: string): string {
	return readFileSync(path.join(ROOT, page), 'utf8');
}

/** A block between fences. */
export interface Block {
	language: string;
	text: string;
}

/** The fenced blocks of a page. */
export function blocksOf(page: string): Block[] {
	const blocks = read(page).matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms);
	return [...blocks].map(([, language, text]) => ({ language: language ?? '', text: text ?? '' }));
}

/** A page without its fenced blocks. */
export function proseOf(page: string): string {
	return read(page).replace(/^```.*?^```$/gms, '');
}

/** The cells of the table that follows the comment `<!-- name -->`, without its head. */
export function tableOf(page: string, name: string): string[][] {
	const [, after] = read(page).split(`<!-- ${name} -->\n`);
	if (after === undefined) throw new Error(`${page} has no table "${name}"`);
	const lines = after.trimStart().split('\n');
	const end = lines.findIndex((line) => !line.startsWith('|'));
	return lines.slice(2, end === -1 ? undefined : end).map(cellsOf);
}

/** The anchors of a page as GitHub makes them. */
export function anchorsOf(page: string): string[] {
	const headings = proseOf(page).matchAll(/^#+ (.+)$/gm);
	return [...headings].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** What a page lacks, each as a line that names the page: a failure says which file to edit, and doesn't print it. */
export function missingIn(page: string, parts: ReadonlyArray<string | RegExp>): string[] {
	const text = read(page);
	return parts
		.filter((part) => (typeof part === 'string' ? !text.includes(part) : !part.test(text)))
		.map((part) => `${page} lacks ${String(part)}`);
}

/** The lines in which a page differs from what it should be, with the way to mend them. */
export function outdatedIn(page: string, expected: string): string[] {
	const [lines, wanted] = [read(page), expected].map((text) => text.split('\n'));
	const differing = lines!.flatMap((line, index) =>
		line === wanted![index] ? [] : [`${page}:${index + 1}: ${line}`],
	);
	if (differing.length === 0 && lines!.length === wanted!.length) return [];
	return [`${page} is outdated, run npm run docs:outputs`, ...differing.slice(0, 3)];
}
