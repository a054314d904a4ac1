/** One check has one level, whoever reads it: alone or among fifty, with the currency list and the search down. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { makeAddress } from '../../../sandbox/server.mts';
import { runPoll } from '../harness/index.mts';
import { credentialFor, inWorld, REGULAR, run, type World } from '../screening/support.mts';

interface Told {
	score?: unknown;
	signals?: unknown;
	owner?: unknown;
}

/** Twelve reports, and their levels with a search that answers and without one. */
const REPORTS: Array<[Told, string, string]> = [
	[{ score: 5, signals: { wallet: 1 } }, 'low', 'unknown'],
	[{ score: 0, signals: {} }, 'low', 'unknown'],
	[{ score: 40, signals: { wallet: 1 } }, 'medium', 'medium'],
	[{ score: 70, signals: { wallet: 1 } }, 'high', 'high'],
	[{ score: 20, signals: { dark_service: 0.049, wallet: 0.951 } }, 'medium', 'medium'],
	[{ score: 2, signals: { sanctions: 0.001, wallet: 0.999 } }, 'high', 'high'],
	[{ score: 5, signals: { transparent: 0.3, wallet: 0.7 } }, 'low', 'unknown'],
	[{ score: 5, signals: { merchant_services: 0.3, wallet: 0.7 } }, 'unknown', 'unknown'],
	[{ score: 5, signals: { wallet: 1, mixer: 'a lot' } }, 'unknown', 'unknown'],
	[{ score: null, signals: { wallet: 1 } }, 'unknown', 'unknown'],
	[{ score: 5, signals: { wallet: 1 }, owner: { type: 'sanctions' } }, 'high', 'unknown'],
	[{ score: 5, signals: { wallet: 1 }, owner: { type: 'bridge' } }, 'low', 'unknown'],
];

const addressOf = (n: number) => makeAddress('TRX', `report ${n}`);
const ALL = Array.from({ length: 50 }, (_, n) => n);
const ONES = REPORTS.map((_, n) => [n]);

const told = new Map(ALL.map((n) => [addressOf(n), REPORTS[n % REPORTS.length]![0]]));

/** The service says of each wallet what the table says, and leaves out the asset. */
function say({ wire }: World): void {
	const tellOf = ({ address }: IDataObject) => told.get(String(address)) ?? {};
	const spoil = (record: IDataObject) => {
		const { score, signals } = tellOf(record);
		Object.assign(record, { report: { riskscore: score, signals } });
	};
	wire.says = (method, { check, checks = [] }) => {
		if (method === 'checkup.getresult') spoil(check as IDataObject);
		if (method !== 'checkup.findreport') return;
		for (const record of checks as IDataObject[]) {
			spoil(record);
			Object.assign(record, { counterparty: tellOf(record).owner ?? null });
		}
	};
}

type Levels = Array<[level: unknown, asset: unknown]>;

const readLevels = async (world: World, parameters: INodeParameters, items: IDataObject[]) => {
	const { main, status } = await run(world.sandbox, { parameters, items, settings: REGULAR });
	expect(status).toBe('success');
	return main.map(({ json }) => [json.riskLevel, json.asset]) as Levels;
};

/** The levels of items that come in any order, in the order of the rows. */
const inOrder = (rows: readonly number[], items: readonly IDataObject[]): Levels =>
	rows.map((n) => {
		const json = items.find(({ address }) => address === addressOf(n));
		return [json?.riskLevel, json?.asset];
	});

const addChecks = ({ sandbox }: World, rows: readonly number[]) =>
	rows.map((n) => ({
		hash: sandbox.addCheck({ currency: 'TRX', address: addressOf(n) }),
	}));

const WAYS: Record<string, (world: World, rows: readonly number[]) => Promise<Levels>> = {
	Screen: async (world, rows) =>
		await readLevels(
			world,
			{
				...{ resource: 'check', operation: 'checkAddress', network: 'TRX', asset: 'coin' },
				address: '={{ $json.address }}',
			},
			rows.map((n) => ({ address: addressOf(n) })),
		),
	Get: async (world, rows) =>
		await readLevels(
			world,
			{ resource: 'check', operation: 'getResult', checkHash: '={{ $json.hash }}' },
			addChecks(world, rows),
		),
	Trigger: async (world, rows) => {
		addChecks(world, rows);
		const parameters = { options: { startFrom: 'beginning' } };
		const credentials = [credentialFor(world.sandbox)];
		const { items } = await runPoll({ node: AmlCheckTrigger, parameters, credentials });
		return inOrder(
			rows,
			(items ?? []).map(({ json }) => json),
		);
	},
	Search: async (world, rows) => {
		addChecks(world, rows);
		return await readLevels(
			world,
			{
				...{ resource: 'report', operation: 'find', network: 'TRX' },
				target: '={{ $json.target }}',
			},
			rows.map((n) => ({ target: addressOf(n) })),
		);
	},
};

const play = async (way: string, rows: readonly number[], isDown: boolean) =>
	await inWorld({ processingMs: 2_000 }, async (world) => {
		say(world);
		for (const method of isDown ? ['checkup.findreport', 'checkup.currencylist'] : [])
			world.sandbox.fault({ method, kind: 'serverErrorBefore', times: Infinity });
		return await WAYS[way]!(world, rows);
	});

const expected = (rows: readonly number[], at: 1 | 2) =>
	rows.map((n) => REPORTS[n % REPORTS.length]![at]);

/** Plays each report alone, and then fifty at once. */
async function playAll(way: string, isDown: boolean): Promise<{ ones: Levels; many: Levels }> {
	const ones: Levels = [];
	for (const rows of ONES) ones.push(...(await play(way, rows, isDown)));
	return { ones, many: await play(way, ALL, isDown) };
}

it.each(Object.keys(WAYS))('%s: each of twelve reports, alone and among fifty', async (way) => {
	const { ones, many } = await playAll(way, false);
	expect(ones.map(([level]) => level)).toEqual(expected(ONES.flat(), 1));
	expect(many.map(([level]) => level)).toEqual(expected(ALL, 1));
	const asset = way === 'Screen' ? 'Tron' : 'Tron (asset not stated)';
	for (const [, found] of many) expect(found).toBe(asset);
});

it.each(['Screen', 'Get'])('%s: the same with the list and the search down', async (way) => {
	const { ones, many } = await playAll(way, true);
	expect(ones.map(([level]) => level)).toEqual(expected(ONES.flat(), 2));
	expect(many.map(([level]) => level)).toEqual(expected(ALL, 2));
});
