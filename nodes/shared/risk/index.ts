/**
 * What a report means: pure functions from the service's data and a policy to a level with its reasons.
 * No n8n, no HTTP, no clock (design 3 and 6).
 */
export { assessRisk } from './assess';
export { DEFAULT_RISK_POLICY, describePolicy, parseRiskPolicy } from './policy';
export type { RiskPolicyOptions } from './policy';
export { MAX_SUMMARY_LENGTH, summarizeCheck } from './summary';
export type { SummaryInput } from './summary';
export type {
	RiskAssessment,
	RiskFacts,
	RiskLevel,
	RiskPolicy,
	RiskScoreScale,
	Signal,
	SignalGroup,
} from './types';
export { SIGNAL_NAMES } from './vocabulary';
export type { KnownSignal } from './vocabulary';
