import { judgeRecord, showCheck, type CheckFacts } from '../../shared/check/show';
import type { SimplifiedCheck } from '../../shared/check/schema';
import type { CheckRecord, HistoryItem } from '../../shared/service/schemas';
import type { RpcSession } from '../../shared/service/session';
import type { RunOptions } from '../nodeRun';

/** A simplified check, with what decided in words, its place among others, and its status. */
export interface CheckView {
	json: SimplifiedCheck;
	said: string;
	/** In ascending order the worst check comes first. */
	rank: number;
	status?: string;
}

/** What an item says of how its checks are judged and shown. */
export interface ShownUnder {
	session: Pick<RpcSession, 'riskScoreScale'>;
	options: Pick<RunOptions, 'rules' | 'includeDetails'>;
}

/** Judges a check under an item's rules, and shows it under its options. */
export function showUnder(
	{ session, options }: ShownUnder,
	check: CheckRecord | HistoryItem,
	facts: CheckFacts = {},
): CheckView {
	const { riskScoreScale: scale } = session;
	const { rules, includeDetails } = options;
	const judgement = judgeRecord(check, rules, { scale, ...facts });
	const json = showCheck(check, judgement, { ...facts, rules, includeDetails });
	const { said, rank } = judgement;
	return { json, said, rank, status: check.status.trim() };
}
