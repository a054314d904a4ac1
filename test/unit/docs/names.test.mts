/**
 * A page for users names only fields, options, choices, operations, output keys, reasons and values that exist, and texts of
 * n8n's own editor.
 */
import type { INodeProperties } from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { errorDetailsSchema } from '../../../nodes/AmlCheck/items/schemas.ts';
import { FIXED_LISTS } from '../../../nodes/AmlCheck/fields/choices.ts';
import { OPERATIONS, resourceName } from '../../../nodes/AmlCheck/operations/index.ts';
import { TRIGGER_PROPERTIES as TRIGGER } from '../../../nodes/AmlCheckTrigger/properties.ts';
import { REASONS } from '../../../nodes/shared/failures/facts.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/check/schema.ts';
import { LISTED_SIGNALS } from '../../../nodes/shared/level/index.ts';
import { declaredOutputs } from '../../../scripts/declared.mts';
import { toJsonSchema, type JsonSchema } from '../../../scripts/jsonSchema.mts';
import { PAGES, proseOf } from './pages.mts';

/** Texts of n8n, GitHub and the other nodes that the pages tell people to press or set. */
const OTHERS = [
	...['Collapse rows', 'Continue', 'Continue (using error output)', 'Expression', 'Extra Output'],
	...['Fallback Output', 'Fetch Test Event', 'Fixed', 'Form Ending', 'From file', 'Import'],
	...['Error', 'Retry', 'Retry On Fail', 'Success', 'false', 'true', '⋯', 'Report a vulnerability'],
	...['In Review', 'Loop Over Items', 'On Error', 'Unreleased'],
];

/** The names of a property, of its choices and of everything inside it. */
const namesIn = (property: object): string[] => {
	const { displayName, name, options, values } = property as Partial<INodeProperties> & {
		values?: INodeProperties[];
	};
	const inner = [...(options ?? []), ...(values ?? [])];
	return [displayName ?? name ?? '', ...inner.flatMap(namesIn)];
};

const KNOWN = new Set([
	...[...new AmlCheckApi().properties, ...TRIGGER].flatMap(namesIn),
	...OPERATIONS.flatMap((operation) => [
		operation.name,
		resourceName(operation.resource),
		...operation.properties.flatMap(namesIn),
	]),
	...Object.values(FIXED_LISTS).flatMap((list) => list.map(({ name }) => name)),
	...OTHERS,
]);

/** The pages of users. That of the examples names what is in their workflows. */
const USER_PAGES = PAGES.filter((page) => /^(README|docs\/(?!examples)[\w-]+)\.md$/.test(page));

it.each(USER_PAGES)('%s names what exists', (page) => {
	const named = [...proseOf(page).matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(
		([, name = '']) => name,
	);
	const parts = named.flatMap((name) => name.split(' → '));
	expect(parts.filter((name) => !KNOWN.has(name))).toEqual([]);
});

/** The keys of an output, and the values of those that have few. */
function wordsIn({ properties = {}, items, anyOf = [], enum: values = [] }: JsonSchema): string[] {
	const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
	return [...Object.keys(properties), ...values, ...inner.flatMap(wordsIn)];
}

const OUTPUTS = [simplifiedCheckSchema, errorDetailsSchema, ...declaredOutputs().values()];

/** Keys that no schema has: of error items, of Dry Run, of raw items and of the trigger. */
const WITHOUT_SCHEMA = ['error', 'wouldCost', 'why', 'check', 'meta'];

/** What the pages write as code beside the words of the nodes. */
const NO_WORDS_OF_OURS = [
	...['true', 'false', 'http', 'https', 'localhost', 'nodes', 'packages'],
	// What people write in the fields, and a signal that nobody has documented.
	...['all', 'coin', 'detect', 'evm', 'none', 'null', 'token', 'trc20', 'ofac_sdn'],
];

const WORDS = new Set([
	...OUTPUTS.flatMap((schema) => wordsIn(toJsonSchema(schema))),
	...Object.keys(REASONS),
	...LISTED_SIGNALS.map(({ name }) => name),
	...WITHOUT_SCHEMA,
	...NO_WORDS_OF_OURS,
]);

it.each(USER_PAGES)('%s names keys, reasons and values that exist', (page) => {
	const code = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
	const written = code.filter((text) => /^[a-z]\w*(\.[a-z]\w*)*(: \w+)?$/i.test(text));
	const words = written
		.filter((text) => /^[a-z]/.test(text) && !WORDS.has(text))
		.flatMap((text) => text.split(/[.:] ?/));
	expect(words.filter((word) => !WORDS.has(word))).toEqual([]);
});
