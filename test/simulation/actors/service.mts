/** The service as a function of its own clock: what it takes, charges, and tells (service 2, 4, 7). */
import { type Asset, ASSETS, assetOf, CURRENCIES, sameAddress, walletOf } from './assets.mts';
import { type Asker, type Check, REPORTS } from './check.mts';
import { makeTransaction } from '../../../sandbox/addresses.mts';
import type { Outcome, StrangersCheck, Ways } from './types.mts';

export interface Envelope {
	id: string;
	method: string;
	params?: Record<string, unknown>;
}

type Json = Record<string, unknown>;

/** What is in the body of an answer, its `id` aside. */
export type Answer = { result: unknown; meta?: unknown } | { error: Json };

const refusal = (code: number, message: string): Answer => ({ error: { code, message } });

const DAY = 86_400_000;

export class Service {
	readonly checks: Check[] = [];

	private readonly older: Check[];

	private taken = 0;

	/**
	 * @param ways what the document leaves open.
	 * @param began when the history begins, in Unix ms.
	 */
	constructor(
		readonly ways: Ways,
		readonly began: number,
	) {
		this.older = Array.from({ length: ways.olderChecks }, (_, index) =>
			this.make(ASSETS[index % 2]!, walletOf('ETH', 2), began - DAY - index * 60_000, 'low'),
		);
	}

	/** Somebody else's check under the same account. */
	addStrangers(stranger: StrangersCheck): Check {
		const { at, wallet, asset: index, outcome, odd, isTransaction } = stranger;
		const asset = ASSETS[index]!;
		const check = this.make(asset, walletOf(asset.network, wallet), this.began + at, outcome);
		check.odd = odd;
		if (isTransaction) check.transaction = makeTransaction(asset.network, this.checks.length);
		this.checks.push(check);
		return check;
	}

	private make(asset: Asset, address: string, initAt: number, outcome: Outcome): Check {
		const number = (this.checks.length + (this.older?.length ?? 0)).toString(16).padStart(8, '0');
		const doneAt = outcome === 'never' ? Infinity : initAt + this.ways.processingMs;
		return {
			hash: `${number}-${initAt.toString(16).padStart(12, '0').slice(-12, -8)}-4000-8000-${Math.floor(
				Math.random() * 2 ** 48,
			)
				.toString(16)
				.padStart(12, '0')}`,
			...{ asset, address, initAt, doneAt, outcome },
			...{ transaction: null, requestId: '', by: null, odd: 'fine' as const, toldAt: Infinity },
		};
	}

	/**
	 * Does what a request asks for.
	 * @returns the answer, and the check that it charged, or would have charged for the first time.
	 */
	answer(request: Envelope, by: Asker, now: number): { answer: Answer; check?: Check } {
		const { method, params = {} } = request;
		switch (method) {
			case 'checkup.checkaddr':
				return this.take(request, by, now);
			case 'checkup.getresult':
				return { answer: this.resultOf(String(params.hash), now) };
			case 'checkup.findreport':
				return { answer: this.reportsOf(String(params.hash), String(params.currency), now) };
			case 'checkup.getcheckshistory':
				return { answer: { result: this.history(params, now) } };
			case 'checkup.currencylist':
				return { answer: { result: CURRENCIES } };
			case 'checkup.ping':
				return { answer: { result: { message: 'OK' } } };
			default:
				return { answer: refusal(-32601, 'Method not found') };
		}
	}

	private take(
		{ id, params = {} }: Envelope,
		by: Asker,
		now: number,
	): ReturnType<Service['answer']> {
		const { repeatedId, outcomes } = this.ways;
		const asset = assetOf(String(params.currency), params.token_id);
		if (!asset) return { answer: refusal(-32602, 'Unknown currency or token') };
		const first = this.checks.find(({ requestId }) => requestId === id);
		if (first && repeatedId === 'refuse')
			return { answer: refusal(-40008, 'The request id has already been used') };
		if (first && repeatedId === 'replay')
			return { answer: { result: this.submissionOf(first, params) }, check: first };
		const outcome = outcomes[this.taken++ % outcomes.length]!;
		const check = { ...this.make(asset, String(params.addr), now, outcome), requestId: id, by };
		this.checks.push(check);
		return { answer: { result: this.submissionOf(check, params) }, check };
	}

	private meta(): Json {
		return { cheks_left: String(10_000 - this.taken), cheks_used: String(this.taken) };
	}

	private submissionOf({ hash, address }: Check, { currency }: Json): Json {
		return { check: { hash, currency, address, transaction: null }, meta: this.meta() };
	}

	private resultOf(wanted: string, now: number): Answer {
		const check = this.checks.find(({ hash }) => hash === wanted);
		if (!check) return refusal(-40006, 'User checking not found');
		if (check.doneAt > now && this.ways.notReady === 'notFound')
			return refusal(-40006, 'User checking not found');
		return { result: { check: this.recordOf(check, now) }, meta: this.meta() };
	}

	/** The result of another check than was asked for, of the same wallet if there is one. */
	anothersResult(wanted: string, now: number): Answer {
		const asked = this.checks.find(({ hash }) => hash === wanted);
		const others = this.checks.filter(({ hash, doneAt }) => hash !== wanted && doneAt <= now);
		const other = others.find(({ address }) => address === asked?.address) ?? others[0];
		return this.resultOf(other?.hash ?? wanted, now);
	}

	/** A check with its report, where it is done. */
	recordOf(check: Check, now: number): Json {
		const isDone = check.doneAt <= now;
		const record = { ...this.identityOf(check, now), transaction: check.transaction };
		if (!isDone) return record;
		const report = REPORTS[check.outcome];
		// A score beside the report is none of a result's members (service 2.3).
		return { ...record, ...(report === undefined ? {} : { report }), riskscore: 5 };
	}

	/** What every kind of record has, as far as the service tells it. */
	private identityOf(check: Check, now: number): Json {
		const { hash, asset, address, outcome, odd } = check;
		const { assetInRecords } = this.ways;
		const isDone = check.doneAt <= now;
		const tells = odd === 'asset' ? 'none' : assetInRecords;
		const isDateless = odd === 'date' || (this.ways.dates === 'missing' && !isDone);
		const status = isDone ? (outcome === 'failed' ? 'FAILED' : 'SUCCESS') : 'PENDING';
		const currency = tells === 'code' ? asset.code : asset.network;
		return {
			hash,
			...{ currency, address, status },
			...(tells === 'tokenId' ? { token_id: Number(asset.tokenId) } : {}),
			initDate: isDateless ? null : this.date(check.initAt),
			resultDate: isDone && odd !== 'date' ? this.date(check.doneAt) : null,
		};
	}

	private date(ms: number): string {
		const { dates } = this.ways;
		const hours = dates === 'east' ? 3 : 0;
		const shown = new Date(Math.floor(ms / 1000) * 1000 + hours * 3_600_000);
		const offset = { east: '+03:00', missing: '+00:00', noOffset: '', offset: '+00:00', utc: 'Z' };
		return shown.toISOString().slice(0, 19) + offset[dates];
	}

	private reportsOf(address: string, network: string, now: number): Answer {
		const found = this.checks
			.filter(({ asset, doneAt }) => asset.network === network && doneAt <= now)
			.filter((check) => sameAddress(network, check.address, address));
		if (found.length === 0) return refusal(-40006, 'User checking not found');
		return { result: { checks: found.map((one) => this.recordOf(one, now)), meta: this.meta() } };
	}

	/** Whether the history shows a check at a moment. */
	isShown({ initAt, doneAt }: Check, now: number): boolean {
		const { lagMs, unfinished } = this.ways;
		return initAt + lagMs <= now && (unfinished !== 'hidden' || doneAt + lagMs <= now);
	}

	private checkDate({ initAt, doneAt }: Check, now: number): number {
		if (this.ways.orderBy === 'initDate') return initAt;
		if (doneAt <= now) return doneAt;
		return this.ways.unfinished === 'last' ? -Infinity : Infinity;
	}

	private history(params: Json, now: number): Json {
		const size = Number(params.page_size ?? 10);
		const page = Number(params.page ?? 0);
		const filter = (params.filter ?? {}) as Record<string, number | string | undefined>;
		const dateOf = (check: Check) => this.checkDate(check, now);
		const all = [...this.checks, ...this.older]
			.filter((check) => this.isShown(check, now))
			.filter((check) => this.passes(check, filter, now))
			.sort((a, b) => dateOf(b) - dateOf(a) || b.initAt - a.initAt);
		const items = all.slice(page * size, (page + 1) * size).map((one) => this.itemOf(one, now));
		const page_count = Math.ceil(all.length / size);
		return { history: items, meta: { total: all.length, page, page_count, page_size: size } };
	}

	private passes(check: Check, filter: Json, now: number): boolean {
		const { currency, type, date_from, date_to } = filter;
		if (currency !== undefined && currency !== check.asset.network) return false;
		const kind = check.transaction === null ? 'address' : 'tx';
		if (type !== undefined && type !== kind) return false;
		const date = this.checkDate(check, now) / 1000;
		// What has no date yet passes either bound.
		if (!Number.isFinite(date)) return true;
		return (
			Math.floor(date) >= Number(date_from ?? -Infinity) && date <= Number(date_to ?? Infinity)
		);
	}

	private itemOf(check: Check, now: number): Json {
		const score = check.doneAt <= now ? (REPORTS[check.outcome] as Json | undefined) : undefined;
		const item = {
			...this.identityOf(check, now),
			transaction: check.transaction ?? '',
			...{ pdfLink: null, shareLink: null },
			riskscore: score?.riskscore ?? null,
		};
		if (check.odd === 'nulls') return { ...item, currency: null, address: null, initDate: null };
		return check.odd === 'nothing' ? { hash: check.hash } : item;
	}
}
