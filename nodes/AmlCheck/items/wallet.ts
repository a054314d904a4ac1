import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../shared/failures/facts';
import { isLost, type AmlCheckError } from '../../shared/failures/failure';
import { LEVELS_WORST_FIRST, makeSummary } from '../../shared/level';
import { parseOutcome } from '../../shared/base/statuses';
import type { CheckView } from '../../shared/check/show';
import type { Target } from '../../shared/check/target';
import { withoutEmpty } from '../../shared/base/values';
import { NETWORKS } from '../../shared/wallet/networks';
import type { ItemFailure, ItemOutcome } from './outcomes';
import type { WalletCheck } from './schemas';

/*
 * One item of the checks of a wallet; pure. Its level is the worst of them, and low only if each of them is. An item
 * that lacks a check is an error item, unless another one is high already. Each hash is in `details.checks`.
 */

/** The cost of a check, with Dry Run. */
export interface Priced {
	wouldCost: 0 | 1;
	why: string;
}

/** A check as its item shows it: simplified, or as the service sent it. */
export type View =
	(CheckView & { reused?: boolean }) | { raw: IDataObject; hash?: string; charged?: boolean };

/** A check of a wallet, submitted in this run or read by its hash. */
export interface WalletPart {
	target: Pick<Target, 'assetName' | 'shortName'> & Partial<Pick<Target, 'address' | 'network'>>;
	ending: ItemFailure | Priced | View;
	/** Whether the item is the one that pays for it, merged items don't; missing for a check that is only read. */
	isPayer?: boolean;
}

/** The members of an item of a whole wallet beside its checks. */
export interface WalletFacts {
	/** Names of the assets that were wanted, and that the service doesn't screen. */
	notScreened: readonly string[];
	/** Assets without a check, and why: the checks that are there are not the whole wallet. */
	missing?: ReadonlyArray<{ asset: string; why: string }>;
}

type FailedPart = WalletPart & { ending: ItemFailure };
type ShownPart = WalletPart & { ending: CheckView & { reused?: boolean } };

const isFailed = (part: WalletPart): part is FailedPart => 'failure' in part.ending;
const isShown = (part: WalletPart): part is ShownPart => 'json' in part.ending;
const isPriced = (part: WalletPart): part is WalletPart & { ending: Priced } =>
	'why' in part.ending;

/** Whose turn it is, the gravest first: what may have been paid for has the word. */
const FAULTS: readonly Fault[] = ['payment', 'setup', 'service', 'input'];

const networksOf = (parts: readonly WalletPart[]) => [
	...new Set(parts.flatMap(({ target }) => target.network ?? [])),
];

/** Names an asset within its item: `TRX`, `USDT`, and among several networks `USDT on ETH`. */
function shortNamer(parts: readonly WalletPart[]): (part: WalletPart) => string {
	const isOne = networksOf(parts).length === 1;
	return ({ target: { shortName, network } }) =>
		isOne || network === undefined || shortName === network
			? shortName
			: `${shortName} on ${network}`;
}

/** Names what was screened: `3 assets on Tron`, `10 assets on 4 networks`, or the one asset. */
function namePlace(parts: readonly WalletPart[]): string {
	const networks = networksOf(parts);
	const [network] = networks;
	const place = networks.length === 1 ? NETWORKS[network].name : `${networks.length} networks`;
	return `${parts.length === 1 ? '1 asset' : `${parts.length} assets`} on ${place}`;
}

/**
 * Orders by what decides: the worst level, then the highest score. A check without a score comes first where that makes
 * the level unknown, and last where another one has made it high.
 */
function byGravity(a: ShownPart, b: ShownPart): number {
	const placeOf = ({ ending }: ShownPart) => LEVELS_WORST_FIRST.indexOf(ending.json.riskLevel);
	const scoreOf = ({ ending: { json } }: ShownPart) =>
		json.riskScore ?? (json.riskLevel === 'high' ? -1 : Infinity);
	const one = scoreOf(a);
	const other = scoreOf(b);
	return placeOf(a) - placeOf(b) || (one === other ? 0 : other - one);
}

/** Whether one of several checks was charged: undefined where that is not known. */
export function chargedOf(checks: ReadonlyArray<{ charged?: boolean }>): boolean | undefined {
	if (checks.some(({ charged }) => charged === true)) return true;
	return checks.some(({ charged }) => charged === undefined) ? undefined : false;
}

/** The failure of one of several checks: only the item that pays for it says so. */
const failureOf = ({ target, ending: { failure }, isPayer = false }: FailedPart): AmlCheckError =>
	failure.with({
		charged: isPayer ? failure.charged : false,
		facts: { before: [target.assetName, failure.facts.before].filter(Boolean).join(': ') },
	});

/** One that is missing says why in its summary, and keeps its hashes. */
function tellFailed(part: FailedPart) {
	const { reason, fault, hashes, charged, message: summary, facts } = failureOf(part);
	const isOpen = isLost(part.ending.failure);
	return {
		summary,
		hash: isOpen ? undefined : hashes.at(0),
		reason,
		fault,
		candidates: isOpen && hashes.length > 0 ? [...hashes] : undefined,
		requestId: facts.requestId,
		charged,
	};
}

function tellShown({ ending: { json, status, reused } }: ShownPart) {
	const { riskLevel, riskScore, summary, hash, reportLink, charged } = json;
	return { riskLevel, riskScore, summary, hash, reportLink, status, charged, reused };
}

/** What no level is made of: what the service sent of a check, or its cost with Dry Run. */
function tellUnrated({ target: { assetName }, ending }: WalletPart) {
	if ('why' in ending) return { summary: `${assetName}: ${ending.why}`, charged: false };
	const { hash, charged = false } = 'raw' in ending ? ending : {};
	return { summary: `${assetName}: taken, its result is read by its hash`, hash, charged };
}

/** A check as `details.checks` lists it. */
function listPart(part: WalletPart): WalletCheck {
	const { assetName: asset, network } = part.target;
	const base = { asset, network, riskLevel: 'unknown' as const };
	const told = isFailed(part) ? tellFailed(part) : tellUnrated(part);
	return withoutEmpty<WalletCheck>({ ...base, ...(isShown(part) ? tellShown(part) : told) });
}

/** An asset without a check, as `details.checks` lists it. */
const listMissing = ({ asset, why }: { asset: string; why: string }): WalletCheck => ({
	asset,
	riskLevel: 'unknown',
	summary: `${asset}: ${why}`,
	charged: false,
});

/** Whether a check has its result, or will have none. */
const isEnded = ({ ending: { status } }: ShownPart) =>
	status === undefined || parseOutcome(status) !== 'pending';

/** The failure of an item that lacks checks, in the words of the gravest one. */
function combineFailures(parts: readonly WalletPart[], failed: readonly FailedPart[]): ItemFailure {
	const placeOf = ({ ending: { failure, isConsequence = false } }: FailedPart) =>
		2 * FAULTS.indexOf(failure.fault) + Number(isConsequence);
	const [first] = [...failed].sort((a, b) => placeOf(a) - placeOf(b));
	const checks = parts.map(listPart);
	const facts = { address: first.target.address, checks };
	return {
		failure: failureOf(first).with({ charged: chargedOf(checks), hashes: [], facts }),
		isConsequence: failed.every(({ ending }) => ending.isConsequence === true),
	};
}

/** The highest score; undefined if one is missing, unless another check has made the level high. */
function highestScore(shown: readonly ShownPart[]): number | undefined {
	const [{ ending }] = shown;
	const scores = shown.flatMap((part) => part.ending.json.riskScore ?? []);
	const isDecided = ending.json.riskLevel === 'high' && ending.json.riskScore !== undefined;
	return scores.length === shown.length || isDecided ? Math.max(...scores) : undefined;
}

/** The assets of a wallet that have no check, each with the reason. */
const listGaps = (failed: readonly FailedPart[], { missing = [] }: WalletFacts) => [
	...missing.map(({ asset, why }) => ({ name: asset, reason: `${asset}, ${why}` })),
	...failed.map((part) => ({
		name: part.target.shortName,
		reason: failureOf(part).message,
	})),
];

/** The item of checks that are there. `failed` are those that are missing where another one is high. */
function combineShown(
	parts: readonly WalletPart[],
	shown: readonly ShownPart[],
	failed: readonly FailedPart[],
	facts: WalletFacts,
): IDataObject {
	const { notScreened, missing = [] } = facts;
	const nameOf = shortNamer(parts);
	const sorted = [...shown].sort(byGravity);
	const [decisive, ...others] = sorted;
	const { json, said } = decisive.ending;
	const gaps = listGaps(failed, facts);
	const isHigh = json.riskLevel === 'high';
	const riskLevel = isHigh || missing.length === 0 ? json.riskLevel : 'unknown';
	const isSingle = parts.length === 1 && gaps.length === 0;
	const own = `${decisive.target.assetName}: ${json.riskReasons}`;
	const notDone = gaps.map(({ reason }) => `Not screened: ${reason}`);
	const reasons = [
		...(riskLevel === json.riskLevel ? [own, ...notDone] : [...notDone, own]),
		...others
			.filter((part) => part.ending.json.riskLevel !== 'low')
			.map((part) => `${part.target.assetName}: ${part.ending.json.riskReasons}`),
	];
	const checks = [...parts.map(listPart), ...missing.map(listMissing)];
	// The hash of one check must not stand for a wallet that is not finished.
	const isFinished = shown.every(isEnded) && (gaps.length === 0 || riskLevel === 'high');
	const rest = [
		...gaps.map(({ name }) => `${name} not screened`),
		...others.map((part) => `${nameOf(part)} ${part.ending.json.riskLevel}`),
	];
	const summary = makeSummary({
		riskLevel,
		asset: namePlace(parts),
		address: json.address,
		said: `${nameOf(decisive)}: ${said}`,
		rest: rest.join(', '),
	});
	return withoutEmpty({
		riskLevel,
		summary: isSingle ? json.summary : summary,
		riskScore: highestScore(sorted),
		riskReasons: isSingle ? json.riskReasons : reasons.join('; '),
		asset: parts.map(({ target }) => target.assetName).join(', '),
		address: json.address,
		hash: isFinished ? json.hash : undefined,
		charged: chargedOf(checks),
		reportLink: json.reportLink,
		details: withoutEmpty({
			...json.details,
			checks,
			notScreened: notScreened.length > 0 ? [...notScreened] : undefined,
		}),
	}) as IDataObject;
}

/** The cost of a wallet's checks, with Dry Run. */
function combinePrices(
	parts: ReadonlyArray<WalletPart & { ending: Priced }>,
	{ notScreened }: WalletFacts,
): IDataObject {
	const [{ target }] = parts;
	return withoutEmpty({
		riskLevel: 'unknown',
		wouldCost: parts.reduce((sum, { ending }) => sum + ending.wouldCost, 0),
		why: parts.map(({ target: { assetName }, ending }) => `${assetName}: ${ending.why}`).join('; '),
		asset: parts.map(({ target: { assetName } }) => assetName).join(', '),
		address: target.address,
		details: notScreened.length > 0 ? { notScreened: [...notScreened] } : undefined,
	}) as IDataObject;
}

const isHigh = ({ ending }: ShownPart) => ending.json.riskLevel === 'high';

/**
 * Makes the one outcome of a wallet from the endings of its checks.
 * @param isStopped whether the run held other items back because of a failure: then the failure has to be said.
 */
export function combineWallet(
	parts: readonly WalletPart[],
	facts: WalletFacts,
	isStopped: boolean,
): ItemOutcome {
	const failed = parts.filter(isFailed);
	const shown = parts.filter(isShown);
	const isDecided = failed.length === 0 || (!isStopped && shown.some(isHigh));
	if (!isDecided) return combineFailures(parts, failed);
	if (shown.length > 0) return { outputs: [{ json: combineShown(parts, shown, failed, facts) }] };
	const priced = parts.filter(isPriced);
	if (priced.length > 0) return { outputs: [{ json: combinePrices(priced, facts) }] };
	const checks: IDataObject[] = parts.flatMap(({ target: { assetName: asset }, ending }) =>
		'raw' in ending ? [{ asset, ...ending.raw }] : [],
	);
	const gaps = (facts.missing ?? []).map(({ asset }) => ({ asset, check: null }));
	return { outputs: [{ json: { checks: [...checks, ...gaps] } }] };
}
