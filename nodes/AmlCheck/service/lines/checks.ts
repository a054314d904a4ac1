import { isSameHash } from '../../../shared/checks/result';
import { readCurrency } from '../../../shared/currencies';
import { NETWORKS, type Network } from '../../../shared/networks';
import { readNumber } from '../../../shared/format';
import type { HistoryItem } from '../../../shared/rpc/schemas';
import { OTHER_TARGET, reasonNotToUse } from '../../../shared/targets';
import { readRecordedAsset } from '../../../shared/targets/asset';
import { isObject } from '../../../shared/values';
import { readOutcome } from '../../../shared/statuses';
import { findScaleSetting, readScale } from '../facts';
import {
	breaks,
	countNoun,
	differs,
	hideNames,
	holds,
	holdsIf,
	listWords,
	notRead,
	notSeen,
	unread,
} from '../finding';
import type { Finding, Line } from '../finding';
import {
	failureOf,
	valueOf,
	type Observations,
	type ReadResult,
	type ResultPair,
} from '../observations';
import { readTop } from '../pages';

/** Words of a status that say plainly that a check is not finished. */
const UNFINISHED = /pending|queue|new|process|progress|wait|start|creat/i;

/** The number of checks from which a history without any SUCCESS has another word for it. */
const ENOUGH_CHECKS = 5;

function judgeStatuses(seen: Observations): Finding {
	const records = readTop(seen);
	if (records.length === 0)
		return valueOf(seen.first)
			? notSeen('The history has no checks', 'Statuses show from one check on.')
			: notRead('The history', failureOf(seen.first));
	const counts = new Map<string, number>();
	for (const { status } of records) counts.set(status, (counts.get(status) ?? 0) + 1);
	const isUnknown = (status: string) =>
		readOutcome(status) === 'pending' && !UNFINISHED.test(status);
	const unknown = [...counts.keys()].filter(isUnknown);
	const observed = listWords([...counts].map(([status, count]) => `${status || 'none'} ${count}`));
	if (unknown.length === 0) return holds(observed, 'The nodes know whether a check has ended.');
	const meaning = 'A check with such a status counts as unfinished, and its level is unknown.';
	const hasSuccess = [...counts.keys()].some((status) => readOutcome(status) === 'completed');
	const say = hasSuccess || records.length < ENOUGH_CHECKS ? differs : breaks;
	return say(`${observed}; the nodes do not know ${listWords(unknown)}`, meaning);
}

function judgeScale(seen: Observations): Finding {
	const finished = readTop(seen).filter(({ status }) => readOutcome(status) === 'completed');
	if (finished.length === 0)
		return notSeen('The history has no finished check', 'Scores show from one finished check on.');
	const scores = finished.map(({ riskscore }) => readNumber(riskscore));
	const read = scores.filter((score) => score !== null && score >= 0 && score <= 100);
	const scale = readScale(finished);
	const highest = Math.max(0, ...read.map(Number));
	const observed = `${countNoun(read.length, 'score')} from 0 to ${highest > 1 ? '100' : '1'}: ${scale}`;
	const needed = findScaleSetting(scale, seen.riskScoreScale);
	const setting = needed && `Risk Score Scale in the credential: ${needed}`;
	if (read.length < scores.length)
		return differs(
			`${observed}; ${countNoun(scores.length - read.length, 'finished check')} without a usable score`,
			'The level of such a check is unknown, high if its signals say so.',
			setting,
		);
	if (scale === 'unclear')
		return notSeen(
			observed,
			'Too few scores above 0 to tell. Leave Risk Score Scale at Auto: doubtful scores are read as the worse one.',
		);
	if (needed && seen.riskScoreScale !== 'auto')
		return breaks(observed, 'The credential says another scale, so levels are wrong.', setting);
	return holds(observed, 'Thresholds mean what they say.', setting);
}

/** Why the result of a check does not fit its record in the history; null if it does. */
function findMismatch({ item, result }: ResultPair): string | null {
	const read = valueOf(result);
	if (!read) return unread('One result', failureOf(result));
	const { check } = read;
	if (!isSameHash(check.hash, item.hash)) return OTHER_CHECK;
	const reason = reasonNotToUse(item, check);
	if (reason !== null) return reason;
	if (readOutcome(check.status) !== 'completed') return `The status is ${hideNames(check.status)}`;
	const score = isObject(check.report) ? check.report.riskscore : undefined;
	return readNumber(score) === readNumber(item.riskscore)
		? null
		: 'The score is not the one of the history';
}

const OTHER_CHECK = 'The result is about another check';

/** Whether the answers about checks are about the right ones: those that were read. */
const isAboutOther = (pair: ResultPair) =>
	[OTHER_CHECK, OTHER_TARGET].some((reason) => reason === findMismatch(pair));

function describeUnfinished({ unfinished }: Observations): string {
	if (!unfinished) return '';
	const read = valueOf(unfinished.result);
	if (read) return `; an unfinished one has the status ${hideNames(read.check.status)}`;
	const failure = failureOf(unfinished.result);
	if (failure?.kind === 'notFound') return '; an unfinished one is refused as unknown';
	return failure ? `; an unfinished one: ${hideNames(failure.message)}` : '';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function judgeResults(seen: Observations): Finding {
	const { results, unknownHash } = seen;
	const isAnswered = valueOf(unknownHash) !== undefined;
	const unfinished = describeUnfinished(seen);
	if (isAnswered)
		return breaks(
			'A hash that nobody has returns a check',
			'A result can be about another wallet.',
		);
	if (results.length === 0)
		return notSeen(
			`The history has no finished check${unfinished}`,
			'Results show from one finished check on. Set Spend Checks to 1, then run Check Service again.',
		);
	const forms = results.every(({ item }) => UUID.test(item.hash)) ? 'UUIDs' : 'no UUIDs';
	const mismatches = results.map(findMismatch).filter((reason) => reason !== null);
	const fitting = results.length - mismatches.length;
	const observed = `${fitting} of ${countNoun(results.length, 'result')} fit their history records; hashes are ${forms}${unfinished}`;
	if (mismatches.length === 0) return holds(observed, 'Levels are made of the right reports.');
	return breaks(
		`${observed}; ${[...new Set(mismatches)].join('; ')}`,
		'Where score or target differ, the level is unknown or the worse one. Compare such a check with its report.',
	);
}

/** Networks that have tokens, by the list where it was read. */
function tokenNetworks({ currencies }: Observations): (network: Network) => boolean {
	const listed = (valueOf(currencies) ?? []).filter(({ token_id }) => String(token_id) !== '0');
	const codes = new Set(listed.map(({ currency }) => currency.toUpperCase()));
	return (network) => NETWORKS[network].hasTokens || codes.has(network);
}

function judgeAssets(seen: Observations): Finding {
	const other = seen.results.filter(isAboutOther).length;
	if (other > 0)
		return breaks(
			`${other} of ${countNoun(seen.results.length, 'result')} is about another check or target`,
			'Such a result is refused. Screening with this service ends in error items.',
		);
	const hasTokens = tokenNetworks(seen);
	const networkOf = ({ currency }: HistoryItem) => readCurrency(currency)?.network;
	const open = readTop(seen).filter((item) => {
		const network = networkOf(item);
		return network !== undefined && hasTokens(network);
	});
	if (open.length === 0)
		return notSeen(
			'The history has no check on a network with tokens',
			'It shows from one check on Ethereum, Tron or the like.',
		);
	const isNamed = (item: HistoryItem) => {
		const network = networkOf(item);
		const asset = network && readRecordedAsset(item, network, hasTokens);
		return asset !== undefined && asset !== 'unspecified' && asset !== 'unclear';
	};
	const named = open.filter(isNamed).length;
	const observed = `${named} of ${countNoun(open.length, 'record')} on networks with tokens name their asset`;
	if (named === open.length)
		return holds(observed, 'Recent reports can be reused on every network.');
	const finding = holds(
		observed,
		'On networks with tokens a report without an asset is not reused, and Find Reports shows it as unknown.',
		'Accept Reports Without Asset: on, if this account never screens tokens; off otherwise',
	);
	return { ...finding, isOptional: true };
}

function judgeCounts({ results, unfinished, paid }: Observations): Finding {
	const read = [...results, ...(unfinished ? [unfinished] : [])].map(({ result }) =>
		valueOf(result),
	);
	const places = [...new Set(read.filter((one): one is ReadResult => one !== undefined))].map(
		({ countsAre }) => countsAre,
	);
	if (places.length === 0)
		return notSeen('No result was read', 'The counts of the package come with a result.');
	const where = [...new Set(places)].map((place) => place ?? 'not there').join(' and ');
	const observed = `The counts of the package are ${where === 'not there' ? where : `${where} the result`}`;
	if (places.includes(null))
		return differs(observed, 'Get Status and the hints can not say how many checks are left.');
	if (!paid) return holds(observed, 'Get Status and the hints say how many checks are left.');
	return judgeCharges(observed, paid);
}

/** Compares how far the count of used checks has moved with what the paid part has been charged. */
function judgeCharges(
	observed: string,
	{ used, checks, repeated, isFresh }: NonNullable<Observations['paid']>,
): Finding {
	const { before, after } = used;
	const meaning = 'Get Status and the hints say how many checks are left.';
	if (before === undefined || after === undefined || !isFresh)
		return holds(`${observed}; the count before the paid check is not known`, meaning);
	const charged =
		checks.filter((check) => check.charged).length + (repeated?.kind === 'other' ? 1 : 0);
	const moved = `${observed}; the count of used checks moved by ${after - before} for ${charged}`;
	const late = 'The count is late, other programs use the account, or a check costs more than one.';
	return holdsIf(after - before === charged, [moved, meaning], [moved, late]);
}

export const CHECK_LINES = {
	assets: { id: '10', name: 'Assets and targets', judge: judgeAssets },
	statuses: { id: 'C', name: 'Statuses', judge: judgeStatuses },
	scale: { id: 'D', name: 'Score scale', judge: judgeScale },
	results: { id: 'E', name: 'Results', judge: judgeResults },
	counts: { id: 'I', name: 'Package counts', judge: judgeCounts },
} satisfies Record<string, Line>;
