/**
 * The meaning of a report: pure functions from the service's data and a policy to a level with its reasons.
 * No n8n, no HTTP, no clock.
 */
export { assessRisk } from './assess';
export type { RiskAssessment, RiskFacts, RiskLevel } from './assess';
export { listNames } from './findings';
export {
	DEFAULT_RISK_POLICY,
	describePolicy,
	fingerprintOf,
	LENIENT,
	STRICT,
	unlistedSignals,
} from './policy';
export type { RiskPolicy } from './policy';
export type { RiskScoreScale } from './reading';
export { listSignals, MAX_SUMMARY_LENGTH, summarizeCheck } from './summary';
export { nameSignal, SIGNAL_NAMES } from './vocabulary';
export type { SignalGroup } from './vocabulary';
