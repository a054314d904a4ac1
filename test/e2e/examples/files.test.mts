/** The example for files, in a real n8n and a real browser: mixed lists, their cost, and what ends later. */
import { readFile } from 'node:fs/promises';
import type { Sandbox } from '../../../instance/start.mts';
import type { N8nRest, StoredWorkflow } from '../../../instance/rest.mts';
import {
	bookAddress,
	makeAddress,
	makeTransaction,
	startSandbox,
} from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { credentialFor, eventually, session } from '../harness/shared.mts';
import { readExcel, writeExcel } from '../../../instance/spreadsheets.mts';
import { takeRows } from '../../../scripts/screenshots/results.mts';
import { atLength, importExample, openForm, submitForm, withTimeout } from './support.mts';

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
		['Screen Transactions', 'Screen Wallets'].reduce(
			(one, name) => withTimeout(name, 5)(one),
			example,
		),
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

/** Uploads a list; returns the page that comes next: the columns with the guess, or why there is none. */
async function upload(list: List): Promise<string> {
	await openForm(editor, workflow, 'Upload Form');
	const file = { ...list, mimeType: 'application/octet-stream' };
	await editor.page.locator('#field-0').setInputFiles(file);
	await next();
	return await editor.page.locator('.card').first().innerText();
}

/** Presses the button of the open page, and waits for the one behind it. */
async function next(): Promise<void> {
	const address = editor.page.url();
	const heading = await editor.page.locator('h1').first().innerText();
	await editor.page.locator('#submit-btn').click();
	await eventually(
		'the next page',
		async () =>
			editor.page.url() !== address ||
			(await editor.page
				.locator('h1')
				.first()
				.innerText({ timeout: 5000 })
				.catch(() => heading)) !== heading,
		PAGE_TIMEOUT_MS,
	);
	await editor.page.locator('h1').first().waitFor({ timeout: 120_000 });
}

/** The columns that the open page has chosen: wallet, transaction, coin and network. */
const chosen = async () =>
	await Promise.all(
		[0, 1, 2, 3].map(async (index) => await editor.page.locator(`#field-${index}`).inputValue()),
	);

/** Goes on with the columns that are chosen; returns the page with the price. */
async function price(): Promise<string> {
	await next();
	return await editor.page.locator('.card').first().innerText();
}

/** Allows what the open page asks for, or another number; returns the last page, and the file that it hands out. */
async function allow(limit?: number, what?: string) {
	if (limit !== undefined) await editor.page.locator('#field-0').fill(String(limit));
	if (what) await editor.page.locator('#field-1').selectOption({ label: what });
	const download = editor.page.waitForEvent('download', { timeout: 120_000 });
	download.catch(() => undefined);
	const page = await submitForm(editor);
	return { page, take: async () => readExcel(await readFile(await (await download).path())) };
}

/** The first columns fit into the picture. */
const PICTURED = 8;

it('screens a mixed list: level first, all columns in their order, worst on top, each target paid once', async () => {
	const before = charges();
	await upload(
		csv([
			'Customer;Currency;Tx Hash;WALLET;Network',
			`Ada;EUR;;${bookAddress('LTC', 'low')};`,
			`Bob;EUR;;${bookAddress('ETH', 'medium')};ethereum`,
			`Cem;USD;;${bookAddress('BTC', 'high')};`,
			`Dee;;;${bookAddress('LTC', 'sanctioned')};`,
			`Eve;EUR;;${MISTYPED};`,
			`Fay;EUR;;${bookAddress('LTC', 'low')};`,
			`Gus;USDT;${makeTransaction('TRX', 'gus')};${bookAddress('TRX', 'medium')};TRC20`,
			`Hal;EUR;not a hash;${bookAddress('TRX', 'low')};`,
			`Ida;ETH;;${bookAddress('ETH', 'low')};Arbitrum`,
		]),
	);
	expect(await chosen()).toEqual(['WALLET', 'Tx Hash', 'None', 'Network']);
	await editor.page.locator('#field-4').selectOption('USDT');
	const asked = await price();
	expect(asked).toContain('9 rows');
	expect(charges()).toBe(before);
	const { page, take } = await allow();
	const { rows } = await take();
	expect(page).toMatch(/of 9 rows are screened/);
	const columns = Object.keys(rows[0]);
	await takeRows({ editor }, 'screen-csv-file', columns.slice(0, PICTURED), rows);
	expect(columns.slice(0, 6)).toEqual([
		'Risk Level',
		'Customer',
		'Currency',
		'Tx Hash',
		'WALLET',
		'Network',
	]);
	const of = (customer: string) => rows.find((row) => row.Customer === customer);
	const worst = rows
		.slice(0, 2)
		.map((row) => `${String(row.Customer)} ${String(row['Risk Level'])}`);
	expect(worst.sort()).toEqual(['Cem high', 'Dee high']);
	expect(of('Dee')?.Signals).toMatch(/sanctions/);
	expect(of('Cem')?.Report).toMatch(/^http/);
	expect(of('Cem')).toMatchObject({ Asset: 'Bitcoin', Row: 4 });
	expect(of('Cem')?.Rules).toMatch(/^\w{8,}$/);
	expect(of('Cem')?.['Checked At']).toMatch(/^\d{4}-\d\d-\d\dT/);
	expect(page).toContain('2 high, 3 unknown');
	expect(of('Gus')).toMatchObject({ Asset: 'USDT on Tron', 'Risk Level': 'medium' });
	for (const name of ['Eve', 'Hal', 'Ida'])
		expect(of(name)).toMatchObject({ 'Risk Level': 'unknown' });
	expect(of('Eve')?.Summary).toMatch(/mistyped/i);
	expect(of('Hal')?.Summary).toMatch(/transaction/i);
	expect(of('Ida')?.Summary).toMatch(/Arbitrum/);
	expect(of('Eve')?.Advice).toMatch(/\w/);
});

atLength(
	'screens 200 rows of an Excel file, half of them transactions; again, nothing is asked for and nothing is paid',
	async () => {
		sandbox.configure({ processingMs: { min: 500, max: 3000 } });
		const list = Array.from({ length: 200 }, (_, index) => ({
			No: index,
			'Wallet Address': makeAddress('BTC', `row ${index}`),
			TRANSACTION: index % 2 === 0 ? makeTransaction('BTC', `row ${index}`) : '',
			Note: `row ${index}`,
		}));
		const file = { name: 'list.xlsx', buffer: writeExcel(list) };
		const before = charges();
		await upload(file);
		await editor.page.locator('#field-4').selectOption('Native currency');
		expect(await price()).toContain('200 checks are needed');
		const began = Date.now();
		const first = await allow();
		expect(Date.now() - began).toBeLessThan(BATCH_MS);
		expect(first.page).toContain('200 of 200 rows are screened');
		const { rows } = await first.take();
		expect(new Set(rows.map(({ No }) => No)).size).toBe(200);
		expect(charges() - before).toBe(200);
		await upload(file);
		await editor.page.locator('#field-4').selectOption('Native currency');
		expect(await price()).toContain('0 checks are needed');
		const second = await allow();
		expect(second.page).toContain('200 of 200 rows are screened');
		expect(charges() - before).toBe(200);
		sandbox.configure({ processingMs: 200 });
	},
);

it('reads the file of an exchange: columns by what they hold, lines above the heading, ragged and blank lines', async () => {
	const low = bookAddress('BTC', 'low');
	await upload(
		csv([
			'sep=;',
			'Withdrawals;;;;;;',
			'of January;;;;;;',
			'Date;Transaction ID;Address;To;TxHash;Wallet;Id',
			`2026-01-02 10:30;INT-1;Main Street 5;${low};;MetaMask;00017`,
			'',
			`2026-01-03 11:30;INT-2;Side Street 6;${bookAddress('BTC', 'high')};;MetaMask;00018;;;`,
			`2026-01-04 12:30;INT-3;Side Street; 7;${low};;MetaMask;00019`,
			`2026-01-05 13:30;INT-4;${bookAddress('LTC', 'low')};${low};;Ledger;00020`,
		]),
	);
	expect(await chosen()).toEqual(['To', 'None', 'None', 'None']);
	const before = charges();
	const asked = await price();
	expect(asked).toContain('4 rows, 2 of them can’t be screened');
	expect(asked).toContain('1 × The line has more cells than the heading. Correct the line. Row 8.');
	expect(asked).toContain(
		'1 × The row holds 2 different addresses. Leave one wallet in the row. Row 9.',
	);
	const { page, take } = await allow(undefined, 'Only give me the rows that can’t be screened');
	expect(page).toContain('2 rows can’t be screened');
	expect((await take()).rows.map(({ Row, Id }) => [Row, Id])).toEqual([
		[8, 'MetaMask'],
		[9, '00020'],
	]);
	expect(charges()).toBe(before);
});

/** A name, the file, the columns that are guessed, the number of refused rows, and rows of the result, worst first. */
type OfficeFile = [string, List, string[], number, Array<Record<string, unknown>>];

const LOWS = { BTC: bookAddress('BTC', 'low'), LTC: bookAddress('LTC', 'low') };

atLength.each<OfficeFile>([
	[
		'dates of Excel come back as dates, and an old level of the file is not taken for a new one',
		{
			name: 'old.xlsx',
			buffer: writeExcel([
				{ 'Risk Level': 'low', Date: 46_333.4375, Address: bookAddress('BTC', 'high') },
				{ 'Risk Level': 'low', Date: 46_334, Address: MISTYPED },
			]),
		},
		['Address', 'None', 'None', 'None'],
		1,
		[
			{ 'Risk Level': 'high', Date: '2026-11-07 10:30' },
			{
				'Risk Level': 'unknown',
				Date: '2026-11-08 00:00',
				Advice: 'Correct “Address”: copy it again.',
			},
		],
	],
	[
		'the heading below a line with one known name, and columns of one name',
		csv([
			'From,2026-01-01,To,2026-01-31',
			'Label,Address,Coin,Label,Address',
			`first,${bookAddress('LTC', 'high')},LTC,second,${LOWS.LTC}`,
			`only,${LOWS.LTC},LTC,again,`,
		]),
		['Address', 'None', 'Coin', 'None'],
		1,
		[
			{ 'Risk Level': 'unknown', Label: 'first', 'Label (4)': 'second', Row: 3 },
			{ 'Risk Level': 'low', Label: 'only', 'Label (4)': 'again', Row: 4 },
		],
	],
	[
		'codes of networks beside coins, and a column that is called as one of the result',
		csv([
			'Asset,Network,Address,TXID,Paid',
			`USDT,TRX,${bookAddress('TRX', 'low')},${makeTransaction('TRX', 'office')},yes`,
		]),
		['Address', 'TXID', 'Asset (list)', 'Network'],
		0,
		[{ 'Asset (list)': 'USDT', Asset: 'USDT on Tron', 'Paid (list)': 'yes', 'Risk Level': 'low' }],
	],
	[
		'a list without a heading',
		csv([LOWS.BTC, LOWS.LTC], 'list.txt'),
		['Column 1', 'None', 'None', 'None'],
		0,
		[{ 'Column 1': LOWS.BTC, Row: 1 }, { Row: 2 }],
	],
	[
		'names that nobody knows, UTF-16, and a column without a name',
		{
			name: 'liste.csv',
			buffer: Buffer.from(`\uFEFFAuszug\r\n;Zieladresse\r\nMüller;${LOWS.BTC}\r\n`, 'utf16le'),
		},
		['Zieladresse', 'None', 'None', 'None'],
		0,
		[{ 'Column 1': 'Müller', 'Risk Level': 'low', Row: 3 }],
	],
])('%s', async (_, list, columns, refused, expected) => {
	await upload(list);
	expect(await chosen()).toEqual(columns);
	expect(await price()).toContain(`${refused} of them can’t be screened`);
	const { rows } = await (await allow()).take();
	expect(rows).toMatchObject(expected);
});

atLength('the button pressed twice at once pays once', async () => {
	const before = charges();
	await upload(csv(['wallet', makeAddress('LTC', 'twice')]));
	expect(await price()).toContain('1 check is needed');
	const { page } = editor;
	const answer = new FormData();
	answer.set('field-0', '1');
	answer.set('field-1', 'Screen the list');
	const press = async () => await fetch(page.url(), { method: 'POST', body: answer });
	await Promise.all([press(), press()]);
	await eventually('it is screened', async () => charges() > before);
	await eventually('no run is under way', async () => {
		const runs = await rest.executions(workflow);
		return runs.every(({ status }) => status !== 'running');
	});
	expect(charges() - before).toBe(1);
});

atLength('a limit below what is needed pays nothing', async () => {
	const before = charges();
	await upload(csv(['wallet', makeAddress('BTC', 'a'), makeAddress('BTC', 'b')]));
	expect(await price()).toContain('2 checks are needed');
	const { page } = await allow(1);
	expect(page).toContain('2 checks are needed, your limit is 1');
	expect(charges()).toBe(before);
});

it.each([
	['no column for wallets', csv(['Customer,Account number', 'Ada,1']), 'Customer, Account number'],
	['only a heading', csv(['wallet']), 'no rows'],
	['an empty file', csv([]), 'no rows'],
	['a PDF', csv(['%PDF-1.7']), 'no CSV or Excel file'],
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

atLength(
	'a check that still runs is in the file with its hash; later the same file is free and has its level',
	async () => {
		const address = makeAddress('BTC', 'slow');
		const list = csv(['wallet', address], 'slow.csv');
		sandbox.configure({ processingMs: 3_600_000 });
		await upload(list);
		expect(await price()).toContain('1 check is needed');
		const first = await allow();
		sandbox.configure({ processingMs: 200 });
		expect(first.page).toContain('0 of 1 row is screened');
		expect(first.page).toContain('1 is still running');
		const [{ Check: hash, Advice: advice }] = (await first.take()).rows;
		expect(advice).toMatch(/upload the file again/);
		const before = charges();
		sandbox.updateCheck(String(hash), { status: 'SUCCESS', riskscore: 4 });
		await upload(list);
		expect(await price()).toContain('0 checks are needed');
		const second = await allow();
		expect((await second.take()).rows).toMatchObject([{ 'Risk Level': 'low', Check: hash }]);
		expect(charges()).toBe(before);
	},
);
