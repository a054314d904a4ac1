import { readNumber } from '../risk/numbers';
import { mayBeFraction } from '../risk/score';
import type { ProvenScale } from '../risk/types';

/** Where scores are read: results and history items may differ (design 4). */
export type ScoreSource = 'history' | 'report';

/** From here on a score is percent for sure; a fraction that was rounded badly may be a little above 1. */
const SURELY_PERCENT = 2;

/** How far a fraction and the percent beside it may be apart: each is rounded in its own way. */
const ROUNDING = 1;

interface Evidence {
	/** The largest score above 1. */
	percent?: number;
	/** A score up to 1, and the same check's score in percent on the other side. */
	fraction?: { score: number; percent: number };
}

/** What is known of a scale, and what shows it. */
export interface ScaleFinding {
	scale: ProvenScale;
	proof: string;
}

const NAMES: Record<ScoreSource, { here: string; there: string }> = {
	history: { here: 'a history item', there: 'result' },
	report: { here: 'a result', there: 'history item' },
};

/**
 * The scale of the service's scores, proved and not guessed (design 9): a score above 1 is percent; a score of 0.48 whose
 * other side says 48 is a fraction; nothing else proves it, and where both are found nothing is proved. Holds numbers only.
 */
export class ScaleEvidence {
	private readonly found: Record<ScoreSource, Evidence> = { history: {}, report: {} };

	private lookedAt = -Infinity;

	/**
	 * Notes the score of a completed check.
	 * @param source where it was read.
	 * @param raw as sent.
	 */
	note(source: ScoreSource, raw: unknown): void {
		const score = readNumber(raw);
		if (score === null || score < SURELY_PERCENT || score > 100) return;
		const evidence = this.found[source];
		evidence.percent = Math.max(evidence.percent ?? 0, score);
	}

	/**
	 * Notes what both sides say of one completed check.
	 * @param history the score of its history item, as sent.
	 * @param report the score of its result, as sent.
	 */
	notePair(history: unknown, report: unknown): void {
		this.note('history', history);
		this.note('report', report);
		this.noteFraction('history', readNumber(history), readNumber(report));
		this.noteFraction('report', readNumber(report), readNumber(history));
	}

	private noteFraction(source: ScoreSource, score: number | null, other: number | null): void {
		if (score === null || other === null) return;
		const isFraction = score > 0 && score <= 1 && other >= SURELY_PERCENT && other <= 100;
		if (!isFraction || Math.abs(score * 100 - other) > ROUNDING) return;
		this.found[source].fraction = { score, percent: other };
	}

	/** What is proved of the scores of one source. */
	of(source: ScoreSource): ScaleFinding {
		const { percent, fraction } = this.found[source];
		const { here, there } = NAMES[source];
		const isPercent = percent !== undefined && `${here} says ${percent}`;
		const isFraction =
			fraction !== undefined &&
			`${here} says ${fraction.score} where the ${there} of the same check says ${fraction.percent}`;
		if (isPercent && isFraction)
			return { scale: 'unproven', proof: `${isPercent}, but ${isFraction}` };
		if (isPercent) return { scale: 'percent', proof: isPercent };
		if (isFraction) return { scale: 'fraction', proof: isFraction };
		return { scale: 'unproven', proof: '' };
	}

	/**
	 * Says whether it is worth to look for evidence.
	 * @param source whose scale is wanted.
	 * @param now Unix milliseconds.
	 * @returns true at most once an hour, while nothing is proved.
	 */
	wantsEvidence(source: ScoreSource, now: number): boolean {
		if (this.of(source).scale !== 'unproven' || now - this.lookedAt < LOOK_AGAIN_MS) return false;
		this.lookedAt = now;
		return true;
	}
}

const LOOK_AGAIN_MS = 3_600_000;

/**
 * Whether a score may be either: read as it is, it is next to nothing; as a fraction of 1, it may be the highest.
 * @param raw as sent.
 */
export function isAmbiguousScore(raw: unknown): boolean {
	const score = readNumber(raw);
	return score !== null && mayBeFraction(score);
}
