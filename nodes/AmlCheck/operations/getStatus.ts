import { proveScales } from '../../shared/checks/proveScales';
import { fetchResult } from '../../shared/checks/result';
import { MAX_PAGE_SIZE, readHistoryPage } from '../../shared/history/pages';
import { toFailure } from '../../shared/rpc/failure';
import type { HistoryItem, UsageMeta } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { describeStatus, statusSchema } from '../outputs/status';
import { perItem } from './perItem';
import type { Operation } from './types';

/** A part of the status that can't be had leaves the others as they are; a refusal of the credentials does not. */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | null> {
	try {
		return await reading;
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.kind === 'credentials' || failure.kind === 'cancelled') throw failure;
		return null;
	}
}

/** The package's counts come with any result (service 2.2). */
async function readUsage(
	session: RpcSession,
	history: readonly HistoryItem[],
): Promise<UsageMeta | null> {
	if (history.length === 0) return null;
	const result = await unlessUnreadable(fetchResult(session, history[0].hash));
	return result?.usage ?? null;
}

/** `checkup.ping`, `checkup.getcheckshistory` and `checkup.getresult` (service 4.1, 4.5, 4.7); free. */
export const getStatus: Operation = {
	resource: 'account',
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get account status',
	description:
		'Tell how many checks are left, how long checks take and how the service behaves, with advice. Free.',
	method: null,
	properties: [],
	output: statusSchema,
	example: { parameters: {} },
	run: perItem(async ({ session }) => {
		await session.call('checkup.ping', undefined);
		const query = { page: 0, pageSize: MAX_PAGE_SIZE };
		const page = await unlessUnreadable(readHistoryPage(session, query));
		const history = page?.items ?? [];
		const usage = await readUsage(session, history);
		if (history.length > 0) await proveScales(session, history);
		const { scales } = session.knowledge;
		const json = describeStatus({
			history: page && history,
			usage,
			results: scales.of('report'),
			scores: scales.of('history'),
			clockAheadMs: session.clock.aheadMs,
		});
		return [{ json }];
	}),
};
