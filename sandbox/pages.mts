/** What people see in a browser: the report as PDF, its share page, and the sandbox's own page. */
import { checkResult, hasReport, type View } from './answers.mts';
import { BOOK } from './book.mts';
import { FAULT_KINDS } from './faults.mts';
import { makePdf } from './pdf.mts';
import type { CheckRecord } from './record.mts';
import { html, type Answer } from './wire.mts';

const escapeHtml = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
	'body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}' +
	'table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}' +
	'code,pre{font:13px/1.5 ui-monospace,monospace;word-break:break-all}pre{background:#8882;padding:1rem}';

function page(title: string, body: string, status = 200): Answer {
	return html(
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
			`<style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
		status,
	);
}

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

/** What `{site_url}/...` says of a check that has no report. */
export function noReportPage(): Answer {
	return page('No report', '<p>There is no report under this address.</p>', 404);
}

/**
 * The PDF report of a check (service 2.5).
 * @returns the file, or a 404 page when the check is unknown or not completed
 */
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

/**
 * The shareable view of a check (service 2.5).
 * @returns the page, or a 404 page when the check is unknown or not completed
 */
export function sharePage(record: CheckRecord | undefined, view: View): Answer {
	if (!record || !hasReport(record, view.at)) return noReportPage();
	const rows = facts(record, view).map(
		([label, text]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
	);
	return page('AML check report (sandbox)', `<table>${rows.join('')}</table>`);
}

/**
 * The sandbox's own page: which address gives what, and how to switch faults on.
 * @param baseUrl where the sandbox is
 */
export function guidePage(baseUrl: string): Answer {
	const rows = BOOK.map(
		({ network, address, gives }) =>
			`<tr><td>${network}</td><td><code>${address}</code></td><td>${escapeHtml(gives)}</td></tr>`,
	);
	const example = `curl -X POST ${baseUrl}/sandbox/faults -H 'Content-Type: application/json' \\\n  -d '{"method":"checkup.checkaddr","kind":"lostAnswer","times":2}'`;
	return page(
		'AML check sandbox',
		`<p>Base URL: <code>${baseUrl}</code>. The token is in the terminal. Counters: <a href="/sandbox/stats">/sandbox/stats</a>.</p>` +
			'<h2>Addresses</h2><p>Ethereum addresses give the same on ETC, BSC and MATIC. ' +
			'Every other address gets a score by its hash, always the same.</p>' +
			`<table><tr><th>Network</th><th>Address</th><th>Gives</th></tr>${rows.join('')}</table>` +
			`<h2>Faults</h2><p>Kinds: ${Object.keys(FAULT_KINDS).join(', ')}.</p><pre>${escapeHtml(example)}</pre>` +
			`<pre>curl -X DELETE ${baseUrl}/sandbox/faults</pre>`,
	);
}
