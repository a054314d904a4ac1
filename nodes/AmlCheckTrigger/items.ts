import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fetchResult } from '../shared/checks/result';
import { simplifyCheck } from '../shared/checks/simplify';
import { toFailure, type FailureKind } from '../shared/rpc/failure';
import type { CheckRecord, HistoryItem, UsageMeta } from '../shared/rpc/schemas';
import type { CallOptions, RpcSession } from '../shared/rpc/session';
import { isWanted } from './judge';
import type { TriggerSettings } from './settings';

/** How many reports are asked for before the budget is looked at again. */
const REPORTS_AT_ONCE = 10;

/** As the service sent it, its `meta` from wherever it stood (service 2.2). */
interface UntouchedCheck {
	check: CheckRecord;
	meta: UsageMeta | null;
}

/** How long reports may take. */
interface ReportBudget {
	allowsReports(): boolean;
	callOptions(): CallOptions;
}

/** What is about one check alone. Another poll would meet it again and no later check would ever be delivered. */
const NOT_PASSING: ReadonlySet<FailureKind> = new Set([
	'mismatch',
	'notFound',
	'rejected',
	'undecided',
	'unreadable',
]);

/** The items of some checks. */
export interface MadeItems {
	items: INodeExecutionData[];
	/** How many of the checks they are of, from the first on. */
	handled: number;
}

/** A report, or why there is none. */
type Report = { result: UntouchedCheck } | { missing: string };

/**
 * Makes the items of new checks, as many as the budget allows where each needs a request of its own.
 * @param session the way to the service.
 * @param checks new checks, oldest first.
 * @param settings the node's parameters.
 * @param budget how long that may take.
 * @returns items of the first checks, in order, and how many checks that were: all, or where time ran short some, but
 * at least one. A check that its report shows not to be wanted has no item.
 * @throws AmlCheckError when a report can't be had for a reason that passes.
 */
export async function makeItems(
	session: RpcSession,
	checks: readonly HistoryItem[],
	settings: TriggerSettings,
	budget: ReportBudget,
): Promise<MadeItems> {
	if (!settings.includeReport) {
		const items = checks.map((check) => ({ json: present(check, settings) }));
		return { items, handled: checks.length };
	}
	const items: INodeExecutionData[] = [];
	let handled = 0;
	while (handled < checks.length && (handled === 0 || budget.allowsReports())) {
		const batch = checks.slice(handled, handled + REPORTS_AT_ONCE);
		const reports = await readReports(session, batch, budget);
		batch.forEach((check, index) => {
			const report = reports[index];
			const isDropped =
				'result' in report &&
				!isWanted(check, settings, 'history') &&
				!isWanted(report.result.check, settings, 'report');
			if (isDropped) return;
			items.push({ json: present(check, settings, report) });
		});
		handled += batch.length;
	}
	return { items, handled };
}

/** The session bounds how many are under way at once. All are awaited: none may go on once the poll is over. */
async function readReports(
	session: RpcSession,
	checks: readonly HistoryItem[],
	budget: ReportBudget,
): Promise<Report[]> {
	const outcomes = await Promise.allSettled(
		checks.map(async ({ hash }) => await readReport(session, hash, budget)),
	);
	return outcomes.map((outcome) => {
		if (outcome.status === 'fulfilled') return outcome.value;
		throw outcome.reason;
	});
}

async function readReport(
	session: RpcSession,
	hash: string,
	budget: ReportBudget,
): Promise<Report> {
	try {
		const { check, usage } = await fetchResult(session, hash, undefined, budget.callOptions());
		return { result: { check, meta: usage } };
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!NOT_PASSING.has(failure.kind)) throw failure;
		return { missing: failure.message };
	}
}

function present(check: HistoryItem, settings: TriggerSettings, report?: Report): IDataObject {
	if (!settings.simplify) return presentRaw(check, report);
	const { policy, includeDetails, includeRiskPolicy: includePolicy } = settings;
	const shown = { includeDetails, includePolicy };
	if (report === undefined) return simplifyCheck(check, policy, { ...shown, source: 'history' });
	if ('missing' in report) {
		const reportMissing = report.missing;
		return simplifyCheck(check, policy, { ...shown, source: 'history', reportMissing });
	}
	const { pdfLink, shareLink } = check;
	const full = { pdfLink, shareLink, ...report.result.check };
	return simplifyCheck(full, policy, { ...shown, usage: report.result.meta });
}

/** The history's item as it is; the answer with the report beside it. */
function presentRaw(check: HistoryItem, report?: Report): IDataObject {
	const raw = { ...check } as unknown as IDataObject;
	if (report === undefined) return raw;
	if ('missing' in report) return { ...raw, result: null, reportMissing: report.missing };
	return { ...raw, result: report.result as unknown as IDataObject };
}
