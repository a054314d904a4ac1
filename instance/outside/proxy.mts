/**
 * Other machines, on this machine: n8n's own nodes talk to them unchanged. n8n gets a proxy, which leads requests for
 * known hosts to a server here. That server has a certificate which n8n is set to trust. No other request gets through.
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

/** A request to a host that this machine replaces. */
export interface OutsideRequest {
	host: string;
	/** E.g. "POST /api/chat.postMessage". */
	call: string;
	authorization: string;
	/** The header `X-Signature`. */
	signature: string;
	body: string;
}

/** Returns the JSON that a host answers, or a promise of it. */
export type Answer = (request: OutsideRequest) => unknown;

/** A running proxy. */
export interface OutsideProxy {
	/** The environment that makes an n8n use it. */
	env: Record<string, string>;
	/** Each request for any other machine; none was let through. */
	strangers: string[];
	close(): Promise<void>;
}

/** Makes a self-signed certificate for the hosts. */
async function makeCertificate(
	folder: string,
	hosts: string[],
): Promise<{ key: string; cert: string }> {
	await mkdir(folder, { recursive: true });
	const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`];
	const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.cert];
	await promisify(execFile)('openssl', ['req', '-x509', '-days', '30', ...key, ...subject]);
	return files;
}

/** Reads the whole body of a request. */
export async function collectBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** Starts a server on the loopback, on the wished port where that is free; returns the port. */
export async function listen(server: Server, wished = 0): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		// Whoever probed the port before may have lost it since.
		server.once('error', (error) =>
			server.listening || wished === 0 ? reject(error) : server.listen(0, '127.0.0.1'),
		);
		server.listen(wished, '127.0.0.1', resolve);
	});
	return (server.address() as AddressInfo).port;
}

/** Ends a server with all its connections. */
export async function close(server: Server & { closeAllConnections(): void }): Promise<void> {
	server.closeAllConnections();
	await new Promise<void>((resolve) => server.close(() => resolve()));
}

function startTunnels(hosts: string[], port: number, strangers: string[]) {
	const proxy = createHttpServer((request, response) => {
		strangers.push(`${request.method} ${request.url}`);
		response.writeHead(502).end();
	});
	// A server that closes its connections leaves those that have become tunnels.
	const tunnels = new Set<Duplex>();
	proxy.on('connect', (request, client) => {
		if (!hosts.some((host) => request.url === `${host}:443`)) {
			strangers.push(`CONNECT ${request.url}`);
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const upstream = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			upstream.pipe(client).pipe(upstream);
		});
		for (const socket of [client, upstream]) {
			tunnels.add(socket);
			socket.on('error', () => socket.destroy());
			socket.on('close', () => tunnels.delete(socket));
		}
	});
	return { proxy, tunnels };
}

/**
 * Starts a proxy on free ports.
 *
 * @throws Error when the program "openssl" is missing
 */
export async function startOutsideProxy(
	folder: string,
	answers: Record<string, Answer>,
): Promise<OutsideProxy> {
	const hosts = Object.keys(answers);
	const files = await makeCertificate(folder, hosts);
	const [key, cert] = await Promise.all([readFile(files.key), readFile(files.cert)]);
	const server = createHttpsServer({ key, cert }, (request, response) => {
		const host = String(request.headers.host).replace(/:443$/, '');
		void collectBody(request).then(async (body) => {
			const call = `${request.method} ${request.url}`;
			const authorization = String(request.headers.authorization);
			const signature = String(request.headers['x-signature']);
			response.setHeader('Content-Type', 'application/json');
			const answer = await answers[host]?.({ host, call, authorization, signature, body });
			response.end(JSON.stringify(answer ?? {}));
		});
	});
	const port = await listen(server);
	const strangers: string[] = [];
	const { proxy, tunnels } = startTunnels(hosts, port, strangers);
	const url = `http://127.0.0.1:${await listen(proxy)}`;
	const own = '127.0.0.1,localhost';
	return {
		strangers,
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			http_proxy: url,
			https_proxy: url,
			NO_PROXY: own,
			no_proxy: own,
			NODE_EXTRA_CA_CERTS: files.cert,
		},
		close: async () => {
			for (const socket of tunnels) socket.destroy();
			await Promise.all([close(server), close(proxy)]);
		},
	};
}
