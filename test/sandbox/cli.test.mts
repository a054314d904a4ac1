/** `npm run sandbox`: its arguments, its start and its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readArguments } from '../../sandbox/cli.mts';
import { raw } from './helpers/client.mts';

describe('arguments', () => {
	const read = (...args: string[]) => readArguments(args, 'sandbox-token');

	it('have defaults', () => {
		expect(read()).toEqual({
			options: { port: 8460, token: 'sandbox-token', processingMs: 3000, packageSize: 10_000 },
		});
	});

	it('are read', () => {
		const args = ['--port', '0', '--token=mine', '--processing', '2000-60000', '--package', '5'];
		expect(read(...args)).toEqual({
			options: {
				port: 0,
				token: 'mine',
				processingMs: { min: 2000, max: 60_000 },
				packageSize: 5,
			},
		});
		expect(read('--help')).toEqual({ help: true });
	});

	it.each([
		['--port', '70000'],
		['--port', 'x'],
		['--processing', '5-2'],
		['--processing', 'soon'],
		['--package', '-1'],
		['--token', ''],
		['--colour', 'red'],
		['stray'],
	])('are refused: %s %s', (...args) => {
		expect(read(...args)).toEqual({ problem: expect.any(String) as string });
	});
});

describe('the process', () => {
	const start = (...args: string[]) =>
		spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.mts', ...args], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});

	it.each(['SIGINT', 'SIGTERM'] as const)(
		'says where it is, and ends on %s',
		async (signal) => {
			const child = start('--port', '0', '--token', 'mine');
			const [printed] = (await once(child.stdout, 'data')) as [Buffer];
			const text = printed.toString();
			const baseUrl = /Base URL\s+(\S+)/.exec(text)?.[1] ?? '';
			expect(text).toContain('mine');
			const { body } = await raw(baseUrl, {
				headers: { 'Content-Type': 'application/json', Authorization: 'Bearer mine' },
				body: JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'checkup.ping' }),
			});
			expect(body.result).toEqual({ message: 'OK' });
			child.kill(signal);
			expect(await once(child, 'exit')).toEqual([0, null]);
		},
		20_000,
	);

	it('explains what is wrong with its arguments', async () => {
		const child = start('--port', 'x');
		const [printed] = (await once(child.stderr, 'data')) as [Buffer];
		expect(printed.toString()).toContain('--port must be a port');
		expect((await once(child, 'exit'))[0]).toBe(2);
	}, 20_000);
});
