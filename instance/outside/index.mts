/**
 * Slack, Google Sheets, Telegram, a mail server and a language model, on this machine. The examples' nodes talk to them
 * unchanged, and a page shows what they were sent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { N8nRest, StoredCredential } from '../rest.mts';
import { smtpData, startMailStandIn, type Mail } from './mail.mts';
import { answerAsAgent, startModelStandIn } from './model.mts';
import { close, listen, collectBody, startOutsideProxy, type OutsideRequest } from './proxy.mts';
import { answerSheets, type Cells } from './sheet.mts';

/** Something that a workflow sent to somebody. */
interface Sent {
	to: 'slack' | 'telegram' | 'webhook';
	at: Date;
	/** The requests that the service received, unchanged. */
	body: Record<string, unknown>;
}

/** The running stand-ins. */
export interface Outside {
	/** The page that shows what was sent. */
	url: string;
	/** The environment for n8n. */
	env: Record<string, string>;
	sent: Sent[];
	mails: Mail[];
	/** The Google Sheet; the first row holds the names of the columns. */
	sheet: Cells;
	/** Each request for any other machine; none was let through. */
	strangers: string[];
	/** Lets Slack take some messages, and then refuse some because they came too fast. */
	limitSlack(taken: number, refused: number): void;
	/** Lets the mail server refuse every recipient, or take them again. */
	refuseMails(refuses: boolean): void;
	/** Lets the mail server and the receiver of callbacks not answer, or answer again. */
	hang(hangs: boolean): void;
	/** Sends a message to the Telegram bot, as a person does in the app: words, or more than words. */
	say(message: string | TelegramMessage, userId?: number): Promise<number>;
	/** Puts the accounts that the examples name into an n8n. */
	putCredentials(rest: N8nRest): Promise<StoredCredential[]>;
	close(): Promise<void>;
}

/** What a person sends to the bot: words, or a photo with its caption, perhaps in a topic of a group. */
interface TelegramMessage {
	text?: string;
	caption?: string;
	message_thread_id?: number;
}

const TOKEN = 'xoxb-on-this-machine';
/** With it the examples sign their events, and let MCP clients in. */
export const SECRET = 'secret-of-the-demo';
const USER = 123456789;

const escape = (text: string) =>
	text.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** A button or a link as n8n's nodes write it. */
interface Button {
	url?: string;
	text?: { text?: string };
}

/** A part of a Slack message. */
interface Block {
	text?: { text?: string };
	elements?: Button[];
}

const link = (url: string, text: string) => `<p><a href="${escape(url)}">${escape(text)}</a></p>`;

const EMOJI: Record<string, string> = { rotating_light: '🚨', grey_question: '❔' };

/** Slack's own marks, as Slack shows them: links, bold words and signs. */
const showMarks = (text: string): string =>
	escape(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
		.replace(
			/&#60;(https?:[^|]+?)\|(.+?)&#62;/g,
			(_, url: string, label: string) => `<a href="${url}">${label}</a>`,
		)
		.replace(/:(\w+):/g, (sign, name: string) => EMOJI[name] ?? sign)
		.replace(/\*([^*\n]+)\*/g, '<b>$1</b>');

const NAMES = { slack: 'Slack', telegram: 'Telegram', webhook: 'Callback' };

const writeHeading = (who: string, to: string, at: Date) =>
	`<h3>${escape(who)} · ${escape(to)} · ${at.toLocaleTimeString('en-GB')}</h3>`;

/** A message as its reader sees it, with its buttons. */
function writeMessage({ to, body, at }: Sent): string {
	const { channel, chat_id: chat } = body;
	const blocks = (body.blocks ?? []) as Block[];
	const texts = [body.text, ...blocks.map(({ text }) => text?.text)].filter(Boolean);
	const buttons = blocks
		.flatMap(({ elements = [] }) => elements)
		.map(({ url, text }) => (url ? link(url, text?.text ?? url) : ''));
	const heading = writeHeading(NAMES[to], String(channel ?? chat ?? ''), at);
	const words = texts.join('\n');
	return `${heading}<pre>${to === 'slack' ? showMarks(words) : escape(words)}</pre>${buttons.join('')}`;
}

/** The words of an e-mail, plain or in HTML, without what only a mail program sees. */
function parseWords(text: string): string {
	const body = text.slice(text.indexOf('\r\n\r\n'));
	if (/^Content-Type: text\/plain/im.test(text)) return body.trim();
	return body
		.replace(/<(style|title)[\s\S]*?<\/\1>/gi, '')
		.replace(/<a [\s\S]*?<\/a>/gi, '')
		.replace(/<br ?\/?>|<\/p>/gi, '\n')
		.replace(/<[^>]+>|&nbsp;/g, ' ')
		.replace(/^-{2,}.*$|^Content-.*$/gm, '')
		.replace(/[ \t]+/g, ' ')
		.replace(/\s*\n\s*/g, '\n')
		.trim();
}

/** An e-mail, with its words and the links in it. */
function writeLetter({ to, subject, text, at }: Mail): string {
	const buttons = [...text.matchAll(/<a[^>]*href="(http[^"]+)"[^>]*>([^<]*)</g)].map(
		([, url, label]) => link(url.replaceAll('&amp;', '&'), label.trim() || url),
	);
	const words = parseWords(text);
	const plain = [...words.matchAll(/https?:\/\/\S+/g)].map(([url]) => link(url, url));
	const links = buttons.length > 0 ? buttons : plain;
	return `${writeHeading('E-mail', to.join(', '), at)}<pre><b>${escape(subject)}</b>\n\n${escape(words)}</pre>${links.join('')}`;
}

/** Takes the place of the app in which people write to the bot. */
const CHAT_FORM =
	'<form method="post" action="/say"><label>Write to the Telegram bot: <input name="text" size="60" required></label> <button>Send</button></form>';

/** The page, newest first. */
function writePage({ sent, mails, sheet }: Pick<Outside, 'sent' | 'mails' | 'sheet'>): string {
	const messages = [
		...sent.map((one) => ({ at: one.at, html: writeMessage(one) })),
		...mails.map((one) => ({ at: one.at, html: writeLetter(one) })),
	].sort((one, other) => Number(other.at) - Number(one.at));
	const rows = sheet.map(
		(row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`,
	);
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sent by the workflows</title>
<style>body{font:15px sans-serif;margin:2em;max-width:70em}pre{white-space:pre-wrap;background:#f4f4f4;padding:.6em}td{border:1px solid #ccc;padding:.2em .5em}</style>
<h1>Sent by the workflows</h1>${CHAT_FORM}<p>Slack, Telegram, e-mail, callbacks and the Google Sheet end here. Reload to see more.</p>
${messages.map(({ html }) => html).join('\n') || '<p>Nothing yet.</p>'}
<h2>The Google Sheet</h2><table>${rows.join('')}</table></html>`;
}

/** The Telegram Bot API, as far as n8n's two nodes use it. */
function startTelegram(sent: Sent[]) {
	let hook: { url: string; secret_token?: string } | undefined;
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const method = /\/bot[^/]+\/(\w+)/.exec(request.url ?? '')?.[1];
		const text = await collectBody(request);
		const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
		if (method === 'setWebhook') hook = body as unknown as typeof hook;
		if (method === 'deleteWebhook') hook = undefined;
		if (method === 'sendMessage') sent.push({ to: 'telegram', at: new Date(), body });
		response.setHeader('Content-Type', 'application/json');
		response.end(
			JSON.stringify({
				ok: true,
				result:
					method === 'getWebhookInfo' ? { url: hook?.url ?? '' } : { message_id: sent.length },
			}),
		);
	};
	const say = async (said: string | TelegramMessage, userId = USER) => {
		if (!hook) throw new Error('No published workflow listens to the bot.');
		const person = { id: userId, is_bot: false, first_name: 'Ada' };
		const message = {
			message_id: 1,
			date: 0,
			...(typeof said === 'string' ? { text: said } : said),
			from: person,
			chat: { id: userId, type: 'private' },
		};
		const headers = {
			'Content-Type': 'application/json',
			'X-Telegram-Bot-Api-Secret-Token': hook.secret_token ?? '',
		};
		const body = JSON.stringify({ update_id: 1, message });
		return (await fetch(hook.url, { method: 'POST', headers, body })).status;
	};
	/** A message from the page's form. Without a published workflow it says so. */
	const take = async (request: IncomingMessage, response: ServerResponse) => {
		const text = new URLSearchParams(await collectBody(request)).get('text') ?? '';
		try {
			await say(text);
			response.writeHead(303, { Location: '/' }).end();
		} catch (error) {
			response.writeHead(409, { 'Content-Type': 'text/plain; charset=utf-8' });
			response.end(`${String(error)} Publish "Answer wallet addresses in Telegram" first.`);
		}
	};
	return { answer, say, take };
}

/** What the example that watches the other ones may ask n8n's own API for. */
const SCOPES = ['execution:list', 'execution:read', 'workflow:list', 'workflow:read'];

/** Makes an API key of this n8n, and what its credential holds; n8n shows a key only once. */
async function makeApiAccess(rest: N8nRest): Promise<Record<string, unknown>> {
	const wish = { label: `Demo ${Date.now()}`, expiresAt: null, scopes: SCOPES };
	const { rawApiKey } = await rest.request<{ rawApiKey: string }>('POST', '/api-keys', wish);
	return { apiKey: rawApiKey, baseUrl: `${rest.url}/api/v1` };
}

/**
 * Starts all stand-ins.
 *
 * @throws Error when the program "openssl" is missing
 */
export async function startOutside(folder: string, sheet: Cells, port = 0): Promise<Outside> {
	const sent: Sent[] = [];
	const limit = { taken: Infinity, refused: 0 };
	const slack = ({ call, body }: OutsideRequest) => {
		if (!call.startsWith('POST /api/chat.postMessage'))
			return { ok: false, error: 'unknown_method' };
		if (limit.taken === 0 && limit.refused > 0) {
			limit.refused -= 1;
			return { ok: false, error: 'ratelimited' };
		}
		limit.taken = Math.max(0, limit.taken - 1);
		sent.push({ to: 'slack', at: new Date(), body: JSON.parse(body) as Sent['body'] });
		return { ok: true, ts: `${sent.length}.000100`, message: {} };
	};
	let hangs = false;
	const webhook = async ({ host, call, signature, body }: OutsideRequest) => {
		if (hangs) await new Promise(() => {});
		sent.push({
			to: 'webhook',
			at: new Date(),
			body: { channel: `${call} at ${host}`, text: body, signature },
		});
		return {};
	};
	const answers = {
		'slack.com': slack,
		'sheets.googleapis.com': answerSheets(sheet),
		'example.com': webhook,
	};
	const proxy = await startOutsideProxy(folder, answers);
	const mail = await startMailStandIn();
	const model = await startModelStandIn(answerAsAgent);
	const telegram = startTelegram(sent);
	const server = createServer((request, response) => {
		if (request.url?.includes('/bot')) return void telegram.answer(request, response);
		if (request.method === 'POST') return void telegram.take(request, response);
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		response.end(writePage({ sent, mails: mail.mails, sheet }));
	});
	const url = `http://127.0.0.1:${await listen(server, port)}`;
	const google = { access_token: TOKEN, refresh_token: TOKEN, token_type: 'Bearer' };
	const accounts: Array<[name: string, type: string, data: Record<string, unknown>]> = [
		['Slack account', 'slackApi', { accessToken: TOKEN, signatureSecret: '' }],
		['Telegram account', 'telegramApi', { accessToken: '1:demo', baseUrl: url }],
		['SMTP account', 'smtp', smtpData(mail)],
		['Crypto account', 'crypto', { hmacSecret: SECRET }],
		['Header Auth account', 'httpHeaderAuth', { name: 'X-Api-Key', value: 'demo' }],
		['Bearer Auth account', 'httpBearerAuth', { token: SECRET }],
		['OpenAI account', 'openAiApi', { apiKey: 'none', url: model.url }],
		[
			'Google Sheets account',
			'googleSheetsOAuth2Api',
			{ clientId: 'demo', clientSecret: 'demo', oauthTokenData: google },
		],
	];
	return {
		url,
		env: proxy.env,
		sent,
		mails: mail.mails,
		sheet,
		strangers: proxy.strangers,
		limitSlack: (taken, refused) => Object.assign(limit, { taken, refused }),
		refuseMails: (refuses) => {
			mail.refuses = refuses;
		},
		hang: (isOn) => {
			hangs = mail.hangs = isOn;
		},
		say: telegram.say,
		putCredentials: async (rest) => {
			const stored: StoredCredential[] = [];
			const all = [...accounts, ['n8n account', 'n8nApi', await makeApiAccess(rest)] as const];
			for (const [name, type, data] of all) stored.push(await rest.putCredential(name, type, data));
			return stored;
		},
		close: async () => {
			await Promise.all([proxy.close(), mail.close(), model.close(), close(server)]);
		},
	};
}
