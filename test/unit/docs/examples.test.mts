/** The examples can be imported, and use only what the nodes have. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { PROPERTIES } from '../../../nodes/AmlCheckTrigger/properties.ts';
import { read, ROOT } from './pages.mts';

interface ExampleNode {
	name: string;
	type: string;
	parameters: INodeParameters;
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
	if (type === 'n8n-nodes-aml-check.amlCheckTrigger') return PROPERTIES;
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

/** What the editor itself calls so, and a note may name beside the workflow's nodes. */
const OF_THE_EDITOR = ['Data tables', 'Execute workflow', 'Production URL'];

/** n8n's own guidelines for templates, the numbers as in issue 16: words of the main note, colours of notes. */
const NEUTRAL = 7;
const YELLOW = [undefined, 1];

const isNote = ({ type }: ExampleNode) => type === 'n8n-nodes-base.stickyNote';
const isMain = ({ parameters }: ExampleNode) => String(parameters.content).includes('**Set up**');

describe.each(FILES)('%s', (file) => {
	const { name, nodes, connections } = load(file);
	const notes = nodes.filter(isNote);

	it('has a title that says verb, thing and where', () => {
		expect(name).toMatch(/^[A-Z][a-z-]+ \S.* (in|with|from) .*n8n/);
		expect(name.length).toBeLessThanOrEqual(90);
	});

	it('has one main note, yellow, of 150 to 250 words, that says that this is a community node', () => {
		const main = notes.filter(isMain);
		expect(main).toHaveLength(1);
		const { color, content } = main[0].parameters;
		expect(YELLOW).toContain(color);
		const text = String(content);
		expect(text).toMatch(/^## \S/);
		expect(text).toMatch(/uses? a community node, \[n8n-nodes-aml-check\]/);
		expect(text).toContain('**How it works**');
		const words = text.split(/\s+/).filter((word) => /\w/.test(word));
		expect(words.length).toBeGreaterThanOrEqual(150);
		expect(words.length).toBeLessThanOrEqual(250);
	});

	it('has other notes that are neutral, and shorter', () => {
		for (const { parameters } of notes.filter((note) => !isMain(note))) {
			expect(parameters.color).toBe(NEUTRAL);
			expect(String(parameters.content).split(/\s+/).length).toBeLessThan(100);
		}
	});

	it('has steps of setting up that name its own nodes', () => {
		const notes = nodes.map(({ parameters }) => String(parameters.content ?? ''));
		const steps = notes.flatMap((note) => note.split('**Set up**')[1] ?? []);
		expect(steps).toHaveLength(1);
		const bold = [...steps[0].matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text);
		const known = [...OF_THE_EDITOR, ...nodes.map((node) => node.name)];
		expect(bold.filter((text) => !known.includes(text))).toEqual([]);
	});

	it('is named, and connects nodes that are there', () => {
		expect(name).toMatch(/\S/);
		const names = nodes.map((node) => node.name);
		const ends = Object.values(connections)
			.flatMap((outputs) => Object.values(outputs).flat(2))
			.map((end) => end?.node)
			.filter((end) => end !== undefined);
		for (const end of [...Object.keys(connections), ...ends]) expect(names).toContain(end);
	});

	it('uses only parameters that exist', () => {
		expect(nodes.flatMap(unknownIn)).toEqual([]);
	});

	it('names no credential of a machine', () => {
		const ids = nodes.flatMap(({ credentials = {} }) =>
			Object.values(credentials).map(({ id }) => id),
		);
		expect(ids.filter(Boolean)).toEqual([]);
	});

	it('has a page that hands it out, which the page of the desk links', () => {
		const page = `examples/${file.replace('.json', '.md')}`;
		expect(read(`docs/${page}`)).toContain(`../../examples/${file}`);
		expect(read('docs/desk.md')).toContain(`](${page})`);
	});
});
