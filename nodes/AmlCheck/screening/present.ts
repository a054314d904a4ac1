import type { IDataObject } from 'n8n-workflow';

import { withSubject } from '../../shared/reports/subject';
import type { RiskLevel } from '../../shared/risk';
import type { CheckRecord, UsageMeta } from '../../shared/rpc/schemas';
import type { NodeRun } from '../run/nodeRun';
import type { AcquiredCheck, Payer } from './check';
import type { Target } from './target';

/** What an item gives out about its check. */
export interface Presented {
	check: CheckRecord;
	/** As the service sent it; for `simplify: false`. */
	raw: IDataObject;
	usage: UsageMeta | null | undefined;
	/** Left out where the operation pays for nothing. */
	payer?: Payer;
	/** Of the submission, where this node made one. */
	requestId?: string;
}

/** The status shown for a check that was submitted and not looked at yet; the service tells none (service 2.1). */
const SUBMITTED_STATUS = 'PENDING';

/**
 * A result as a record that names what was submitted, also where the service leaves it out.
 * @param check whose hash is that of the submission.
 * @param target what was submitted.
 */
export function named(check: CheckRecord, { code, address, transaction }: Target): CheckRecord {
	return withSubject(check, { currency: code, address, transaction });
}

/**
 * A submitted check as a record, so that it is shown in the same shape: without a report its risk is unknown.
 * @param acquired what came of the submission.
 * @param target what was submitted.
 */
export function recordOf({ hash, submitted }: AcquiredCheck, target: Target): CheckRecord {
	return named({ ...submitted, hash, status: SUBMITTED_STATUS }, target);
}

/** A result as the service sent it. */
export function rawResult({ check, usage }: Pick<Presented, 'check' | 'usage'>): IDataObject {
	return { check, meta: usage } as unknown as IDataObject;
}

/** The submission as the service sent it; of one that an earlier try made, what is known. */
export function rawSubmission(acquired: AcquiredCheck, target: Target): IDataObject {
	const { hash, submitted, usage } = acquired;
	const { address, code, transaction } = target;
	return {
		check: (submitted ?? { hash, currency: code, address, transaction }) as IDataObject,
		meta: (usage ?? null) as IDataObject | null,
	};
}

/**
 * The json of an item (design 2), and the level that it has whether it shows it or not.
 * @param run the node's run.
 * @param index the input item: its options hold.
 * @param presented the check and what is known about it.
 * @param isPayer whether this is the one of merged items that says that a check was paid for.
 * @returns the simplified shape, or with Simplify off what the service sent; and the level for the hint beside it.
 */
export function present(
	run: NodeRun,
	index: number,
	{ check, raw, usage, payer, requestId }: Presented,
	isPayer = false,
): { json: IDataObject; level: RiskLevel } {
	if (!run.flag('simplify', index, true)) return { json: raw, level: run.levelOf(check, index) };
	const charged = isPayer && (payer === 'thisTry' || payer === 'earlierTry');
	const facts = { charged, reused: payer === 'other', usage: usage ?? null, requestId };
	const json = run.simplify(check, index, facts);
	return { json, level: json.riskLevel };
}
