/**
 * slack.com, on this machine: n8n's own Slack node talks to it unchanged. n8n is given a proxy, which leads what is for
 * slack.com to a server here, with a certificate that n8n is told to trust, and lets nothing else through.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';

const HOST = 'slack.com';

/** A message as Slack gets it. */
export interface SlackMessage {
	channel: string;
	text: string;
	[key: string]: unknown;
}

/** A running stand-in. */
export interface SlackStandIn {
	/** The environment that makes an n8n use it. */
	env: Record<string, string>;
	/** The messages that were posted, oldest first. */
	messages: SlackMessage[];
	/** The tokens that came with them. */
	tokens: Set<string>;
	/** Each request for any other machine; none was let through. */
	strangers: string[];
	/** While true, Slack says that it does not know the token. */
	refuses: boolean;
	close(): Promise<void>;
}

/** Makes a certificate for slack.com that signs itself. */
async function makeCertificate(folder: string): Promise<{ key: string; cert: string }> {
	await mkdir(folder, { recursive: true });
	const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
	const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
	const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.cert];
	await promisify(execFile)('openssl', ['req', '-x509', '-days', '2', ...key, ...subject]);
	return files;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

const listening = async (server: Server): Promise<number> => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return (server.address() as AddressInfo).port;
};

/**
 * Starts a stand-in on free ports.
 *
 * @param folder where its certificate goes
 */
export async function startSlackStandIn(folder: string): Promise<SlackStandIn> {
	const files = await makeCertificate(folder);
	const standIn: Omit<SlackStandIn, 'env' | 'close'> = {
		messages: [],
		tokens: new Set(),
		strangers: [],
		refuses: false,
	};
	const answer = (request: string, body: string) => {
		if (request !== 'POST /api/chat.postMessage') return { ok: false, error: 'unknown_method' };
		if (standIn.refuses) return { ok: false, error: 'invalid_auth' };
		standIn.messages.push(JSON.parse(body) as SlackMessage);
		return { ok: true, ts: `${standIn.messages.length}.000100`, message: {} };
	};
	const [key, cert] = await Promise.all([readFile(files.key), readFile(files.cert)]);
	const slack = createHttpsServer({ key, cert }, (request, response) => {
		standIn.tokens.add(String(request.headers.authorization));
		void bodyOf(request).then((body) => {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(answer(`${request.method} ${request.url}`, body)));
		});
	});
	const slackPort = await listening(slack);
	const proxy = createHttpServer((request, response) => {
		standIn.strangers.push(`${request.method} ${request.url}`);
		response.writeHead(502).end();
	});
	// A server that closes its connections leaves those that have become tunnels.
	const tunnels = new Set<Duplex>();
	proxy.on('connect', (request, client) => {
		if (request.url !== `${HOST}:443`) {
			standIn.strangers.push(`CONNECT ${request.url}`);
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const upstream = connect(slackPort, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			upstream.pipe(client).pipe(upstream);
		});
		for (const socket of [client, upstream]) {
			tunnels.add(socket);
			socket.on('error', () => socket.destroy());
			socket.on('close', () => tunnels.delete(socket));
		}
	});
	const url = `http://127.0.0.1:${await listening(proxy)}`;
	return Object.assign(standIn, {
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			http_proxy: url,
			https_proxy: url,
			NO_PROXY: '127.0.0.1,localhost',
			no_proxy: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: files.cert,
		},
		close: async () => {
			for (const socket of tunnels) socket.destroy();
			for (const server of [slack, proxy]) {
				server.closeAllConnections();
				await new Promise<void>((resolve) => server.close(() => resolve()));
			}
		},
	});
}
