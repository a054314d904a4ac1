/** The sandbox behind TLS, with a certificate of its own that lives as long as the benchmark. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';

const HOST = '127.0.0.1';

/** A certificate for this machine, and where it is kept. */
export interface Certificate {
	key: Buffer;
	cert: Buffer;
	/** For `NODE_EXTRA_CA_CERTS`: who trusts it. */
	certFile: string;
}

/** Makes a certificate that nobody else trusts; needs `openssl`. */
export async function makeCertificate(folder: string): Promise<Certificate> {
	const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
	const names = ['-subj', '/CN=sandbox', '-addext', `subjectAltName=IP:${HOST}`];
	const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
	const files = ['-days', '2', '-keyout', keyFile, '-out', certFile];
	await promisify(execFile)('openssl', ['req', ...kind, ...names, ...files]);
	return { key: await readFile(keyFile), cert: await readFile(certFile), certFile };
}

/** A way to the sandbox through TLS. */
export interface TlsDoor {
	baseUrl: string;
	close(): void;
}

/** Takes TLS connections and hands what comes through them to the sandbox. */
export async function openTlsDoor(
	{ key, cert }: Certificate,
	sandboxUrl: string,
): Promise<TlsDoor> {
	const port = Number(new URL(sandboxUrl).port);
	const server = tls.createServer({ key, cert }, (outside) => {
		const inside = net.connect(port, HOST);
		outside.pipe(inside).pipe(outside);
		for (const [one, other] of [
			[outside, inside],
			[inside, outside],
		] as const) {
			one.on('error', () => other.destroy());
			one.on('close', () => other.destroy());
		}
	});
	await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
	const { port: own } = server.address() as AddressInfo;
	return { baseUrl: `https://${HOST}:${own}`, close: () => server.close() };
}
