import { fetchResult } from '../../shared/checks/result';
import { readUsage } from '../../shared/checks/simplify';
import { readHistoryPage } from '../../shared/history/pages';
import { optionalNumberField, textField } from '../../shared/outputs/check';
import type { RiskScoreScale } from '../../shared/risk';
import { toFailure } from '../../shared/failures/failure';
import type { HistoryItem, UsageMeta } from '../../shared/rpc/schemas';
import { withoutEmpty } from '../../shared/values';
import { z } from '../../shared/vendor/zod';
import {
	CLOCK_IS_OFF_SECONDS,
	findLookbackMinutes,
	findScaleSetting,
	isUnfinished,
	medianOf,
	readDurations,
	readScale,
} from '../service/facts';
import { perItem, type Operation } from './operation';

export const ping: Operation = {
	resource: 'account',
	value: 'ping',
	name: 'Test Connection',
	action: 'Test connection to service',
	description: 'Test that the service accepts the access token and the IP address of this n8n',
	method: 'checkup.ping',
	properties: [],
	output: z.strictObject({
		ok: z.literal(true).describe('Always true: what is not accepted is no output'),
		message: textField('What the service said'),
	}),
	run: perItem(async ({ session }) => {
		const { result } = await session.call('checkup.ping', undefined);
		return [{ json: { ok: true, message: result.message } }];
	}),
};

const countField = (meaning: string) => z.number().int().describe(meaning);

/** The item of Get Status. A key is missing if its value is not known: a filter can't take it for a number. */
const statusSchema = z.strictObject({
	summary: textField('One line for a message'),
	advice: textField('What to do, in sentences; empty if there is nothing to do'),
	checksLeft: countField('Checks left in the package').optional(),
	checksUsed: countField('Checks used of the package').optional(),
	scoreScale: z
		.enum(['percent', 'fraction', 'unclear'])
		.describe('Scale of the risk scores in the history'),
	medianSeconds: optionalNumberField('Half of the checks took no longer'),
	slowestSeconds: optionalNumberField('How long the slowest check took'),
	checksRead: countField('How many checks of the history were read'),
	unfinished: countField('How many of them are not finished'),
	clockAheadSeconds: optionalNumberField("How far the service's clock is ahead of n8n's"),
});

type AccountStatus = z.infer<typeof statusSchema>;
type Facts = Omit<AccountStatus, 'summary' | 'advice'>;

/** The facts that a status is made of. */
export interface StatusFacts {
	/** One page; null if it could not be read. */
	history: readonly HistoryItem[] | null;
	usage: UsageMeta | null;
	/** The setting in the credential. */
	riskScoreScale: RiskScoreScale;
	clockAheadMs?: number;
}

const FEW_CHECKS = 20;

const SCALE_SEEN = {
	Percent: 'Scores above 1 are in the history',
	Fraction: 'No score of the history is above 1',
};

function advise(facts: Facts, { history, riskScoreScale }: StatusFacts): string {
	const { checksLeft, slowestSeconds = 0, clockAheadSeconds = 0, scoreScale } = facts;
	const lookback = findLookbackMinutes(slowestSeconds);
	const scale = findScaleSetting(scoreScale, riskScoreScale);
	const advice = [
		checksLeft !== undefined &&
			checksLeft <= FEW_CHECKS &&
			`The package runs low: ${checksLeft} checks are left. Buy more in time.`,
		lookback &&
			`A check took ${Math.ceil(slowestSeconds / 60)} minutes: set the trigger's 'Lookback (Minutes)' to ${lookback} or more.`,
		Math.abs(clockAheadSeconds) > CLOCK_IS_OFF_SECONDS &&
			`The clocks of the service and of this n8n are ${Math.abs(clockAheadSeconds)} seconds apart: set the clock of this n8n.`,
		history === null &&
			'The history could not be read, so only the connection is known. Try again later.',
		scale &&
			`${SCALE_SEEN[scale]}: set 'Risk Score Scale' in the AML Check API credential to ${scale}.`,
	];
	return advice.filter(Boolean).join(' ');
}

function summarize({ checksLeft, medianSeconds, slowestSeconds }: Facts): string {
	const parts = ['The service responds'];
	if (checksLeft !== undefined) parts.push(`${checksLeft} checks left`);
	if (medianSeconds !== undefined)
		parts.push(`a check takes ${medianSeconds} s, the slowest took ${slowestSeconds} s`);
	return parts.join(' · ');
}

/** Describes the service and the account in one flat item. */
export function describeStatus(read: StatusFacts): AccountStatus {
	const { clockAheadMs, usage } = read;
	const history = read.history ?? [];
	const durations = readDurations(history);
	const facts = withoutEmpty<Facts>({
		...readUsage(usage),
		scoreScale: readScale(history),
		medianSeconds: medianOf(durations),
		slowestSeconds: durations.at(-1),
		checksRead: history.length,
		unfinished: history.filter(isUnfinished).length,
		clockAheadSeconds: clockAheadMs === undefined ? null : Math.round(clockAheadMs / 1000),
	});
	return { summary: summarize(facts), advice: advise(facts, read), ...facts };
}

/** The status soon shows that a part is missing, rather than wait until it can be read. */
const FREE_CALL = { withinMs: 15_000 };

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
	run: perItem(async ({ session }) => {
		const { riskScoreScale, clock } = session;
		await session.call('checkup.ping', undefined, FREE_CALL);
		const firstPage = readHistoryPage(session, { page: 0, pageSize: 200 }, FREE_CALL);
		const history = (await unlessUnreadable(firstPage))?.items ?? null;
		const result =
			history?.[0] &&
			(await unlessUnreadable(fetchResult(session, history[0].hash, undefined, FREE_CALL)));
		const usage = result?.usage ?? null;
		return [
			{ json: describeStatus({ history, usage, riskScoreScale, clockAheadMs: clock.aheadMs }) },
		];
	}),
};
