import type { SimplifiedCheck } from '../outputs/check';
import { assessRisk, describePolicy, summarizeCheck } from '../risk';
import type { ProvenScale, RiskAssessment, RiskFacts, RiskPolicy } from '../risk';
import { readNumber } from '../risk/numbers';
import type { CheckRecord, HistoryItem, UsageMeta } from '../rpc/schemas';
import { isObject } from '../values';
import { outcomeOf } from './status';

/** What a run knows about a check beyond what the service tells. */
export interface CheckFacts {
	/** Whether a check was paid for by this item, in this try or an earlier one. */
	charged?: boolean;
	/** Whether a recent report stands in for a new check. */
	reused?: boolean;
	/** The package's counts as last told. */
	usage?: UsageMeta | null;
	/** Whether the policy that was applied is part of the output. */
	includePolicy?: boolean;
	/** Where the check was read; by default in an answer that has its report. */
	source?: CheckSource;
	/** What is known of the scale of that source's scores (design 9). */
	provenScale?: ProvenScale;
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Where a check was read: in an answer that has its report, or in the history, which has scores only (service 2.6). */
export type CheckSource = 'report' | 'history';

/** A score beside the report counts in history items only (design 6). */
function riskFactsOf(
	check: CheckRecord | HistoryItem,
	source: CheckSource,
	provenScale?: ProvenScale,
): RiskFacts {
	const outcome = outcomeOf(check.status);
	if (source === 'history')
		return { riskscore: check.riskscore, signals: undefined, outcome, source, provenScale };
	const { report } = check;
	if (!isObject(report))
		return { riskscore: undefined, signals: undefined, outcome, source: 'unreadable' };
	return { riskscore: report.riskscore, signals: report.signals, outcome, source, provenScale };
}

/** The amounts a transaction check has and an address check has not (service 2.4). */
function amountsOf(check: CheckRecord | HistoryItem): Partial<SimplifiedCheck> {
	if (!isObject(check.report) || !textOrNull(check.transaction)) return {};
	const { amount, fiat, fiat_code_effective, risky_volume, risky_volume_fiat } = check.report;
	return {
		amount: readNumber(amount),
		fiatAmount: readNumber(fiat),
		fiatCode: textOrNull(fiat_code_effective),
		riskyVolume: readNumber(risky_volume),
		riskyVolumeFiat: readNumber(risky_volume_fiat),
	};
}

/** Links and counterparty, where the answer has them (service 2.5, 2.6). */
function linksOf(check: CheckRecord | HistoryItem): Partial<SimplifiedCheck> {
	const links: Partial<SimplifiedCheck> = {};
	if (check.pdfLink) links.pdfLink = check.pdfLink;
	if (check.shareLink) links.shareLink = check.shareLink;
	if (isObject(check.counterparty)) links.counterparty = check.counterparty;
	return links;
}

/**
 * The package's counts as numbers (service 2.2).
 * @param usage as sent; numbers may be strings.
 * @returns numbers, or null where nothing was told.
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
 * What a check means under a policy.
 * @param check as the service sent it, from any method.
 * @param policy thresholds, scale, critical signals and limits.
 * @param source where the check was read.
 * @param provenScale what is known of the scale of that source's scores.
 * @returns score, level and reasons (design 6).
 */
export function assessCheck(
	check: CheckRecord | HistoryItem,
	policy: RiskPolicy,
	source: CheckSource = 'report',
	provenScale?: ProvenScale,
): RiskAssessment {
	return assessRisk(riskFactsOf(check, source, provenScale), policy);
}

/**
 * The one shape in which both nodes give a check out (design 2), wherever it comes from.
 * @param check as the service sent it (service 2.3, 2.5 or 2.6).
 * @param policy how its score is read.
 * @param facts what the run knows beyond it; left out where there is nothing to know, as for a history item.
 * @returns the item's json. `signals` is null where the answer has no report to read them from.
 */
export function simplifyCheck(
	check: CheckRecord | HistoryItem,
	policy: RiskPolicy,
	facts: CheckFacts = {},
): SimplifiedCheck {
	const assessment = assessCheck(check, policy, facts.source, facts.provenScale);
	const hasReport = facts.source !== 'history' && isObject(check.report);
	const currency = check.currency ?? '';
	const address = check.address ?? '';
	const transaction = textOrNull(check.transaction);
	return {
		hash: check.hash,
		status: check.status,
		currency: currency.toUpperCase(),
		address,
		transaction,
		riskScore: assessment.riskScore,
		riskLevel: assessment.riskLevel,
		riskReasons: assessment.riskReasons,
		summary: summarizeCheck({ currency, address, transaction, status: check.status, assessment }),
		signals: hasReport ? assessment.signals.map((signal) => ({ ...signal })) : null,
		dangerShare: assessment.dangerShare,
		rawRiskScore: assessment.rawRiskScore,
		...amountsOf(check),
		initDate: textOrNull(check.initDate),
		resultDate: textOrNull(check.resultDate),
		...linksOf(check),
		...(facts.charged === undefined ? {} : { charged: facts.charged }),
		...(facts.reused === undefined ? {} : { reused: facts.reused }),
		...(facts.usage === undefined ? {} : readUsage(facts.usage)),
		...(facts.includePolicy ? { riskPolicy: describePolicy(policy) } : {}),
	};
}
