import { assessCheck } from '../shared/checks/simplify';
import type { CheckSource } from '../shared/checks/simplify';
import { outcomeOf } from '../shared/checks/status';
import { readCurrency } from '../shared/currencies';
import { compareSubject, subjectOf, UNTOLD_SUBJECT } from '../shared/reports/subject';
import type { ProvenScale } from '../shared/risk/types';
import type { CheckRecord, HistoryItem } from '../shared/rpc/schemas';
import { isObject } from '../shared/values';
import type { Delivery, PollPlan, Report, Verdict } from './cursor';
import type { TriggerSettings } from './settings';

/** Items asked for at a time: all that the service gives (service 8). */
const PAGE_SIZE = 1000;

/** What is known of the scale of a source's scores, at the time of asking: each answer may prove it (design 9). */
export type ScaleOf = (source: CheckSource) => ProvenScale;

/** Where nothing is known. */
export const unproven: ScaleOf = () => 'unproven';

/** What a check is judged by: the node's parameters, and what is known of the service. */
interface Rules {
	settings: TriggerSettings;
	scaleOf: ScaleOf;
}

/**
 * What the cursor has to know about the node's settings.
 * @param settings the node's parameters.
 * @param account whose history it is, as a digest.
 * @param scaleOf what is known of the scale of scores.
 * @returns the plan of every poll under them.
 */
export function planOf(
	settings: TriggerSettings,
	account: string,
	scaleOf: ScaleOf = unproven,
): PollPlan {
	const rules = { settings, scaleOf };
	const { triggerOn, filter, startFrom } = settings;
	return {
		settings: JSON.stringify([triggerOn, filter.currency ?? null, filter.type ?? null]),
		account,
		triggerOn,
		pageSize: PAGE_SIZE,
		lookbackSeconds: settings.lookbackMinutes * 60,
		startFrom,
		judge: (item) => judge(item, rules),
		doubt,
		accepts: (delivery) => accepts(delivery, rules),
	};
}

/**
 * Design 7, "What counts". A status that can't be read says neither finished nor unfinished: the report has to tell.
 * With reports, whether a check is wanted is known with its report only: the history tells no signals (service 2.6).
 */
function judge(item: HistoryItem, rules: Rules): Verdict {
	const { settings } = rules;
	const isUnclear = item.status.trim() === '';
	const open = !isUnclear && outcomeOf(item.status) === 'pending';
	const needsReport = !open && item.hash !== '' && (isUnclear || settings.includeReport);
	const due = settings.triggerOn === 'checkCreated' || !open;
	const mayPass = due && !isOutside(item, settings.filter);
	return { open, due, needsReport, wanted: mayPass && (needsReport || accepts({ item }, rules)) };
}

/** The service filters by them; what it lets through all the same was not asked for. What a record doesn't tell passes. */
function isOutside({ currency, transaction }: HistoryItem, filter: TriggerSettings['filter']) {
	const network = readCurrency(currency)?.network;
	const isOther = network !== undefined && network !== filter.currency;
	if (filter.currency !== undefined && isOther) return true;
	if (filter.type === 'address') return Boolean(transaction);
	return filter.type === 'tx' && transaction === '';
}

/** Why a report can't stand for a check of the history; null where it can. */
function doubt(item: HistoryItem, { check }: Report): string | null {
	const outcome = outcomeOf(check.status);
	if (outcome === 'pending') return 'The report is not finished yet';
	if (outcome === 'completed' && !isObject(check.report)) return 'The result has no report yet';
	const subject = subjectOf(item);
	if (subject !== undefined) {
		const verdict = compareSubject(check, subject);
		if (verdict === 'other') return 'The report that came is about another target';
		return verdict === 'untold' ? UNTOLD_SUBJECT : null;
	}
	const isSame =
		(check.address ?? '') === item.address &&
		(check.transaction || '') === (item.transaction || '');
	return isSame || item.address === '' ? null : 'The report that came is about another target';
}

/**
 * Whether a check passes the filters by score and level. They are applied here and not by the service: a pending check
 * has no score yet, and its end has to be seen.
 */
function accepts({ item, report, missing }: Delivery, rules: Rules): boolean {
	if (rules.settings.triggerOn === 'checkCreated') return true;
	if (report === undefined)
		return passes(item, 'history', rules, missing === undefined ? 'all' : 'part');
	const { check } = report;
	return passes(item, 'history', rules, 'known') || passes(check, 'report', rules, 'all');
}

/**
 * @param check from the history, or with its report.
 * @param source which of the two it is.
 * @param rules what it is judged by.
 * @param extent whether this is `all` that can be known of the check, or `part` of what was asked for; `known` where
 * something else tells the rest.
 */
function passes(
	check: CheckRecord | HistoryItem,
	source: CheckSource,
	{ settings, scaleOf }: Rules,
	extent: 'all' | 'part' | 'known',
): boolean {
	const { riskScoreFrom, riskScoreTo, riskLevels, includeUnscored, includeReport } = settings;
	const facts = { source, provenScale: scaleOf(source) };
	const { riskScore, riskLevel, criticalFound } = assessCheck(check, settings.policy, facts);
	const score = riskScore ?? null;
	const isCritical = criticalFound.length > 0;
	// Somebody should look at what was asked for and could not be told; what was not asked for is no news.
	const isUntold = riskLevel === 'unknown' && (score === null || includeReport);
	const isInDoubt = extent === 'part' || (extent === 'all' && isUntold);
	const mayPass = isInDoubt && includeUnscored;
	if (riskLevels !== null && !riskLevels.includes(riskLevel) && !mayPass) return false;
	if (riskScoreFrom === null && riskScoreTo === null) return true;
	if (score === null) return isCritical || mayPass;
	const isFrom = isCritical || mayPass || score >= (riskScoreFrom ?? 0);
	return isFrom && score <= (riskScoreTo ?? 100);
}
