import { readCurrency, STABLECOINS } from '../../../shared/currencies';
import { NETWORK_CODES, NETWORKS, type Network } from '../../../shared/networks';
import type { AmlCheckError } from '../../../shared/failures/failure';
import { FAILURE_KINDS } from '../../../shared/failures/kinds';
import type { CurrencyEntry } from '../../../shared/rpc/schemas';
import { findByContract } from '../../../shared/tokens';
import { medianOf } from '../facts';
import {
	breaks,
	countNoun,
	differs,
	hideNames,
	holds,
	listWords,
	notRead,
	showTime,
} from '../finding';
import type { Finding, Line } from '../finding';
import { failureOf, valueOf, type Exchange, type Observations } from '../observations';

/** Failures that a repeated request can't mend: the service refuses the method itself. */
const isRefused = ({ kind }: AmlCheckError) =>
	['invalidRequest', 'blocked', 'redirected', 'unreadable', 'malformed', 'mismatch'].includes(kind);

/** The requests that a service of this interface always answers. */
const requiredAnswers = ({ currencies, first, results }: Observations) => ({
	'checkup.currencylist': failureOf(currencies),
	'checkup.getcheckshistory': failureOf(first),
	'checkup.getresult': results.map(({ result }) => failureOf(result)).find(Boolean),
});

function judgeConnection(seen: Observations): Finding {
	const times = seen.requests.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
	const way = seen.isEncrypted ? 'TLS' : 'plain HTTP';
	const observed = `${way}, ping answered; ${countNoun(times.length, 'request')}, half within ${showTime(medianOf(times) ?? 0)}, the slowest ${showTime(times.at(-1) ?? 0)}`;
	const refused = Object.entries(requiredAnswers(seen)).flatMap(([method, failure]) =>
		failure && isRefused(failure) ? [`${method}: ${hideNames(failure.message)}`] : [],
	);
	if (refused.length === 0)
		return holds(observed, 'The credential works from this n8n, and each free method responds.');
	return breaks(
		`${observed}; ${refused.join('; ')}`,
		'The nodes need this method, and it can not be used.',
	);
}

const isOf = (entry: CurrencyEntry, network: Network) => entry.currency.toUpperCase() === network;

const isToken = ({ token_id }: CurrencyEntry) => String(token_id) !== '0';

/** Codes of stablecoins whose token the list doesn't have, or has under another ID. */
function findWrongAliases(entries: readonly CurrencyEntry[]): string[] {
	return NETWORK_CODES.flatMap((network) =>
		Object.entries(NETWORKS[network].aliases ?? {}).flatMap(([code, { contract, tokenId }]) => {
			const listed = findByContract(entries, network, contract);
			if (listed && (tokenId === undefined || String(listed.token_id) === tokenId)) return [];
			const hasId = entries.some(
				(entry) => isOf(entry, network) && String(entry.token_id) === tokenId,
			);
			if (listed) return [`${code} has token ${String(listed.token_id)} here, not ${tokenId}`];
			return hasId ? [] : [`the token of ${code} is not listed`];
		}),
	);
}

function describeStablecoins(entries: readonly CurrencyEntry[]): string {
	return STABLECOINS.map((coin) => {
		const networks = entries
			.filter((entry) => isToken(entry) && entry.symbol?.toUpperCase() === coin)
			.map(({ currency }) => hideNames(currency.toUpperCase()));
		return `${coin} on ${[...new Set(networks)].sort().join(', ') || 'no network'}`;
	}).join('; ');
}

function judgeCurrencies({ currencies }: Observations): Finding {
	const entries = valueOf(currencies);
	if (!entries) return notRead('The currency list', failureOf(currencies));
	const codes = [...new Set(entries.map(({ currency }) => currency.toUpperCase()))];
	const unknown = codes.filter((code) => readCurrency(code) === undefined);
	const missing = NETWORK_CODES.filter((network) => !codes.includes(network));
	const withTokens = NETWORK_CODES.filter(
		(network) =>
			!NETWORKS[network].hasTokens &&
			entries.some((entry) => isOf(entry, network) && isToken(entry)),
	);
	const aliases = findWrongAliases(entries);
	const oddities = [
		unknown.length > 0 && `the nodes do not know ${listWords(unknown)}`,
		missing.length > 0 && `${missing.join(', ')} missing`,
		withTokens.length > 0 && `tokens on ${withTokens.join(', ')}`,
		...aliases,
	].filter(Boolean);
	const tokens = entries.filter(isToken).length;
	const listed = `${countNoun(codes.length, 'network')}, ${countNoun(tokens, 'token')}; ${describeStablecoins(entries)}`;
	if (oddities.length === 0)
		return holds(listed, 'Every network and stablecoin of the nodes can be screened.');
	const observed = `${listed}; ${oddities.join('; ')}`;
	if (aliases.length > 0)
		return differs(
			observed,
			'The codes of these stablecoins may be refused, or mean another token.',
			'Currency: the network, and Token: the stablecoin from the list',
		);
	if (withTokens.length > 0)
		return differs(
			observed,
			'The nodes read this from the list: a report there has to name its asset before it is reused.',
		);
	return differs(
		observed,
		'These networks can not be screened with the nodes, or not at this service.',
	);
}

/** Whether a request may have been processed without a usable response. */
const isLost = ({ failure }: Exchange) =>
	failure !== undefined && FAILURE_KINDS[failure.kind].payment === 'lost';

function judgeFailures({ requests }: Observations): Finding {
	const lost = requests.filter(isLost).length;
	const limited = requests.filter(({ failure }) => failure?.kind === 'rateLimited');
	const waits = limited
		.map(({ failure }) => failure?.retryAfterMs)
		.filter((ms) => ms !== undefined);
	const longest =
		waits.length > 0 ? `Retry-After up to ${showTime(Math.max(...waits))}` : 'no Retry-After';
	const observed = [
		`${countNoun(requests.length, 'request')}, two at a time`,
		lost > 0 ? `${lost} without a usable response` : 'none lost',
		limited.length > 0
			? `${limited.length} refused as too many (429, ${longest})`
			: 'no rate limit met',
	].join('; ');
	if (limited.length > 0)
		return holds(observed, 'The nodes slow down by themselves. Lists take longer.');
	return holds(observed, 'The nodes repeat what may pass, and never pay twice for it.');
}

export const CALL_LINES = {
	failures: { id: '9', name: 'Outages and limits', judge: judgeFailures },
	connection: { id: 'A', name: 'Connection', judge: judgeConnection },
	currencies: { id: 'B', name: 'Currency list', judge: judgeCurrencies },
} satisfies Record<string, Line>;
