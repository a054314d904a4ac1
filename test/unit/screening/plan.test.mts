/** What a run wants screened, before anything is sent: its rows, its wishes with their ids, and whose each is. */
import type { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import { plan, type ReadWanted } from '../../../nodes/AmlCheck/screening/plan.ts';
import type { Plan } from '../../../nodes/AmlCheck/screening/wish.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { OPTIONS } from './wishes.mts';

afterEach(() => void jest.restoreAllMocks());

const [LOW, HIGH] = [bookAddress('BTC', 'low'), bookAddress('BTC', 'high')];

interface Item {
	/** The addresses that it wants screened; a failure in their place. */
	wants: string[] | Error;
	waits?: boolean;
	simplifies?: boolean | Error;
	options?: object;
	/** Its fields, as far as they can be read. */
	texts?: Record<string, string | Error>;
	wallet?: { notScreened: string[] };
}

const orThrow = <T,>(value: T | Error): T => {
	if (value instanceof Error) throw value;
	return value;
};

async function planFor(items: Item[], { flow = {}, merges = true, execution = '7' } = {}) {
	jest.spyOn(Date, 'now').mockReturnValue(5_000);
	const log: string[] = [];
	const optionsOf = (index: number) => ({
		...OPTIONS,
		timeout: 40,
		mergeDuplicates: merges,
		...items[index]!.options,
	});
	const run = {
		context: {
			...{ getContext: () => flow, getNode: () => ({ name: 'Node', id: 'n' }) },
			...{ getWorkflowDataProxy: () => ({ $runIndex: 2 }), getExecutionId: () => execution },
			...{ getInstanceId: () => 'i', getWorkflow: () => ({ id: 'w' }) },
			getExecutionContext: () => ({ establishedAt: 4_000 }),
		},
		session: {
			limitTime: (seconds: number) => log.push(`limited to ${seconds} s`),
			deadline: { progressed: () => log.push('begins') },
		},
		...{ items, options: optionsOf(0), getOptions: optionsOf },
		flag: (name: string, index: number, byDefault: boolean) => {
			if (name !== 'waitForResult') throw new Error(name);
			return items[index]!.waits ?? byDefault;
		},
		isSimplified: (index: number) => orThrow(items[index]!.simplifies ?? true),
		text: (name: string, index: number) => orThrow(items[index]!.texts?.[name] ?? ''),
	};
	const readWanted: ReadWanted = async (index) => {
		log.push(`reads ${index}`);
		const { wants, wallet } = items[index]!;
		const targets = orThrow(wants).map((address) => ({
			...{ kind: 'address' as const, currency: { code: 'BTC', network: 'BTC' } as const },
			...{ address, tokenId: '' },
		}));
		return await Promise.resolve({ targets, wallet });
	};
	const planned = await plan(run as unknown as NodeRun, readWanted);
	expect(planned.run).toBe(run);
	return { planned, log, flow };
}

/** A wish by its wallet, the items that want it, and what holds for it. */
const show = ({ wishes, wishesOf, rows }: Plan) => ({
	wishes: wishes.map(({ target, items, waits, entry, before, options }) => {
		const wallet = target.address === LOW ? 'low' : 'high';
		const known = `${entry.state} ${before ? 'before' : 'anew'}, asked by ${entry.asked.items.join()}`;
		return `${wallet} for ${items.join()}${waits ? ' waits' : ''} key ${options.idempotencyKey}: ${known}`;
	}),
	wishesOf: wishesOf.map((own) => own.map((wish) => wishes.indexOf(wish)).join()),
	rows: rows.map((row) => {
		if (!('failure' in row)) return { ...row, targets: row.targets.length, options: 0 };
		const { message, charged, address, currency } = row.failure;
		return { message, charged, address, currency };
	}),
});

const low: Item = { wants: [LOW] };
const high: Item = { wants: [HIGH] };

it('it reads each item once, in their order, and its time begins when that is done', async () => {
	const { planned, log } = await planFor([low, high]);
	expect(log).toEqual(['limited to 40 s', 'reads 0', 'reads 1', 'begins']);
	expect([planned.runIndex, planned.holders.size, planned.history.records.size]).toEqual([2, 0, 0]);
});

it.each<[string, Item[], boolean]>([
	['two wallets', [low, high], true],
	['equal ones are one wish, for all of them', [low, high, low, { ...low, waits: false }], true],
	['unless they are not merged', [low, low, high, low], false],
	[
		'nor are those with another key',
		[low, { ...low, options: { idempotencyKey: 'x' } }, low],
		true,
	],
	[
		'nobody waits',
		[
			{ ...low, waits: false },
			{ ...low, waits: false },
		],
		true,
	],
	[
		'an item of several, in the order of its targets',
		[high, { wants: [LOW, HIGH] }, { wants: [HIGH, LOW] }],
		true,
	],
	['an item of a wallet', [{ ...low, wallet: { notScreened: ['X'] }, simplifies: false }], true],
	[
		'items that can not be read, as far as they are plain',
		[
			{ wants: new Error('No'), texts: { address: ` ${LOW} `, currency: 'btc' } },
			low,
			{ wants: new Error('No'), texts: { address: 'some words <b>', currency: 'nothing' } },
			{ wants: new Error('No'), texts: { address: new Error('x'), currency: new Error('x') } },
			{ wants: [LOW], simplifies: new Error('No form') },
		],
		true,
	],
])('%s', async (_, items, merges) => {
	expect(show((await planFor(items, { merges })).planned)).toMatchSnapshot();
});

it('a wish keeps its entry and its id in the next try, and in what n8n saves', async () => {
	const { planned, flow } = await planFor([low, { ...low, options: { idempotencyKey: 'x' } }]);
	const ids = planned.wishes.map(({ entry }) => entry.id);
	const { key } = planned.wishes[0]!.target;
	const asked = { execution: '7', run: 2, at: 5_000 };
	expect(flow).toEqual({
		amlCheck: {
			Node: {
				[JSON.stringify([key, '', 0])]: [
					{ state: 'wanted', id: ids[0], asked: { ...asked, items: [0] } },
				],
				[JSON.stringify([key, 'x', 0])]: [
					{ state: 'wanted', id: ids[1], asked: { ...asked, items: [1] } },
				],
			},
		},
	});
	planned.wishes[0]!.apply({ kind: 'sending', sentAt: 1, clock: 'own', endsBy: 2 });
	planned.wishes[0]!.apply({ kind: 'taken', hash: 'H', paid: true });
	const again = (await planFor([high, low], { flow, execution: '8' })).planned;
	expect(again.wishes.map(({ before }) => before?.execution)).toEqual([undefined, '7']);
	expect(again.wishes[1]!.entry).toMatchObject({ state: 'taken', id: ids[0] });
	expect([...again.holders]).toEqual([['h', { id: ids[0], target: key }]]);
	expect(ids).toMatchSnapshot();
});

it.each<[string, object[], object]>([
	[
		'one item',
		[
			{
				onTimeout: 'returnPending',
				onUnsure: 'submitAgain',
				reuseUntoldAsset: true,
				reuseWithinHours: 5,
			},
		],
		{
			onTimeout: 'returnPending',
			onUnsure: 'submitAgain',
			reuseUntoldAsset: true,
			reuseWithinHours: 5,
		},
	],
	[
		'what all want',
		[
			{ onTimeout: 'returnPending', reuseWithinHours: 5 },
			{ onTimeout: 'returnPending', reuseWithinHours: 4 },
		],
		{ onTimeout: 'returnPending', reuseWithinHours: 4 },
	],
	[
		'what not all want',
		[
			{
				onTimeout: 'returnPending',
				onUnsure: 'submitAgain',
				reuseUntoldAsset: true,
				reuseWithinHours: 5,
			},
			{},
		],
		{},
	],
])('the most cautious option of merged items holds: %s', async (_, options, expected) => {
	const items = options.map((one) => ({ ...low, options: one }));
	const [wish] = (await planFor(items)).planned.wishes;
	expect(wish!.options).toEqual({ ...OPTIONS, ...expected });
});
