/** A small PDF written by hand: one page, the facts of a check. */

const LINE_HEIGHT = 18;
const TOP = 790;
const LARGEST_LINES = 42;

/** Text of a PDF string: ASCII only, with its three special characters escaped. */
function pdfString(text: string): string {
	return text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
}

/** Makes a PDF (version 1.4) with a title and lines of text in Helvetica. */
export function makePdf(title: string, lines: readonly string[]): Buffer {
	const text = [
		'BT',
		`/F1 18 Tf 50 ${TOP} Td (${pdfString(title)}) Tj`,
		`/F1 10 Tf 0 -${LINE_HEIGHT} Td`,
		...lines
			.slice(0, LARGEST_LINES)
			.map((line) => `0 -${LINE_HEIGHT - 2} Td (${pdfString(line)}) Tj`),
		'ET',
	].join('\n');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
	];
	let file = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const start = file.length;
	const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return Buffer.from(file, 'latin1');
}
