/** The buttons of questions in e-mails and in Slack, pressed without a browser. */
import { eventually } from '../harness/shared.mts';
import { PERSON } from './world.mts';

/** The answer of a page that waits for a person: n8n refuses until it has put the execution to sleep. */
export const answered = async (link: string, init: RequestInit): Promise<Response> =>
	await eventually(`an answer of ${link}`, async () => {
		const response = await fetch(link, init);
		return response.ok && response;
	});

/** The link behind a button of the question. */
export const linkIn = (text: string, approved: boolean) => {
	const links = [...text.matchAll(/https?:\/\/127\.0\.0\.1:\d+\/webhook-waiting\/[^\s"|>\\]+/g)];
	const found = links
		.map(([link]) => link.replaceAll('&amp;', '&'))
		.find((link) => link.includes(`approved=${approved}`));
	if (!found) throw new Error(`No button in ${text}`);
	return found;
};
/** Presses the button behind a link, as a person does. */
export const press = async (link: string) => {
	const page = await answered(link, { headers: { 'User-Agent': PERSON } });
	const [, token] = /name="csrfToken" value="([^"]+)"/.exec(await page.text()) ?? [];
	if (token) await answered(link, { method: 'POST', headers: { 'User-Agent': PERSON } });
};
