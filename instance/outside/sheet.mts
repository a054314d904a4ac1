/** One Google Sheet in memory: as much of the Sheets API as n8n's node uses to read rows and to update them. */
import type { Answer } from './proxy.mts';

/** The first row holds the names of the columns. */
export type Cells = string[][];

const COLUMN_A = 'A'.charCodeAt(0);

/** `Sheet1!C5` as a row and a column, both from 0. */
function readCell(range: string): { row: number; column: number } {
	const [, letter = 'A', row = '1'] = /!\$?([A-Z])\$?(\d+)/.exec(range) ?? [];
	return { row: Number(row) - 1, column: letter.charCodeAt(0) - COLUMN_A };
}

function write(cells: Cells, range: string, values: Cells): void {
	const from = readCell(range);
	values.forEach((line, down) =>
		line.forEach((value, right) => {
			const row = (cells[from.row + down] ??= []);
			row[from.column + right] = String(value);
		}),
	);
}

const SHEET = { properties: { sheetId: 0, title: 'Sheet1', index: 0, sheetType: 'GRID' } };

/** Answers for sheets.googleapis.com. */
export function answerSheets(cells: Cells): Answer {
	return ({ call, body }) => {
		if (/^POST .*values:batchUpdate/.test(call)) {
			const { data } = JSON.parse(body) as { data: Array<{ range: string; values: Cells }> };
			for (const { range, values } of data) write(cells, range, values);
			return { totalUpdatedRows: data.length };
		}
		if (/^GET .*\/values\//.test(call)) return { values: cells };
		return { sheets: [SHEET] };
	};
}
