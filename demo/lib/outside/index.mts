/**
 * Slack, Google Sheets, Telegram, a mail server and a language model, on this machine. The examples' nodes talk to them
 * unchanged, and a page shows what they were sent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { N8nRest, StoredCredential } from '../rest.mts';
import { smtpData, startMailStandIn, type Mail } from './mail.mts';
import { answerAsAgent, startModelStandIn } from './model.mts';
import { close, listen, readBody, startOutsideProxy, type OutsideRequest } from './proxy.mts';
import { answerSheets, type Cells } from './sheet.mts';

/** Something that a workflow sent to somebody. */
interface Sent {
	to: 'slack' | 'telegram' | 'webhook';
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
	/** Sends a message to the Telegram bot, as a person does in the app. */
	say(text: string, userId?: number): Promise<number>;
	/** Puts the accounts that the examples name into an n8n. */
	putCredentials(rest: N8nRest): Promise<StoredCredential[]>;
	close(): Promise<void>;
}

const TOKEN = 'xoxb-on-this-machine';
/** With it the demo signs its events, and lets MCP clients in. */
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

/** A message as its reader sees it, with its buttons. */
function writeMessage({ to, body }: Sent): string {
	const { channel, chat_id: chat } = body;
	const blocks = (body.blocks ?? []) as Block[];
	const texts = [body.text, ...blocks.map(({ text }) => text?.text)].filter(Boolean);
	const buttons = blocks
		.flatMap(({ elements = [] }) => elements)
		.map(({ url, text }) => (url ? link(url, text?.text ?? url) : ''));
	const heading = `<h3>${to} · ${escape(String(channel ?? chat ?? ''))}</h3>`;
	return `${heading}<pre>${escape(texts.join('\n'))}</pre>${buttons.join('')}`;
}

/** The words of an e-mail that has nothing but words. */
function readWords(text: string): string {
	const at = text.indexOf('\r\n\r\n');
	const isPlain = /^Content-Type: text\/plain/im.test(text.slice(0, at));
	return isPlain ? `\n\n${text.slice(at).trim()}` : '';
}

/** An e-mail, with its words and the links in it. */
function writeLetter({ to, subject, text }: Mail): string {
	const links = [...text.matchAll(/<a[^>]*href="(http[^"]+)"[^>]*>([^<]*)</g)].map(
		([, url, label]) => link(url.replaceAll('&amp;', '&'), label.trim() || url),
	);
	return `<h3>e-mail · ${escape(to.join(', '))}</h3><pre>${escape(subject + readWords(text))}</pre>${links.join('')}`;
}

/** Takes the place of the app in which people write to the bot. */
const CHAT_FORM =
	'<form method="post" action="/say"><label>Write to the Telegram bot: <input name="text" size="60" required></label> <button>Send</button></form>';

/** The page, newest first. */
function writePage({ sent, mails, sheet }: Pick<Outside, 'sent' | 'mails' | 'sheet'>): string {
	const messages = [...sent].reverse().map(writeMessage);
	const letters = [...mails].reverse().map(writeLetter);
	const rows = sheet.map(
		(row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`,
	);
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sent by the workflows</title>
<style>body{font:15px sans-serif;margin:2em;max-width:70em}pre{white-space:pre-wrap;background:#f4f4f4;padding:.6em}td{border:1px solid #ccc;padding:.2em .5em}</style>
<h1>Sent by the workflows</h1>${CHAT_FORM}<p>Slack, Telegram, e-mail, callbacks and the Google Sheet of the demo end here. Reload to see more.</p>
${[...messages, ...letters].join('\n') || '<p>Nothing yet.</p>'}
<h2>The Google Sheet</h2><table>${rows.join('')}</table></html>`;
}

/** The Telegram Bot API, as far as n8n's two nodes use it. */
function startTelegram(sent: Sent[]) {
	let hook: { url: string; secret_token?: string } | undefined;
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const method = /\/bot[^/]+\/(\w+)/.exec(request.url ?? '')?.[1];
		const text = await readBody(request);
		const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
		if (method === 'setWebhook') hook = body as unknown as typeof hook;
		if (method === 'deleteWebhook') hook = undefined;
		if (method === 'sendMessage') sent.push({ to: 'telegram', body });
		response.setHeader('Content-Type', 'application/json');
		response.end(
			JSON.stringify({
				ok: true,
				result:
					method === 'getWebhookInfo' ? { url: hook?.url ?? '' } : { message_id: sent.length },
			}),
		);
	};
	const say = async (text: string, userId = USER) => {
		if (!hook) throw new Error('No published workflow listens to the bot.');
		const person = { id: userId, is_bot: false, first_name: 'Ada' };
		const message = {
			message_id: 1,
			date: 0,
			text,
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
		const text = new URLSearchParams(await readBody(request)).get('text') ?? '';
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

/**
 * Starts all stand-ins.
 *
 * @throws Error when the program "openssl" is missing
 */
export async function startOutside(folder: string, sheet: Cells, port = 0): Promise<Outside> {
	const sent: Sent[] = [];
	const slack = ({ call, body }: OutsideRequest) => {
		if (!call.startsWith('POST /api/chat.postMessage'))
			return { ok: false, error: 'unknown_method' };
		sent.push({ to: 'slack', body: JSON.parse(body) as Sent['body'] });
		return { ok: true, ts: `${sent.length}.000100`, message: {} };
	};
	const webhook = ({ host, call, signature, body }: OutsideRequest) => {
		sent.push({ to: 'webhook', body: { channel: `${call} at ${host}`, text: body, signature } });
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
		say: telegram.say,
		putCredentials: async (rest) => {
			const stored: StoredCredential[] = [];
			for (const [name, type, data] of accounts)
				stored.push(await rest.putCredential(name, type, data));
			return stored;
		},
		close: async () => {
			await Promise.all([proxy.close(), mail.close(), model.close(), close(server)]);
		},
	};
}
