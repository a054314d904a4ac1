/** A run of a paid operation whose checks are there, on a service that has no other report. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import type { ItemOutcome } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { collect } from '../../../nodes/AmlCheck/screening/collect.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import {
	Wish,
	type Acquisition,
	type Plan,
	type ReadRow,
} from '../../../nodes/AmlCheck/screening/wish.ts';
import type { Watch } from '../../../nodes/AmlCheck/waiting/watch.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import type { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { makeSent, makeTaken } from './entries.mts';

export const BEGAN = Date.UTC(2026, 0, 2, 12);
const asked = { execution: '7', run: 0, at: BEGAN, items: [0] };
export const target = makeTarget({
	...{ kind: 'address' as const, currency: readCurrency('BTC')!, tokenId: '' },
	address: bookAddress('BTC', 'low'),
});

export const taken = (hash: string, more: object = {}): Entry =>
	makeTaken({ id: `id of ${hash}`, asked, hash, ...more });
export const sent = (id: string, candidates: string[] = []): Entry =>
	makeSent({ id, asked, candidates, sentAt: BEGAN, endedAt: BEGAN + 1_000 });

export interface Scene {
	options?: Record<string, unknown>;
	advanced?: Record<string, unknown>;
	continues?: boolean;
	mode?: string;
	/** When the execution began; undefined where n8n doesn't say. */
	began?: number;
	cancelled?: boolean;
	runIndex?: number;
	/** Of the node, by the key of a wish. */
	entries?: Record<string, Entry[]>;
	/** What differs in the rows, from the first one on. */
	rows?: Array<Partial<ReadRow>>;
	/** How far clocks may differ. */
	doubtMs?: number;
}

export const said: string[] = [];

export function contextOf({ options = {}, advanced = {}, ...scene }: Scene): IExecuteFunctions {
	const abort = new AbortController();
	if (scene.cancelled) abort.abort();
	const parameters: Record<string, unknown> = { options, advanced };
	return {
		getNode: () => ({ name: 'Screen', type: 'amlCheck', parameters: {} }),
		getNodeParameter: (name: string, _: number, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://service.test', accessToken: 'token-of-a-test' }),
		getExecutionCancelSignal: () => abort.signal,
		getMode: () => scene.mode ?? 'manual',
		getExecutionId: () => '7',
		getExecutionContext: () => ({ establishedAt: scene.began }),
		getWorkflowDataProxy: () => ({ $runIndex: scene.runIndex ?? 0 }),
		getContext: () => ({ amlCheck: { Screen: scene.entries ?? {} } }),
		continueOnFail: () => scene.continues ?? false,
		logger: { warn: (message: string) => said.push(`log: ${message}`) },
		sendMessageToUI: (message: string) => said.push(`UI: ${message}`),
	} as unknown as IExecuteFunctions;
}

export interface Asking {
	entry: Entry;
	acquisition?: Acquisition;
	items?: number[];
	/** Of its check, where it was read; undefined where nothing was. */
	initDate?: string | null;
	usage?: object;
	isUnspecified?: boolean;
	/** Its own, where it is not that of the run. */
	key?: string;
	score?: number;
}

export const THIS_TRY: Acquisition = { paidBy: 'thisTry', sentAt: BEGAN + 60_000 };

/** Collects a run of so many items. */
export async function play(
	count: number,
	asking: Asking[],
	scene: Scene = {},
	failures: AmlCheckError[] = [],
) {
	said.length = 0;
	const run = await NodeRun.open(
		contextOf(scene),
		Array.from({ length: count }, () => ({ json: {} })),
	);
	const calls: string[] = [];
	run.session.call = (async (method: string) => {
		calls.push(method);
		return await Promise.resolve({ result: { checks: [] } });
	}) as never;
	const outcomes = new Map<string, object>();
	const wishes = asking.map(
		({ entry, acquisition, items = [0], initDate, usage, isUnspecified, ...more }) => {
			const options = {
				...run.options,
				...(more.key !== undefined && { idempotencyKey: more.key }),
			};
			const wish = new Wish(target, items, options, true, [entry], undefined);
			if (acquisition) wish.need = { kind: 'settled', acquisition };
			wish.isAssetUnspecified = isUnspecified ?? false;
			const hash = entry.state === 'taken' ? entry.hash : '';
			const report = { riskscore: more.score ?? 3, signals: { wallet: 1 } };
			const check = {
				hash,
				currency: 'BTC',
				address: target.address,
				status: 'SUCCESS',
				initDate,
				report,
			};
			if (initDate !== undefined) outcomes.set(hash, { result: { check, usage, terminal: true } });
			return wish;
		},
	);
	const row = { targets: [target], waits: true, simplifies: true, options: run.options };
	const rows = Array.from({ length: count - failures.length }, (_, at) => ({
		...row,
		...scene.rows?.[at],
	}));
	const marks: object[] = [];
	const plan = {
		...{ run, wishes, runIndex: scene.runIndex ?? 0, holders: new Map() },
		rows: [...rows, ...failures.map((failure) => ({ failure }))],
		wishesOf: Array.from({ length: count }, (_, at) =>
			wishes.filter(({ items }) => items.includes(at)),
		),
		history: {
			readMoments: (since: number, clock: string) => {
				marks.push({ since, clock });
				return { since, now: BEGAN, doubtMs: scene.doubtMs ?? 0 };
			},
		},
	} as unknown as Plan;
	const items = await collect(plan, { outcomes, items: new Map() } as unknown as Watch);
	const jsonOf = (outcome: ItemOutcome) =>
		'outputs' in outcome ? (outcome.outputs[0]!.json as Record<string, unknown>) : undefined;
	return {
		...{ calls, marks, outcomes: items },
		json: items.map(jsonOf),
		failures: items.map((outcome) => ('failure' in outcome ? outcome.failure : undefined)),
		entries: wishes.map(({ entry }) => entry),
		hints: run.hints.map(({ message }) => message),
	};
}

export const DONE = '2026-01-02T12:00:00Z';
