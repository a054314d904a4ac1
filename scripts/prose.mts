/**
 * Checks the prose with textlint: the length of sentences, doubled words, and the project's list of words to avoid.
 * `npm run lint:prose`; with paths after `--` it checks those pages only.
 */
import { spawnSync } from 'node:child_process';
import type { INodeProperties } from 'n8n-workflow';
import { AmlCheckApi } from '../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../nodes/AmlCheck/AmlCheck.node.ts';
import { AmlCheckTrigger } from '../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';

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

/** A text that users read in n8n's editor, and where it is declared. */
interface UiText {
	where: string;
	text: string;
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
function readTexts(property: Described, inside: string): UiText[] {
	const where = `${inside} › ${property.name}`;
	const { description, hint, action, type, displayName } = property;
	const notice = type === 'notice' ? displayName : undefined;
	const own = [description, hint, action, notice].flatMap((text) =>
		text ? [{ where, text }] : [],
	);
	const inner = [...((property.options ?? []) as Described[]), ...(property.values ?? [])];
	return [...own, ...inner.flatMap((one) => readTexts(one, where))];
}

function readUiTexts(): UiText[] {
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

/** Checks each text as a paragraph of one page. */
function checkUi(): boolean {
	const texts = readUiTexts();
	const input = texts.map(({ text }) => text.replaceAll(/<[^>]+>|\s+/g, ' ').trim()).join('\n\n');
	const args = [...TEXTLINT, '--stdin', '--stdin-filename', 'ui.md', '--format', 'json'];
	const { stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
	const [result] = JSON.parse(stdout || '[]') as Array<{ messages: Finding[] }>;
	const findings = result?.messages ?? [];
	for (const { line, message } of findings) {
		const { where, text } = texts[(line - 1) / 2]!;
		console.log(`error  ${where}: ${message}\n  ${text}`);
	}
	return findings.length === 0;
}

const pages = process.argv.slice(2);
const arePagesGood = checkPages(pages.length > 0 ? pages : PAGES);
const isUiGood = pages.length > 0 || checkUi();
process.exitCode = arePagesGood && isUiGood ? 0 : 1;
