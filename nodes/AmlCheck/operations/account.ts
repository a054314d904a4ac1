import { fetchResult, outcomeOf } from '../../shared/checks/result';
import { readUsage } from '../../shared/checks/simplify';
import { readDateSeconds } from '../../shared/dates';
import { readHistoryPage } from '../../shared/history/pages';
import type { RiskScoreScale } from '../../shared/risk';
import { readNumber } from '../../shared/risk/format';
import { toFailure } from '../../shared/rpc/failure';
import type { HistoryItem, UsageMeta } from '../../shared/rpc/schemas';
import { z } from '../../shared/vendor/zod';
import { perItem } from './operation';
import type { Operation } from './operation';

export const ping: Operation = {
	resource: 'account',
	value: 'ping',
	name: 'Test Connection',
	action: 'Test connection to the AML service',
	description: 'Test that the service accepts the access token and the IP address of this n8n',
	method: 'checkup.ping',
	properties: [],
	output: z
		.object({
			ok: z.literal(true).describe('Always true: what is not accepted is no output'),
			message: z.string().describe('What the service said'),
		})
		.strict(),
	example: { parameters: {} },
	run: perItem(async ({ session }) => {
		const { result } = await session.call('checkup.ping', undefined);
		return [{ json: { ok: true, message: result.message } }];
	}),
};

const count = () => z.number().int();

/** The item of Get Status. A key is missing if its value is not known: a filter can't take it for a number. */
const statusSchema = z
	.object({
		summary: z.string().describe('One line for a message'),
		advice: z.string().describe('What to do, in sentences; empty if there is nothing to do'),
		checksLeft: count().optional().describe('Checks left in the package'),
		checksUsed: count().optional().describe('Checks used of the package'),
		scoreScale: z
			.enum(['percent', 'fraction', 'unclear'])
			.describe('Scale of the risk scores in the history'),
		medianSeconds: z.number().optional().describe('Half of the checks took no longer'),
		slowestSeconds: z.number().optional().describe('How long the slowest check took'),
		checksRead: count().describe('How many checks of the history were read'),
		unfinished: count().describe('How many of them are not finished'),
		clockAheadSeconds: z
			.number()
			.optional()
			.describe("How far the service's clock is ahead of n8n's"),
	})
	.strict();

type Status = z.infer<typeof statusSchema>;

/** What was read for a status. */
export interface StatusFacts {
	/** One page of the history; null if it could not be read. */
	history: readonly HistoryItem[] | null;
	usage: UsageMeta | null;
	/** The setting in the credential. */
	riskScoreScale: RiskScoreScale;
	clockAheadMs?: number;
}

/** The trigger's default lookback. */
const USUAL_LOOKBACK_SECONDS = 3_600;

/** A package with so few checks runs low. */
const FEW_CHECKS = 20;

/** So many scores without one above 1 are fractions: among as many percents one would be above 1. */
const ENOUGH_SCORES = 10;

/** Clocks this far apart make the dates of checks unreliable. */
const CLOCK_IS_OFF_SECONDS = 120;

function readDurations(history: readonly HistoryItem[]): number[] {
	return history
		.filter(({ status }) => outcomeOf(status) !== 'pending')
		.flatMap(({ initDate, resultDate }) => {
			const [started, ended] = [readDateSeconds(initDate), readDateSeconds(resultDate)];
			return started === null || ended === null || ended < started ? [] : [ended - started];
		})
		.sort((a, b) => a - b);
}

function readScale(history: readonly HistoryItem[]): Status['scoreScale'] {
	const scores = history
		.filter(({ status }) => outcomeOf(status) === 'completed')
		.map(({ riskscore }) => readNumber(riskscore) ?? 0)
		.filter((score) => score > 0);
	if (scores.some((score) => score > 1)) return 'percent';
	return scores.length >= ENOUGH_SCORES ? 'fraction' : 'unclear';
}

/** Why to set the scale in the credential, and to what. */
const SCALE_ADVICE = {
	percent:
		'Scores above 1 are in the history: set Risk Score Scale in the AML Check API credential to Percent.',
	fraction:
		'No score of the history is above 1: set Risk Score Scale in the AML Check API credential to Fraction.',
};

function advise(status: Partial<Status>, { history, riskScoreScale }: StatusFacts): string[] {
	const { checksLeft, slowestSeconds = 0, clockAheadSeconds = 0, scoreScale } = status;
	const advice: string[] = [];
	if (checksLeft !== undefined && checksLeft <= FEW_CHECKS)
		advice.push(`The package runs low: ${checksLeft} checks are left. Buy more in time.`);
	if (slowestSeconds >= USUAL_LOOKBACK_SECONDS) {
		const minutes = Math.ceil((slowestSeconds * 1.25) / 60);
		advice.push(
			`A check took ${Math.ceil(slowestSeconds / 60)} minutes: set the trigger's Lookback (Minutes) to ${minutes} or more.`,
		);
	}
	if (Math.abs(clockAheadSeconds) > CLOCK_IS_OFF_SECONDS)
		advice.push(
			`The clocks of the service and of this n8n are ${Math.abs(clockAheadSeconds)} seconds apart: set the clock of this n8n.`,
		);
	if (history === null)
		advice.push('The history could not be read, so only the connection is known. Try again later.');
	if (scoreScale && scoreScale !== 'unclear' && scoreScale !== riskScoreScale)
		advice.push(SCALE_ADVICE[scoreScale]);
	return advice;
}

function summarize({ checksLeft, medianSeconds, slowestSeconds }: Partial<Status>): string {
	const parts = ['The service responds'];
	if (checksLeft !== undefined) parts.push(`${checksLeft} checks left`);
	if (medianSeconds !== undefined)
		parts.push(`a check takes ${medianSeconds} s, the slowest took ${slowestSeconds} s`);
	return parts.join(' · ');
}

/** Describes the service and the account in one flat item. */
export function describeStatus(facts: StatusFacts): Status {
	const history = facts.history ?? [];
	const { checksLeft, checksUsed } = readUsage(facts.usage);
	const durations = readDurations(history);
	const { clockAheadMs } = facts;
	const status = {
		...(checksLeft !== null && { checksLeft }),
		...(checksUsed !== null && { checksUsed }),
		scoreScale: readScale(history),
		...(durations.length > 0 && {
			medianSeconds: durations[Math.ceil(durations.length / 2) - 1],
			slowestSeconds: durations[durations.length - 1],
		}),
		checksRead: history.length,
		unfinished: history.filter(({ status: text }) => outcomeOf(text) === 'pending').length,
		...(clockAheadMs !== undefined && { clockAheadSeconds: Math.round(clockAheadMs / 1000) }),
	};
	return { summary: summarize(status), advice: advise(status, facts).join(' '), ...status };
}

/** The status soon shows that a part is missing, rather than wait until it can be read. */
const LIMITS = { withinMs: 15_000 };

/** A part that can't be read doesn't affect the others; refused credentials do. */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | null> {
	try {
		return await reading;
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.kind === 'credentials' || failure.kind === 'cancelled') throw failure;
		return null;
	}
}

export const getStatus: Operation = {
	resource: 'account',
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get account status and checks left',
	description:
		'Get the number of checks left, the usual duration of a check, and advice on settings',
	method: null,
	properties: [],
	output: statusSchema,
	example: { parameters: {} },
	run: perItem(async ({ session }) => {
		await session.call('checkup.ping', undefined, LIMITS);
		const page = await unlessUnreadable(
			readHistoryPage(session, { page: 0, pageSize: 200 }, LIMITS),
		);
		const newest = page?.items[0];
		const result =
			newest && (await unlessUnreadable(fetchResult(session, newest.hash, undefined, LIMITS)));
		const json = describeStatus({
			history: page && page.items,
			usage: result?.usage ?? null,
			riskScoreScale: session.riskScoreScale,
			clockAheadMs: session.clock.aheadMs,
		});
		return [{ json }];
	}),
};
