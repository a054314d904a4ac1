import type { IDataObject } from 'n8n-workflow';

import { hashesIn, readFault, type AmlCheckError } from '../../shared/failures/failure';
import type { Fault } from '../../shared/failures/kinds';
import { NOT_PAID } from '../../shared/failures/notes';
import { LEVELS_WORST_FIRST, makeSummary } from '../../shared/level';
import { NETWORKS } from '../../shared/wallet/networks';
import { readOutcome } from '../../shared/statuses';
import type { Target } from '../../shared/targets';
import { withoutEmpty } from '../../shared/values';
import type { WalletCheck } from '../outputs/checks';
import type { CheckView } from './nodeRun';
import type { ItemFailure, ItemOutcome } from './outcomes';

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

/** The failure of one of several checks. */
function failureOf({ target, ending: { failure }, isPayer = false }: FailedPart): AmlCheckError {
	// Whether nothing was paid for the item is said once, of all its checks.
	const isUnpaid = failure.charged === false && hashesIn(failure).length === 0;
	return (isUnpaid ? failure.note('payment', '') : failure).with({
		message: `${target.assetName}: ${failure.message}`,
		charged: isPayer ? failure.charged : false,
	});
}

/** One that no level is made of: what the service sent of it, or its cost with Dry Run. */
function listUnrated(part: WalletPart): WalletCheck {
	const { ending } = part;
	const asset = part.target.assetName;
	const base = { asset, network: part.target.network, riskLevel: 'unknown' as const };
	if ('why' in ending) return { ...base, summary: `${asset}: ${ending.why}`, charged: false };
	const { hash, charged = false } = 'raw' in ending ? ending : {};
	const summary = `${asset}: taken, its result is read by its hash`;
	return withoutEmpty<WalletCheck>({ ...base, summary, hash, charged });
}

/** A check as `details.checks` lists it. One that is missing says why in its summary, and keeps its hashes. */
function listPart(part: WalletPart): WalletCheck {
	const asset = part.target.assetName;
	if (isShown(part)) {
		const { json, status, reused } = part.ending;
		const { riskLevel, riskScore, summary, hash, reportLink, charged } = json;
		const { network } = part.target;
		const known = {
			asset,
			network,
			riskLevel,
			riskScore,
			summary,
			hash,
			reportLink,
			status,
			charged,
		};
		return withoutEmpty<WalletCheck>({ ...known, reused });
	}
	if (!isFailed(part)) return listUnrated(part);
	const failure = failureOf(part);
	const { kind, reason = kind, message: summary, hash, candidates, requestId, charged } = failure;
	const missing = { reason, fault: readFault(failure), candidates: candidates && [...candidates] };
	return withoutEmpty<WalletCheck>({
		asset,
		network: part.target.network,
		riskLevel: 'unknown',
		summary,
		hash,
		...missing,
		requestId,
		charged,
	});
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
	status === undefined || readOutcome(status) !== 'pending';

/** A sentence about another check of an item that failed: what is known of it, and its hashes. */
function describePart(part: WalletPart, check: WalletCheck): { text: string; names: string[] } {
	const { hash, candidates } = check;
	const names = hashesIn({ hash, candidates });
	const where = names.length === 0 ? '' : ` (check ${names.join(' or ')})`;
	const said = isShown(part)
		? `${check.asset} is ${check.riskLevel}`
		: check.summary.replace(/\.$/, '');
	return { text: `${said}${where}.`, names };
}

/** The failure of an item that lacks checks, in the words of the gravest one. */
function combineFailures(parts: readonly WalletPart[], failed: readonly FailedPart[]): ItemFailure {
	const weighed = failed.map((part) => {
		const failure = failureOf(part);
		const isConsequence = part.ending.isConsequence === true;
		const place = 2 * FAULTS.indexOf(readFault(failure)) + Number(isConsequence);
		return { part, failure, isConsequence, place };
	});
	const [{ part: first, failure }] = [...weighed].sort((a, b) => a.place - b.place);
	const checks = parts.map(listPart);
	const charged = chargedOf(checks);
	const candidates = [...new Set(weighed.flatMap((one) => one.failure.candidates ?? []))];
	const others = parts.flatMap((part, at) =>
		part === first ? [] : [describePart(part, checks[at])],
	);
	const isSubmitted = parts.some(({ isPayer }) => isPayer !== undefined);
	const unpaid = isSubmitted && charged === false ? [NOT_PAID] : [];
	const also =
		others.length === 0
			? []
			: ['Of the other checks of this wallet:', ...others.map(({ text }) => text)];
	const { address } = first.target;
	const combined = failure
		.with({
			address,
			checks,
			hash: undefined,
			charged,
			candidates: candidates.length > 0 ? candidates : undefined,
		})
		.note(
			'otherChecks',
			[...also, ...unpaid].join(' '),
			others.flatMap(({ names }) => names),
		);
	return { failure: combined, isConsequence: weighed.every((one) => one.isConsequence) };
}

/** The highest score; undefined if one is missing, unless another check has made the level high. */
function highestScore(shown: readonly ShownPart[]): number | undefined {
	const [{ ending }] = shown;
	const numbers = shown.flatMap((part) => part.ending.json.riskScore ?? []);
	const isDecided = ending.json.riskLevel === 'high' && ending.json.riskScore !== undefined;
	return numbers.length === shown.length || isDecided ? Math.max(...numbers) : undefined;
}

/** The item of checks that are there. `failed` are those that are missing where another one is high. */
function combineShown(
	parts: readonly WalletPart[],
	shown: readonly ShownPart[],
	failed: readonly FailedPart[],
	{ notScreened, missing = [] }: WalletFacts,
): IDataObject {
	const nameOf = shortNamer(parts);
	const sorted = [...shown].sort(byGravity);
	const [decisive, ...others] = sorted;
	const { json, said } = decisive.ending;
	const isWhole = failed.length + missing.length === 0;
	const level = json.riskLevel === 'high' || missing.length === 0 ? json.riskLevel : 'unknown';
	const isSingle = parts.length === 1 && isWhole;
	const gaps = [
		...missing.map(({ asset, why }) => `Not screened: ${asset}, ${why}`),
		...failed.map((part) => `Not screened: ${failureOf(part).message}`),
	];
	const reasons = [
		...(level === json.riskLevel ? [] : gaps),
		`${decisive.target.assetName}: ${json.riskReasons}`,
		...(level === json.riskLevel ? gaps : []),
		...others
			.filter((part) => part.ending.json.riskLevel !== 'low')
			.map((part) => `${part.target.assetName}: ${part.ending.json.riskReasons}`),
	];
	const sayAll = () =>
		makeSummary({
			riskLevel: level,
			asset: namePlace(parts),
			address: json.address,
			said: `${nameOf(decisive)}: ${said}`,
			rest: [
				...[...failed.map(nameOf), ...missing.map(({ asset }) => asset)].map(
					(name) => `${name} not screened`,
				),
				...others.map((part) => `${nameOf(part)} ${part.ending.json.riskLevel}`),
			].join(', '),
		});
	const checks = [...parts.map(listPart), ...missing.map(listMissing)];
	// The hash of one check must not stand for a wallet that is not finished.
	const isFinished = shown.every(isEnded) && (isWhole || level === 'high');
	return withoutEmpty({
		...json,
		riskLevel: level,
		hash: isFinished ? json.hash : undefined,
		summary: isSingle ? json.summary : sayAll(),
		riskScore: highestScore(sorted),
		riskReasons: isSingle ? json.riskReasons : reasons.join('; '),
		asset: parts.map(({ target }) => target.assetName).join(', '),
		charged: chargedOf(checks),
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
