/** A proxy that lets nothing through and remembers what was asked of it: proof that n8n stays on this machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running witness. */
export interface Witness {
	/** The environment that sends everything but loopback traffic its way. */
	env: Record<string, string>;
	/** Each request for another machine, e.g. "CONNECT example.com:443". */
	asked: string[];
	close(): Promise<void>;
}

/** Starts a witness on a free port. */
export async function startWitness(): Promise<Witness> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		response.writeHead(502).end();
	});
	server.on('connect', (request, socket) => {
		asked.push(`CONNECT ${request.url}`);
		socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		env: {
			HTTP_PROXY: proxy,
			HTTPS_PROXY: proxy,
			http_proxy: proxy,
			https_proxy: proxy,
			NO_PROXY: '127.0.0.1,localhost',
			no_proxy: '127.0.0.1,localhost',
		},
		asked,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
