import type { IDataObject } from 'n8n-workflow';

import { readUsage, simplifyCheck } from '../../shared/checks/simplify';
import type { CheckRecord, UsageMeta } from '../../shared/rpc/schemas';
import type { RunOptions } from '../run/runOptions';
import type { Submission } from './submit';
import type { Target } from './target';

/** What an item gives out about its check. */
export interface Presented {
	check: CheckRecord;
	/** As the service sent it; for `simplify: false`. */
	raw: IDataObject;
	usage: UsageMeta | null | undefined;
	charged?: boolean;
	reused?: boolean;
}

/** The status shown for a check that was submitted and not looked at yet; the service tells none (spec 2.1). */
const SUBMITTED_STATUS = 'PENDING';

/**
 * A submitted check as a record, so that it is shown in the same shape: without a report its risk is unknown.
 * @param submission what came of the submission.
 * @param target what was submitted.
 */
export function recordOf({ hash, check }: Submission, target: Target): CheckRecord {
	const { address, code, transaction } = target;
	return { currency: code, address, transaction, ...check, hash, status: SUBMITTED_STATUS };
}

/** The submission as the service sent it; of one that an earlier try made, what is known. */
export function rawSubmission(submission: Submission, target: Target): IDataObject {
	const { hash, check, usage } = submission;
	const { address, code, transaction } = target;
	return {
		check: (check ?? { hash, currency: code, address, transaction }) as IDataObject,
		meta: (usage ?? null) as IDataObject | null,
	};
}

/**
 * The json of an item (design 2).
 * @param presented the check and what is known about it.
 * @param options the item's options.
 * @param simplify whether to give out the simplified shape, or what the service sent.
 */
export function present(
	{ check, raw, usage, charged, reused }: Presented,
	{ policy, includeRiskPolicy: includePolicy }: RunOptions,
	simplify: boolean,
): IDataObject {
	if (!simplify) return raw;
	return {
		...simplifyCheck(check, policy, { charged, reused, includePolicy }),
		...readUsage(usage),
	};
}
