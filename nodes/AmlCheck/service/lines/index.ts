import type { Line } from '../finding';
import { CALL_LINES } from './calls';
import { CHECK_LINES } from './checks';
import { HISTORY_LINES } from './history';
import { REPORT_LINES } from './reports';
import { TIME_LINES } from './times';

/** The one table of lines, in the order of docs/maintainers/contract.md. */
export const LINES: readonly Line[] = [
	HISTORY_LINES.order,
	TIME_LINES.shown,
	TIME_LINES.dates,
	TIME_LINES.clock,
	TIME_LINES.end,
	HISTORY_LINES.pages,
	HISTORY_LINES.end,
	REPORT_LINES.repeatedId,
	CALL_LINES.failures,
	CHECK_LINES.assets,
	HISTORY_LINES.stability,
	HISTORY_LINES.results,
	CALL_LINES.connection,
	CALL_LINES.currencies,
	CHECK_LINES.statuses,
	CHECK_LINES.scale,
	CHECK_LINES.results,
	REPORT_LINES.signals,
	REPORT_LINES.search,
	REPORT_LINES.links,
	CHECK_LINES.counts,
	REPORT_LINES.sameWallet,
];
