import type { IExecuteFunctions } from 'n8n-workflow';

import type { Network } from '../../shared/addresses';
import { fromKey, nameAsset, type Asset, type AssetKey } from '../../shared/assets';
import { hashKey } from '../../shared/checks/result';
import { MAX_CLOCK_SKEW_MS } from '../../shared/contract';
import { HOUR_MS } from '../../shared/dates';
import type { NodeRun } from './nodeRun';

/** Whose clock a moment is on: this machine's, the service's, or that of a machine that nobody has compared. */
export type ClockName = 'own' | 'service' | 'unknown';

/*
 * The one state of each order, which n8n saves with the execution: how it is stored, and what any operation reads of it.
 * screening/entry.ts says how it changes.
 */

/** Who asked for a check: the execution, the run of the node in it (loops have several), and its input items. */
export interface Asked {
	/** The execution's id. A Retry has another one. */
	execution: string;
	run: number;
	/** Unix milliseconds. */
	at: number;
	items: number[];
}

/** `id` is the request's, until the service refuses it. */
interface Base {
	id: string;
	asked: Asked;
	/** The run that has shown its result as charged; no other run does. */
	shownBy?: number;
	/** How often it has left, as far as is known: a process that died may have sent it too. */
	sends?: number;
}

/** The last request left, and may have been taken. */
export interface Sent extends Base {
	state: 'sent';
	sends: number;
	/** When it left, in Unix milliseconds on the clock. */
	sentAt: number;
	clock: ClockName;
	/** When it ended, or will have ended at the latest, in Unix milliseconds of this machine. */
	endedAt: number;
	/** Whether that allows for another clock: a Retry may run on another machine. */
	isOfAnyClock?: true;
	/** Checks that it may be. */
	candidates: string[];
	/** Whether the service is known to show unfinished checks in its history. */
	showsUnfinished?: true;
}

/** The one state of an ordered check; n8n saves it. */
export type Entry =
	(Base & { state: 'wanted' }) | Sent | (Base & { state: 'taken'; hash: string; paid: boolean });

type Asker = Omit<Asked, 'items'>;

/**
 * Whether a request for a check is the same as an earlier one; pure. After a Retry and in another try it is. In another
 * round of a loop it is for an hour.
 */
function isSameOrder(entry: Entry, { execution, run, at }: Asker): boolean {
	const { asked, state } = entry;
	if (asked.execution !== execution || asked.run === run) return true;
	return state === 'sent' || at - asked.at < HOUR_MS;
}

/** The entries of one node by what is wanted; several where it was wanted again after an hour. */
type NodeEntries = Record<string, Entry[]>;

/** The entries of all nodes of the execution, by the node's name. n8n saves what is written to them. */
function openEntries(context: NodeRun['context']): Record<string, NodeEntries> {
	// On a call of an agent's tool some engines have no context: its tries can't know each other.
	const getContext = context.getContext as IExecuteFunctions['getContext'] | undefined;
	const flow = getContext?.call(context, 'flow') ?? {};
	return (flow.amlCheck ??= {}) as Record<string, NodeEntries>;
}

/** The entries of the node. */
export const openNodeEntries = (context: NodeRun['context']): NodeEntries =>
	(openEntries(context)[context.getNode().name] ??= {});

/** How many checks the node has paid for in this execution, or may have: in each round of a loop and call of a tool. */
export const countPaid = (context: NodeRun['context']): number =>
	Object.values(openNodeEntries(context))
		.flat()
		.filter((entry) => entry.state === 'sent' || (entry.state === 'taken' && entry.paid)).length;

/** Reads which run of which execution asks. */
export function readAsker(context: NodeRun['context']): Asker {
	let run = 0;
	try {
		run = Number(context.getWorkflowDataProxy(0).$runIndex ?? 0);
	} catch {
		// A context without workflow data has one run.
	}
	const execution = String((context.getExecutionId() as string | undefined) ?? '');
	return { execution, run, at: Date.now() };
}

/** The entries of an order, the last one is the present one, and who asked for that before; undefined if nobody did. */
export interface OwnEntries {
	own: Entry[];
	before?: Asked;
}

/** Finds the entry of an order that was there before, or begins one. */
export function openOwnEntries(
	entries: NodeEntries,
	key: string,
	asked: Asked,
	makeId: (hour: number) => string,
): OwnEntries {
	const own = (entries[key] ??= []);
	const last = own[own.length - 1] as Entry | undefined;
	if (!last || !isSameOrder(last, asked)) {
		own.push({ state: 'wanted', id: makeId(own.length), asked });
		return { own };
	}
	const isRetry = last.asked.execution !== asked.execution;
	const at = isRetry || last.state === 'wanted' ? asked.at : last.asked.at;
	const entry: Entry = { ...last, asked: { ...asked, at } };
	// A Retry may run on another machine.
	if (isRetry && entry.state === 'sent' && !entry.isOfAnyClock) {
		if (entry.clock === 'own') entry.clock = 'unknown';
		entry.endedAt = Math.min(entry.endedAt + MAX_CLOCK_SKEW_MS, asked.at);
		entry.isOfAnyClock = true;
	}
	own[own.length - 1] = entry;
	return { own, before: last.asked };
}

/** The target's key within the key of an order's entries. */
const targetOf = (key: string): string => (JSON.parse(key) as [string])[0];

/** The asset in the key of a target: the last part of it, where the network is the second. */
function assetOf(target: string): Asset {
	const [, network, ...rest] = target.split('|');
	return fromKey(network as Network, (rest.at(-1) ?? 'native') as AssetKey);
}

/** Names the asset of an order for people, from the key of its entries. */
export const nameOrderKey = (key: string): string => nameAsset(assetOf(targetOf(key)));

/** The orders of an execution that have a check, by the key of its hash: the id of the request, and the target's key. */
export type Holders = Map<string, { id: string; target: string }>;

/** Reads which orders of all nodes of the execution have a check. */
export function readHolders(context: NodeRun['context']): Holders {
	const holders: Holders = new Map();
	for (const [key, own] of Object.values(openEntries(context)).flatMap(Object.entries<Entry[]>))
		for (const entry of own)
			if (entry.state === 'taken')
				holders.set(hashKey(entry.hash), { id: entry.id, target: targetOf(key) });
	return holders;
}

/** Finds the asset that this execution submitted a check for; undefined for a check of somebody else. */
export function findSubmitted(context: NodeRun['context'], hash: string): Asset | undefined {
	const holder = readHolders(context).get(hashKey(hash));
	return holder && assetOf(holder.target);
}
