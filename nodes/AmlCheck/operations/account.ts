import { fetchResult } from '../../shared/check/result';
import { parseUsage } from '../../shared/check/show';
import { parseDateSeconds, writeDate } from '../../shared/base/dates';
import { parseNumber } from '../../shared/base/format';
import { fetchHistoryPage } from '../../shared/service/pages';
import { flagField, optionalTextField, textField } from '../../shared/check/schema';
import type { HistoryItem } from '../../shared/service/schemas';
import type { RpcSession } from '../../shared/service/session';
import { withoutEmpty } from '../../shared/base/values';
import { z } from '../../shared/vendor/zod';
import { perItem, type Operation } from './operation';

export const ping: Operation = {
	resource: 'account',
	value: 'ping',
	name: 'Test Connection',
	action: 'Test the connection',
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
	answers: z.literal(true).describe('Always true: a service that does not answer is an error'),
	networks: textField('Codes of the networks in the currency list'),
	tokens: countField('Tokens in the currency list'),
	historyReadable: flagField('Whether the history could be read'),
	newestFirst: flagField(
		'Whether the history lists the newest check first; missing below two checks',
	).optional(),
	newestDate: optionalTextField('When the newest check began, ISO 8601'),
	newestScore: z
		.union([z.number(), z.string()])
		.optional()
		.describe('Score of the newest check as the service sent it'),
	scoreScale: z
		.enum(['percent', 'fraction', 'unclear'])
		.describe('Scale of the scores on the newest page of the history'),
	checksLeft: countField('Checks left in the package, as the newest check says').optional(),
	checksUsed: countField('Checks used of the package, as the newest check says').optional(),
});

type AccountStatus = z.infer<typeof statusSchema>;

const PAGE_SIZE = 100;

/** Each of the three requests is sent once, for at most so long, in milliseconds. */
const ONCE = { withinMs: 10_000, maxAttempts: 1 };

/** The fewest scores that are fractions if none is above 1: among as many percents one would be. */
const ENOUGH_SCORES = 10;

/** Finds the scale of the scores on a page: one above 1 is percent; pure. */
function findScale(records: readonly HistoryItem[]): AccountStatus['scoreScale'] {
	const scores = records
		.map(({ riskscore }) => parseNumber(riskscore) ?? 0)
		.filter((score) => score > 0);
	if (scores.some((score) => score > 1)) return 'percent';
	return scores.length >= ENOUGH_SCORES ? 'fraction' : 'unclear';
}

/** Whether a page goes down by one of the two dates (contract 1); undefined where too few can be read; pure. */
function isNewestFirst(records: readonly HistoryItem[]): boolean | undefined {
	const orders = (['initDate', 'resultDate'] as const).map((name) =>
		records.map((record) => parseDateSeconds(record[name])).filter((date) => date !== null),
	);
	if (orders.every((dates) => dates.length < 2)) return undefined;
	return orders.some(
		(dates) => dates.length > 1 && dates.every((date, at) => at === 0 || date <= dates[at - 1]),
	);
}

const findScore = (score: unknown) =>
	typeof score === 'number' || typeof score === 'string' ? score : undefined;

function writeInitDate({ initDate }: HistoryItem): string | undefined {
	const seconds = parseDateSeconds(initDate);
	return seconds === null ? undefined : writeDate(seconds * 1000);
}

function summarize({ historyReadable, newestFirst, checksLeft }: AccountStatus): string {
	const order = newestFirst === false ? 'the history does not list the newest checks first' : '';
	return [
		'The service answers',
		historyReadable ? order : 'the history could not be read',
		checksLeft === undefined ? '' : `${checksLeft} checks left`,
	]
		.filter(Boolean)
		.join(' · ');
}

/**
 * Asks for the currency list, the newest page of the history and the result of its newest check; free.
 * @throws AmlCheckError if the service doesn't answer the first of them.
 */
async function fetchStatus(session: RpcSession): Promise<AccountStatus> {
	const { result: list } = await session.call('checkup.currencylist', undefined, ONCE);
	const query = { page: 0, pageSize: PAGE_SIZE };
	const page = await fetchHistoryPage(session, query, ONCE).catch(() => undefined);
	const records = page?.items ?? [];
	const newest = records.at(0);
	const result = newest
		? await fetchResult(session, newest.hash, undefined, ONCE).catch(() => undefined)
		: undefined;
	const status = withoutEmpty<AccountStatus>({
		summary: '-',
		answers: true,
		networks: [...new Set(list.map(({ currency }) => currency.toUpperCase()))].join(', '),
		tokens: list.filter(({ token_id: id }) => String(id) !== '0').length,
		historyReadable: page !== undefined,
		newestFirst: isNewestFirst(records),
		newestDate: newest && writeInitDate(newest),
		newestScore: findScore(newest?.riskscore),
		scoreScale: findScale(records),
		...parseUsage(result?.usage ?? null),
	});
	return { ...status, summary: summarize(status) };
}

export const getStatus: Operation = {
	resource: 'account',
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get the status of the account',
	description: 'Get the checks left in the package, and what the service answers',
	method: null,
	properties: [],
	output: statusSchema,
	run: perItem(async ({ session }) => [{ json: await fetchStatus(session) }]),
};
