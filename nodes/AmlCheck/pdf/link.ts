import type { IExecuteFunctions } from 'n8n-workflow';

import { quote } from '../../shared/addresses';
import { isLoopback } from '../../shared/authenticate';
import { fetchResult, isSameHash } from '../../shared/checks/result';
import { readReportCurrency } from '../../shared/currencies';
import { readDateSeconds } from '../../shared/dates';
import { listHistory } from '../../shared/history/pages';
import { AmlCheckError, invalidInput } from '../../shared/failures/failure';
import type { CheckRecord, HistoryFilter, HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { searchReports } from '../../shared/targets';
import { withoutEmpty } from '../../shared/values';
import { fromByteArray, isValid, parse, type IPv4, type IPv6 } from '../../shared/vendor/ipaddr';

/** Ranges that lead into a private network. */
const PRIVATE = /^(carrierGradeNat|deprecatedSiteLocal|linkLocal|private|uniqueLocal|unspecified)$/;

/** Ranges of IPv6 addresses that hold an IPv4 address, and the first of its four bytes. */
const INNER: Record<string, number> = { '6to4': 2, ipv4Mapped: 12, rfc6052: 12, rfc6145: 12 };

type HostPlace = 'thisMachine' | 'privateNetwork' | 'elsewhere';

function findPlaceOfAddress(address: IPv4 | IPv6): HostPlace {
	const range = address.range();
	const bytes = address.toByteArray();
	if (range === 'loopback' || bytes.every((byte) => byte === 0)) return 'thisMachine';
	// Twelve zeros and an IPv4 address: the library knows this form in decimal spelling only.
	const isCompatible = range === 'unicast' && bytes.slice(0, 12).every((byte) => byte === 0);
	const start = isCompatible && bytes.length === 16 ? 12 : INNER[range];
	if (start !== undefined) return findPlaceOfAddress(fromByteArray(bytes.slice(start, start + 4)));
	return PRIVATE.test(range) ? 'privateNetwork' : 'elsewhere';
}

/** Finds out by the spelling of a host where it is. `URL` has already turned all forms of IPv4 into the usual one. */
function findPlace(hostname: string): HostPlace {
	const host = hostname.replace(/\.$/, '');
	if (host === 'localhost' || host.endsWith('.localhost')) return 'thisMachine';
	const literal = host.replace(/^\[|\]$/g, '');
	return isValid(literal) ? findPlaceOfAddress(parse(literal)) : 'elsewhere';
}

const refuseLink = (
	message: string,
	advice = 'Give the pdfLink of a check as the service sent it.',
) => invalidInput(`'PDF Link' ${message}`, advice);

/**
 * Checks a link that came from outside before anything is fetched from it: it must be encrypted, or lead to this machine
 * if the service itself is there. To the host of the credential's base URL it may lead as the base URL itself does: into
 * a private network, and over plain HTTP if the credential allows that.
 * @throws AmlCheckError for a link that is not followed.
 */
export function readPdfLink(text: string, service: URL): URL {
	if (!URL.canParse(text)) throw refuseLink(`${quote(text)} is not an address`);
	const url = new URL(text);
	const { hostname, protocol } = url;
	const place = findPlace(hostname);
	const isOfService = hostname === service.hostname;
	const mayBePlain = isLoopback(hostname) || (isOfService && service.protocol === 'http:');
	if (place === 'thisMachine' && !isLoopback(service.hostname))
		throw refuseLink('points to the machine that n8n runs on');
	if (protocol !== 'https:' && !(protocol === 'http:' && mayBePlain))
		throw refuseLink('does not begin with https://', 'Only encrypted links are followed.');
	if (place === 'privateNetwork' && !isOfService) throw refuseLink('leads into a private network');
	if (url.username || url.password)
		throw refuseLink('holds a user name or password', 'Give a link without them.');
	return url;
}

/** An n8n before 2.41 has no such filter. */
type Helpers = Partial<Pick<IExecuteFunctions['helpers'], 'getSecureEgressFilter'>>;

/**
 * Asks n8n's own filter, which resolves the name, whether a link may be followed. Nodes can't resolve names themselves.
 * The service's own host is always allowed, and n8n's administrator may allow others.
 * @throws AmlCheckError if the name leads into a private network.
 */
export async function refusePrivateAddress(
	{ helpers }: { helpers: Helpers },
	url: URL,
	service: URL,
): Promise<void> {
	if (url.hostname === service.hostname || isLoopback(url.hostname)) return;
	// A name that can't be resolved here may be known to a proxy. Without a proxy the download fails.
	const verdict = await helpers
		.getSecureEgressFilter?.('enforced')
		.validateUrl(url)
		.catch(() => undefined);
	if (verdict && !verdict.ok)
		throw refuseLink(
			'leads into a private network',
			'Give the pdfLink of a check as the service sent it. Your administrator can allow the host in n8n (N8N_SSRF_ALLOWED_HOSTNAMES).',
		);
}

export interface LinkedCheck {
	pdfLink: string;
	check: CheckRecord;
}

/** Added on both sides of the check's dates, in seconds: the request reads one page and not the whole history. */
const MARGIN_S = 60;
/** Many checks may share the dates, but a service that ignores the filter is not read to its end. */
const MAX_CHECKS = 20_000;

function filterAround({ currency, initDate, resultDate, transaction }: CheckRecord): HistoryFilter {
	const from = readDateSeconds(initDate);
	const to = readDateSeconds(resultDate) ?? from;
	return withoutEmpty<HistoryFilter>({
		type: transaction ? 'tx' : 'address',
		currency: readReportCurrency(currency),
		date_from: from && from - MARGIN_S,
		date_to: to && to + MARGIN_S,
	});
}

/** The networks whose reports can be searched have the link there too. */
async function findOwnReports(session: RpcSession, check: CheckRecord): Promise<CheckRecord[]> {
	const network = readReportCurrency(check.currency);
	const text = check.transaction || check.address;
	return network && text ? (await searchReports(session, text, network)).checks : [];
}

/**
 * Finds the PDF link of a check by its hash, in free requests: two, or three if the history doesn't have it yet.
 * @throws AmlCheckError if the check is unknown or has no link.
 */
export async function findPdfLink(session: RpcSession, hash: string): Promise<LinkedCheck> {
	const { check } = await fetchResult(session, hash);
	const isOwn = (record: CheckRecord | HistoryItem) => isSameHash(record.hash, check.hash);
	const findLink = (records: ReadonlyArray<CheckRecord | HistoryItem>) =>
		records.find(isOwn)?.pdfLink;
	const pdfLink =
		check.pdfLink ||
		findLink(await listHistory(session, filterAround(check), MAX_CHECKS, isOwn)) ||
		findLink(await findOwnReports(session, check));
	if (pdfLink) return { pdfLink, check };
	throw new AmlCheckError({
		kind: 'notFound',
		fault: 'service',
		message: `The service has no PDF report for the check ${hash} (status ${check.status})`,
		advice: 'A check has a PDF when it is done. Try again later, or see the check in your account.',
	});
}
