/** The seven methods (service 4) over the store. Knows nothing of HTTP. */
import { checkResult, foundCheck, historyItem, submittedCheck, type View } from './answers.mts';
import type { IndexFilter } from './historyIndex.mts';
import { ALIASES, CHECK_NETWORKS } from './networks.mts';
import { isRecord, type ResolvedOptions } from './options.mts';
import { CODES, notFound, Refusal } from './refusal.mts';
import { outcomeOf } from './risk.mts';
import { doneAt, type CheckRecord, type CheckStore } from './store.mts';
import { CURRENCY_LIST, hasToken } from './tokens.mts';

/** A result, and what stands beside it at the top level of the answer. */
export interface MethodAnswer {
	result: unknown;
	beside?: Record<string, unknown>;
}

type Params = Record<string, unknown>;

interface Submission {
	currency: string;
	tokenId: string | null;
	address: string;
	transaction: string | null;
}

/** Key of `chargesByTarget`; also what must be the same when a request id comes again. */
function submissionKey({ currency, address, transaction, tokenId }: Submission): string {
	return `${currency}:${address}:${transaction ?? ''}:${tokenId ?? ''}`;
}

/** Resolves alias and token of a submission (service 4.8). */
function readSubmission(params: Params): Submission {
	const code = String(params.currency);
	const alias = ALIASES.get(code);
	const asked = params.token_id === undefined ? undefined : String(params.token_id);
	if (alias && asked !== undefined && asked !== alias.tokenId) {
		throw new Refusal(
			CODES.params,
			`Invalid params: token_id ${asked} is not the token of ${code}`,
		);
	}
	const currency = alias?.network ?? code;
	const token = alias?.tokenId ?? asked ?? '0';
	if (!hasToken(currency, token)) {
		throw new Refusal(CODES.params, `Invalid params: ${currency} has no token_id ${token}`);
	}
	return {
		currency,
		tokenId: token === '0' ? null : token,
		address: String(params.addr),
		transaction: params.tx === undefined ? null : String(params.tx),
	};
}

const optionalNumber = (value: unknown) => (typeof value === 'number' ? value : undefined);

function readFilter(filter: unknown): IndexFilter {
	if (!isRecord(filter)) return {};
	const network = CHECK_NETWORKS.findIndex((code) => code === filter.currency);
	return {
		network: network === -1 ? undefined : network,
		isTransaction: filter.type === undefined ? undefined : filter.type === 'tx',
		dateFrom: optionalNumber(filter.date_from),
		dateTo: optionalNumber(filter.date_to),
		scoreFrom: optionalNumber(filter.riskscore_from),
		scoreTo: optionalNumber(filter.riskscore_to),
	};
}

export class Service {
	private used = 0;
	private readonly submitted = new Map<string, { key: string; record: CheckRecord }>();

	/**
	 * @param store the checks
	 * @param options the options in force
	 * @param siteUrl origin of the links
	 * @param onCharge told the key of each target that is charged
	 */
	constructor(
		private readonly store: CheckStore,
		private readonly options: () => ResolvedOptions,
		private readonly siteUrl: () => string,
		private readonly onCharge: (key: string) => void,
	) {}

	/** Forgets used checks and request ids. */
	clear(): void {
		this.used = 0;
		this.submitted.clear();
	}

	/** The view on checks at this moment. */
	view(): View {
		const { now, scoreScale } = this.options();
		return { at: now(), scoreScale, siteUrl: this.siteUrl() };
	}

	/**
	 * Runs a method.
	 * @param method one of the seven
	 * @param params checked params
	 * @param id id of the request
	 * @throws Refusal for every answer that is a JSON-RPC error
	 */
	call(method: string, params: Params, id: string): MethodAnswer {
		switch (method) {
			case 'checkup.ping':
				return { result: { message: 'OK' } };
			case 'checkup.currencylist':
				return { result: CURRENCY_LIST };
			case 'checkup.checkaddr':
			case 'checkup.checktx':
				return this.submit(readSubmission(params), id);
			case 'checkup.getresult':
				return this.getResult(String(params.hash));
			case 'checkup.findreport':
				return this.findReport(String(params.hash), String(params.currency));
			case 'checkup.getcheckshistory':
				return this.getHistory(params);
			default:
				throw new Refusal(CODES.methodNotFound, `Method not found: ${method}`);
		}
	}

	/** Counts of the package, as strings and spelled as the document has it (service 2.2). */
	private meta() {
		const left = Math.max(0, this.options().packageSize - this.used);
		return { cheks_left: String(left), cheks_used: String(this.used) };
	}

	private submit(submission: Submission, id: string): MethodAnswer {
		const key = submissionKey(submission);
		const earlier = this.submitted.get(id);
		const { repeatedId, packageSize, now } = this.options();
		if (earlier && repeatedId !== 'charge') {
			if (repeatedId === 'refuse' || earlier.key !== key) {
				throw new Refusal(CODES.idUsed, 'The id of the request was used before');
			}
			return { result: { check: submittedCheck(earlier.record), meta: this.meta() } };
		}
		if (this.used >= packageSize) {
			throw new Refusal(CODES.packageEmpty, 'There are no checks left in the package');
		}
		const at = now();
		const record: CheckRecord = {
			...submission,
			hash: this.store.newHash(),
			requestId: id,
			initAt: at,
			turnsAt: at + this.store.newProcessingMs(),
			outcome: outcomeOf(submission.currency, submission.address),
		};
		this.store.add(record);
		this.submitted.set(id, { key, record });
		this.used += 1;
		this.onCharge(key);
		return { result: { check: submittedCheck(record), meta: this.meta() } };
	}

	private getResult(hash: string): MethodAnswer {
		const record = this.store.find(hash);
		const view = this.view();
		const { notReady, metaPosition } = this.options();
		if (!record || record.initAt > view.at) throw notFound();
		if (notReady === 'notFound' && doneAt(record) > view.at) throw notFound();
		const check = checkResult(record, view);
		const meta = this.meta();
		return metaPosition === 'inside'
			? { result: { check, meta } }
			: { result: { check }, beside: { meta } };
	}

	private findReport(target: string, currency: string): MethodAnswer {
		const { includeTokens, includeTransactions } = this.options().find;
		const view = this.view();
		const checks = this.store
			.about(currency, target)
			.filter((record) => record.outcome.status === 'SUCCESS' && doneAt(record) <= view.at)
			.filter((record) => includeTokens || record.tokenId === null)
			.filter(
				(record) =>
					includeTransactions || record.transaction === null || record.transaction === target,
			)
			.map((record) => foundCheck(record, view));
		if (checks.length === 0) throw notFound();
		return { result: { checks, meta: this.meta() } };
	}

	private getHistory(params: Params): MethodAnswer {
		const pageSize = optionalNumber(params.page_size) ?? 10;
		const page = optionalNumber(params.page) ?? 0;
		const view = this.view();
		const past = { ...view, at: view.at - this.options().history.lagMs };
		const found = this.store.index.query(
			past.at,
			readFilter(params.filter),
			page * pageSize,
			pageSize,
		);
		const meta = {
			total: found.total,
			page: found.total === 0 ? 0 : page,
			page_count: Math.ceil(found.total / pageSize),
			page_size: pageSize,
		};
		return {
			result: {
				history: found.page.map((seq) => historyItem(this.store.at(seq), past)),
				meta,
			},
		};
	}
}
