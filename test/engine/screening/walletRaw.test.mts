/** All assets of a wallet with Simplify off: where one check is missing, the others keep their hashes. */
import type { IDataObject } from 'n8n-workflow';
import { bookAddress } from '../../../sandbox/server.mts';
import {
	detailsOf,
	inWorld,
	itemsOf,
	MODES,
	REGULAR,
	run,
	screen,
	SUBMIT,
	type World,
} from './support.mts';

const TRON = bookAddress('TRX', 'low');

async function runRaw({ sandbox }: World, settings = REGULAR) {
	const parameters = screen({}, { currency: 'all', simplify: false });
	return await run(sandbox, { parameters, items: [{ address: TRON }], settings });
}

const paidHashes = ({ sandbox }: World) =>
	sandbox
		.checks()
		.filter(({ requestId }) => requestId !== null)
		.map(({ hash }) => hash);

it('lists the checks that were paid for, and says that they were', async () => {
	await inWorld({}, async (world) => {
		world.sandbox.fault({ method: SUBMIT, kind: 'rpcError', times: 1 });
		const [item] = itemsOf(await runRaw(world));
		const hashes = paidHashes(world);
		expect(hashes).toHaveLength(2);
		const { checks, charged } = detailsOf(item!) as { checks: IDataObject[]; charged: boolean };
		expect(charged).toBe(true);
		expect(checks.map(({ hash, charged }) => [hash, charged])).toEqual(
			expect.arrayContaining(hashes.map((hash) => [hash, true])),
		);
		for (const check of checks) expect(check.summary).not.toBe('');
		expect(JSON.stringify(item)).not.toContain('. .');
	});
});

it('names them in Stop mode, too', async () => {
	await inWorld({}, async (world) => {
		world.sandbox.fault({ method: SUBMIT, kind: 'rpcError', times: 1 });
		const { failure } = await runRaw(world, MODES.stop);
		const text = `${failure?.message} ${failure?.description}`;
		const hashes = paidHashes(world);
		expect(hashes.length).toBeGreaterThan(0);
		for (const hash of hashes) expect(text).toContain(hash);
	});
});
