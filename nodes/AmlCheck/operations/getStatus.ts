import { fetchResult } from '../../shared/checks/result';
import { readHistoryPage } from '../../shared/history/pages';
import { toFailure } from '../../shared/rpc/failure';
import { describeStatus, statusSchema } from '../outputs/status';
import { perItem } from './perItem';
import type { Operation } from './types';

/** How much of the history is read. */
const PAGE = { page: 0, pageSize: 200 };

/** The status says soon what is missing, rather than wait until it can be read. */
const LIMITS = { withinMs: 15_000 };

/** A part that can't be read leaves the others as they are; a refusal of the credentials does not. */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | null> {
	try {
		return await reading;
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.kind === 'credentials' || failure.kind === 'cancelled') throw failure;
		return null;
	}
}

/** `checkup.ping`, a page of `checkup.getcheckshistory`, and one `checkup.getresult` for the counts of the package; free. */
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
		const page = await unlessUnreadable(readHistoryPage(session, PAGE, LIMITS));
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
