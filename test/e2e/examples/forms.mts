/** Forms of published workflows, filled in without a browser. */
import type { N8nRest, StoredWorkflow } from '../../../instance/rest.mts';
import { eventually } from '../harness/shared.mts';
import { webhookIdOf } from './support.mts';

/** How long a page may take where others use the machine. */
const PAGE_TIMEOUT_MS = 120_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** The next page of a form, or its last one. */
export interface Page {
	/** What a person reads on it, without the marks of HTML. */
	text: string;
	/** The page as n8n sent it. */
	html: string;
	/** Where its answer goes. */
	url: string;
	/** The execution behind it. */
	executionId: string;
}

const decode = (html: string) =>
	html
		.replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replaceAll('&#39;', "'")
		.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&')
		.replace(/[ \t]*\n\s*/g, '\n');

/** A connection of its own for each look: n8n closes those that it was asked on before. */
const HEADERS = { Connection: 'close' };

async function look(url: string, executionId: string): Promise<Page | undefined> {
	try {
		const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
		const response = await fetch(url, { headers: HEADERS, signal });
		const html = response.ok ? await response.text() : '';
		return html.includes('<h1') ? { text: decode(html), html, url, executionId } : undefined;
	} catch {
		return undefined;
	}
}

/** Waits until an execution has stopped at a page, and reads the page. */
async function waitForPage(rest: N8nRest, url: string, known = ''): Promise<Page> {
	const id = /form-waiting\/(\d+)/.exec(url)?.[1] ?? '';
	const isThere = async (): Promise<Page | false> => {
		// The data of an execution that has just begun are not there yet.
		const { status } = await rest.request<{ status: string }>('GET', `/executions/${id}`);
		if (status === 'error') {
			const { resultData } = (await rest.execution(id)).data;
			throw new Error(`The form stopped: ${resultData.error?.message}`);
		}
		const page = status === 'waiting' ? await look(url, id) : undefined;
		return page !== undefined && page.html !== known && page;
	};
	return await eventually('the next page of the form', isThere, PAGE_TIMEOUT_MS);
}

const fill = (values: ReadonlyArray<string | File>): FormData => {
	const body = new FormData();
	values.forEach((value, index) => body.set(`field-${index}`, value));
	return body;
};

/**
 * Submits a form and waits for its next page.
 *
 * @throws Error when the workflow stops, or has not come to a page in time
 */
export async function fillForm(
	rest: N8nRest,
	workflow: StoredWorkflow,
	name: string,
	values: ReadonlyArray<string | File>,
): Promise<Page> {
	const address = `${rest.url}/form/${webhookIdOf(workflow, name)}`;
	const response = await fetch(address, { method: 'POST', body: fill(values), headers: HEADERS });
	const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
	return await waitForPage(rest, formWaitingUrl);
}

/** Answers a page, and waits for the one behind it. */
export async function answerPage(
	rest: N8nRest,
	page: Pick<Page, 'url' | 'html'>,
	values: readonly string[],
): Promise<Page> {
	const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS);
	await fetch(page.url, { method: 'POST', body: fill(values), headers: HEADERS, signal });
	return await waitForPage(rest, page.url, page.html);
}

/** The options that a page's dropdowns show as chosen, in their order. */
export const chosenOn = ({ html }: Pick<Page, 'html'>): string[] =>
	(html.match(/<select[\s\S]*?<\/select>/g) ?? []).map(
		(select) => /<option[^>]*\sselected[^>]*>([^<]*)/.exec(select)?.[1].trim() ?? '',
	);
