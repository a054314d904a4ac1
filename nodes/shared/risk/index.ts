/**
 * The meaning of a report: pure functions from the service's data and a policy to a level with its reasons.
 * No n8n, no HTTP, no clock.
 */
export { assessRisk } from './assess';
export { listNames } from './findings';
export {
	DEFAULT_RISK_POLICY,
	describePolicy,
	fingerprintOf,
	LENIENT,
	STRICT,
	unlistedSignals,
} from './policy';
export { listSignals, MAX_SUMMARY_LENGTH, summarizeCheck } from './summary';
export type {
	RiskAssessment,
	RiskFacts,
	RiskLevel,
	RiskPolicy,
	RiskScoreScale,
	SignalGroup,
} from './types';
export { nameSignal, SIGNAL_NAMES } from './vocabulary';
