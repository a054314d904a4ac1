/**
 * The trigger's cursor: from a state, settings and answers of the service to what is new and the next state. Pure
 * functions of plain data; no n8n, no HTTP, no clock (design 3 and 7).
 */
export { serviceNow } from './dates';
export { planPoll } from './poll';
export type { PollResult } from './conclude';
export { planTest } from './manual';
export { readState } from './storedState';
export type { TriggerState } from './state';
export { CursorError } from './types';
export type {
	Delivery,
	FailedAnswer,
	PageAnswer,
	PageRequest,
	PollAnswer,
	Polling,
	PollPlan,
	PollRequest,
	Report,
	ReportAnswer,
	ReportsAnswer,
	ReportsRequest,
	Verdict,
} from './types';
