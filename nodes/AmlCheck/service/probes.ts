import { randomBytes, randomUUID } from 'node:crypto';

import { readReportCurrency } from '../../shared/currencies';
import { readHistoryPage } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { CallOptions, RpcSession } from '../../shared/rpc/session';
import { findBucket } from '../../shared/targets';
import { isObject } from '../../shared/values';
import { readOutcome } from '../../shared/statuses';
import { fetchPdf, readPdfLink } from '../pdf/download';
import type { NodeRun } from '../run/nodeRun';
import { isSurelyNative, isUnfinished } from './facts';
import { valueOf } from './observations';
import type {
	Exchange,
	FreeObservations,
	ReadPage,
	ReadResult,
	ResultPair,
	Seen,
} from './observations';
import { INITIAL_PAGE_SIZE, LARGE_SIZE, MIN_PAGE_SIZE } from './pages';
import { PING, Prober } from './prober';

/** The number of results that are compared with their records. */
const RESULTS = 3;

/** A page that no history reaches, if the service states no total. */
const FAR_PAGE = 1_000_000;

const PDF_LIMITS = { maxFileSize: 16, downloadTimeout: 15 };

/** The questions about the history, asked one after the other: each depends on the first. */
async function readPages(prober: Prober, session: RpcSession, first: ReadPage | undefined) {
	if (!first) return { part: null, last: null, beyond: null };
	const read = async (page: number, pageSize: number) =>
		await readPage(prober, session, page, pageSize);
	const { count, total } = first;
	const partSize = Math.min(MIN_PAGE_SIZE, Math.floor(count / 2));
	// A page that is not full although there is more: it is smaller than requested, or the total is wrong.
	const isShort = count < INITIAL_PAGE_SIZE;
	const isWhole = count === 0 || (total !== null && total <= count);
	const lastPage = Math.max(0, Math.ceil((total ?? 0) / LARGE_SIZE) - 1);
	const readLast = async () =>
		isShort && total !== null ? await read(1, INITIAL_PAGE_SIZE) : await read(lastPage, LARGE_SIZE);
	return {
		part: partSize > 0 ? await read(1, partSize) : null,
		last: isWhole ? null : await readLast(),
		beyond: await read(
			total === null ? FAR_PAGE : Math.ceil(total / INITIAL_PAGE_SIZE) + 1,
			INITIAL_PAGE_SIZE,
		),
	};
}

async function readPage(
	prober: Prober,
	session: RpcSession,
	page: number,
	pageSize: number,
): Promise<Seen<ReadPage>> {
	return await prober.ask('checkup.getcheckshistory', async (limits) => {
		const read = await readHistoryPage(session, { page, pageSize }, limits);
		return { ...read, page, pageSize };
	});
}

/** Reads a result as it is, also one about something else: that is the question. */
async function readResult(
	prober: Prober,
	session: RpcSession,
	hash: string,
): Promise<Seen<ReadResult>> {
	return await prober.ask('checkup.getresult', async (limits) => {
		const { result, outerMeta } = await session.call('checkup.getresult', { hash }, limits);
		const countsAre = isObject(result.meta) ? 'inside' : isObject(outerMeta) ? 'beside' : null;
		return { check: result.check, countsAre };
	});
}

/** Chooses finished checks that differ in network and kind, the newest first. */
function chooseResults(items: readonly HistoryItem[]): HistoryItem[] {
	const finished = items.filter(({ status }) => readOutcome(status) === 'completed');
	const kindOf = ({ currency, transaction }: HistoryItem) => `${currency}|${Boolean(transaction)}`;
	const kinds = new Map([...finished].reverse().map((item) => [kindOf(item), item]));
	const different = [...kinds.values()].reverse();
	return [...new Set([...different, ...finished])].slice(0, RESULTS);
}

/**
 * The records of one wallet, on a network whose reports can be searched. It is the wallet that shows most: by a
 * finished check of the network's own currency, by one of a transaction, and by their number.
 */
function chooseSearched(items: readonly HistoryItem[]): HistoryItem[] | undefined {
	const wallets = new Map<string, HistoryItem[]>();
	for (const item of items) {
		const wallet = readReportCurrency(item.currency) ? findBucket(item) : '';
		if (wallet !== '') wallets.set(wallet, [...(wallets.get(wallet) ?? []), item]);
	}
	const isFinished = ({ status, transaction }: HistoryItem) =>
		readOutcome(status) === 'completed' && !transaction;
	const worth = (group: readonly HistoryItem[]) =>
		(group.some((item) => isFinished(item) && isSurelyNative(item)) ? 1e6 : 0) +
		(group.some(({ transaction }) => transaction) ? 1e3 : 0) +
		group.length;
	const groups = [...wallets.values()].filter((group) => group.some(isFinished));
	return groups.sort((a, b) => worth(b) - worth(a))[0];
}

async function searchWallet(prober: Prober, session: RpcSession, items: readonly HistoryItem[]) {
	const known = chooseSearched(items);
	const currency = known && readReportCurrency(known[0].currency);
	if (!known || !currency) return null;
	const hash = known[0].address;
	return { known, found: await findReports(prober, session, hash, currency) };
}

async function findReports(prober: Prober, session: RpcSession, hash: string, currency: string) {
	return await prober.ask('checkup.findreport', async (limits) => {
		const { result } = await session.call('checkup.findreport', { hash, currency }, limits);
		return result.checks;
	});
}

/** Opens one PDF without the token. The link is checked as Download PDF checks it. */
async function openPdf(
	prober: Prober,
	{ context, session }: NodeRun,
	items: readonly HistoryItem[],
) {
	const link = items.find(({ pdfLink }) => pdfLink)?.pdfLink;
	if (!link || !URL.canParse(link)) return null;
	const opened = await prober.ask('pdf', async (): Promise<true> => {
		const url = readPdfLink(link, session.serviceUrl);
		await fetchPdf(context, url, PDF_LIMITS, '');
		return true;
	});
	return { host: new URL(link).host, opened };
}

async function readResults(
	prober: Prober,
	session: RpcSession,
	items: readonly HistoryItem[],
): Promise<Pick<FreeObservations, 'results' | 'unfinished'>> {
	const read = async (item: HistoryItem): Promise<ResultPair> => ({
		item,
		result: await readResult(prober, session, item.hash),
	});
	const results: ResultPair[] = [];
	for (const item of chooseResults(items)) results.push(await read(item));
	const unfinished = items.find(isUnfinished);
	return { results, unfinished: unfinished ? await read(unfinished) : null };
}

/** A service that does not answer a ping gets no other request. */
const NOT_ASKED = {
	currencies: null,
	first: null,
	again: null,
	againAfterMs: 0,
	...{ part: null, last: null, beyond: null },
	...{ results: [], unfinished: null, unknownHash: null },
	...{ search: null, emptySearch: null, pdf: null },
} satisfies Partial<FreeObservations>;

/**
 * Asks all free questions: a ping first, then two chains side by side.
 * @param earlier requests that count too, where this is the second time.
 * @returns what was seen. A question without an answer has its failure.
 * @throws AmlCheckError of kind `cancelled` alone.
 */
export async function observe(
	run: NodeRun,
	earlier: readonly Exchange[] = [],
): Promise<FreeObservations> {
	const { session } = run;
	const prober = new Prober(session, earlier);
	const facts = () => ({
		isEncrypted: session.serviceUrl.protocol === 'https:',
		requests: prober.requests,
		clockAheadMs: session.clock.aheadMs,
		riskScoreScale: session.riskScoreScale,
	});
	const sendPing = async (limits: CallOptions) =>
		(await session.call('checkup.ping', undefined, limits)).result.message;
	const ping = await prober.ask('checkup.ping', sendPing, PING);
	if (!('value' in ping)) return { ...NOT_ASKED, ...facts(), ping, now: Date.now() };
	const seen = await readPage(prober, session, 0, INITIAL_PAGE_SIZE);
	const readAt = performance.now();
	const now = session.clock.toService(Date.now())?.to ?? Date.now();
	const first = valueOf<ReadPage>(seen);
	const items = first?.items ?? [];
	const pages = readPages(prober, session, first);
	const others = async () => ({
		currencies: await prober.ask('checkup.currencylist', async (limits) => {
			const { result } = await session.call('checkup.currencylist', undefined, limits);
			return result;
		}),
		...(await readResults(prober, session, items)),
		unknownHash: await prober.ask('checkup.getresult', async (limits) => {
			const { result } = await session.call('checkup.getresult', { hash: randomUUID() }, limits);
			return result.check;
		}),
		search: await searchWallet(prober, session, items),
		emptySearch: await findReports(prober, session, randomBytes(32).toString('hex'), 'BTC'),
		pdf: await openPdf(prober, run, items),
	});
	const [ofHistory, ofOthers] = await Promise.all([pages, others()]);
	const again = first ? await readPage(prober, session, 0, INITIAL_PAGE_SIZE) : null;
	const againAfterMs = performance.now() - readAt;
	return { ...ofHistory, ...ofOthers, ...facts(), ping, first: seen, again, againAfterMs, now };
}
