/** A history in memory, and a trigger that polls it. */
import { findNewest, poll, type PollResult } from '../../../nodes/AmlCheckTrigger/cursor.ts';
import type { Delivery } from '../../../nodes/AmlCheckTrigger/judge.ts';
import type { Rules, Service } from '../../../nodes/AmlCheckTrigger/results.ts';
import { makeRules } from '../../../nodes/AmlCheckTrigger/rules.ts';
import type { TriggerSettings } from '../../../nodes/AmlCheckTrigger/rules.ts';
import type { TriggerState } from '../../../nodes/AmlCheckTrigger/state.ts';
import { readHistoryItem } from '../../../nodes/shared/history/pages.ts';
import { BALANCED } from '../options/support.mts';
import type { CheckRecord, HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';

export const T0 = Date.UTC(2033, 1, 3, 10) / 1000;
export const MINUTE = 60;
export const HOUR = 3600;

export type Sent = Record<string, unknown>;

export const iso = (second: number) =>
	new Date(second * 1000).toISOString().replace('.000Z', '+00:00');

export const hashOf = (index: number) =>
	`${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** A finished check that began and ended at a second. */
export const check = (index: number, second: number, more: Sent = {}): Sent => ({
	hash: hashOf(index),
	currency: 'btc',
	address: `wallet-${index}`,
	transaction: '',
	status: 'SUCCESS',
	initDate: iso(second),
	resultDate: iso(second),
	riskscore: 30,
	...more,
});

export const open = (index: number, second: number): Sent =>
	check(index, second, { status: 'PENDING', resultDate: null, riskscore: null });

/** Checks of the same distance, newest first: the last of `count` has number `first`. */
export const series = (first: number, count: number, from: number, every: number): Sent[] =>
	Array.from({ length: count }, (_, at) => check(first + at, from + at * every)).reverse();

const SETTINGS: TriggerSettings = {
	triggerOn: 'checkCompleted',
	filter: {},
	riskScoreFrom: null,
	riskScoreTo: null,
	riskLevels: null,
	includeUnscored: true,
	includeReport: false,
	lookbackMinutes: 60,
	startFrom: 'now',
	simplify: true,
	rules: BALANCED,
	includeDetails: false,
};

export interface Run {
	hashes: number[];
	deliveries: Delivery[];
	warnings: string[];
	notice: PollResult['notice'];
	calls: Array<{ page: number; size: number }>;
	results: string[];
}

/** Each record is read once: a long history is polled many times. */
const items = new WeakMap<Sent, HistoryItem | null>();

function readOnce(sent: Sent): HistoryItem | null {
	if (!items.has(sent)) items.set(sent, readHistoryItem(sent));
	return items.get(sent)!;
}

/** A service with one history, newest first, and a trigger with its state. */
export class Trigger {
	now = T0;
	records: Sent[] = [];
	/** Replaces the list of records: a page of a history of any length. */
	pageOf = (page: number, size: number): Sent[] => {
		const actual = Math.min(size, this.cap);
		return this.records.slice(page * actual, (page + 1) * actual);
	};
	cap = 1000;
	/** What the service says beside a page. */
	total: () => number | null = () => null;
	account = 'account';
	/** The most requests of a poll. */
	budget = Infinity;
	/** So many requests for pages of a poll are answered. */
	answered = Infinity;
	/** The answer of `checkup.getresult`: a record, a reason why there is none. */
	result: (hash: string) => Sent | string = () => 'no such report';
	state: unknown = undefined;

	constructor(public settings: Partial<TriggerSettings> = {}) {}

	get place(): TriggerState['place'] {
		return (this.state as TriggerState).place;
	}

	get bytes(): number {
		return JSON.stringify(this.state).length;
	}

	/** The largest state that any poll stored. */
	mostBytes = 0;

	private serve({ calls, results }: Pick<Run, 'calls' | 'results'>): Service {
		const mayAsk = () => calls.length + results.length < this.budget;
		return {
			account: this.account,
			now: () => this.now,
			page: async (page, size) => {
				if (!mayAsk() || calls.length >= 100) return null;
				if (calls.length >= this.answered) throw new Error('No response');
				calls.push({ page, size });
				const sent = this.pageOf(page, size);
				const records = sent.map(readOnce).filter((item) => item !== null);
				return { records, count: sent.length, total: this.total() };
			},
			results: async (checks) =>
				checks.map(({ hash }) => {
					if (!mayAsk()) return 'notAsked';
					results.push(hash);
					const answer = this.result(hash);
					if (typeof answer === 'string') return { missing: answer };
					return { report: { check: answer as object as CheckRecord, usage: null } };
				}),
		};
	}

	private async run(find: (rules: Rules, service: Service) => Promise<PollResult>): Promise<Run> {
		const asked: Pick<Run, 'calls' | 'results'> = { calls: [], results: [] };
		const rules = makeRules({ ...SETTINGS, ...this.settings }, 'percent');
		const { deliveries, state, warnings, notice } = await find(rules, this.serve(asked));
		this.state = state ?? this.state;
		const hashes = deliveries.map(({ item }) => Number.parseInt(item.hash.slice(0, 8), 16));
		return { hashes, deliveries, warnings, notice, ...asked };
	}

	async poll(): Promise<Run> {
		const before = this.state === undefined ? undefined : JSON.parse(JSON.stringify(this.state));
		const run = await this.run(async (...by) => await poll(before, ...by));
		this.mostBytes = Math.max(this.mostBytes, this.bytes);
		this.now += MINUTE;
		return run;
	}

	/** A manual test. */
	async test(): Promise<Run> {
		return await this.run(findNewest);
	}

	/** The numbers of the checks that a poll delivers. */
	async new(): Promise<number[]> {
		return (await this.poll()).hashes;
	}

	/** Polls until nothing new comes, and everything is decided. */
	async drain(polls = 3000): Promise<number[]> {
		const all: number[] = [];
		for (let quiet = 0; quiet < 3 && polls > 0; polls--) {
			const hashes = await this.new();
			all.push(...hashes);
			quiet = hashes.length > 0 || this.place.at !== 'top' ? 0 : quiet + 1;
		}
		return all;
	}
}

export const range = (from: number, count: number) =>
	Array.from({ length: count }, (_, at) => from + at);

/** The good result of any check. */
export const report = (hash: string) =>
	check(Number.parseInt(hash.slice(0, 8), 16), T0, { hash, report: { riskscore: 5, signals: {} } });

export const dated = (text: string) => ({ initDate: text, resultDate: text });
export const FUTURE = dated(iso(T0 + 900 * HOUR));

/** A trigger that was activated on a history. */
export async function activated(
	records: Sent[] = series(1, 100, T0 - 2 * HOUR, MINUTE),
	settings = {},
) {
	const trigger = new Trigger(settings);
	trigger.records = records;
	expect(await trigger.new()).toEqual([]);
	return trigger;
}
