/** The sandbox's own page: buttons for checks and service, which address gives what, and how to switch faults on. */
import { BOOK } from './book.mts';
import { describeBehaviour } from './buttons.mts';
import { FAULT_KINDS } from './faults.mts';
import type { Sandbox, StoredCheck } from './types.mts';
import { escapeHtml, page, type Answer } from './wire.mts';

/** The newest checks that the page shows. */
const SHOWN = 20;

const OUTCOMES = ['low', 'medium', 'high', 'failed'];

/** A form with a button for each choice of an action. */
function buttons(
	action: string,
	choices: ReadonlyArray<{ value: string; label: string }>,
	hash = '',
): string {
	const hidden = hash ? `<input type="hidden" name="hash" value="${escapeHtml(hash)}">` : '';
	const all = choices.map(
		({ value, label }) => `<button name="press" value="${action} ${value}">${label}</button>`,
	);
	return `<form method="post" action="/sandbox/button">${hidden}${all.join('')}</form>`;
}

const asChoices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const cells = (...texts: string[]) =>
	`<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;

const head = (...texts: string[]) => `<tr>${texts.map((text) => `<th>${text}</th>`).join('')}</tr>`;

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

function checkRow({
	hash,
	initAt,
	currency,
	address,
	status,
	riskscore,
	doneAt,
}: StoredCheck): string {
	const isOpen = !Number.isFinite(doneAt) || status === 'PENDING';
	return cells(
		new Date(initAt).toISOString().slice(11, 19),
		currency,
		code(address),
		escapeHtml(status),
		escapeHtml(String(isOpen ? '' : (riskscore ?? 'none'))),
		isOpen ? buttons('finish', asChoices(OUTCOMES), hash) : '',
	);
}

function checksTable(sandbox: Sandbox): string {
	const checks = [...sandbox.checks()].reverse();
	if (checks.length === 0) return '<p>There are no checks yet.</p>';
	const rows = checks.slice(0, SHOWN).map(checkRow);
	const heads = head('Time (UTC)', 'Currency', 'Address', 'Status', 'Score', 'Finish as');
	const more = checks.length > SHOWN ? `<p>The newest ${SHOWN} of ${checks.length}.</p>` : '';
	return `<table>${heads}${rows.join('')}</table>${more}`;
}

/** The sandbox's own page, without the token. */
export function guidePage(sandbox: Sandbox): Answer {
	const { baseUrl } = sandbox;
	const { choices, effect } = describeBehaviour(sandbox);
	const book = BOOK.map(({ network, address, gives }) =>
		cells(network, code(address), escapeHtml(gives)),
	);
	const example = `curl -X POST ${baseUrl}/sandbox/faults -H 'Content-Type: application/json' \\\n  -d '{"method":"checkup.checkaddr","kind":"lostAnswer","times":2}'\n\ncurl -X DELETE ${baseUrl}/sandbox/faults`;
	return page(
		'AML check sandbox',
		`<p>Base URL: ${code(baseUrl)}. The token is in the terminal. Counters: <a href="/sandbox/stats">/sandbox/stats</a>.</p>` +
			`<h2>Service</h2><p>The service ${effect}.</p>${buttons('behave', choices)}` +
			'<h2>Checks</h2><p>Add a check to the history, as if another program had asked for it. A trigger finds it at its next poll.</p>' +
			`${buttons('add', asChoices(['pending', ...OUTCOMES]))}` +
			`${checksTable(sandbox)}<p><a href="/sandbox">Show the present state</a></p>` +
			'<h2>Addresses</h2><p>Ethereum addresses give the same on ETC, BSC and MATIC. ' +
			'Every other address gets a score by its hash, always the same.</p>' +
			`<table>${head('Network', 'Address', 'Gives')}${book.join('')}</table>` +
			`<h2>Faults</h2><p>Kinds: ${Object.keys(FAULT_KINDS).join(', ')}.</p><pre>${escapeHtml(example)}</pre>`,
	);
}
