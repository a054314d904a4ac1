/** A server before the sandbox, which passes every call on and does with the answers what networks and proxies do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;

/** An answer as it comes from the sandbox. */
interface Passed {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

type Way = (response: ServerResponse, answer: Passed) => void;

const half = (body: Buffer): Buffer => body.subarray(0, Math.ceil(body.length / 2));

const packed =
	(encoding: string, pack: (body: Buffer) => Buffer): Way =>
	(response, { status, headers, body }) => {
		response.writeHead(status, { ...headers, 'Content-Encoding': encoding });
		response.end(pack(body));
	};

/** Writes a part, and lets it arrive before what comes next. */
function writeThen(response: ServerResponse, part: Buffer, next: () => void): void {
	response.write(part, () => void setTimeout(next, 50));
}

const cut =
	(more: (body: Buffer) => Record<string, string | number>, pack = (body: Buffer) => body): Way =>
	(response, { status, headers, body }) => {
		response.writeHead(status, { ...headers, ...more(body) });
		writeThen(response, half(pack(body)), () => void response.destroy());
	};

/** Blanks, packed: many members of a MiB each are one file too. */
export const packedBlanks = (mebibytes: number): Buffer =>
	Buffer.concat(Array<Buffer>(mebibytes).fill(gzipSync(Buffer.alloc(MEBIBYTE, ' '))));

const WAYS = {
	plain: (response, { status, headers, body }) =>
		void response.writeHead(status, headers).end(body),
	gzip: packed('gzip', (body) => gzipSync(body)),
	deflate: packed('deflate', (body) => deflateSync(body)),
	brotli: packed('br', (body) => brotliCompressSync(body)),
	withMark: (response, { status, headers, body }) =>
		void response.writeHead(status, headers).end(`\ufeff${body.toString()}`),
	inSmallPieces: (response, { status, headers, body }) => {
		response.writeHead(status, headers);
		for (let at = 0; at < body.length; at += 5) response.write(body.subarray(at, at + 5));
		response.end();
	},
	cutOfALength: cut(({ length }) => ({ 'Content-Length': length })),
	cutOfNoLength: cut(() => ({})),
	cutPacked: cut(
		() => ({ 'Content-Encoding': 'gzip' }),
		(body) => gzipSync(body),
	),
	packedInHalf: packed('gzip', (body) => half(gzipSync(body))),
	notReallyPacked: packed('gzip', (body) => body),
	stalls: (response, { status, headers, body }) =>
		void response.writeHead(status, headers).write(half(body)),
	huge: packed('gzip', (body) => Buffer.concat([packedBlanks(450), gzipSync(body)])),
} satisfies Record<string, Way>;

export type WayOfAnswering = keyof typeof WAYS;

interface Strike {
	method: string;
	way: WayOfAnswering;
	times: number;
}

export interface Door {
	baseUrl: string;
	/** What the next answers of a method go through; once unless told. */
	strike(method: string, way: WayOfAnswering, times?: number): void;
	close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

async function passOn(
	to: string,
	{ url, headers }: IncomingMessage,
	body: string,
): Promise<Passed> {
	const { authorization = '' } = headers;
	const answer = await fetch(`${to}${url}`, {
		method: 'POST',
		headers: { authorization, 'content-type': 'application/json' },
		body,
	});
	const { 'content-length': _, connection: __, ...kept } = Object.fromEntries(answer.headers);
	return { status: answer.status, headers: kept, body: Buffer.from(await answer.arrayBuffer()) };
}

/** Opens a door to a sandbox, on any port of this machine. */
export async function openDoor(to: string): Promise<Door> {
	let strikes: Strike[] = [];
	const wayOf = (method: string): Way => {
		const strike = strikes.find((one) => one.method === method && one.times-- > 0);
		return WAYS[strike?.way ?? 'plain'];
	};
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = await textOf(request);
		const { method } = JSON.parse(body) as { method: string };
		wayOf(method)(response, await passOn(to, request, body));
	};
	const server = createServer((request, response) => {
		handle(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		strike: (method, way, times = 1) => void (strikes = [...strikes, { method, way, times }]),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
