import { judgeRecord, showCheck, type CheckFacts } from '../../shared/check/show';
import type { SimplifiedCheck } from '../../shared/check/schema';
import type { CheckRecord, HistoryItem } from '../../shared/service/schemas';
import type { NodeRun } from '../nodeRun';

/** A simplified check, with what decided in words, its place among others, and its status. */
export interface CheckView {
	json: SimplifiedCheck;
	said: string;
	/** In ascending order the worst check comes first. */
	rank: number;
	status?: string;
}

/** Judges a check under an item's rules, and shows it under its options. */
export function showUnder(
	run: Pick<NodeRun, 'session' | 'getOptions'>,
	check: CheckRecord | HistoryItem,
	index: number,
	facts: CheckFacts = {},
): CheckView {
	const { riskScoreScale: scale } = run.session;
	const { rules, includeDetails } = run.getOptions(index);
	const judgement = judgeRecord(check, rules, { scale, ...facts });
	const json = showCheck(check, judgement, { ...facts, rules, includeDetails });
	const { said, rank } = judgement;
	return { json, said, rank, status: check.status.trim() };
}
