/**
 * The trigger's cursor: from a state, settings and pages of the history to what is new and the next state. Pure
 * functions of plain data; no n8n, no HTTP, no clock (design 3 and 7).
 */
export { planPoll, planTest } from './poll';
export type { PollResult } from './poll';
export { MAX_REMEMBERED, readState } from './state';
export type { TriggerState } from './state';
export { CursorError } from './types';
export type { PageAnswer, PageRequest, Paging, PollPlan, Verdict } from './types';
