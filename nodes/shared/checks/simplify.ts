import type { CheckDetails, SimplifiedCheck } from '../outputs/check';
import { assessRisk, describePolicy, listSignals, summarizeCheck } from '../risk';
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
	/** The request that submitted the check. */
	requestId?: string;
	/** Whether what a program wants is part of the output. */
	includeDetails?: boolean;
	/** Whether the policy that was applied is part of the output. */
	includePolicy?: boolean;
	/** Where the check was read; by default in an answer that has its report. */
	source?: CheckSource;
	/** Why the report that was asked for could not be read. */
	reportMissing?: string;
	/** Why the report may be of something else than what was asked for. */
	doubt?: string;
	/** What is known of the scale of that source's scores (design 9). */
	provenScale?: ProvenScale;
}

/** Where a check was read: in an answer that has its report, or in the history, which has scores only (service 2.6). */
export type CheckSource = 'report' | 'history';

type Check = CheckRecord | HistoryItem;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Without what has no value: n8n's IF takes `null < 25` for true, and a missing key for false (design 2). */
function present<T extends object>(fields: T): T {
	const told = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(told) as T;
}

/** A score beside the report counts in history items only (design 6). */
function riskFactsOf(check: Check, facts: CheckFacts): RiskFacts {
	const outcome = outcomeOf(check.status);
	const { source = 'report', provenScale, reportMissing, doubt } = facts;
	const common = { outcome, provenScale, reportMissing, doubt };
	if (source === 'history')
		return { ...common, source, riskscore: check.riskscore, signals: undefined };
	const { report } = check;
	if (!isObject(report))
		return { ...common, source: 'unreadable', riskscore: undefined, signals: undefined };
	return { ...common, source, riskscore: report.riskscore, signals: report.signals };
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
 * @param facts where it was read, and what is known of that source.
 * @returns score, level and reasons (design 6).
 */
export function assessCheck(
	check: Check,
	policy: RiskPolicy,
	facts: Pick<CheckFacts, 'doubt' | 'provenScale' | 'reportMissing' | 'source'> = {},
): RiskAssessment {
	return assessRisk(riskFactsOf(check, facts), policy);
}

/** The amounts a transaction check has and an address check has not (service 2.4). */
function amountsOf({ report, transaction }: Check): CheckDetails {
	if (!isObject(report) || !textOf(transaction)) return {};
	return {
		amount: readNumber(report.amount) ?? undefined,
		fiatAmount: readNumber(report.fiat) ?? undefined,
		fiatCode: textOf(report.fiat_code_effective),
		riskyVolume: readNumber(report.risky_volume) ?? undefined,
		riskyVolumeFiat: readNumber(report.risky_volume_fiat) ?? undefined,
	};
}

/** What a program wants, and would make a table hard to read (design 2). */
function detailsOf(check: Check, assessment: RiskAssessment, facts: CheckFacts): CheckDetails {
	const isRead = assessment.signalsState === 'read';
	return present({
		reasons: [...assessment.riskReasons],
		signals: isRead ? assessment.signals.map((signal) => ({ ...signal })) : undefined,
		rawRiskScore: assessment.rawRiskScore ?? undefined,
		initDate: textOf(check.initDate),
		checksUsed: readUsage(facts.usage).checksUsed ?? undefined,
		requestId: facts.requestId,
		...amountsOf(check),
		counterparty: isObject(check.counterparty) ? check.counterparty : undefined,
	});
}

/**
 * The one shape in which both nodes give a check out (design 2), wherever it comes from: scalars in the order in which
 * a person reads. What has no value has no key.
 * @param check as the service sent it (service 2.3, 2.5 or 2.6).
 * @param policy what its level rests on.
 * @param facts what is known beyond it; left out where there is nothing to know, as for a history item.
 * @returns the item's json.
 */
export function simplifyCheck(
	check: Check,
	policy: RiskPolicy,
	facts: CheckFacts = {},
): SimplifiedCheck {
	const assessment = assessCheck(check, policy, facts);
	const { status } = check;
	const currency = check.currency ?? '';
	const address = check.address ?? '';
	const transaction = textOf(check.transaction);
	return present({
		riskLevel: assessment.riskLevel,
		summary: summarizeCheck({ currency, address, transaction, status, assessment }),
		riskScore: assessment.riskScore ?? undefined,
		dangerShare: assessment.dangerShare ?? undefined,
		riskReasons: assessment.riskReasons.join('; '),
		signals: listSignals(assessment),
		address,
		currency: currency.toUpperCase(),
		transaction,
		status,
		resultDate: textOf(check.resultDate),
		hash: check.hash.trim(),
		charged: facts.charged,
		reused: facts.reused,
		checksLeft: readUsage(facts.usage).checksLeft ?? undefined,
		pdfLink: textOf(check.pdfLink),
		shareLink: textOf(check.shareLink),
		reportMissing: facts.reportMissing,
		details: facts.includeDetails ? detailsOf(check, assessment, facts) : undefined,
		riskPolicy: facts.includePolicy ? describePolicy(policy) : undefined,
	});
}
