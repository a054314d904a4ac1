/** The schema preview as n8n finds it and as its editor reads it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { writePreviews, type PreviewSchema } from '../../../scripts/schemas.mts';
import { fieldsOf } from './fields.mts';

interface ShownField {
	path: string;
	type: string;
}

/**
 * The fields that n8n's editor shows, by its own rules (`getSchemaForJsonSchema` of n8n-editor-ui 2.41): it reads
 * `type`, `properties` and `items`; of a list of types the first; and goes into arrays and objects only where the type
 * is no list.
 */
function shown(schema: PreviewSchema, path: string): ShownField[] {
	const { type, properties = {}, items } = schema;
	if (type === 'array') return [{ path, type }, ...(items ? shown(items, `${path}[]`) : [])];
	if (type === 'object')
		return [
			{ path, type },
			...Object.entries(properties).flatMap(([key, field]) => shown(field, `${path}.${key}`)),
		];
	return [{ path, type: (Array.isArray(type) ? type[0] : type) ?? 'undefined' }];
}

const operations = OPERATIONS.map(({ resource, value }) => ({ resource, operation: value }));
const { version } = new AmlCheck().description;

let nodeDir: string;
beforeAll(() => {
	nodeDir = mkdtempSync(path.join(tmpdir(), 'previews-'));
	writePreviews(nodeDir);
});
afterAll(() => rmSync(nodeDir, { recursive: true }));

describe('n8n', () => {
	it.each(operations)('finds the preview of $resource $operation', (names) => {
		const ref = { nodeDir, version: version as number, ...names };
		const file = resolveOutputSchemaPath(ref);
		expect(file).toBe(
			path.join(nodeDir, '__schema__', 'v1.0.0', names.resource, `${names.operation}.json`),
		);
		const loaded = loadOutputSchema({ ...ref, versionFallback: true });
		expect(loaded).toEqual(JSON.parse(readFileSync(file!, 'utf8')));
	});

	it('finds no preview of anything else', () => {
		const root = path.join(nodeDir, '__schema__');
		const files = readdirSync(root, { recursive: true }).filter((file) =>
			`${file}`.includes('.json'),
		);
		expect(files).toHaveLength(operations.length);
	});
});

describe("n8n's editor", () => {
	const previewOf = (names: (typeof operations)[number]): PreviewSchema =>
		loadOutputSchema({ nodeDir, version: version as number, ...names }) as PreviewSchema;

	it.each(operations)('shows every field of $resource $operation with a type', (names) => {
		const preview = previewOf(names);
		const fields = shown(preview, '');
		expect(fields.filter(({ type }) => type === 'undefined')).toEqual([]);
		const paths = fields.map((field) => field.path.replace(/^\./, ''));
		expect(paths).toEqual(expect.arrayContaining(fieldsOf(preview)));
	});

	it('offers the fields within fields', () => {
		const fields = shown(previewOf({ resource: 'check', operation: 'checkAddress' }), '');
		expect(fields).toEqual(
			expect.arrayContaining([
				{ path: '.riskLevel', type: 'string' },
				{ path: '.riskScore', type: 'number' },
				{ path: '.details.signals', type: 'array' },
				{ path: '.details.signals[].group', type: 'string' },
				{ path: '.details.rules.fingerprint', type: 'string' },
			]),
		);
	});

	it('is told the meaning of every field', () => {
		const withoutMeaning = (schema: PreviewSchema, at: string): string[] =>
			Object.entries(schema.properties ?? {}).flatMap(([key, field]) => [
				...(field.description ? [] : [`${at}.${key}`]),
				...withoutMeaning(field.items ?? field, `${at}.${key}`),
			]);
		expect(
			operations.flatMap((names) => withoutMeaning(previewOf(names), names.operation)),
		).toEqual([]);
	});
});
