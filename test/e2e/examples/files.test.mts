/** The example for files, in a real n8n and a real browser: lists of wallets and of transactions, their price, a way back. */
import { readFile } from 'node:fs/promises';
import type { Sandbox } from '../../../instance/start.mts';
import type { N8nRest, StoredWorkflow } from '../../../instance/rest.mts';
import { outputOf } from '../../../instance/rest.mts';
import { readExcel, writeExcel } from '../../../instance/spreadsheets.mts';
import {
	bookAddress,
	makeAddress,
	makeTransaction,
	startSandbox,
} from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { takeRows } from '../../../scripts/screenshots/results.mts';
import { credentialFor, session } from '../harness/shared.mts';
import { answerPage, chosenOn, fillForm, type Page } from './forms.mts';
import { atLength, importExample, openForm, submitForm, withOptions } from './support.mts';

const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
const ALL = 'All assets of a wallet';
const DETECT = 'Detect from the address';
const SCREEN = 'Screen the list';

let sandbox: Sandbox;
let rest: N8nRest;
let workflow: StoredWorkflow;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 200 });
	rest = await session();
	const credential = await credentialFor(rest, sandbox);
	workflow = await importExample(rest, 'screen-csv-file', [credential], (example) =>
		['Screen Transactions', 'Screen Wallets'].reduce(
			(one, name) => withOptions(name, { timeout: 5 })(one),
			example,
		),
	);
	await rest.activate(workflow);
});

afterEach(() => sandbox.configure({ processingMs: 200 }));

afterAll(async () => {
	await rest?.deactivate(workflow);
	await sandbox?.close();
});

const charges = () => sandbox.stats().charges;

const csv = (lines: string[], name = 'list.csv') =>
	new File([Buffer.from(`\uFEFF${lines.join('\r\n')}`)], name);

const upload = async (file: File): Promise<Page> =>
	await fillForm(rest, workflow, 'Upload Form', [file]);

const answer = async (page: Page, values: string[]): Promise<Page> =>
	await answerPage(rest, page, values);

type Row = Record<string, unknown>;

/** The rows of the file that the last page hands out. */
async function rowsOf({ executionId }: Page): Promise<Row[]> {
	const [{ binary }] = outputOf(await rest.execution(executionId), 'Excel File');
	return readExcel(await rest.file(String(binary?.data.id))).rows;
}

/** Screens a list with the columns that are guessed, but for those that are said. */
async function screen(file: File, change: Record<number, string> = {}) {
	const columns = await upload(file);
	const chosen = chosenOn(columns).map((choice, at) => change[at] ?? choice);
	const price = await answer(columns, chosen);
	const end = await answer(price, ['1000', SCREEN]);
	return { chosen, price: price.text, end: end.text, rows: await rowsOf(end) };
}

/** The first columns fit into the picture. */
const PICTURED = 8;

it('an export with coin and network, clicked: level first, worst on top, each target paid once', async () => {
	const editor = await Editor.open({ url: rest.url });
	const { page } = editor;
	await openForm(editor, workflow, 'Upload Form');
	const list = [
		'Customer;Coin;WALLET;Network',
		`Ada;LTC;${bookAddress('LTC', 'low')};`,
		`Bob;USDT;${bookAddress('ETH', 'medium')};ERC20`,
		`Cem;BTC;${bookAddress('BTC', 'high')};Bitcoin`,
		`Dee;;${bookAddress('LTC', 'sanctioned')};`,
		`Eve;BTC;${MISTYPED};Bitcoin`,
		`Fay;LTC;${bookAddress('LTC', 'low')};Litecoin`,
		`Gus;Tether;${bookAddress('TRX', 'low')};TRC20`,
		`Hal;USDT;${bookAddress('BSC', 'low')};BNB Smart Chain (BEP20)`,
		`Ida;ETH;${bookAddress('ETH', 'low')};Arbitrum`,
	];
	const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\n')) };
	await page.locator('#field-0').setInputFiles(file);
	const next = async (heading: RegExp) => {
		await page.locator('#submit-btn').click();
		await page.locator('h1', { hasText: heading }).waitFor({ timeout: 120_000 });
		return await page.locator('.card').first().innerText();
	};
	await next(/Which columns/);
	const before = charges();
	const price = await next(/At most \d+ checks are paid for/);
	expect(price).toContain('9 rows, 2 of them can’t be screened');
	expect(charges()).toBe(before);
	const download = page.waitForEvent('download', { timeout: 120_000 });
	const end = await submitForm(editor);
	const { rows } = readExcel(await readFile(await (await download).path()));
	expect(end).toContain('7 of 9 rows are screened');
	expect(end).toContain('2 high, 2 unknown');
	const columns = Object.keys(rows[0]);
	await takeRows({ editor }, 'screen-csv-file', columns.slice(0, PICTURED), rows);
	await editor.close();
	expect(columns.slice(0, 5)).toEqual(['Risk Level', 'Customer', 'Coin', 'WALLET', 'Network']);
	const of = (customer: string) => rows.find((row) => row.Customer === customer);
	expect(rows.slice(0, 2).map((row) => row['Risk Level'])).toEqual(['high', 'high']);
	expect(of('Cem')).toMatchObject({ Asset: 'Bitcoin', Row: 4 });
	expect(of('Cem')?.Report).toMatch(/^http/);
	expect(of('Cem')?.Rules).toMatch(/^\w{8,}$/);
	expect(of('Bob')).toMatchObject({ Asset: 'USDT on Ethereum' });
	expect(of('Gus')).toMatchObject({ Asset: 'USDT on Tron', 'Risk Level': 'low' });
	expect(of('Hal')).toMatchObject({ Asset: 'USDT on BNB Smart Chain' });
	expect(of('Eve')).toMatchObject({ 'Risk Level': 'unknown' });
	expect(of('Ida')).toMatchObject({ 'Risk Level': 'unknown' });
	expect(of('Ida')?.Summary).toMatch(/Arbitrum/);
	expect(charges() - before).toBe(6);
});

it('rows with a wallet and a transaction: the page asks which is meant', async () => {
	const hash = makeTransaction('TRX', 'gus');
	const file = csv([
		'Asset,Network,Address,TXID,Paid',
		`USDT,TRX,${bookAddress('TRX', 'low')},${hash},yes`,
		`USDT,TRX,${bookAddress('TRX', 'low')},not a hash,no`,
	]);
	const columns = await upload(file);
	expect(chosenOn(columns).slice(1)).toEqual([
		'Address',
		'TXID',
		'Column Asset (list)',
		'Column Network',
	]);
	const { rows } = await screen(file, { 0: 'Transactions' });
	expect(rows).toMatchObject([
		{ 'Risk Level': 'unknown', 'Paid (list)': 'no' },
		{ 'Risk Level': 'low', Asset: 'USDT on Tron', 'Asset (list)': 'USDT', Row: 2 },
	]);
	expect(rows[1].Summary).toContain(hash);
	const wallets = await screen(file, { 0: 'Wallets' });
	expect(wallets.rows.map((row) => row['Risk Level'])).toEqual(['low', 'low']);
	expect(wallets.rows[0].Summary).not.toContain(hash);
});

it('German headings are guessed, and there is a way back to the columns', async () => {
	const before = charges();
	const columns = await upload(
		csv([
			'Kunde;Zieladresse;Währung;Netzwerk',
			`Müller;${bookAddress('ETH', 'low')};USDC;Ethereum`,
		]),
	);
	const guess = ['Wallets', 'Zieladresse', 'None', 'Column Währung', 'Column Netzwerk'];
	expect(chosenOn(columns)).toEqual(guess);
	const price = await answer(columns, [...guess.slice(0, 3), ALL, DETECT]);
	expect(price.text).toContain('1 row, 1 of them can’t be screened');
	const back = await answer(price, ['1', 'Choose other columns']);
	expect(back.text).toContain('Which columns?');
	const again = await answer(back, guess);
	expect(again.text).toContain('At most 1 check is paid for');
	expect(charges()).toBe(before);
	const rows = await rowsOf(await answer(again, ['1', SCREEN]));
	expect(rows).toMatchObject([{ Kunde: 'Müller', Asset: 'USDC on Ethereum', 'Risk Level': 'low' }]);
});

it('the file of an exchange: lines above the heading, ragged and blank lines, refused rows by their sentence', async () => {
	const low = bookAddress('BTC', 'low');
	const columns = await upload(
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
	expect(chosenOn(columns)).toEqual(['Wallets', 'To', 'None', ALL, DETECT]);
	const before = charges();
	const price = await answer(columns, chosenOn(columns));
	expect(price.text).toContain('4 rows, 2 of them can’t be screened');
	expect(price.text).toContain('1 × The line has more cells than the heading. Row 8.');
	expect(price.text).toMatch(/1 × .*addresses.* Row 9\./);
	const end = await answer(price, ['1', 'Only give me the rows that can’t be screened']);
	expect(end.text).toContain('2 rows can’t be screened');
	const rows = await rowsOf(end);
	expect(rows.map(({ Row, Id }) => [Row, Id])).toEqual([
		[8, 'MetaMask'],
		[9, '00020'],
	]);
	expect(charges()).toBe(before);
});

/** A name, the file, the column of wallets that is guessed, and rows of the result, worst first. */
type OfficeFile = [string, File, string, Row[]];

const LOWS = { BTC: bookAddress('BTC', 'low'), LTC: bookAddress('LTC', 'low') };

atLength.each<OfficeFile>([
	[
		'dates of Excel stay dates, and an old level of the file is not taken for a new one',
		new File(
			[
				writeExcel([
					{ 'Risk Level': 'low', Date: 46_333.4375, Address: bookAddress('BTC', 'high') },
					{ 'Risk Level': 'low', Date: 46_334, Address: MISTYPED },
				]),
			],
			'old.xlsx',
		),
		'Address',
		[
			{ 'Risk Level': 'high', Date: 46_333.4375 },
			{ 'Risk Level': 'unknown', Date: 46_334 },
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
		'Address',
		[
			{ 'Risk Level': 'unknown', Label: 'first', 'Label (4)': 'second', Row: 3 },
			{ 'Risk Level': 'low', Label: 'only', 'Label (4)': 'again', Row: 4 },
		],
	],
	[
		'a list without a heading',
		csv([LOWS.BTC, LOWS.LTC], 'list.txt'),
		'Column 1',
		[{ 'Column 1': LOWS.BTC, Row: 1 }, { Row: 2 }],
	],
	[
		'names that nobody knows, UTF-16, and a column without a name',
		new File(
			[Buffer.from(`\uFEFFAuszug\r\n;Ziel des Geldes\r\nMüller;${LOWS.BTC}\r\n`, 'utf16le')],
			'liste.csv',
		),
		'Ziel des Geldes',
		[{ 'Column 1': 'Müller', 'Risk Level': 'low', Row: 3 }],
	],
])('%s', async (_, file, wallet, expected) => {
	const { chosen, rows } = await screen(file);
	expect(chosen[1]).toBe(wallet);
	expect(rows).toMatchObject(expected);
});

it.each([
	['no column for wallets', csv(['Customer,Account number', 'Ada,1']), 'Customer, Account number'],
	['only a heading', csv(['wallet']), 'no rows'],
	['a PDF', csv(['%PDF-1.7']), 'no CSV or Excel file'],
	['no Excel file', new File(['PK\u0003\u0004no'], 'list.xlsx'), ''],
])('%s: says so, free', async (_, file, text) => {
	const before = charges();
	const page = await upload(file);
	expect(page.text).toContain('This list can’t be screened');
	expect(page.text).toContain(text);
	expect(page.text).toContain('Nothing was paid');
	expect(charges()).toBe(before);
});

it('a check that still runs is in the file with its hash, and later free; the button pressed twice pays once', async () => {
	const file = csv(['wallet', makeAddress('BTC', 'slow')]);
	sandbox.configure({ processingMs: 3_600_000 });
	const before = charges();
	const columns = await upload(file);
	const price = await answer(columns, chosenOn(columns));
	const press = async () => await answer(price, ['1', SCREEN]);
	const [first] = await Promise.all([press(), press()]);
	expect(first.text).toContain('1 still running');
	const [{ Check: hash }] = await rowsOf(first);
	sandbox.updateCheck(String(hash), { status: 'SUCCESS', riskscore: 4 });
	const second = await screen(file);
	expect(second.rows).toMatchObject([{ 'Risk Level': 'low', Check: hash }]);
	expect(charges() - before).toBe(1);
});
