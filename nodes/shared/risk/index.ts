/** The meaning of a report: pure functions from the service's data and a policy to a level with its reasons. */
export * from './assess';
export * from './policy';
export type { RiskScoreScale } from './reading';
export * from './summary';
export * from './vocabulary';
