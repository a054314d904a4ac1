import type { CheckRecord, SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { ItemFailure } from '../run/itemOutcome';

/**
 * Who paid for the check that a wanted check has come to: this try of the node, an earlier try that wanted the same, or
 * somebody else: another item, another execution under the same idempotency key, or whoever asked for a report that is
 * reused.
 */
export type Payer = 'earlierTry' | 'other' | 'thisTry';

/** A check that is there at the service, and who paid for it. */
export interface AcquiredCheck {
	hash: string;
	payer: Payer;
	/** As the service answered the submission, where this try submitted it. */
	submitted?: SubmittedCheck;
	/** When that answer came, in Unix milliseconds. */
	submittedAt?: number;
	/** Its finished report, where one stands in for a new check: there is nothing to wait for. */
	report?: CheckRecord;
	/** What the service told of the package. */
	usage?: UsageMeta | null;
}

/** What a wanted check has come to before the wait: a check, or why there is none. */
export type Acquisition = AcquiredCheck | ItemFailure;
