/** Free ports on this machine's loopback address. */
import { createServer } from 'node:net';

/** Whether nothing listens on the port of 127.0.0.1; `0` asks for any. Resolves to the port, or null if it is taken. */
async function probe(port: number): Promise<number | null> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(null));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
		});
	});
}

/**
 * Finds a port to listen on.
 *
 * @throws Error when the machine has none left
 */
export async function freePort(preferred = 0): Promise<number> {
	const port = (await probe(preferred)) ?? (await probe(0));
	if (port === null)
		throw new Error('No free port on 127.0.0.1. Stop other servers and try again.');
	return port;
}
