/** Questions in e-mails: the link to their form, and the answer that a person sends with it. */
import { eventually } from '../harness/shared.mts';
import { PERSON } from './world.mts';

const HEADERS = { 'User-Agent': PERSON };

/** The link to the form of a question, as plain text or in HTML. */
export const formIn = (text: string): string => {
	const [link] = /https?:\/\/127\.0\.0\.1:\d+\/(webhook-waiting|form)\/[^\s"<>]+/.exec(text) ?? [];
	if (!link) throw new Error(`No link in ${text}`);
	return link.replaceAll('&amp;', '&');
};

/** Opens a link as whoever meets it does, a scanner of mails too; n8n refuses until the execution sleeps. */
export const opened = async (link: string): Promise<Response> =>
	await eventually(`an answer of ${link}`, async () => {
		const response = await fetch(link, { headers: HEADERS });
		return response.ok && response;
	});

/** Sends the form behind a link, with the values of its fields in their order. */
export const answerForm = async (link: string, values: string[]): Promise<Response> => {
	await opened(link);
	const body = new FormData();
	values.forEach((value, index) => body.set(`field-${index}`, value));
	return await fetch(link, { method: 'POST', headers: HEADERS, body });
};
