import { asSent, readHistoryItem } from '../../shared/history/records';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { isObject } from '../../shared/values';
import { checkDates } from './dates';
import { codeOfItem } from './memory';
import type { Queued } from './reports';
import type { TriggerState } from './state';
import type { PollPlan } from './types';

/** A record is some 500 characters; a much larger one is kept without what the document doesn't name. */
const MAX_CHARACTERS = 4_000;
const MAX_TEXT = 500;

const DOCUMENTED = [
	'hash',
	'currency',
	'address',
	'transaction',
	'status',
	'initDate',
	'resultDate',
	'pdfLink',
	'shareLink',
	'riskscore',
] as const;

/**
 * The form in which a check waits in the state: as the service sent it, within bounds.
 * @param item of the history.
 */
export function packItem(item: HistoryItem): HistoryItem {
	const sent = asSent(item) as HistoryItem;
	if (JSON.stringify(sent).length <= MAX_CHARACTERS) return sent;
	const members = DOCUMENTED.map((name) => [name, isObject(sent[name]) ? null : sent[name]]);
	const isShort = ([, value]: unknown[]) => typeof value !== 'string' || value.length <= MAX_TEXT;
	return Object.fromEntries(members.filter(isShort)) as HistoryItem;
}

/**
 * The checks that wait for their report, as they go on their way again.
 * @param state of the last poll.
 * @param plan the node's settings.
 */
export function unpackWaiting({ waiting = [] }: TriggerState, plan: PollPlan): Queued[] {
	return waiting.flatMap(({ item: sent, tries }) => {
		const item = readHistoryItem(sent);
		if (item === null) return [];
		const { open, needsReport } = plan.judge(item);
		return [{ code: codeOfItem(item), item, dates: checkDates(item, open), needsReport, tries }];
	});
}
