/** The workflow of a world: AML Check nodes in a row, and before each one a node that can fail. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type IDataObject, type INodeParameters, NodeConnectionTypes } from 'n8n-workflow';
import {
	defineNode,
	type HarnessConnection,
	type HarnessNode,
	type NodeClass,
} from '../../engine/harness/index.mts';
import type { WorkflowPlan } from '../../engine/harness/workflow.mts';
import { ASSETS, assetOf, sameAddress, walletOf } from './assets.mts';
import type { NodePlan, World } from './types.mts';

/** What a node before an AML Check does each time it runs: the items it yields, or it throws. */
export type Feeding = (name: string) => IDataObject[];

/** Which execution the nodes are fed by. */
export const feeds = new AsyncLocalStorage<Feeding>();

const Feed = defineNode('feed', async function () {
	return [feeds.getStore()!(this.getNode().name).map((json) => ({ json }))];
});

/** As {@link Feed}, again and again on its second output; then it goes on with the first one. */
const Loop = defineNode(
	'loop',
	async function () {
		const run = Number(this.getWorkflowDataProxy(0).$runIndex);
		const items = feeds.getStore()!(this.getNode().name).map((json) => ({ json }));
		return run < Number(this.getNodeParameter('rounds', 0)) ? [[], items] : [[{ json: {} }], []];
	},
	{
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [{ displayName: 'Rounds', name: 'rounds', type: 'number', default: 1 }],
	},
);

export const nameOf = (index: number): string => `AML ${index}`;

/** The number of an AML Check. */
export const indexOfNode = (name: string): number => Number(name.slice('AML '.length));

const feederOf = (index: number): string => `Feed ${index}`;

/** The number of the AML Check that a feeder stands before; one beyond the last for the end. */
export const indexOfFeeder = (name: string): number => Number(name.slice('Feed '.length));

export const LAST_FEEDER = 'Feed 99';

/** What one input item asks for. */
export interface Wish {
	asset: number;
	wallet: number;
	key: string;
}

/** What a node is asked for by an execution, an item each. */
export function wishesOf(node: NodePlan, wallets: readonly number[]): Wish[] {
	return wallets.map((wallet, index) => ({
		asset: index === 1 && node.secondAsset !== null ? node.secondAsset : node.asset,
		wallet,
		key: { none: '', nothing: '', perItem: `job-${index}`, shared: 'job' }[node.key],
	}));
}

/** The wish that a submission is about; undefined for any other call. */
export function wishAbout(
	wishes: readonly Wish[],
	{ addr, currency, token_id }: Record<string, unknown>,
): Wish | undefined {
	const asset = assetOf(String(currency), token_id);
	return wishes.find(
		(wish) =>
			ASSETS[wish.asset]!.key === asset?.key &&
			sameAddress(asset.network, String(addr), walletOf(asset.network, wish.wallet)),
	);
}

/** Some networks don't care about the case of an address, and people neither. */
function inOtherCase(network: string, address: string, item: number): string {
	const hasCase = network !== 'ETH' && network !== 'BSC';
	return hasCase || item % 2 === 0 ? address : `0x${address.slice(2).toUpperCase()}`;
}

/** The input item of a wish. */
export function itemOf({ asset: index, wallet, key }: Wish, item: number): IDataObject {
	const { network, tokenId } = ASSETS[index]!;
	const token = tokenId === '0' ? '' : tokenId;
	const address = inOtherCase(network, walletOf(network, wallet), item);
	return { address, currency: network, token, key };
}

function optionsOf(node: NodePlan, isRetry: boolean): INodeParameters {
	const { timeout, onTimeout, onUnsure, key, merge, reuseHours, reuseUntold } = node;
	const maxPaid = isRetry ? 0 : node.maxPaid;
	return {
		...{ timeout, onTimeout, onUnsure, mergeDuplicates: merge },
		...(key === 'none'
			? {}
			: { idempotencyKey: `={{ $json.${key === 'nothing' ? 'renamed' : 'key'} }}` }),
		...(reuseHours > 0 ? { reuseWithinHours: reuseHours } : {}),
		...(reuseUntold ? { reuseUntoldAsset: true } : {}),
		...(maxPaid === 0 ? {} : { maxPaidChecks: maxPaid > 0 ? maxPaid : '={{ $json.renamed }}' }),
	};
}

function parametersOf(node: NodePlan, isRetry: boolean): INodeParameters {
	const { forms } = ASSETS[node.asset]!;
	const asked =
		node.secondAsset === null
			? forms[node.form % forms.length]!
			: { currency: '={{ $json.currency }}', token: '={{ $json.token }}' };
	return {
		...{ resource: 'check', operation: 'checkAddress', address: '={{ $json.address }}' },
		...asked,
		waitForResult: node.waits,
		options: optionsOf(node, isRetry),
	};
}

/** How long n8n waits between the tries of a node, in ms. */
const BETWEEN_TRIES_MS = 1_000;

function amlNode(
	node: NodePlan,
	index: number,
	AmlCheck: NodeClass,
	isRetry: boolean,
): HarnessNode {
	const { retryOnFail, onError } = node;
	return {
		name: nameOf(index),
		node: AmlCheck,
		parameters: parametersOf(node, isRetry),
		settings: {
			alwaysOutputData: true,
			...(onError === 'stop' ? {} : { onError }),
			...(retryOnFail ? { retryOnFail, maxTries: 3, waitBetweenTries: BETWEEN_TRIES_MS } : {}),
		},
	};
}

/**
 * The nodes and lines of a world's workflow.
 * @param isRetry whether somebody has raised Max Paid Checks before pressing Retry.
 */
export function planOf(
	{ nodes }: Pick<World, 'nodes'>,
	AmlCheck: NodeClass,
	isRetry: boolean,
): WorkflowPlan {
	const all: HarnessNode[] = [{ name: 'Start', node: Feed }];
	const connections: HarnessConnection[] = [];
	let from = 'Start';
	nodes.forEach((node, index) => {
		const [feeder, name] = [feederOf(index), nameOf(index)];
		connections.push({ from, to: feeder });
		if (node.rounds > 1) {
			all.push({ name: feeder, node: Loop, parameters: { rounds: node.rounds } });
			connections.push({ from: feeder, output: 1, to: name }, { from: name, to: feeder });
		} else {
			all.push({ name: feeder, node: Feed });
			connections.push({ from: feeder, to: name });
		}
		all.push(amlNode(node, index, AmlCheck, isRetry));
		from = node.rounds > 1 ? feeder : name;
	});
	all.push({ name: LAST_FEEDER, node: Feed });
	connections.push({ from, to: LAST_FEEDER });
	// Any zone but UTC takes a twentieth of the time; what a machine's own zone does is tried by the world.
	return { nodes: all, connections, timezone: 'UTC' };
}
