/** A page for users names only fields, options, choices and operations that exist, and texts of n8n's own editor. */
import type { INodeProperties } from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { OPERATIONS, resourceName } from '../../../nodes/AmlCheck/operations/index.ts';
import { PROPERTIES as TRIGGER } from '../../../nodes/AmlCheckTrigger/properties.ts';
import { CHECK_CURRENCY_OPTIONS, DETECT_OPTIONS } from '../../../nodes/shared/currencies.ts';
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
	...[...DETECT_OPTIONS, ...CHECK_CURRENCY_OPTIONS].map(({ name }) => name),
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
