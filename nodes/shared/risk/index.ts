/**
 * What a report means: pure functions from the service's data and a policy to a level with its reasons.
 * No n8n, no HTTP, no clock (design 3 and 6).
 */
export { assessRisk } from './assess';
export { listNames } from './findings';
export { DEFAULT_RISK_POLICY, describePolicy, fingerprintOf, unlistedSignals } from './policy';
export { readRiskPolicy } from './readPolicy';
export { listSignals, MAX_SUMMARY_LENGTH, summarizeCheck } from './summary';
export type {
	ProvenScale,
	RiskAssessment,
	RiskFacts,
	RiskLevel,
	RiskPolicy,
	SignalGroup,
} from './types';
export { SIGNAL_NAMES } from './vocabulary';
