/** The workflow of a world: AML Check nodes in a row, and before each one a node that can fail. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type IDataObject, type INodeParameters, NodeConnectionTypes } from 'n8n-workflow';
import { bookAddress } from '../../../sandbox/server.mts';
import {
	defineNode,
	type HarnessConnection,
	type HarnessNode,
	type NodeClass,
} from '../../engine/harness/index.mts';
import type { WorkflowPlan } from '../../engine/harness/workflow.mts';
import { ASSETS, type NodePlan, WALLETS, type World } from './worlds.mts';

/**
 * What a node before an AML Check does each time it runs: the items it yields, or it throws. A loop waits before each
 * round but the first.
 */
export type Feeding = (name: string, round: number) => Promise<IDataObject[]>;

/** Which execution the nodes are fed by. */
export const feeds = new AsyncLocalStorage<Feeding>();

const Feed = defineNode('feed', async function () {
	const yielded = await feeds.getStore()!(this.getNode().name, 0);
	return [yielded.map((json) => ({ json }))];
});

/** As {@link Feed}, again and again on its second output; then it goes on with the first one. */
const Loop = defineNode(
	'loop',
	async function () {
		const run = Number(this.getWorkflowDataProxy(0).$runIndex);
		if (run >= Number(this.getNodeParameter('rounds', 0))) return [[{ json: {} }], []];
		const yielded = await feeds.getStore()!(this.getNode().name, run);
		return [[], yielded.map((json) => ({ json }))];
	},
	{
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [{ displayName: 'Rounds', name: 'rounds', type: 'number', default: 1 }],
	},
);

/** What is screened for one input item, or for one of the assets of its wallet. */
export interface Order {
	asset: number;
	wallet: number;
	key: string;
}

/** What one input item asks for. */
export interface Wanted extends Order {
	/** Whether it wants all assets of the wallet. */
	isWhole: boolean;
}

/** The checks of an input item. */
export function partsOf({ isWhole, asset, wallet, key }: Wanted): Order[] {
	if (!isWhole) return [{ asset, wallet, key }];
	const { network } = ASSETS[asset]!;
	return [...ASSETS.keys()]
		.filter((one) => ASSETS[one]!.network === network)
		.map((one) => ({ asset: one, wallet, key }));
}

/** Where there are no tokens, a wallet can't have dirty ones. */
export function kindOfWallet({ asset, wallet }: Pick<Order, 'asset' | 'wallet'>) {
	const kind = WALLETS[wallet]!;
	return kind === 'dirtyUsdt' && ASSETS[asset]!.network === 'BTC' ? 'medium' : kind;
}

export const walletOf = ({ asset, wallet }: Pick<Order, 'asset' | 'wallet'>): string =>
	bookAddress(ASSETS[asset]!.network, kindOfWallet({ asset, wallet }));

export const sameThing = (a: Order, b: Order): boolean =>
	a.wallet === b.wallet && a.asset === b.asset;

/** What a node is asked for by an execution, an item each. */
export const ordersOf = ({ asset, wholes, key }: NodePlan, wallets: readonly number[]): Wanted[] =>
	wallets.map((wallet, index) => ({
		...{ asset, wallet, isWhole: wholes[index]! && ASSETS[asset]!.network !== 'BTC' },
		key: { none: '', perItem: `job-${index}`, shared: 'job' }[key],
	}));

/** The input item of a order; some networks don't care about the case of an address, and people neither. */
export function itemOf(order: Wanted, item: number): IDataObject {
	const address = walletOf(order);
	const hasCase = !address.startsWith('0x') || item % 2 === 0;
	const { asset: single, network, tokenId } = ASSETS[order.asset]!;
	const asset = order.isWhole ? 'all' : single;
	const token = tokenId ?? '';
	return {
		key: order.key,
		network,
		asset,
		token,
		address: hasCase ? address : address.toLowerCase(),
	};
}

const nameOf = (index: number): string => `AML ${index}`;

/** The number of an AML Check, or of the one that a feeder stands before. */
export const indexOf = (name: string): number => Number(name.split(' ')[1]);

export const LAST_FEEDER = 'Feed 99';

function parametersOf(node: NodePlan, isRetry: boolean): INodeParameters {
	const { timeout, key, reuseHours, reuseUntold, maxPaid } = node;
	return {
		...{ resource: 'check', operation: 'checkAddress', address: '={{ $json.address }}' },
		...{ network: '={{ $json.network }}', asset: '={{ $json.asset }}' },
		waitForResult: node.waits,
		token: { __rl: true, mode: 'id', value: '={{ $json.token }}' },
		options: {
			timeout,
			acceptUnspecifiedAsset: reuseUntold,
			...(key === 'none' ? {} : { requestKey: '={{ $json.key }}' }),
			...(reuseHours > 0 ? { reuseWithinHours: reuseHours } : {}),
			// Somebody raises the limit before pressing Retry.
			...(maxPaid > 0 && !isRetry ? { maxPaidChecks: maxPaid } : {}),
		},
	};
}

const amlNode = (
	node: NodePlan,
	index: number,
	AmlCheck: NodeClass,
	isRetry: boolean,
): HarnessNode => ({
	...{ name: nameOf(index), node: AmlCheck, parameters: parametersOf(node, isRetry) },
	settings: {
		alwaysOutputData: true,
		...(node.onError === 'stop' ? {} : { onError: node.onError }),
		...(node.retryOnFail ? { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 } : {}),
	},
});

/** The nodes and lines of a world's workflow. */
export function planOf(
	{ nodes }: Pick<World, 'nodes'>,
	AmlCheck: NodeClass,
	isRetry: boolean,
): WorkflowPlan {
	const all: HarnessNode[] = [{ name: 'Start', node: Feed }];
	const connections: HarnessConnection[] = [];
	let from = 'Start';
	nodes.forEach((node, index) => {
		const [feeder, name] = [`Feed ${index}`, nameOf(index)];
		const isLoop = node.rounds > 1;
		connections.push({ from, to: feeder });
		if (isLoop) {
			all.push({ name: feeder, node: Loop, parameters: { rounds: node.rounds } });
			connections.push({ from: feeder, output: 1, to: name }, { from: name, to: feeder });
		} else {
			all.push({ name: feeder, node: Feed });
			connections.push({ from: feeder, to: name });
		}
		all.push(amlNode(node, index, AmlCheck, isRetry));
		from = isLoop ? feeder : name;
	});
	all.push({ name: LAST_FEEDER, node: Feed });
	connections.push({ from, to: LAST_FEEDER });
	// Any zone but UTC takes a twentieth of the time.
	return { nodes: all, connections, timezone: 'UTC' };
}
