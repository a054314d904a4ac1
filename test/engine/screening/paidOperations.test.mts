/**
 * What holds for every operation that is paid for. Each of them is tried with its example, so an
 * operation that is added is tried too.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { screenAddress } from '../../../nodes/AmlCheck/operations/screen.ts';
import { isPaid } from '../../../nodes/shared/service/schemas.ts';
import type { Operation } from '../../../nodes/AmlCheck/operations/operation.ts';
import type { SandboxOptions } from '../../../sandbox/server.mts';
import { exampleOf } from '../../../scripts/declared.mts';
import { inWorld, itemsOf, REGULAR, RESULT, run, SPLIT, type World } from './support.mts';

const PAID = OPERATIONS.filter(({ method }) => method !== null && isPaid(method));

const makeParameters = (operation: Operation, options: INodeParameters = {}): INodeParameters => {
	const { resource, value } = operation;
	return { resource, operation: value, ...exampleOf(operation), options };
};

/** Rows that all ask for the example. */
const makeRows = (count: number): IDataObject[] => Array.from({ length: count }, () => ({}));

const hashes = ({ sandbox }: World): string[] => sandbox.checks().map(({ hash }) => hash);

/** The example asked for by some rows, at a service that charges whatever comes. */
async function playExample(
	operation: Operation,
	{
		count = 1,
		options = {},
		service = {} as SandboxOptions,
		prepare = (_: World) => {},
		more = {} as INodeParameters,
	},
	judge: (world: World, result: Awaited<ReturnType<typeof run>>) => Promise<void> | void,
): Promise<void> {
	await inWorld({ repeatedId: 'charge', ...service }, async (world) => {
		prepare(world);
		const parameters = { ...makeParameters(operation, options), ...more };
		const items = makeRows(count);
		await judge(world, await run(world.sandbox, { parameters, items, settings: SPLIT }));
	});
}

it('there are paid operations, and no others submit', () => {
	expect(PAID.length).toBeGreaterThanOrEqual(2);
});

/** Each operation with its example; the one of a wallet with all assets of it, too. */
const VARIANTS = [
	...PAID.map((operation) => ({ operation, name: operation.value, assets: 1, more: {} })),
	{
		...{ operation: screenAddress, name: 'checkAddress of all assets', assets: 3 },
		more: { network: 'ETH', asset: 'all' },
	},
];

describe.each(VARIANTS)('$name', ({ operation, assets, more }) => {
	const parametersOf = (...given: [Operation, INodeParameters?]) => ({
		...makeParameters(...given),
		...more,
	});
	const play = async (...[one, settings, judge]: Parameters<typeof playExample>) =>
		await playExample(one, { more, ...settings }, judge);
	const method = operation.method!;
	const { transaction, address, ...others } = exampleOf(operation);
	// A target of another kind is named by its last parameter.
	const target = transaction ?? address ?? Object.values(others).at(-1);

	it('is charged once for rows that ask for the same', async () => {
		await play(operation, { count: 3 }, ({ sandbox }, { main }) => {
			expect(sandbox.stats().charges).toBe(assets);
			expect(main.map(({ json }) => json.charged)).toEqual([true, false, false]);
			expect(new Set(main.map(({ json }) => json.hash)).size).toBe(1);
		});
	});

	it('is not charged in a dry run, which says what it would cost', async () => {
		await play(operation, { count: 2, options: { dryRun: true } }, ({ sandbox }, { main }) => {
			expect(sandbox.stats().charges).toBe(0);
			expect(main.map(({ json }) => json.wouldCost)).toEqual([assets, 0]);
			expect(main.map(({ json }) => json.riskLevel)).toEqual(['unknown', 'unknown']);
		});
	});

	it('is not charged again at a Retry', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
			sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
			const parameters = parametersOf(operation, { timeout: 5 });
			const failed = await run(sandbox, { parameters, items: makeRows(2) });
			expect(failed.status).toBe('error');
			expect(failed.failure?.description).toContain(sandbox.checks()[0]!.hash);
			sandbox.clearFaults();
			const { main, status } = await failed.retry();
			expect(status).toBe('success');
			expect(main.map(({ json }) => json.charged)).toEqual([true, false]);
			expect(sandbox.stats().charges).toBe(assets);
		});
	});

	it('is found or named where its answer is lost', async () => {
		const prepare = ({ sandbox }: World) => sandbox.fault({ method, kind: 'lostAnswer' });
		await play(operation, { prepare }, (world, result) => {
			expect(world.sandbox.stats().charges).toBe(assets);
			expect(JSON.stringify(itemsOf(result))).toContain(hashes(world)[0]);
		});
	});

	it('reuses a report of the same thing, and only of that', async () => {
		await inWorld({ tellAsset: true }, async ({ sandbox }) => {
			const ask = async (options: INodeParameters) => {
				const parameters = parametersOf(operation, options);
				const { main } = await run(sandbox, { parameters, items: makeRows(1) });
				return main[0]?.json;
			};
			const first = await ask({});
			const again = await ask({ reuseWithinHours: 24 });
			expect(again).toMatchObject({ hash: first?.hash, charged: false });
			expect(sandbox.stats().charges).toBe(assets);
		});
	});

	it("gives out no other check's result", async () => {
		const prepare = ({ wire }: World) => {
			wire.says = (called, result) => {
				const check = result.check as IDataObject | undefined;
				if (called !== RESULT || !check) return;
				const other = transaction ? '0'.repeat(64) : '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
				for (const [name, value] of Object.entries(check))
					if (value === target) check[name] = other;
			};
		};
		await play(operation, { prepare, options: { timeout: 5 } }, (world, { main, error }) => {
			expect(main.filter(({ json }) => json.riskLevel !== 'unknown')).toEqual([]);
			expect(JSON.stringify([main, error])).toContain(hashes(world)[0]);
		});
	});

	it('names its target, hash and request in an error item', async () => {
		const prepare = ({ sandbox }: World) =>
			sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
		const options = { timeout: 5 };
		await play(operation, { prepare, options }, (world, { error }) => {
			const json = error[0]?.json ?? {};
			expect(JSON.stringify(json)).toContain(String(target));
			expect(json.details).toMatchObject({
				...{ reason: 'unavailable', fault: 'service', charged: true },
				// A wallet that is not finished has no single hash.
				...(assets === 1 ? { hash: hashes(world)[0] } : {}),
				...{ requestId: world.sandbox.checks()[0]!.requestId, address: expect.any(String) },
			});
			for (const hash of hashes(world)) expect(JSON.stringify(json)).toContain(hash);
		});
	});

	it('shows no wallet as screened where the service refuses', async () => {
		await inWorld({ packageSize: 0 }, async ({ sandbox }) => {
			const parameters = parametersOf(operation);
			const items = makeRows(1);
			const { main } = await run(sandbox, { parameters, items, settings: REGULAR });
			expect(main[0]?.json).toEqual({
				error: expect.any(String),
				riskLevel: 'unknown',
				hash: null,
				details: expect.objectContaining({ charged: false, fault: 'setup' }),
			});
		});
	});
});
