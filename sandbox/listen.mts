import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ports that the system has chosen for a sandbox of this process. */
const chosen = new Set<number>();

/** The system has about 28,000 of them. */
const MAX_TRIES = 100;

async function listenOnce(server: Server, port: number, host: string): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve();
		});
	});
	return (server.address() as AddressInfo).port;
}

/**
 * Opens a port for a sandbox. Where the system chooses it, no port comes twice in the life of the process, although the
 * system soon gives a freed port out again: two sandboxes of one seed give out the same hashes, and who remembers what
 * it has paid for by the address of the service would take the second sandbox for the first.
 * @throws Error if the port is taken, or the system has no other one
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
	for (let tries = 1; ; tries++) {
		const opened = await listenOnce(server, port, host);
		if (port !== 0 || !chosen.has(opened)) {
			chosen.add(opened);
			return opened;
		}
		await new Promise((resolve) => server.close(resolve));
		if (tries === MAX_TRIES) throw new Error('The system has no port left that is new');
	}
}
