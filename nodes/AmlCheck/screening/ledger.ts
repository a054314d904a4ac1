import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Network } from '../../shared/wallet/networks';
import { fromKey, nameAsset, type Asset, type AssetKey } from '../../shared/wallet/assets';
import { HOUR_MS } from '../../shared/base/dates';

/*
 * The one state of every check that an execution wants, whichever node asks. n8n saves it with the execution, so that a
 * Retry, another round of a loop and another node find it.
 */

/** Which run of which node of an execution asks (a Retry has an id of its own), and when, in Unix milliseconds. */
interface Asker {
	execution: string;
	node: string;
	run: number;
	at: number;
}

/** Who asked for a check last, and for which of its input items. */
export interface Asked extends Asker {
	items: number[];
}

interface Base {
	/** The request's, until the service refuses it. */
	id: string;
	asked: Asked;
	/** How often it has left, without the requests that were surely not taken. */
	sends: number;
}

/** Nothing is on its way. */
type Wanted = Base & { state: 'wanted' };

/** The last request left at a moment, in Unix milliseconds, and may have been taken; `candidates` may be its check. */
export type Sent = Base & { state: 'sent'; sentAt: number; candidates: string[] };

/** The service has it. One run of one node has paid for it and says so; none where it was there already. */
export type Taken = Base & { state: 'taken'; hash: string; paidBy?: string };

export type Entry = Wanted | Sent | Taken;

/* The four ways of an entry; pure. */

const baseOf = ({ id, asked, sends }: Entry): Base => ({ id, asked, sends });

/** A request leaves. */
export const makeSent = (entry: Entry, sentAt: number): Sent => ({
	...baseOf(entry),
	state: 'sent',
	sends: entry.sends + 1,
	sentAt,
	candidates: [],
});

/** The answer to a request is lost, as it may be of one that this process knows nothing of. */
export function makeLost(entry: Entry, candidates: readonly string[], sentAt?: number): Sent {
	const known = entry.state === 'sent' ? entry : { sentAt: 0, candidates: [] };
	return {
		...baseOf(entry),
		state: 'sent',
		sentAt: sentAt ?? known.sentAt,
		candidates: [...new Set([...known.candidates, ...candidates])],
	};
}

/** Nothing was taken. @param sends how often it has left in vain. */
export const makeFree = (entry: Entry, sends: number): Wanted => ({
	...baseOf(entry),
	state: 'wanted',
	sends,
});

/** It has a check. */
export const makeTaken = (entry: Entry, hash: string, isPaid: boolean): Taken => ({
	...baseOf(entry),
	state: 'taken',
	hash,
	paidBy: isPaid ? nameRun(entry.asked) : undefined,
});

/** Which run of which node asks, whatever the execution: a Retry is the same. */
export const nameRun = ({ node, run }: Pick<Asked, 'node' | 'run'>): string => `${run} ${node}`;

/** As n8n saves it: the entries by the keys of their orders, and how many checks were paid for or may have been. */
interface Stored {
	entries: Record<string, Entry>;
	paid: number;
}

const costOf = (entry: Entry | undefined): number =>
	entry?.state === 'sent' || (entry?.state === 'taken' && entry.paidBy !== undefined) ? 1 : 0;

/** The `id` of the request after one that the service knows. The same in every process. */
export const makeNextId = (id: string): string =>
	createHash('sha256').update(id).digest('hex').slice(0, id.length);

/** How long a check is the answer to the same request under a Request Key. */
export const SAME_UNDER_KEY_MS = 24 * HOUR_MS;

/**
 * Whether a request for a check is the same as an earlier one; pure. In another try and after a Retry it is. In another
 * round of a loop, and in another node, it is for an hour, under a key for a day. A recent check that was there already is
 * no answer to another node: that may reuse none. One that may have been taken is never forgotten.
 */
function isSameOrder(key: string, entry: Entry, asker: Asker): boolean {
	const { asked, state, sends } = entry;
	const isSameRun = nameRun(asked) === nameRun(asker);
	const isReused = state === 'taken' && entry.paidBy === undefined && sends === 0;
	if (isReused && !isSameRun) return false;
	if (asked.execution !== asker.execution || state === 'sent') return true;
	const sameMs = requestKeyOf(key) === '' ? HOUR_MS : SAME_UNDER_KEY_MS;
	return isSameRun || asker.at - asked.at < sameMs;
}

const ledgers = new WeakMap<Stored, Ledger>();

/** The entries of all nodes of an execution. */
export class Ledger {
	/** The keys of the orders that have a check, by its hash. */
	private readonly keys = new Map<string, string>();

	private constructor(private readonly stored: Stored) {
		for (const [key, entry] of Object.entries(stored.entries))
			if (entry.state === 'taken') this.keys.set(entry.hash, key);
	}

	/** The ledger of the execution; made once in a process. */
	static open(context: Pick<IExecuteFunctions, 'getContext'>): Ledger {
		// On a call of an agent's tool some engines have no context: its tries can't know each other.
		const getContext = context.getContext as IExecuteFunctions['getContext'] | undefined;
		const flow = getContext?.call(context, 'flow') ?? {};
		const stored = (flow.amlChecks ??= { entries: {}, paid: 0 }) as Stored;
		const ledger = ledgers.get(stored) ?? new Ledger(stored);
		ledgers.set(stored, ledger);
		return ledger;
	}

	/** One that nobody saves, for what only looks. */
	copy(): Ledger {
		return new Ledger({ ...this.stored, entries: { ...this.stored.entries } });
	}

	/** How many checks the execution has paid for, or may have. */
	get paid(): number {
		return this.stored.paid;
	}

	get entries(): Array<[key: string, entry: Entry]> {
		return Object.entries(this.stored.entries);
	}

	get(key: string): Entry {
		return this.stored.entries[key];
	}

	set(key: string, entry: Entry): void {
		this.stored.paid += costOf(entry) - costOf(this.stored.entries[key]);
		this.stored.entries[key] = entry;
		if (entry.state === 'taken') this.keys.set(entry.hash, key);
	}

	/** The key of the order that has a check. */
	holderOf(hash: string): string | undefined {
		return this.keys.get(hash);
	}

	/**
	 * Finds the entry of an order, or begins one.
	 * @param makeId makes the id of a new order, which may follow one of more than an hour ago.
	 * @returns who asked for the order before; undefined if nobody did.
	 */
	enter(key: string, asked: Asked, makeId: (last?: Entry) => string): Asked | undefined {
		const { entries } = this.stored;
		const last = entries[key] as Entry | undefined;
		if (!last || !isSameOrder(key, last, asked)) {
			entries[key] = { state: 'wanted', id: makeId(last), asked, sends: 0 };
			return undefined;
		}
		// The hour of a Retry begins with it.
		const { at } = last.asked.execution === asked.execution ? last.asked : asked;
		entries[key] = { ...last, asked: { ...asked, at } };
		return last.asked;
	}
}

/** Reads which run of which node asks. */
export function findAsker(context: IExecuteFunctions): Asker {
	let run = 0;
	try {
		run = Number(context.getWorkflowDataProxy(0).$runIndex ?? 0);
	} catch {
		// A context without workflow data has one run.
	}
	const execution = String((context.getExecutionId() as string | undefined) ?? '');
	return { execution, node: context.getNode().name, run, at: Date.now() };
}

/** The key of an order: equal for equal requests under equal keys. */
export const orderKey = (targetKey: string, requestKey: string): string =>
	JSON.stringify([targetKey, requestKey]);

/** The target's key within the key of an order. */
export const targetOf = (key: string): string => (JSON.parse(key) as [string])[0];

const requestKeyOf = (key: string): string => (JSON.parse(key) as [string, string])[1];

/** The asset in the key of a target: the last part of it, where the network is the second. */
function assetOf(key: string): Asset {
	const [, network, ...rest] = targetOf(key).split('|');
	return fromKey(network as Network, (rest.at(-1) ?? 'native') as AssetKey);
}

/** Names the asset of an order for people. */
export const nameOrderKey = (key: string): string => nameAsset(assetOf(key));
