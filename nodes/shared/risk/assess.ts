import { formatNumber } from './numbers';
import { rawScore, readScore } from './score';
import type { ScoreReading } from './score';
import { readSignals } from './signals';
import type { SignalsReading } from './signals';
import { clip, plainText } from './text';
import type { RiskAssessment, RiskFacts, RiskLevel, RiskPolicy } from './types';

/** How many names one reason lists before it says how many more there are. */
const MAX_NAMES = 5;

/**
 * Turns the facts of a check into a level with its reasons (design 6).
 *
 * - A critical signal above zero makes it `high`, whatever the score and however the check ended.
 * - Otherwise a check that is not completed, or has no readable score, is `unknown`.
 * - Otherwise the score decides, except that where a critical signal can't be read, and the score alone
 *   does not make it `high`, the level is `unknown`: nobody can say that the signal is zero.
 *
 * @param facts the report's `riskscore` and `signals` as sent, and how the check ended
 * @param policy thresholds from 0 to 100, the scale of the score, and the critical signals
 * @returns the assessment; it never throws, whatever the facts are
 */
export function assessRisk(facts: RiskFacts, policy: RiskPolicy): RiskAssessment {
	const score = readFinalScore(facts, policy);
	const signals = readSignals(facts.signals, policy.criticalSignals);
	const doubts = criticalDoubts(signals);
	const scoreLevel = levelOfScore(score, policy);
	return {
		riskScore: score.score,
		rawRiskScore: rawScore(facts.riskscore),
		riskLevel: decide(signals.criticalFound.length > 0, doubts.length > 0, scoreLevel),
		riskReasons: [
			...criticalReasons(signals),
			...(scoreLevel === 'high' ? [] : doubts),
			...scoreReasons(score, scoreLevel, facts, policy),
			...(scoreLevel === 'high' ? doubts : []),
			...otherReasons(signals, score),
		],
		signals: signals.signals,
		criticalFound: signals.criticalFound,
		dangerShare: signals.dangerShare,
		readAsFraction: score.readAsFraction,
	};
}

function decide(criticalFound: boolean, doubt: boolean, scoreLevel: RiskLevel): RiskLevel {
	if (criticalFound || scoreLevel === 'high') return 'high';
	return doubt ? 'unknown' : scoreLevel;
}

/** A number in a check that has not completed is no finding, so it counts as no score. */
function readFinalScore(facts: RiskFacts, policy: RiskPolicy): ScoreReading {
	if (facts.outcome === 'completed') return readScore(facts.riskscore, policy.riskScoreScale);
	const reason =
		facts.outcome === 'failed'
			? 'The check failed, so there is no risk score to rely on'
			: 'The check is not finished, so there is no risk score yet';
	return { score: null, readAsFraction: false, reason };
}

/** Compared so that a threshold that is not a number raises the level instead of lowering it. */
function levelOfScore({ score }: ScoreReading, policy: RiskPolicy): RiskLevel {
	if (score === null) return 'unknown';
	if (!(score < policy.highRiskFrom)) return 'high';
	return score < policy.mediumRiskFrom ? 'low' : 'medium';
}

function scoreReasons(
	reading: ScoreReading,
	level: RiskLevel,
	facts: RiskFacts,
	policy: RiskPolicy,
): string[] {
	if (reading.score === null) return [reading.reason];
	const { score } = reading;
	const position = {
		low: `is below the medium threshold ${policy.mediumRiskFrom}`,
		medium: `is at or above the medium threshold ${policy.mediumRiskFrom}`,
		high: `is at or above the high threshold ${policy.highRiskFrom}`,
		unknown: '',
	}[level];
	const reasons = [`Risk score ${score} ${position}`];
	if (reading.readAsFraction) {
		reasons.push(`Risk score ${String(facts.riskscore).trim()} was read as a fraction of 1`);
	}
	return reasons;
}

function criticalReasons(signals: SignalsReading): string[] {
	if (signals.criticalFound.length === 0) return [];
	const shares = new Map(signals.signals.map(({ name, share }) => [name, share]));
	const found = signals.criticalFound.map((name) => {
		const share = shares.get(name);
		return share === undefined
			? `${readable(name)} (beyond any scale)`
			: `${readable(name)} ${formatNumber(share, 2)} %`;
	});
	return [`Critical signal: ${list(found)}`];
}

function criticalDoubts(signals: SignalsReading): string[] {
	if (signals.state === 'unreadable') return ["The report's signals can't be read"];
	if (signals.criticalUnreadable.length === 0) return [];
	return [
		`Critical signal without a readable value: ${list(signals.criticalUnreadable.map(readable))}`,
	];
}

function otherReasons(signals: SignalsReading, score: ScoreReading): string[] {
	if (signals.state === 'absent' && score.score !== null) {
		return ['No signals in the report, so the level rests on the score alone'];
	}
	const told = new Set([...signals.criticalFound, ...signals.criticalUnreadable]);
	const others = signals.unreadable.filter((name) => !told.has(name));
	return others.length === 0
		? []
		: [`Signal without a readable value: ${list(others.map(readable))}`];
}

function readable(name: string): string {
	return plainText(name, 40) || 'unnamed';
}

function list(names: readonly string[]): string {
	const shown = clip(names.slice(0, MAX_NAMES).join(', '), 240);
	return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
