import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyCheck } from '../shared/checks/simplify';
import { asSent } from '../shared/history/records';
import { withSubject } from '../shared/reports/subject';
import type { Delivery } from './cursor';
import { unproven, type ScaleOf } from './judge';
import type { TriggerSettings } from './settings';

/**
 * Makes the items that the workflow starts with.
 * @param deliveries new checks, oldest first.
 * @param settings the node's parameters.
 * @param scaleOf what is known of the scale of scores.
 */
export function makeItems(
	deliveries: readonly Delivery[],
	settings: TriggerSettings,
	scaleOf: ScaleOf = unproven,
): INodeExecutionData[] {
	return deliveries.map((delivery) => ({
		json: present(withReason(delivery, settings), settings, scaleOf),
	}));
}

/** Without a hash nobody can ask for the report. */
function withReason(delivery: Delivery, { includeReport }: TriggerSettings): Delivery {
	return includeReport && delivery.item.hash === ''
		? { ...delivery, missing: 'The history names no hash to ask for it by' }
		: delivery;
}

function present(delivery: Delivery, settings: TriggerSettings, scaleOf: ScaleOf): IDataObject {
	const { item, report, missing } = delivery;
	if (!settings.simplify) return presentRaw(delivery);
	const { policy, includeDetails, includeRiskPolicy: includePolicy } = settings;
	const source = report === undefined ? 'history' : 'report';
	const shown = { includeDetails, includePolicy, source, provenScale: scaleOf(source) } as const;
	if (report === undefined) {
		const reportMissing = missing === undefined ? {} : { reportMissing: missing };
		return simplifyCheck(item, policy, { ...shown, ...reportMissing });
	}
	const { pdfLink, shareLink } = item;
	const full = { pdfLink, shareLink, ...withSubject(report.check, item) };
	return simplifyCheck(full, policy, { ...shown, usage: report.usage });
}

/** The history's item as it is; the answer with the report beside it. */
function presentRaw({ item, report, missing }: Delivery): IDataObject {
	const raw = { ...(asSent(item) as IDataObject) };
	if (missing !== undefined) return { ...raw, result: null, reportMissing: missing };
	if (report === undefined) return raw;
	const result = { check: report.check, meta: report.usage };
	return { ...raw, result: result as unknown as IDataObject };
}
