/** The examples use n8n's own nodes in the versions that the pinned n8n creates today. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EXAMPLES, INSTALL } from '../../../demo/lib/paths.mts';

interface NodeDescription {
	name: string;
	version: number | number[];
	defaultVersion?: number;
}

const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

const parse = <T,>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The latest version of every node of n8n, by its type. */
function latestVersions(): Map<string, number> {
	const latest = new Map<string, number>();
	for (const name of PACKAGES) {
		const file = path.join(INSTALL, 'node_modules', name, 'dist/types/nodes.json');
		for (const one of parse<NodeDescription[]>(file)) {
			const type = `${name}.${one.name.split('.').at(-1)}`;
			const version = one.defaultVersion ?? Math.max(...[one.version].flat());
			latest.set(type, Math.max(latest.get(type) ?? 0, version));
		}
	}
	return latest;
}

it.each(readdirSync(EXAMPLES).filter((file) => file.endsWith('.json')))('%s', (file) => {
	const latest = latestVersions();
	const { nodes } = parse<{ nodes: Array<{ type: string; typeVersion: number }> }>(
		path.join(EXAMPLES, file),
	);
	const own = nodes.filter(({ type }) => latest.has(type));
	expect(own.length).toBeGreaterThan(1);
	for (const { type, typeVersion } of own)
		expect([type, typeVersion]).toEqual([type, latest.get(type)]);
});
