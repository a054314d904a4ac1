/** Tables for a terminal. */

/** One column: its heading and the text in it for a row. */
export interface Column<Row> {
	heading: string;
	text: (row: Row) => string;
}

/** Sets rows as a table with aligned columns. */
export function table<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): string {
	const cells = [
		columns.map(({ heading }) => heading),
		...rows.map((row) => columns.map(({ text }) => text(row))),
	];
	const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)));
	const lines = cells.map((line) =>
		line
			.map((text, index) => text.padEnd(widths[index]))
			.join('  ')
			.trimEnd(),
	);
	const [headings, ...others] = lines;
	return [headings, widths.map((width) => '─'.repeat(width)).join('  '), ...others].join('\n');
}

/** Shortens a long text in its middle, e.g. an address to "0xAc901A…8A5F6". */
export function shorten(text: string, length = 20): string {
	if (text.length <= length) return text;
	const tail = Math.floor((length - 1) / 3);
	return `${text.slice(0, length - 1 - tail)}…${text.slice(-tail)}`;
}
