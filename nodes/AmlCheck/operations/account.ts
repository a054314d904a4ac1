import { readUsage } from '../../shared/checks/simplify';
import { optionalNumberField, textField } from '../../shared/outputs/check';
import { isUnfinished } from '../../shared/statuses';
import { withoutEmpty } from '../../shared/values';
import { z } from '../../shared/vendor/zod';
import {
	findLookbackMinutes,
	findMisfits,
	medianOf,
	readDurations,
	readScale,
} from '../status/findings';
import { observe, valueOf, type Observations } from '../status/observe';
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

const findingSchema = z.strictObject({
	what: textField('What the service does'),
	meaning: textField('What follows from it'),
	setting: textField('What to set; empty if no setting helps'),
});

/** The item of Get Status. A key is missing if its value is not known: a filter can't take it for a number. */
const statusSchema = z.strictObject({
	summary: textField('One line for a message'),
	findings: z
		.array(findingSchema)
		.describe('What of this service does not fit the nodes; empty if nothing was seen'),
	checksLeft: countField('Checks left in the package').optional(),
	checksUsed: countField('Checks used of the package').optional(),
	scoreScale: z
		.enum(['percent', 'fraction', 'unclear'])
		.describe('Scale of the risk scores in the history'),
	medianSeconds: optionalNumberField('Half of the checks took no longer'),
	slowestSeconds: optionalNumberField('How long the slowest check took'),
	lookbackMinutes: countField("The trigger's Lookback that these checks need"),
	checksRead: countField('How many checks of the history were read'),
	unfinished: countField('How many of them are not finished'),
	latencyMs: countField('How long the service took to answer, in milliseconds'),
	clockAheadSeconds: optionalNumberField("How far the service's clock is ahead of n8n's"),
});

type AccountStatus = z.infer<typeof statusSchema>;

const FEW_CHECKS = 20;

function summarize(status: Omit<AccountStatus, 'summary'>): string {
	const { checksLeft, medianSeconds, slowestSeconds, findings } = status;
	const parts = ['The service responds'];
	if (checksLeft !== undefined)
		parts.push(`${checksLeft} checks left${checksLeft <= FEW_CHECKS ? ': buy more in time' : ''}`);
	if (medianSeconds !== undefined)
		parts.push(`a check takes ${medianSeconds} s, the slowest took ${slowestSeconds} s`);
	if (findings.length > 0)
		parts.push(`${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`);
	return parts.join(' · ');
}

/** Describes the service and the account in one item; pure. */
function describeStatus(seen: Observations): AccountStatus {
	const { clockAheadMs, first, latencyMs, results } = seen;
	const history = valueOf(first)?.items ?? [];
	const durations = readDurations(history);
	const usage = results.map(({ result }) => valueOf(result)?.usage).find(Boolean) ?? null;
	const known = withoutEmpty<Omit<AccountStatus, 'summary'>>({
		findings: findMisfits(seen),
		...readUsage(usage),
		scoreScale: readScale(history),
		medianSeconds: medianOf(durations),
		slowestSeconds: durations.at(-1),
		lookbackMinutes: findLookbackMinutes(durations.at(-1) ?? 0),
		checksRead: history.length,
		unfinished: history.filter(isUnfinished).length,
		latencyMs,
		clockAheadSeconds: clockAheadMs === undefined ? null : Math.round(clockAheadMs / 1000),
	});
	return { summary: summarize(known), ...known };
}

export const getStatus: Operation = {
	resource: 'account',
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get account status and checks left',
	description:
		'Get the number of checks left, how long a check takes, and what to set for this service',
	method: null,
	properties: [],
	output: statusSchema,
	run: perItem(async ({ session }) => [{ json: describeStatus(await observe(session)) }]),
};
