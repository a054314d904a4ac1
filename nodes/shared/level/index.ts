/** The meaning of a report: pure functions from the service's data and rules to a level with its reasons. */
export * from './judge';
export { parseOwner, type OwnerReading } from './owner';
export * from './rules';
export { makeSummary } from './summary';
export { findListed, LISTED_SIGNALS } from './vocabulary';
