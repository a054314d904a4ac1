import type { INodeProperties } from 'n8n-workflow';

import { REPORT_CURRENCY_OPTIONS, REPORT_NETWORKS, readReportCurrency } from '../currencies';
import { numberFrom, oneOf, option, recognizedBy, unusableValue } from './read';

/*
 * The filters of the history that both nodes have. An empty filter filters nothing.
 */

const CURRENCY: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'options',
	options: REPORT_CURRENCY_OPTIONS,
	default: 'BTC',
	description: 'Only checks on this network',
};

const RISK_SCORE_FROM: INodeProperties = {
	displayName: 'Risk Score From',
	name: 'riskScoreFrom',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 75,
	description: 'Only checks with at least this risk score (0 to 100)',
};

const RISK_SCORE_TO: INodeProperties = {
	...RISK_SCORE_FROM,
	displayName: 'Risk Score To',
	name: 'riskScoreTo',
	default: 25,
	description: 'Only checks with at most this risk score (0 to 100)',
};

const TYPE: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Address', value: 'address' },
		{ name: 'Transaction', value: 'tx' },
	],
	default: 'address',
	description: 'Only checks of addresses, or only of transactions',
};

const network = recognizedBy(readReportCurrency, `one of ${REPORT_NETWORKS.join(', ')}`);

/** The filters that the history's list and the trigger share (service 4.7). */
export const HISTORY_FILTERS = {
	currency: option(CURRENCY, network),
	riskScoreFrom: option(RISK_SCORE_FROM, numberFrom(0, 100).optional()),
	riskScoreTo: option(RISK_SCORE_TO, numberFrom(0, 100).optional()),
	type: option(TYPE, oneOf('address', 'tx').optional()),
};

/**
 * Refuses bounds between which no score lies.
 * @param filters the filters as read.
 * @throws AmlCheckError if the lower bound is above the upper one.
 */
export function refuseEmptyRange(filters: { riskScoreFrom?: number; riskScoreTo?: number }): void {
	const { riskScoreFrom: from, riskScoreTo: to } = filters;
	if (from === undefined || to === undefined || from <= to) return;
	throw unusableValue(
		`'Risk Score From' (${from}) is above 'Risk Score To' (${to})`,
		'Swap them, or remove one of the two filters.',
	);
}
