import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { nameRecordedAsset } from '../shared/check/asset';
import { judgeCheck } from '../shared/check/show';
import { MAX_PAGE_SIZE } from '../shared/base/contract';
import { parseCurrency } from '../shared/wallet/names';
import { fetchCurrencies } from '../shared/service/currencyList';
import { parseDateSeconds } from '../shared/base/dates';
import { badSetting, toFailure } from '../shared/failures/failure';
import { toNodeApiError } from '../shared/failures/nodeErrors';
import { fetchHistoryPage } from '../shared/service/pages';
import { RpcSession } from '../shared/service/session';
import { searchTokenList as searchIn } from '../shared/wallet/tokens';
import { FIXED_LISTS } from './fields/choices';

/** `filter` is what the user typed, `paginationToken` where the next part of the list begins. */
type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A page of the list of checks. A search reads the newest checks, as many as one request returns. */
const CHECKS_AT_ONCE = 100;

const hasWords = (text: string, filter: string) =>
	text.toLowerCase().includes(filter.trim().toLowerCase());

/** Makes the search in a fixed list, which keeps its order. */
const makeSearch =
	(entries: readonly INodePropertyOptions[]): ListSearch =>
	async (filter = '') => ({
		results: entries.filter(({ name, value }) => hasWords(`${name} ${String(value)}`, filter)),
	});

/** Fills the token list of a network. Without a network it fails: an empty list would look as if there were no tokens. */
const searchTokens: ListSearch = async function (filter) {
	const chosen = parseCurrency(this.getCurrentNodeParameter('network', { extractValue: true }));
	try {
		if (!chosen)
			throw badSetting(
				'Tokens can be listed only for a network that is chosen from the list',
				"If 'Network' is an expression, switch 'Token' to By ID or By Contract Address, which accept an expression too.",
			);
		const session = await RpcSession.open(this);
		return { results: searchIn(await fetchCurrencies(session), chosen.network, filter) };
	} catch (thrown) {
		throw toNodeApiError(this.getNode(), toFailure(thrown));
	}
};

/** Writes a date of the service in the workflow's time zone, such as `2026-01-31 12:05`; undefined for an unreadable one. */
function showDate(value: unknown, timeZone: string): string | undefined {
	const seconds = parseDateSeconds(value);
	if (seconds === null) return undefined;
	const format = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
	return new Intl.DateTimeFormat('sv-SE', format).format(seconds * 1000);
}

/**
 * Fills the list of checks from the history, newest first; free. Each shows its date, level and target, and then its
 * asset: n8n cuts off what is longer than some 45 characters.
 */
const searchChecks: ListSearch = async function (filter = '', paginationToken = '0') {
	try {
		const session = await RpcSession.open(this);
		const page = Number(paginationToken);
		const pageSize = filter.trim() === '' ? CHECKS_AT_ONCE : MAX_PAGE_SIZE;
		const { items, count } = await fetchHistoryPage(session, { page, pageSize });
		const results = items.map((item) => {
			const { riskLevel } = judgeCheck(item, { source: 'history' }, session.credential.riskRules);
			const date = showDate(item.initDate, this.getTimezone());
			const shown = [
				date,
				riskLevel.toUpperCase(),
				item.transaction,
				item.address,
				nameRecordedAsset(item),
			].filter(Boolean);
			return { name: shown.join(' · '), value: item.hash };
		});
		return {
			results: results.filter(({ name, value }) => hasWords(`${name} ${value}`, filter)),
			...(pageSize === CHECKS_AT_ONCE && count > 0 && { paginationToken: String(page + 1) }),
		};
	} catch (thrown) {
		throw toNodeApiError(this.getNode(), toFailure(thrown));
	}
};

/** All lists of the node's fields, by the names that the fields give. */
export const LIST_SEARCH: Readonly<Record<string, ListSearch>> = {
	...Object.fromEntries(
		Object.entries(FIXED_LISTS).map(([name, entries]) => [name, makeSearch(entries)]),
	),
	searchTokens,
	searchChecks,
};
