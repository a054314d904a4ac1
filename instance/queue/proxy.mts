/** A way to a server on this machine that can be closed and opened again: to make the server be gone for a while. */
import { connect, createServer, type Socket } from 'node:net';
import { steadyPort } from './ports.mts';

/** A way to a server. */
export interface Proxy {
	port: number;
	open(): Promise<void>;
	/** Cuts all connections and refuses new ones. */
	close(): Promise<void>;
}

/** Opens a way to a port of 127.0.0.1. */
export async function openProxy(target: number): Promise<Proxy> {
	const sockets = new Set<Socket>();
	const server = createServer((incoming) => {
		const outgoing = connect(target, '127.0.0.1');
		for (const socket of [incoming, outgoing]) {
			sockets.add(socket);
			socket.once('close', () => {
				sockets.delete(socket);
				incoming.destroy();
				outgoing.destroy();
			});
			socket.on('error', () => socket.destroy());
		}
		incoming.pipe(outgoing);
		outgoing.pipe(incoming);
	});
	const proxy: Proxy = {
		port: await steadyPort(),
		open: async () =>
			await new Promise((resolve) => server.listen(proxy.port, '127.0.0.1', () => resolve())),
		close: async () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
	await proxy.open();
	return proxy;
}
