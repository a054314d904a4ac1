/** Nothing is sent but what docs/security.md lists. */
import { readFileSync } from 'node:fs';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import {
	addExampleCheck,
	credential,
	run,
	sandbox,
	screen,
	useSandbox,
} from '../operations/support.mts';
import { exampleOf } from '../../../scripts/declared.mts';
import { Workflow } from '../trigger/setUp.mts';

useSandbox();

/** Each member of the parameters that the service gets, in the words of the page. */
const WORDS: Record<string, string> = {
	addr: 'Addresses',
	tx: 'transaction hashes',
	currency: 'currency codes',
	token_id: 'token IDs',
	hash: 'hashes of checks',
	filter: 'filters and page numbers of the history',
	page: 'filters and page numbers of the history',
	page_size: 'filters and page numbers of the history',
};

const [ROW = ''] =
	/^\| The Base URL of the credential \|.*$/m.exec(readFileSync('docs/security.md', 'utf8')) ?? [];

it('the page lists every member that any operation or the trigger sends, and no other', async () => {
	addExampleCheck();
	for (const operation of OPERATIONS)
		await run(`${operation.resource}.${operation.value}`, exampleOf(operation), { items: [{}] });
	const address = bookAddress('ETH', 'low');
	const items = [{ address }];
	await run(
		'check.checkAddress',
		screen({ asset: 'token', token: '94261', options: { dryRun: false } }),
		{
			items,
		},
	);
	const transaction = makeTransaction('ETH', 1);
	await run('check.checkTransaction', screen({ transaction }), { items });
	await run('history.getAll', { filters: { type: 'address' } });
	await Workflow.begun(sandbox());
	const { requests } = sandbox().stats();
	const sent = new Set(requests.flatMap(({ params }) => Object.keys((params ?? {}) as object)));
	expect([...sent].filter((member) => !(member in WORDS))).toEqual([]);
	expect([...sent].sort()).toEqual(Object.keys(WORDS).sort());
	for (const words of Object.values(WORDS)) expect(ROW).toContain(words);
	expect(ROW).toContain('a request ID |');
	for (const { id } of requests) expect(String(id)).toMatch(/^[\w-]{1,32}$/);
	expect(JSON.stringify(requests)).not.toContain(String(credential().data.accessToken));
});
