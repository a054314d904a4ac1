/** `npm run sandbox`: its arguments, its start and its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readArguments } from '../../sandbox/cli.mts';
import { raw } from './helpers/client.mts';

const read = (...args: string[]) => readArguments(args, 'sandbox-token');

it('arguments are read, and have defaults', () => {
	expect(read()).toEqual({
		options: { port: 8460, token: 'sandbox-token', processingMs: 3000, packageSize: 10_000 },
	});
	const args = ['--port', '0', '--token=mine', '--processing', '2000-60000', '--package', '5'];
	const processingMs = { min: 2000, max: 60_000 };
	expect(read(...args)).toEqual({
		options: { port: 0, token: 'mine', processingMs, packageSize: 5 },
	});
	expect(read('--help')).toEqual({ help: true });
});

it('the process says where it is, and ends on SIGTERM', async () => {
	const args = ['--import', 'tsx', 'sandbox/main.mts', '--port', '0', '--token', 'mine'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [printed] = (await once(child.stdout, 'data')) as [Buffer];
	const baseUrl = /Base URL\s+(\S+)/.exec(printed.toString())?.[1] ?? '';
	const { body } = await raw(baseUrl, {
		headers: { 'Content-Type': 'application/json', Authorization: 'Bearer mine' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'checkup.ping' }),
	});
	expect(body.result).toEqual({ message: 'OK' });
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([0, null]);
}, 20_000);
