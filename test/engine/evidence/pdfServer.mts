/** A web server that answers a link with anything but a plain PDF. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;

/** What is asked of it, and with which token. */
interface AskedLink {
	url: string;
	authorization: string | undefined;
	cookie: string | undefined;
}

export interface PdfServer {
	origin: string;
	asked: AskedLink[];
	/** Bytes handed to the network for the answer that streams. */
	streamed(): number;
	close(): Promise<void>;
}

/** A PDF of a size, in bytes. */
const pdfOfSize = (size: number): Buffer => Buffer.alloc(size, 'x').fill('%PDF-1.7\n', 0, 9);

function answers(origin: () => string, count: (bytes: number) => void) {
	const stream = (response: ServerResponse): void => {
		response.write('%PDF-1.7\n');
		let blocks = 0;
		const more = (): void => {
			if (blocks++ >= 64 || response.destroyed) return void response.end();
			count(MEBIBYTE);
			response.write(Buffer.alloc(MEBIBYTE, 'x'), () => setImmediate(more));
		};
		more();
	};
	const redirect = (status: number) => (response: ServerResponse) =>
		void response.writeHead(status, { location: `${origin()}/plain` }).end('%PDF-1.7 moved');
	return {
		'/plain': (response) => void response.end(pdfOfSize(100)),
		'/exactly-1-MiB': (response) => void response.end(pdfOfSize(MEBIBYTE)),
		'/1-byte-more': (response) => void response.end(pdfOfSize(MEBIBYTE + 1)),
		'/mark-before': (response) => void response.end('\uFEFF\r\n%PDF-1.4 made by a server page'),
		'/page': (response) => {
			response.setHeader('content-type', 'application/pdf');
			response.end('<!doctype html><title>Sign in</title>');
		},
		'/mentions': (response) => void response.end('This text mentions %PDF-1.7.'),
		'/empty': (response) => void response.end(),
		'/no-content': (response) => void response.writeHead(204).end(),
		'/announced': (response) => {
			response.setHeader('content-length', String(1024 * MEBIBYTE));
			response.write('%PDF-1.7\n');
		},
		'/cut-off': (response) => {
			response.setHeader('content-length', '1000');
			response.write('%PDF-1.7\n', () => response.destroy());
		},
		'/streams': stream,
		'/inflates': (response) => {
			response.setHeader('content-encoding', 'gzip');
			response.end(gzipSync(pdfOfSize(32 * MEBIBYTE)));
		},
		'/silent': () => undefined,
		'/stalls': (response) => void response.write('%PDF-1.7\n'),
		'/drips': (response) => {
			response.write('%PDF-1.7\n');
			const timer = setInterval(() => response.write('x'), 20);
			response.on('close', () => clearInterval(timer));
		},
		'/301': redirect(301),
		'/302': redirect(302),
		'/307': redirect(307),
		'/308': redirect(308),
		'/206': (response) => void response.writeHead(206).end('%PDF-1.7'),
		'/403': (response) => void response.writeHead(403).end('%PDF-1.7'),
		'/503': (response) => void response.writeHead(503).end('%PDF-1.7'),
	} satisfies Record<string, (response: ServerResponse) => void>;
}

/** What it can be asked for. */
export type PdfPath = keyof ReturnType<typeof answers>;

/** Starts the server on any port of this machine. */
export async function startPdfServer(): Promise<PdfServer> {
	const asked: AskedLink[] = [];
	let bytes = 0;
	let origin = '';
	const table = answers(
		() => origin,
		(more) => void (bytes += more),
	) as Record<string, (response: ServerResponse) => void>;
	const server = createServer(({ url = '', headers }, response) => {
		asked.push({ url, authorization: headers.authorization, cookie: headers.cookie });
		const answer = table[url];
		if (answer) answer(response);
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		origin,
		asked,
		streamed: () => bytes,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
