/** The example for files, in a real n8n and a real browser: mixed lists, their cost, and what ends later. */
import { readFile } from 'node:fs/promises';
import type { Sandbox } from '../../../demo/lib/instance.mts';
import type { N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import {
	bookAddress,
	makeAddress,
	makeTransaction,
	startSandbox,
} from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { credentialFor, eventually, session } from '../harness/shared.mts';
import { DataTable } from './dataTables.mts';
import { readExcel, takeRows, writeExcel } from './pictures.mts';
import { importExample, openForm, submitForm, withParameters } from './support.mts';

const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
/** How long 400 rows may take, with the waiting of a person left out. */
const BATCH_MS = 60_000;
/** The page polls for the next one, further and further apart. */
const PAGE_TIMEOUT_MS = 170_000;

let sandbox: Sandbox;
let rest: N8nRest;
let editor: Editor;
let workflow: StoredWorkflow;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 200 });
	rest = await session();
	editor = await Editor.open({ url: rest.url });
	const credential = await credentialFor(rest, sandbox);
	workflow = await importExample(rest, 'screen-csv-file', [credential], (example) =>
		['Screen Transactions', 'Screen Wallets'].reduce((one, name) => {
			const { options } = one.nodes.find((node) => node.name === name)?.parameters ?? {};
			return withParameters(one, name, { options: { ...(options as object), timeout: 5 } });
		}, example),
	);
	await rest.activate(workflow);
});

afterAll(async () => {
	await rest?.deactivate(workflow);
	await editor?.close();
	await sandbox?.close();
});

const charges = () => sandbox.stats().charges;

interface List {
	name: string;
	buffer: Buffer;
}

const csv = (lines: string[], name = 'list.csv'): List => ({
	name,
	buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}`),
});

/** Uploads a list; returns the page that comes next. */
async function upload(list: List): Promise<string> {
	await openForm(editor, workflow, 'Upload Form');
	const file = { ...list, mimeType: 'application/octet-stream' };
	await editor.page.locator('#field-0').setInputFiles(file);
	const address = editor.page.url();
	await editor.page.locator('#submit-btn').click();
	await editor.page.waitForURL((url) => url.href !== address, { timeout: PAGE_TIMEOUT_MS });
	await editor.page.locator('h1').first().waitFor({ timeout: 120_000 });
	return await editor.page.locator('.card').first().innerText();
}

/** Allows what the open page asks for, or another number; returns the last page, and the file that it hands out. */
async function allow(limit?: number) {
	if (limit !== undefined) await editor.page.locator('#field-0').fill(String(limit));
	const download = editor.page.waitForEvent('download', { timeout: 120_000 });
	download.catch(() => undefined);
	const page = await submitForm(editor);
	return { page, take: async () => readExcel(await readFile(await (await download).path())) };
}

const ADDED = [
	'Risk Level',
	'Summary',
	'Risk Score',
	'Signals',
	'Report',
	'Check',
	'Paid',
	'Row',
	'Rank',
];
/** The first columns fit into the picture. */
const PICTURED = 8;

it('screens a mixed list: all columns in their order, results beside them, worst first, each target paid once', async () => {
	const before = charges();
	const asked = await upload(
		csv([
			'Customer;Currency;Tx Hash;WALLET;Network',
			`Ada;EUR;;${bookAddress('LTC', 'low')};`,
			`Bob;EUR;;${bookAddress('ETH', 'medium')};ethereum`,
			`Cem;USD;;${bookAddress('BTC', 'high')};BTC`,
			`Dee;;;${bookAddress('LTC', 'sanctioned')};`,
			`Eve;EUR;;${MISTYPED};`,
			`Fay;EUR;;${bookAddress('LTC', 'low')};`,
			`Gus;USDT;${makeTransaction('TRX', 'gus')};${bookAddress('TRX', 'medium')};TRC20`,
			`Hal;EUR;not a hash;${bookAddress('TRX', 'low')};`,
			`Ida;ETH;;${bookAddress('ETH', 'low')};Arbitrum`,
		]),
	);
	expect(asked).toContain('5 checks are needed');
	expect(asked).toContain('9 rows, 3 of them can’t be screened');
	expect(charges()).toBe(before);
	const { page, take } = await allow();
	const { rows } = await take();
	expect(charges() - before).toBe(5);
	expect(page).toContain('6 of 9 rows are screened');
	const columns = Object.keys(rows[0]);
	await takeRows({ editor }, 'screen-csv-file', columns.slice(0, PICTURED), rows);
	expect(columns).toEqual(['Customer', 'Currency', 'Tx Hash', 'WALLET', 'Network', ...ADDED]);
	const of = (customer: string) => rows.find((row) => row.Customer === customer);
	expect(rows.slice(0, 2).map((row) => row['Risk Level'])).toEqual(['high', 'high']);
	expect(rows.at(-1)?.['Risk Level']).toBe('low');
	expect(of('Gus')?.Summary).toContain('USDT on Tron');
	expect(of('Dee')?.Signals).toMatch(/sanctions/);
	expect(of('Cem')?.Report).toMatch(/^http/);
	for (const name of ['Eve', 'Hal', 'Ida'])
		expect(of(name)).toMatchObject({ 'Risk Level': 'unknown', Paid: false });
	expect(of('Eve')?.Summary).toMatch(/address/i);
	expect(of('Hal')?.Summary).toMatch(/transaction/i);
	expect(of('Ida')?.Summary).toMatch(/Arbitrum/);
});

it('screens 400 rows of an Excel file, half of them transactions, in a minute; again, nothing is paid', async () => {
	sandbox.configure({ processingMs: { min: 500, max: 3000 } });
	const list = Array.from({ length: 400 }, (_, index) => ({
		No: index,
		'Wallet Address': makeAddress('TRX', `row ${index}`),
		TRANSACTION: index % 2 === 0 ? makeTransaction('TRX', `row ${index}`) : '',
		Note: `row ${index}`,
	}));
	const file = { name: 'list.xlsx', buffer: writeExcel(list) };
	const before = charges();
	expect(await upload(file)).toContain('400 checks are needed');
	const began = Date.now();
	const first = await allow();
	expect(Date.now() - began).toBeLessThan(BATCH_MS);
	expect(first.page).toContain('400 of 400 rows are screened');
	const { rows } = await first.take();
	expect(rows).toHaveLength(400);
	expect(new Set(rows.map(({ No }) => No)).size).toBe(400);
	expect(charges() - before).toBe(400);
	await upload(file);
	const second = await allow();
	expect(second.page).toContain('400 of 400 rows are screened');
	expect((await second.take()).rows.map(({ Check }) => Check).sort()).toEqual(
		rows.map(({ Check }) => Check).sort(),
	);
	expect(charges() - before).toBe(400);
	sandbox.configure({ processingMs: 200 });
}, 400_000);

it('pays nothing where the limit is too low, and says what is needed', async () => {
	const before = charges();
	await upload(csv(['wallet', bookAddress('TRX', 'low'), bookAddress('TRX', 'high')]));
	const { page } = await allow(1);
	expect(page).toContain('2 checks are needed, your limit is 1');
	expect(charges()).toBe(before);
});

it.each([
	['no column for wallets', csv(['Customer,Account number', 'Ada,1']), 'Customer, Account number'],
	['only a heading', csv(['wallet']), 'no rows'],
	['no Excel file', csv(['wallet', bookAddress('BTC', 'low')], 'list.xlsx').name, ''],
])('%s: says so, free', async (_, list, text) => {
	const before = charges();
	const file =
		typeof list === 'string' ? { name: list, buffer: Buffer.from('PK\u0003\u0004no') } : list;
	const page = await upload(file);
	expect(page).toContain('This list can’t be screened');
	expect(page).toContain(text);
	expect(page).toContain('Nothing was paid');
	expect(charges()).toBe(before);
});

it('a check that ends later finds its row', async () => {
	const address = makeAddress('BTC', 'slow');
	sandbox.configure({ processingMs: 3_600_000 });
	expect(await upload(csv(['wallet', address], 'slow.csv'))).toContain('1 check is needed');
	const { page, take } = await allow();
	sandbox.configure({ processingMs: 200 });
	expect(page).toContain('0 of 1 rows are screened');
	expect(page).toContain('1 are still running');
	const [{ Check: hash }] = (await take()).rows;
	const late = await DataTable.named(rest, 'Late Rows');
	const row = async () => (await late.rows({ hash: String(hash) }))[0];
	expect(await row()).toMatchObject({ file: 'slow.csv', row: 2, address, riskLevel: 'waiting' });
	await rest.run(workflow, 'Every Hour');
	expect((await row()).riskLevel).toBe('waiting');
	sandbox.updateCheck(String(hash), { status: 'SUCCESS', riskscore: 4 });
	await rest.run(workflow, 'Every Hour');
	await eventually('the row is finished', async () => (await row()).riskLevel === 'low');
});
