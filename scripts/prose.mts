/**
 * Checks the prose with textlint: the length of sentences, doubled words, and the project's list of words to avoid. It
 * reads the pages, the texts of the editor, and the comments of the code that is published.
 * `npm run lint:prose`; with paths after `--` it checks those pages only.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { AmlCheckApi } from '../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../nodes/AmlCheck/AmlCheck.node.ts';
import { AmlCheckTrigger } from '../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { readComments, type Prose } from './comments.mts';

/** The pages that are checked: files, folders, patterns. */
const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'CODE_OF_CONDUCT.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...[
		'examples',
		'outputs',
		'reference',
		'risk',
		'scale',
		'security',
		'services',
		'trigger',
		'troubleshooting',
		'versions',
	].map((page) => `docs/${page}.md`),
	...['compatibility', 'contract', 'contributing', 'design', 'releasing', 'sandbox'].map(
		(page) => `docs/maintainers/${page}.md`,
	),
];

const TEXTLINT = ['node_modules/textlint/bin/textlint.js', '--rulesdir', 'scripts/prose'];

interface Finding {
	line: number;
	message: string;
}

type Described = Partial<
	Pick<INodeProperties, 'description' | 'displayName' | 'hint' | 'options'>
> & {
	name: string;
	type?: string;
	action?: string;
	values?: Described[];
};

/** The sentences of a property and of all that is in it. */
function readTexts(property: Described, inside: string): Prose[] {
	const where = `${inside} › ${property.name}`;
	const { description, hint, action, type, displayName } = property;
	const notice = type === 'notice' ? displayName : undefined;
	const own = [description, hint, action, notice].flatMap((text) =>
		text ? [{ where, text }] : [],
	);
	const inner = [...((property.options ?? []) as Described[]), ...(property.values ?? [])];
	return [...own, ...inner.flatMap((one) => readTexts(one, where))];
}

function readUiTexts(): Prose[] {
	const credential = new AmlCheckApi();
	const described = [
		{ name: credential.displayName, properties: credential.properties, description: undefined },
		...[AmlCheck, AmlCheckTrigger].map((Node) => {
			const { displayName, properties, description } = new Node().description;
			return { name: displayName, properties, description };
		}),
	];
	const texts = described.flatMap(({ name, properties, description }) => [
		...(description ? [{ where: name, text: description }] : []),
		...properties.flatMap((property) => readTexts(property, name)),
	]);
	return [...new Map(texts.map((one) => [one.text, one])).values()];
}

function checkPages(pages: readonly string[]): boolean {
	const args = [...TEXTLINT, ...pages];
	return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** Texts on one page: textlint's time grows with the square of a page's length. */
const PAGE_LENGTH = 60;

/** Checks each text as a paragraph of a page. */
function checkTexts(texts: readonly Prose[]): boolean {
	if (texts.length === 0) return true;
	const folder = mkdtempSync(path.join(tmpdir(), 'prose-'));
	const names = Array.from({ length: Math.ceil(texts.length / PAGE_LENGTH) }, (_, number) => {
		const first = number * PAGE_LENGTH;
		const paragraphs = texts
			.slice(first, first + PAGE_LENGTH)
			.map(({ text }) => text.replaceAll(/<[^>]+>|\s+/g, ' ').trim());
		const name = path.join(folder, `${number}.md`);
		writeFileSync(name, paragraphs.join('\n\n'));
		return name;
	});
	const args = [...TEXTLINT, ...names, '--format', 'json'];
	const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	rmSync(folder, { recursive: true });
	const results = JSON.parse(stdout || '[]') as Array<{ filePath: string; messages: Finding[] }>;
	let isGood = results.length === names.length;
	for (const { filePath, messages } of results) {
		const first = Number(path.basename(filePath, '.md')) * PAGE_LENGTH;
		for (const { line, message } of messages) {
			const { where, text } = texts[first + (line - 1) / 2]!;
			console.log(`error  ${where}: ${message}\n  ${text}`);
			isGood = false;
		}
	}
	return isGood;
}

const pages = process.argv.slice(2);
const arePagesGood = checkPages(pages.length > 0 ? pages : PAGES);
const sources = ['credentials', 'nodes'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name}`),
);
const texts = pages.length > 0 ? [] : [...readUiTexts(), ...sources.flatMap(readComments)];
const areTextsGood = checkTexts(texts);
process.exitCode = arePagesGood && areTextsGood ? 0 : 1;
