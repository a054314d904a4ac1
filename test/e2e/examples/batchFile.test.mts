/** The example "Batch Screening of a File": an analyst uploads a list in a browser and gets it back, screened. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Sandbox } from '../../../demo/lib/instance.mts';
import { INSTALL } from '../../../demo/lib/paths.mts';
import type { N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import { makeAddress, startSandbox } from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { credentialFor, session } from '../harness/shared.mts';
import { importExample, jsonOf, nthExecution, openForm, submitForm } from './support.mts';
import { toCsv, walletRows, type WalletRow } from './walletFile.mts';

/** The part that is used of the library with which n8n itself writes Excel files. */
interface Spreadsheets {
	read(file: Buffer): { SheetNames: string[]; Sheets: Record<string, unknown> };
	write(book: unknown, options: { type: 'buffer'; bookType: 'xlsx' }): Buffer;
	utils: {
		sheet_to_json(sheet: unknown): Array<Record<string, unknown>>;
		json_to_sheet(rows: unknown[]): unknown;
		book_new(): unknown;
		book_append_sheet(book: unknown, sheet: unknown, name: string): void;
	};
}

let xlsx: Spreadsheets;
let rest: N8nRest;
let sandbox: Sandbox;
let workflow: StoredWorkflow;
let editor: Editor;
let uploads = 0;

beforeAll(async () => {
	xlsx = createRequire(path.join(INSTALL, 'package.json'))('@e965/xlsx') as Spreadsheets;
	sandbox = await startSandbox({ processingMs: { min: 100, max: 2000 }, seed: 7 });
	rest = await session();
	workflow = await importExample(rest, 'batch-file', [await credentialFor(rest, sandbox)]);
	await rest.activate(workflow);
	editor = await Editor.open({ url: rest.url });
});

afterAll(async () => {
	await editor?.close();
	await rest.deactivate(workflow);
	await sandbox.close();
});

/** Uploads a file; returns the rows of the file that comes back, the text of the page, and the totals. */
async function upload(name: string, buffer: Buffer, limit: number) {
	await openForm(editor, workflow, 'Upload Form');
	const download = editor.page.waitForEvent('download', { timeout: 170_000 });
	await editor.page.locator('#field-0').setInputFiles({ name, mimeType: '', buffer });
	await editor.page.locator('#field-1').fill(String(limit));
	const page = await submitForm(editor);
	const file = await (await download).path();
	uploads += 1;
	const execution = await nthExecution(rest, workflow, uploads);
	const book = xlsx.read(await readFile(file));
	return {
		page,
		rows: xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]]),
		totals: jsonOf(execution, 'Totals')[0],
	};
}

function toExcel(rows: WalletRow[]): Buffer {
	const book = xlsx.utils.book_new();
	const cells = rows.map(({ customer, currency, address }) => ({ customer, currency, address }));
	xlsx.utils.book_append_sheet(book, xlsx.utils.json_to_sheet(cells), 'Customers');
	return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' });
}

const list = walletRows(1000);
const wallets = new Set(list.flatMap(({ wallet }) => wallet ?? []));

describe('a file of 1000 rows with duplicates, typing mistakes and blanks', () => {
	let result: Awaited<ReturnType<typeof upload>>;

	beforeAll(async () => {
		result = await upload('customers.csv', toCsv(list), 1000);
	});

	it('comes back with the same rows in the same order', () => {
		expect(result.rows.map(({ customer }) => customer)).toEqual(
			list.map(({ customer }) => customer),
		);
		expect(result.rows.map(({ currency }) => currency)).toEqual(
			list.map(({ currency }) => currency),
		);
	});

	it('gives each row the result of its own wallet, and none to what is no wallet', () => {
		const hashes = new Map<string, Set<unknown>>();
		result.rows.forEach((row, index) => {
			const { wallet } = list[index];
			if (wallet === null) {
				expect(row).toMatchObject({ risk_level: 'unknown', decision: 'review', paid: false });
				expect(row).not.toHaveProperty('check_hash');
				expect(row.reasons).toEqual(expect.stringMatching(/address/i));
			} else {
				expect(row.risk_level).not.toBe('unknown');
				hashes.set(wallet, (hashes.get(wallet) ?? new Set()).add(row.check_hash));
			}
		});
		const byHash = new Map(sandbox.checks().map((check) => [check.hash, check]));
		for (const [wallet, ofWallet] of hashes) {
			expect(ofWallet.size).toBe(1);
			const check = byHash.get(String([...ofWallet][0]));
			expect(`${check?.currency}:${check?.address}`).toBe(wallet);
		}
	});

	it('pays once for each wallet that is one', () => {
		const { charges, chargesByTarget } = sandbox.stats();
		expect(charges).toBe(wallets.size);
		expect(Object.values(chargesByTarget).every((count) => count === 1)).toBe(true);
		expect(result.rows.filter(({ paid }) => paid)).toHaveLength(wallets.size);
	});

	it('adds up', () => {
		const good = list.filter(({ wallet }) => wallet !== null).length;
		const level = (name: string) => result.rows.filter((row) => row.risk_level === name).length;
		expect(result.totals).toEqual({
			rows: 1000,
			screened: good,
			charged: wallets.size,
			reused: 0,
			highRisk: level('high'),
			toReview: level('medium') + level('unknown'),
		});
		expect(level('high')).toBeGreaterThan(0);
		expect(result.page).toContain(
			`1000 rows: ${good} screened, ${wallets.size} charged, 0 reused, ${level('high')} high risk`,
		);
	});
});

it('reads Excel, and takes the reports of today in place of new checks', async () => {
	const before = sandbox.stats().charges;
	const some = list.slice(0, 20);
	const { rows, totals } = await upload('customers.xlsx', toExcel(some), 1);
	expect(rows.map(({ customer }) => customer)).toEqual(some.map(({ customer }) => customer));
	expect(sandbox.stats().charges).toBe(before);
	// On networks with tokens a report that names no asset stands in for nothing; and nothing may be paid for.
	expect(totals).toMatchObject({ rows: 20, screened: 9, charged: 0, reused: 9 });
});

it('pays for nothing when the file would cost more than allowed', async () => {
	const before = sandbox.stats().charges;
	const fresh = Array.from({ length: 4 }, (_, index) => ({
		customer: `New ${index}`,
		currency: 'BTC',
		address: makeAddress('BTC', `new ${index}`),
		wallet: null,
	}));
	const { rows, page } = await upload('new.csv', toCsv(fresh), 3);
	expect(sandbox.stats().charges).toBe(before);
	expect(rows).toHaveLength(4);
	for (const row of rows)
		expect(row).toMatchObject({ risk_level: 'unknown', decision: 'review', paid: false });
	expect(page).toContain('4 rows: 0 screened, 0 charged, 0 reused, 0 high risk, 4 to review');
});
