/**
 * What each picture in docs/images shows, as a fingerprint beside the pictures: docs/pictures.json. Whoever takes a picture
 * notes it, and a test refuses a picture whose example or node has changed since.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { AmlCheckApi } from '../../credentials/AmlCheckApi.credentials.ts';
import { PROPERTIES } from '../../nodes/AmlCheck/operations/index.ts';
import { screenAddress } from '../../nodes/AmlCheck/operations/screen.ts';
import { TRIGGER_PROPERTIES as TRIGGER } from '../../nodes/AmlCheckTrigger/properties.ts';
import { toJsonSchema } from '../jsonSchema.mts';

const ROOT = new URL('../../', import.meta.url);
const FILE = new URL('docs/pictures.json', ROOT);

interface Node {
	type: string;
}

/** An example without its notes, which are no part of a picture. */
function readExample(name: string): unknown {
	const file = new URL(`examples/${name}.json`, ROOT);
	const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Node[];
		connections: unknown;
	};
	return { nodes: nodes.filter(({ type }) => !type.endsWith('stickyNote')), connections };
}

/** The form of Screen Address as n8n gets it, with its notices. */
const FORM = PROPERTIES.filter(({ displayOptions }) => {
	const { operation } = displayOptions?.show ?? {};
	return operation === undefined || operation.includes(screenAddress.value);
});

/** What the pictures of the nodes show, by the beginning of the picture's name. */
const OF_NODES: Readonly<Record<string, unknown>> = {
	credential: new AmlCheckApi().properties,
	'form-check-address': FORM,
	'form-trigger': TRIGGER,
	'nodes-panel-actions': PROPERTIES.filter(({ name }) => /^(resource|operation)$/.test(name)),
	'output-table': [FORM, toJsonSchema(screenAddress.output)],
};

/**
 * The fingerprint of what a picture shows as of now.
 * @param picture its name without the extension.
 * @throws Error for a picture of which nobody knows what it shows.
 */
export function fingerprintOf(picture: string): string {
	const [, example] = /^example-(.+?)(?:-result|-chat)?$/.exec(picture) ?? [];
	const node = Object.keys(OF_NODES).find((name) => picture.startsWith(name));
	if (example === undefined && node === undefined)
		throw new Error(`Nobody knows what docs/images/${picture}.png shows`);
	const shown = example === undefined ? OF_NODES[node!] : readExample(example);
	return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);
}

/** The fingerprints of the pictures when they were taken. */
export const readFingerprints = (): Record<string, string> =>
	JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;

/** Notes that a picture was taken. */
export function noteFingerprint(picture: string): void {
	const all = { ...readFingerprints(), [picture]: fingerprintOf(picture) };
	const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
	writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}
