import { denoise, parseNumber } from '../base/format';
import { byText, isNothing } from '../base/values';
import { z } from '../vendor/zod';
import { findGroup, type SignalGroup } from './vocabulary';

/** How `riskscore` is read; `auto` takes a number below 1 for a fraction and one above 1 for percent. */
export type RiskScoreScale = 'auto' | 'percent' | 'fraction';

/** One source of funds above zero. */
export interface Signal {
	/** As the service sent it. */
	name: string;
	group: SignalGroup;
	/** Percent of the funds, 0 to 100. */
	share: number;
}

/** What a report says. A member that is missing was not sent. */
export interface Report {
	/** 0 to 100. */
	score?: number;
	/** Whether the score is exactly 1, which can be 1 % or 100 %. */
	isScaleUnclear: boolean;
	/** Whether a score below 1 was taken for a fraction because the scale is `auto`. */
	isScaleGuessed: boolean;
	/** Largest share first. */
	signals?: Signal[];
}

/** Fractions may be rounded: together they are this much at most. */
const FRACTIONS_SUM = 1.01;
/** Percent values are together between these. */
const PERCENT_SUM = { from: 99, to: 101 };

const number = z.unknown().transform((value, context) => {
	const read = parseNumber(value);
	if (read !== null && Number.isFinite(read)) return denoise(read);
	context.addIssue({ code: 'custom' });
	return z.NEVER;
});

const share = number.pipe(z.number().min(0).max(100));

/** The factor that makes percents of values; undefined where they are neither fractions nor percents. */
function findFactor(values: readonly number[]): number | undefined {
	const sum = values.reduce((total, value) => total + value, 0);
	if (sum <= FRACTIONS_SUM && values.every((value) => value <= 1)) return 100;
	return sum >= PERCENT_SUM.from && sum <= PERCENT_SUM.to ? 1 : undefined;
}

const signals = z.record(share).transform((map, context): Signal[] => {
	const factor = findFactor(Object.values(map));
	if (factor === undefined) {
		context.addIssue({ code: 'custom' });
		return z.NEVER;
	}
	return Object.entries(map)
		.filter(([, value]) => value > 0)
		.map(([name, value]) => ({ name, group: findGroup(name), share: denoise(value * factor) }))
		.sort((a, b) => b.share - a.share || byText(a.name, b.name));
});

const orMissing = <T extends z.ZodTypeAny>(schema: T) =>
	z.preprocess((value) => (isNothing(value) ? undefined : value), schema.optional());

const makeSchema = (topScore: number) =>
	z.object({
		riskscore: orMissing(number.pipe(z.number().min(0).max(topScore))),
		signals: orMissing(signals),
	});

const REPORT = makeSchema(100);
const REPORT_OF_FRACTIONS = makeSchema(1);

/** Under `auto` a low percentage below 1 is read as a high one, never the other way round. */
function parseScale(value: number | undefined, scale: RiskScoreScale): Omit<Report, 'signals'> {
	const isScaleUnclear = scale === 'auto' && value === 1;
	const isScaleGuessed = scale === 'auto' && value !== undefined && value > 0 && value < 1;
	if (value === undefined || isScaleUnclear) return { isScaleUnclear, isScaleGuessed };
	const isFraction = scale === 'fraction' || isScaleGuessed;
	const score = isFraction ? denoise(value * 100) : value;
	return { score, isScaleUnclear, isScaleGuessed };
}

/**
 * Parses the report of a check by one schema (design 6): a score on its scale, and a map of names to numbers that are
 * all fractions or all percents. Numbers may be texts.
 * @returns undefined for what doesn't fit, whatever is wrong with it.
 */
export function parseReport(raw: unknown, scale: RiskScoreScale): Report | undefined {
	const schema = scale === 'fraction' ? REPORT_OF_FRACTIONS : REPORT;
	const { data } = schema.safeParse(raw);
	return data && { ...parseScale(data.riskscore, scale), signals: data.signals };
}
