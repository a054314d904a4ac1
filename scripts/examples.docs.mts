/** The sections of docs/examples.md, made of the notes in the examples: `npm run docs:outputs`. */
import { readFileSync } from 'node:fs';

/** A node of an example, as far as the page and the pictures read it. */
interface ExampleNode {
	type: string;
	parameters: { content?: string; resource?: string; operation?: string };
}

/** What the page says about a workflow. */
interface Example {
	file: string;
	/** The first paragraph under "How it works", with the list that it may lead to. */
	text: string;
	isPaid: boolean;
	/** Accounts that the workflow needs besides the AML service. */
	needs: string[];
}

const FOLDER = new URL('../examples/', import.meta.url);

/** The accounts that n8n's own nodes need, by the end of the node's type. */
const ACCOUNTS: Readonly<Record<string, string>> = {
	emailSend: 'SMTP',
	googleSheets: 'Google Sheets',
	lmChatOpenAi: 'a chat model',
	slack: 'Slack',
	telegram: 'Telegram',
};

const PAID = ['checkAddress', 'checkTransaction'];

/** Whether a node pays for checks. */
const isPaid = ({ type, parameters }: ExampleNode): boolean => {
	const { resource = 'check', operation = 'checkAddress' } = parameters;
	return /\.amlCheck(Tool)?$/.test(type) && resource === 'check' && PAID.includes(operation);
};

/** The paragraph of a note: names of nodes are in bold there, which on a page would shout. */
function firstParagraph(note: string): string {
	const [, text = ''] = /\n### How it works\n([\s\S]*?)(?=\n### |$)/.exec(note) ?? [];
	const [paragraph = '', list = ''] = text.split(/\n\n/);
	const parts = paragraph.endsWith(':') ? [paragraph, list] : [paragraph];
	return parts.join('\n\n').replaceAll('**', '*');
}

function readExample(file: string): Example {
	const { nodes } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
		nodes: ExampleNode[];
	};
	const notes = nodes.map(({ parameters }) => parameters.content ?? '');
	const note = notes.find((one) => one.includes('\n### How it works\n'));
	if (note === undefined) throw new Error(`examples/${file} has no note that says how it works`);
	const needs = nodes.flatMap(({ type }) => ACCOUNTS[type.split('.').at(-1) ?? ''] ?? []);
	return {
		file,
		text: firstParagraph(note),
		isPaid: nodes.some(isPaid),
		needs: [...new Set(needs)].sort(),
	};
}

function sectionOf({ file, text, isPaid: pays, needs }: Example): string {
	const picture = `![Workflow](images/example-${file.replace('.json', '')}.png)`;
	const facts = [`[${file}](../examples/${file})`, pays ? 'paid' : 'free'];
	if (needs.length > 0) facts.push(`needs ${needs.join(' and ')}`);
	return [picture, text, facts.join(' · ')].join('\n\n');
}

const SECTION = /(<!-- example (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * Writes the sections between the marks of the page; the text around them stays.
 *
 * @throws Error for a section of a file that does not exist, and for a note without "How it works"
 */
export function fillExamples(markdown: string): string {
	return markdown.replace(SECTION, (_, begin: string, file: string, end: string) => {
		return `${begin}\n${sectionOf(readExample(file))}\n\n${end}`;
	});
}
