import type { CheckDetails, SimplifiedCheck } from '../outputs/check';
import { assessRisk, describePolicy, listSignals, summarizeCheck } from '../risk';
import type { RiskAssessment, RiskFacts, RiskPolicy, RiskScoreScale } from '../risk';
import { readNumber } from '../risk/format';
import type { CheckRecord, HistoryItem, UsageMeta } from '../rpc/schemas';
import { nameRecordedAsset } from '../targets/asset';
import { isObject } from '../values';
import { outcomeOf } from './status';

/** Where a check was read: in an answer that has its report, or in the history, which has scores only (service 2.6). */
export type CheckSource = 'report' | 'history';

/** The facts that decide about a check's level, beyond its record. */
export interface LevelFacts {
	/** Where the record was read; by default in an answer that has its report. */
	source?: CheckSource;
	/** How to read scores; from the credential. */
	scale?: RiskScoreScale;
	/** The same check in the history, where it was read too: its score is compared, its links are shown. */
	historyItem?: Pick<HistoryItem, 'status' | 'riskscore' | 'pdfLink' | 'shareLink'>;
	/** Why the requested report could not be read. */
	reportMissing?: string;
	/** Why the report may be about something else than requested. */
	doubt?: string;
}

/** All that a run knows about a check beyond its record. */
export interface CheckFacts extends LevelFacts {
	/** What was screened, for people, as `nameAsset` names it; by default what the record states. */
	asset?: string;
	/** The currency code that was asked for; by default the record's. */
	currency?: string;
	/** Whether a check was paid for by this item, in this try or an earlier one. */
	charged?: boolean;
	/** Whether an earlier check was used in place of a new one. */
	reused?: boolean;
	/** The package's counts in the latest answer. */
	usage?: UsageMeta | null;
	/** The request that submitted the check. */
	requestId?: string;
	/** Links to the report, where the record has none. */
	links?: { pdfLink?: string | null; shareLink?: string | null };
	/** The owner of the address, as a search for reports shows it, where the record has none. */
	counterparty?: unknown;
	/** Whether to add `details`. */
	includeDetails?: boolean;
	/** Whether to add the rules that were applied. */
	includePolicy?: boolean;
}

type Check = CheckRecord | HistoryItem;

const textOf = (value: unknown) =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Leaves out keys without a value: n8n's IF takes `null < 25` for true, and a missing key for false. */
function withoutEmpty<T extends object>(fields: T): T {
	const entries = Object.entries(fields);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}

/** A score next to the report counts in history items only. */
function toRiskFacts(check: Check, facts: LevelFacts): RiskFacts {
	const { source = 'report', scale, reportMissing, doubt, historyItem } = facts;
	const isSeen = historyItem !== undefined && outcomeOf(historyItem.status) === 'completed';
	const historyScore = isSeen ? historyItem.riskscore : undefined;
	const common = {
		outcome: outcomeOf(check.status),
		scale,
		historyScore,
		reportMissing,
		doubt,
	};
	const { report } = check;
	if (source === 'history')
		return { ...common, source, riskscore: check.riskscore, signals: undefined };
	if (!isObject(report))
		return { ...common, source: 'unreadable', riskscore: undefined, signals: undefined };
	return { ...common, source, riskscore: report.riskscore, signals: report.signals };
}

/**
 * Reads the package's counts as numbers (service 2.2).
 * @param usage as sent; numbers may be strings.
 * @returns numbers; null where the service shows none.
 */
export function readUsage(usage: UsageMeta | null | undefined): {
	checksLeft: number | null;
	checksUsed: number | null;
} {
	return {
		checksLeft: readNumber(usage?.cheks_left),
		checksUsed: readNumber(usage?.cheks_used),
	};
}

/**
 * Finds the level of a check under a policy.
 * @param check as the service sent it, from any method.
 * @param policy thresholds, critical signals and limits.
 * @param facts where it was read, and what else is known of it.
 * @returns score, level and reasons.
 */
export function assessCheck(
	check: Check,
	policy: RiskPolicy,
	facts: LevelFacts = {},
): RiskAssessment {
	return assessRisk(toRiskFacts(check, facts), policy);
}

/** The amounts of a transaction check (service 2.4). */
function readAmounts({ report, transaction }: Check): CheckDetails {
	if (!isObject(report) || !textOf(transaction)) return {};
	return {
		amount: readNumber(report.amount) ?? undefined,
		fiatAmount: readNumber(report.fiat) ?? undefined,
		fiatCode: textOf(report.fiat_code_effective),
		riskyVolume: readNumber(report.risky_volume) ?? undefined,
		riskyVolumeFiat: readNumber(report.risky_volume_fiat) ?? undefined,
	};
}

/** The owner of the address; undefined where nothing of it is a text. */
function readCounterparty(counterparty: unknown): CheckDetails['counterparty'] {
	if (!isObject(counterparty)) return undefined;
	const { name, type, slug } = counterparty;
	const read = withoutEmpty({ name: textOf(name), type: textOf(type), slug: textOf(slug) });
	return Object.keys(read).length > 0 ? read : undefined;
}

/** The first link that is a text: of the check's own record, of another search, of the history. */
function findLink(check: Check, facts: CheckFacts, name: 'pdfLink' | 'shareLink') {
	const links = [check[name], facts.links?.[name], facts.historyItem?.[name]];
	return links.map(textOf).find((link) => link !== undefined);
}

/**
 * The one shape of a check in both nodes' outputs, whichever method it was read with. Scalars come first, in the order
 * in which a person reads; a field without a value has no key.
 * @param check as the service sent it (service 2.3, 2.5 or 2.6).
 * @param policy the rules for its level.
 * @param facts what is known beyond the record.
 * @param assessment of the check under the policy, where it was made already.
 * @returns the item's json.
 */
export function simplifyCheck(
	check: Check,
	policy: RiskPolicy,
	facts: CheckFacts = {},
	assessment: RiskAssessment = assessCheck(check, policy, facts),
): SimplifiedCheck {
	const outcome = outcomeOf(check.status);
	const asset = facts.asset ?? nameRecordedAsset(check);
	const address = check.address ?? '';
	const transaction = textOf(check.transaction);
	const counterparty = readCounterparty(check.counterparty) ?? readCounterparty(facts.counterparty);
	const [pdfLink, shareLink] = [
		findLink(check, facts, 'pdfLink'),
		findLink(check, facts, 'shareLink'),
	];
	const { checksLeft, checksUsed } = readUsage(facts.usage);
	const details = (): CheckDetails => ({
		reasons: [...assessment.riskReasons],
		signals:
			assessment.signalsState === 'read'
				? assessment.signals.map((signal) => ({ ...signal }))
				: undefined,
		status: textOf(check.status),
		rawRiskScore: assessment.rawRiskScore ?? undefined,
		initDate: textOf(check.initDate),
		resultDate: textOf(check.resultDate),
		reused: facts.reused,
		rank: assessment.rank,
		checksLeft: checksLeft ?? undefined,
		checksUsed: checksUsed ?? undefined,
		requestId: facts.requestId,
		pdfLink,
		shareLink,
		counterparty,
		...readAmounts(check),
	});
	return withoutEmpty({
		riskLevel: assessment.riskLevel,
		summary: summarizeCheck({
			asset: asset ?? '',
			address,
			transaction,
			outcome,
			status: check.status,
			assessment,
			counterparty: counterparty?.name,
		}),
		riskScore: assessment.riskScore ?? undefined,
		dangerShare: assessment.dangerShare ?? undefined,
		riskReasons: assessment.riskReasons.join('; '),
		signals: listSignals(assessment),
		asset,
		address,
		currency: (facts.currency ?? check.currency ?? '').toUpperCase(),
		transaction,
		hash: check.hash.trim(),
		charged: facts.charged,
		reportLink: shareLink ?? pdfLink,
		status: outcome === 'completed' ? undefined : textOf(check.status),
		reportMissing: facts.reportMissing,
		details: facts.includeDetails ? withoutEmpty(details()) : undefined,
		riskPolicy: facts.includePolicy ? describePolicy(policy) : undefined,
	});
}
