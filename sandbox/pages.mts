/** The pages of a check for people: the report as PDF, and its share page. */
import { checkResult, hasReport, type View } from './answers.mts';
import { makePdf } from './pdf.mts';
import type { CheckRecord } from './record.mts';
import { escapeHtml, page, type Answer } from './wire.mts';

/** The facts of a check as label and text. */
function facts(record: CheckRecord, view: View): Array<[label: string, text: string]> {
	const { status, initDate, resultDate, report } = checkResult(record, view);
	const signals = Object.entries(report?.signals ?? {}).filter(([, share]) => share > 0);
	return [
		['Check', record.hash],
		['Currency', record.currency],
		['Address', record.address],
		['Transaction', record.transaction ?? 'none (address check)'],
		['Status', status],
		['Requested', initDate],
		['Completed', resultDate ?? 'not yet'],
		['Risk score', String(report?.riskscore ?? 'none')],
		...signals
			.sort(([, a], [, b]) => b - a)
			.map(([name, share]): [string, string] => [
				`Signal ${name}`,
				`${Number((share * 100).toFixed(1))} %`,
			]),
	];
}

/** The page for a check without a report. */
export function noReportPage(): Answer {
	return page('No report', '<p>There is no report under this address.</p>', 404);
}

/** The PDF report of a check. */
export function pdfReport(record: CheckRecord | undefined, view: View): Answer {
	if (!record || !hasReport(record, view.at)) return noReportPage();
	const lines = facts(record, view).map(([label, text]) => `${label}: ${text}`);
	return {
		status: 200,
		headers: {
			'Content-Type': 'application/pdf',
			'Content-Disposition': `inline; filename="aml-check-${record.hash}.pdf"`,
		},
		body: makePdf('AML check report (sandbox)', lines),
	};
}

/** The shareable view of a check. */
export function sharePage(record: CheckRecord | undefined, view: View): Answer {
	if (!record || !hasReport(record, view.at)) return noReportPage();
	const rows = facts(record, view).map(
		([label, text]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
	);
	return page('AML check report (sandbox)', `<table>${rows.join('')}</table>`);
}
