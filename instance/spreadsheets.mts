/** Excel files, read and written by the library that n8n brings along. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { INSTALL } from './paths.mts';

interface Spreadsheets {
	write(book: unknown, options: { type: 'buffer'; bookType: 'xlsx' }): Buffer;
	read(file: Buffer): { SheetNames: string[]; Sheets: Record<string, unknown> };
	utils: {
		book_new(sheet: unknown, name: string): unknown;
		json_to_sheet(rows: Array<Record<string, unknown>>): unknown;
		sheet_to_json(sheet: unknown): Array<Record<string, unknown>>;
		sheet_to_html(sheet: unknown, options: { header: string; footer: string }): string;
	};
}

const loadSpreadsheets = () =>
	createRequire(path.join(INSTALL, 'package.json'))('@e965/xlsx') as Spreadsheets;

/** The rows of an Excel file, and its table as HTML. */
export function readExcel(file: Buffer): { rows: Array<Record<string, unknown>>; html: string } {
	const { read, utils } = loadSpreadsheets();
	const book = read(file);
	const sheet = book.Sheets[book.SheetNames[0]];
	const html = utils.sheet_to_html(sheet, { header: '', footer: '' });
	return { rows: utils.sheet_to_json(sheet), html };
}

/** An Excel file with the given rows. */
export function writeExcel(rows: Array<Record<string, unknown>>): Buffer {
	const { write, utils } = loadSpreadsheets();
	return write(utils.book_new(utils.json_to_sheet(rows), 'List'), {
		type: 'buffer',
		bookType: 'xlsx',
	});
}
