/** The system that hears of decisions on deposits. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	signature: string;
	body: string;
}

export interface Receiver {
	url: string;
	received: Received[];
	/** How many of the next callbacks it refuses. */
	refusals: number;
	close(): void;
}

/** Starts it on a free port. */
export async function startReceiver(): Promise<Receiver> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (receiver.refusals > 0) {
				receiver.refusals -= 1;
				response.writeHead(503).end();
				return;
			}
			const body = Buffer.concat(chunks).toString();
			receiver.received.push({ signature: String(request.headers['x-signature']), body });
			response.end('{}');
		});
	});
	const receiver: Receiver = {
		url: '',
		received: [],
		refusals: 0,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/aml`;
	return receiver;
}
