/** The work of the methods: the package, submissions, results and searches over the store. Knows no HTTP. */
import { checkResult, foundCheck, historyItem, submittedCheck, type View } from './answers.mts';
import { historyPage } from './history.mts';
import type { ResolvedOptions } from './options.mts';
import { CODES, notFound, Refusal } from './refusal.mts';
import { outcomeOf } from './risk.mts';
import type { HistoryFilter } from './rules.mts';
import { doneAt, type CheckRecord } from './record.mts';
import type { CheckStore } from './store.mts';
import { ALIASES, CURRENCY_LIST, hasToken, OMNI_LIST } from './tokens.mts';

/** A result, and the other members at the top level of the answer. */
export interface MethodAnswer {
	result: unknown;
	beside?: Record<string, unknown>;
}

/** Params of the two paid methods. */
export interface SubmissionParams {
	addr?: string;
	tx?: string;
	currency: string;
	token_id?: string;
	[about: string]: string | undefined;
}

type Submission = Pick<CheckRecord, 'about' | 'currency' | 'tokenId' | 'address' | 'transaction'>;

/** Key of `chargesByTarget`; also what must be the same when a request id comes again. */
function submissionKey({
	about = {},
	currency,
	address,
	transaction,
	tokenId,
}: Submission): string {
	const names = [address, ...Object.values(about)].join('');
	return `${currency}:${names}:${transaction ?? ''}:${tokenId ?? ''}`;
}

/** Resolves alias and token of a submission. */
function readSubmission({
	addr = '',
	tx,
	currency: code,
	token_id: asked,
	...about
}: SubmissionParams): Submission {
	const alias = ALIASES.get(code);
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
		address: addr,
		transaction: tx ?? null,
		about: about as Record<string, string>,
	};
}

export class Service {
	private used = 0;
	private readonly submitted = new Map<string, { key: string; record: CheckRecord }>();

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
		const { now, scoreScale, tellAsset } = this.options();
		return { at: now(), scoreScale, tellAsset, siteUrl: this.siteUrl() };
	}

	/** Counts of the package, as strings and spelled as the document has it. */
	usage() {
		const left = Math.max(0, this.options().packageSize - this.used);
		return { cheks_left: String(left), cheks_used: String(this.used) };
	}

	/** The currencies and tokens. */
	listCurrencies() {
		return this.options().omniUsdt ? OMNI_LIST : CURRENCY_LIST;
	}

	/** Takes a check from the package and puts it into the queue. */
	submit(params: SubmissionParams, id: string): MethodAnswer {
		const submission = readSubmission(params);
		const key = submissionKey(submission);
		const earlier = this.submitted.get(id);
		const { repeatedId, packageSize, now } = this.options();
		if (earlier && repeatedId !== 'charge') {
			if (repeatedId === 'refuse' || earlier.key !== key) {
				throw new Refusal(CODES.idUsed, 'The id of the request was used before');
			}
			return { result: { check: submittedCheck(earlier.record), meta: this.usage() } };
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
			outcome: outcomeOf(submission.currency, submission.address, submission.tokenId),
		};
		this.store.add(record);
		this.submitted.set(id, { key, record });
		this.used += 1;
		this.onCharge(key);
		return { result: { check: submittedCheck(record), meta: this.usage() } };
	}

	/** Service 4.5. */
	getResult(hash: string): MethodAnswer {
		const record = this.store.find(hash);
		const view = this.view();
		const { notReady, metaPosition } = this.options();
		if (!record || record.initAt > view.at) throw notFound();
		if (notReady === 'notFound' && doneAt(record) > view.at) throw notFound();
		const check = checkResult(record, view);
		const meta = this.usage();
		return metaPosition === 'inside'
			? { result: { check, meta } }
			: { result: { check }, beside: { meta } };
	}

	/** Service 4.6. */
	findReport(target: string, currency: string): MethodAnswer {
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
		return { result: { checks, meta: this.usage() } };
	}

	/** Service 4.7. */
	getHistory(pageSize: number, page: number, filter: HistoryFilter): MethodAnswer {
		const view = this.view();
		const { lagMs, ...order } = this.options().history;
		const past = { ...view, at: view.at - lagMs };
		const found = historyPage(this.store.everything(), past.at, order, filter, {
			skip: page * pageSize,
			take: pageSize,
		});
		const meta = {
			total: found.total,
			page: found.total === 0 ? 0 : page,
			page_count: Math.ceil(found.total / pageSize),
			page_size: pageSize,
		};
		return { result: { history: found.page.map((record) => historyItem(record, past)), meta } };
	}
}
