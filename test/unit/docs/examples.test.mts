/** The examples can be imported, use only what the nodes have, and can be read. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { TRIGGER_PROPERTIES } from '../../../nodes/AmlCheckTrigger/properties.ts';
import { fillExamples } from '../../../scripts/examples.docs.mts';
import { missingIn, outdatedIn, read, ROOT } from './pages.mts';

interface ExampleNode {
	name: string;
	type: string;
	parameters: INodeParameters;
	position: [number, number];
	credentials?: Record<string, { id: string | null; name: string }>;
}

interface Example {
	name: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
}

const FOLDER = path.join(ROOT, 'examples');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const load = (file: string): Example =>
	JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Example;

/** What the node shows for the chosen operation; undefined for another package's node. */
function propertiesOf({ type, parameters }: ExampleNode): INodeProperties[] | undefined {
	if (type === 'n8n-nodes-aml-check.amlCheckTrigger') return TRIGGER_PROPERTIES;
	if (!/^n8n-nodes-aml-check\.amlCheck(Tool)?$/.test(type)) return undefined;
	const { resource = 'check', operation = 'checkAddress' } = parameters;
	const found = OPERATIONS.find((one) => one.resource === resource && one.value === operation);
	if (!found) throw new Error(`There is no ${String(resource)} ${String(operation)}`);
	return found.properties;
}

/** Set on any node, or by n8n itself: on pollers and on tools. */
const COMMON = ['resource', 'operation', 'pollTimes', 'descriptionType', 'toolDescription'];

/** Parameters that no property stands for, members of collections included. */
function unknownIn(node: ExampleNode): string[] {
	const properties = propertiesOf(node);
	if (!properties) return [];
	return Object.entries(node.parameters).flatMap(([name, value]) => {
		if (COMMON.includes(name)) return [];
		const property = properties.find((one) => one.name === name);
		if (!property) return [name];
		if (property.type !== 'collection') return [];
		const members = (property.options as INodeProperties[]).map((member) => member.name);
		const given = Object.keys(value as object);
		return given.filter((key) => !members.includes(key)).map((key) => `${name}.${key}`);
	});
}

/** Names of the editor that a note may use beside the names of the workflow's nodes. */
const OF_THE_EDITOR = ['Data tables', 'Execute workflow', 'Production URL'];

const NEUTRAL = 7;
const YELLOW = [undefined, 1];

/** Fields of n8n's own nodes that are resource locators. */
const LOCATORS = ['channelId', 'dataTableId', 'documentId', 'model', 'sheetName', 'workflowId'];

/** Fields that the editor would show with an empty mode. */
function bareLocators(node: ExampleNode): string[] {
	const own = (propertiesOf(node) ?? []).filter(({ type }) => type === 'resourceLocator');
	return (
		[...own.map(({ name }) => name), ...LOCATORS]
			.filter((name) => typeof node.parameters[name] === 'string')
			// The whole locator of another node is an object, too.
			.filter((name) => !/^=\{\{ \$\('.+'\)\.params\.\w+ \}\}$/.test(String(node.parameters[name])))
			.map((name) => `${node.name}: ${name}`)
	);
}

interface Condition {
	leftValue: unknown;
}

/** All conditions of a node that decides. */
function conditionsOf({ parameters }: ExampleNode): Condition[] {
	const rules = (parameters.rules as { values?: INodeParameters[] } | undefined)?.values ?? [];
	return [parameters, ...rules].flatMap(
		({ conditions }) => (conditions as { conditions?: Condition[] } | undefined)?.conditions ?? [],
	);
}

/** The size of a node on the canvas, with the two lines below it. */
const NODE = { width: 96, height: 142 };

/** Whether two things on the canvas lie over each other. */
function overlap(one: ExampleNode, other: ExampleNode): boolean {
	const [a, b] = [one, other].map((node) => {
		const [x, y] = node.position;
		const { width, height } = isNote(node) ? (node.parameters as typeof NODE) : NODE;
		return { x, y, right: x + width, bottom: y + height };
	});
	return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
}

const isNote = ({ type }: ExampleNode) => type === 'n8n-nodes-base.stickyNote';
const textOf = ({ parameters }: ExampleNode) => String(parameters.content);
const titles = FILES.map((file) => load(file).name);

/** How many nodes a person can read at a glance. */
const MOST_NODES: Readonly<Record<string, number>> = {
	'digest.json': 3,
	'evidence-pack.json': 16,
	'screen-csv-file.json': 20,
	'screen-deposits.json': 18,
	'screen-wallet-form.json': 16,
	'watch-account.json': 14,
};
const USUALLY = 16;
const LONGEST_EXPRESSION = 200;

/** All texts of a node's parameters, but for code. */
function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => (name === 'jsCode' ? [] : textsOf(one)));
}

describe.each(FILES)('%s', (file) => {
	const { name, nodes, connections } = load(file);
	const notes = nodes.filter(isNote);
	const [main, ...more] = notes.filter((note) => YELLOW.includes(note.parameters.color as number));

	it('has a short title in sentence case that begins with a verb', () => {
		expect(name).toMatch(
			/^(Answer|Approve|Collect|Finish|Let|Post|Re-screen|Report|Review|Screen|Set up|Try|Watch) /,
		);
		expect(name.length).toBeLessThanOrEqual(50);
		expect(name.slice(1)).not.toMatch(/ (?!AI|Excel|Google|Slack|Telegram|CSV|MCP|Sheet)[A-Z]/);
	});

	it('has one yellow note with the two headings, and white ones', () => {
		expect(more).toEqual([]);
		const text = textOf(main);
		expect(text).toMatch(/^## \S/);
		expect(text).toContain('uses the community node [n8n-nodes-aml-check]');
		expect(text).toContain('\n### How it works\n');
		expect(text).toContain('\n### Setup\n');
		for (const note of notes.filter((one) => one !== main))
			expect(note.parameters.color).toBe(NEUTRAL);
	});

	it('names only nodes and workflows that exist', () => {
		const bold = notes.flatMap((note) => [...textOf(note).matchAll(/\*\*([^*]+)\*\*/g)]);
		const known = [...OF_THE_EDITOR, ...nodes.map((node) => node.name)];
		const strangers = bold.map(([, text]) => text).filter((text) => !known.includes(text));
		expect(strangers.filter((text) => !['Low', 'High', 'Medium'].includes(text))).toEqual([]);
	});

	it('is readable on its canvas: few nodes, short expressions, code with comments', () => {
		const working = nodes.filter((node) => !isNote(node));
		expect(working.length).toBeLessThanOrEqual(MOST_NODES[file] ?? USUALLY);
		const expressions = working
			.flatMap(({ parameters }) => textsOf(parameters))
			.filter((text) => text.startsWith('='))
			.flatMap((text) => [...text.matchAll(/\{\{([\s\S]*?)\}\}/g)].map(([whole]) => whole));
		expect(expressions.filter(({ length }) => length > LONGEST_EXPRESSION)).toEqual([]);
		for (const { parameters } of working)
			if (typeof parameters.jsCode === 'string') expect(parameters.jsCode).toMatch(/^\/\/ [A-Z]/);
	});

	it('has a yellow note of 100 to 300 words, and white ones below 50', () => {
		const words = (note: ExampleNode) => textOf(note).split(/\s+/).length;
		expect(words(main)).toBeGreaterThanOrEqual(100);
		expect(words(main)).toBeLessThanOrEqual(300);
		for (const note of notes.filter((one) => one !== main)) expect(words(note)).toBeLessThan(50);
	});

	it('connects nodes that are there', () => {
		const names = nodes.map((node) => node.name);
		const ends = Object.values(connections)
			.flatMap((outputs) => Object.values(outputs).flat(2))
			.map((end) => end?.node)
			.filter((end) => end !== undefined);
		for (const end of [...Object.keys(connections), ...ends]) expect(names).toContain(end);
	});

	it('holds resource locators as objects', () => {
		expect(nodes.flatMap(bareLocators)).toEqual([]);
	});

	it('compares only what its items say: a choice of the user has a node of its own', () => {
		const fixed = nodes.flatMap(conditionsOf).filter(({ leftValue }) => {
			return !String(leftValue).startsWith('={{');
		});
		expect(fixed).toEqual([]);
	});

	it('has no note that lies over a node or another note', () => {
		const over = notes.flatMap((note) =>
			nodes
				.filter((node) => node !== note && overlap(note, node))
				.map((node) => `${note.name} over ${node.name}`),
		);
		expect(over).toEqual([]);
	});

	it('uses only parameters that exist', () => {
		expect(nodes.flatMap(unknownIn)).toEqual([]);
	});

	it('names the credential as n8n names a new one, so that n8n finds it when somebody imports', () => {
		const usual = `${new AmlCheckApi().displayName.replace(/ API$/, '')} account`;
		const named = nodes.flatMap(({ credentials = {} }) => credentials.amlCheckApi?.name ?? []);
		expect(named.filter((name) => name !== usual)).toEqual([]);
	});

	it('names no credential of a machine', () => {
		const ids = nodes.flatMap(({ credentials = {} }) =>
			Object.values(credentials).map(({ id }) => id),
		);
		expect(ids.filter(Boolean)).toEqual([]);
	});

	it('has a section on the page of the examples', () => {
		const parts = [`](../examples/${file})`, new RegExp(`^#{2,3} ${name}$`, 'm')];
		expect(missingIn('docs/examples.md', parts)).toEqual([]);
	});
});

it('the examples that make an Excel file write it in the same way', () => {
	const codes = FILES.flatMap((file) => load(file).nodes).map(({ parameters }) =>
		String(parameters.jsCode ?? ''),
	);
	const begin = '// An Excel file is a ZIP of XML';
	const writers = codes.filter((code) => code.includes(begin));
	const same = writers.map((code) =>
		code.slice(code.indexOf(begin), code.indexOf('return [{ json')),
	);
	expect(same).toHaveLength(3);
	expect(new Set(same).size).toBe(1);
});

it('every operation, and the trigger, is in at least one example', () => {
	const used = FILES.flatMap((file) => load(file).nodes).map(({ type, parameters }) => {
		const { resource = 'check', operation = 'checkAddress' } = parameters;
		return type.endsWith('Trigger') ? type : `${String(resource)}.${String(operation)}`;
	});
	// The credential's own test does the same as Test Connection.
	const wanted = OPERATIONS.map(({ resource, value }) => `${resource}.${value}`).filter(
		(name) => name !== 'account.ping',
	);
	expect(
		[...wanted, 'n8n-nodes-aml-check.amlCheckTrigger'].filter((one) => !used.includes(one)),
	).toEqual([]);
});

describe('the pages about the examples', () => {
	it('the examples are up to date (else: npm run docs:outputs)', () => {
		const page = 'docs/examples.md';
		expect(outdatedIn(page, fillExamples(read(page)))).toEqual([]);
	});

	it('the README names each of them', () => {
		const page = read('README.md');
		for (const file of FILES) {
			const anchor = load(file).name.toLowerCase().replaceAll(' ', '-');
			expect(page).toContain(`](docs/examples.md#${anchor})`);
		}
	});

	it('titles are unique', () => {
		expect(new Set(titles).size).toBe(titles.length);
	});
});
