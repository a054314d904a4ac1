import { isSameHash } from '../../shared/checks/hash';
import { fetchResult } from '../../shared/checks/result';
import { readDateSeconds } from '../../shared/dates';
import { readReportCurrency } from '../../shared/currencies';
import { MAX_PAGE_SIZE, PageWalk, readHistoryPage } from '../../shared/history/pages';
import { searchReports } from '../../shared/targets/search';
import { AmlCheckError } from '../../shared/rpc/failure';
import type { CheckRecord, HistoryFilter, HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';

/** A check with its link. */
export interface LinkedCheck {
	pdfLink: string;
	check: CheckRecord;
}

/** Around the check's own dates, so that the search reads one page of the history and not the whole. */
const MARGIN_S = 60;

const sameHash = (one: { hash: string }, other: { hash: string }) =>
	isSameHash(one.hash, other.hash);

function filterAround(check: CheckRecord): HistoryFilter {
	const filter: HistoryFilter = { type: check.transaction ? 'tx' : 'address' };
	const network = readReportCurrency(check.currency);
	if (network) filter.currency = network;
	const from = readDateSeconds(check.initDate);
	const to = readDateSeconds(check.resultDate) ?? from;
	if (from !== null) filter.date_from = from - MARGIN_S;
	if (to !== null) filter.date_to = to + MARGIN_S;
	return filter;
}

async function findInHistory(
	session: RpcSession,
	check: CheckRecord,
): Promise<HistoryItem | undefined> {
	const filter = filterAround(check);
	const walk = new PageWalk();
	for (let page = 0; ; page++) {
		const read = await readHistoryPage(session, { page, pageSize: MAX_PAGE_SIZE, filter });
		const item = read.items.find((one) => sameHash(one, check));
		if (item || !walk.goesOnAfter(read)) return item;
	}
}

/** The history may lag behind; the reports of the nine networks have the link too (service 2.5). */
async function findInReports(
	session: RpcSession,
	check: CheckRecord,
): Promise<CheckRecord | undefined> {
	const currency = readReportCurrency(check.currency);
	const hash = check.transaction || check.address;
	if (!currency || !hash) return undefined;
	const { checks } = await searchReports(session, hash, currency);
	return checks.find((one) => sameHash(one, check));
}

/**
 * Finds the PDF link of a check by its hash, through free calls (service 4.5, 4.6, 4.7): two, or three where the
 * history does not have it yet.
 * @param session the way to the service.
 * @param hash of the check.
 * @returns the link and the check it belongs to.
 * @throws AmlCheckError where the check is unknown or has no link.
 */
export async function findPdfLink(session: RpcSession, hash: string): Promise<LinkedCheck> {
	const { check } = await fetchResult(session, hash);
	if (check.pdfLink) return { pdfLink: check.pdfLink, check };
	const found = await findInHistory(session, check);
	const linked = found?.pdfLink ? found : await findInReports(session, check);
	if (linked?.pdfLink) return { pdfLink: linked.pdfLink, check };
	throw new AmlCheckError({
		kind: 'notFound',
		fault: 'service',
		message: `The service has no PDF report for the check ${hash} (status ${check.status})`,
		description:
			'A check has a PDF when it is done. Try again later, or see the check in your account.',
	});
}
