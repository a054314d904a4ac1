/** A Redis of one's own, for n8n's queue. */
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { startGuarded, type Guarded } from './guarded.mts';
import { steadyPort } from './ports.mts';

/** A Redis that can be stopped and started again with what it has saved. */
export interface Redis {
	port: number;
	start(): Promise<void>;
	stop(): Promise<void>;
}

const PING_TIMEOUT_MS = 1000;

/** Whether a Redis answers on a port. */
async function pings(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		const end = (answer: boolean) => {
			socket.destroy();
			resolve(answer);
		};
		socket.setTimeout(PING_TIMEOUT_MS, () => end(false));
		socket.once('error', () => end(false));
		socket.once('data', (data) => end(data.toString().startsWith('+PONG')));
	});
}

/** Prepares a Redis on a free port of 127.0.0.1. */
export async function prepareRedis(program: string, folder: string): Promise<Redis> {
	await mkdir(folder, { recursive: true });
	const port = await steadyPort();
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const saving = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];
	let running: Guarded | undefined;
	return {
		port,
		async start() {
			running = await startGuarded({
				command: [program, ...options, ...saving],
				cwd: folder,
				logFile: path.join(folder, 'redis.log'),
				isReady: async () => await pings(port),
			});
		},
		async stop() {
			await running?.stop();
		},
	};
}
