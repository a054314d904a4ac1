/** Where a sandbox is reached: never where another one of the same process was. */
import { startSandbox } from '../../sandbox/server.mts';

it('no two sandboxes of a process have the same address, although each is closed before the next', async () => {
	const seen = new Set<string>();
	// The system gives out a freed port again after about a hundred.
	for (let count = 0; count < 600; count++) {
		const sandbox = await startSandbox();
		seen.add(sandbox.baseUrl);
		await sandbox.close();
	}
	expect(seen.size).toBe(600);
}, 60_000);

it('a port that is asked for is given again', async () => {
	const first = await startSandbox();
	const port = Number(new URL(first.baseUrl).port);
	await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE');
	await first.close();
	const second = await startSandbox({ port });
	expect(second.baseUrl).toBe(first.baseUrl);
	await second.close();
});
