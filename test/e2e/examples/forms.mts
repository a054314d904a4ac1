/** Forms of published workflows, filled in without a browser. */
import type { Execution, N8nRest, StoredWorkflow } from '../../../instance/rest.mts';
import { eventually } from '../harness/shared.mts';
import { webhookIdOf } from './support.mts';

/** The next page of a form, or its last one, with its address and the execution behind it. */
export interface Submitted {
	page: string;
	pageUrl: string;
	execution: Execution;
}

const decode = (html: string) =>
	html.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/**
 * Submits a form and waits for its next page.
 *
 * @throws Error when the workflow has not come to a page in time
 */
export async function fillForm(
	rest: N8nRest,
	workflow: StoredWorkflow,
	name: string,
	values: Array<string | File>,
): Promise<Submitted> {
	const body = new FormData();
	values.forEach((value, index) => body.set(`field-${index}`, value));
	const url = `${rest.url}/form/${webhookIdOf(workflow, name)}`;
	const response = await fetch(url, { method: 'POST', body });
	const { formWaitingUrl: pageUrl } = (await response.json()) as { formWaitingUrl: string };
	const id = /form-waiting\/(\d+)/.exec(pageUrl)?.[1] ?? '';
	const execution = await eventually(
		'the next page of the form',
		async () => {
			// The data of an execution that has just begun are not there yet.
			const { status } = await rest.request<{ status: string }>('GET', `/executions/${id}`);
			if (status === 'error') {
				const { resultData } = (await rest.execution(id)).data;
				throw new Error(`"${workflow.name}" stopped: ${resultData.error?.message}`);
			}
			return status === 'waiting' && (await rest.execution(id));
		},
		120_000,
	);
	return { page: decode(await (await fetch(pageUrl)).text()), pageUrl, execution };
}
