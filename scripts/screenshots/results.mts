/**
 * Pictures of what the examples put out, for docs/images: the tests take them on their way, if the variable PICTURES
 * names a folder (npm run screenshots).
 */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { Editor } from '../browser/editor.mts';
import { noteFingerprint } from './fingerprints.mts';

const FOLDER = process.env.PICTURES;
const WIDTH = 1500;
const STYLE =
	'body{font:15px sans-serif;margin:0}h3{font-size:13px;color:#555;margin:8px 0}h3~h3{margin-top:16px}pre{white-space:pre-wrap;background:#f4f4f4;padding:8px;margin:0;font:14px sans-serif}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:3px 8px;text-align:left;vertical-align:top;max-width:320px;overflow-wrap:break-word}';

/** What the pictures are taken of: n8n's editor, and the page that shows what was sent. */
interface Shown {
	editor: Editor;
	outside: { url: string };
}

const save = async (name: string, take: (file: string) => Promise<unknown>): Promise<void> => {
	if (!FOLDER) return;
	const picture = `example-${name}-result`;
	await take(path.join(FOLDER, `${picture}.png`));
	noteFingerprint(picture);
};

/** The signs that Slack shows as pictures: the fonts of a server have none. */
const SIGNS: Readonly<Record<string, string>> = { '🚨': '#d92d20', '❔': '#98a2b3' };

const drawSigns = (html: string): string =>
	Object.entries(SIGNS).reduce(
		(text, [sign, color]) =>
			text.replaceAll(
				sign,
				`<span style="display:inline-block;width:11px;height:11px;border-radius:50%;background:${color}"></span>`,
			),
		html,
	);

/** Takes a part of the page that is open. */
export async function takeOpenPage(page: Page, name: string, part = 'body'): Promise<void> {
	await save(name, async (file) => {
		await page.mouse.move(0, 0);
		await page.locator(part).first().screenshot({ path: file, animations: 'disabled' });
	});
}

/** Takes HTML that is no page of n8n. */
async function takeHtml(editor: Editor, name: string, html: string): Promise<void> {
	await save(name, async (file) => {
		const page = await editor.page.context().newPage();
		await page.setViewportSize({ width: WIDTH, height: 200 });
		await page.setContent(
			`<style>${STYLE}</style><div id="picture" style="display:inline-block;padding:8px;max-width:${WIDTH - 16}px">${drawSigns(html)}</div>`,
		);
		const box = await page.locator('#picture').boundingBox();
		const { width = WIDTH, height = 200 } = box ?? {};
		const clip = { x: 0, y: 0, width: Math.min(width, WIDTH), height };
		await page.screenshot({ path: file, clip, fullPage: true });
		await page.close();
	});
}

/** Takes the newest messages that left for Slack, Telegram or a mailbox. */
export async function takeMessages(shown: Shown, name: string, count: number): Promise<void> {
	const html = await (await fetch(shown.outside.url)).text();
	const [, messages = ''] = /<\/p>\s*([\s\S]*)<h2>/.exec(html) ?? [];
	const parts = messages.split(/(?=<h3>)/).slice(0, count);
	await takeHtml(shown.editor, name, parts.join(''));
}

/** Takes the sheet as Google would show it. */
export async function takeSheet(shown: Shown, name: string): Promise<void> {
	const html = await (await fetch(shown.outside.url)).text();
	await takeHtml(shown.editor, name, /<table>[\s\S]*<\/table>/.exec(html)?.[0] ?? '');
}

/** Takes rows as a table. */
export async function takeRows(
	{ editor }: Pick<Shown, 'editor'>,
	name: string,
	columns: string[],
	rows: Array<Record<string, unknown>>,
): Promise<void> {
	const line = (tag: string, cells: unknown[]) =>
		`<tr>${cells.map((cell) => `<${tag}>${String(cell ?? '')}</${tag}>`).join('')}</tr>`;
	const body = rows.map((row) =>
		line(
			'td',
			columns.map((column) => row[column]),
		),
	);
	await takeHtml(editor, name, `<table>${line('th', columns)}${body.join('')}</table>`);
}

/** Takes a deposit as it comes in, and the signed decision that goes out. */
export async function takeDeposit(
	deposit: object,
	{ body, signature }: { body: string; signature: string },
): Promise<void> {
	if (!FOLDER) return;
	const editor = await Editor.open({ url: 'about:blank' });
	const lines = (value: object) =>
		Object.entries(value).map(
			([name, text]) => `<tr><td>${name}</td><td>${String(text)}</td></tr>`,
		);
	const table = (heading: string, value: object) =>
		`<h3>${heading}</h3><table>${lines(value).join('')}</table>`;
	const html = `${table('in: POST', deposit)}${table(`out: POST, X-Signature: ${signature}`, JSON.parse(body) as object)}`;
	await takeHtml(editor, 'screen-deposits', html);
	await editor.close();
}
