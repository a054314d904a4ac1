/** A check of the simulation, and what of the service's ways decides how it shows. */

/** What the service's document leaves open about the history (service 2.6 and 4.7). */
export interface Ways {
	/** Which date it sorts by. */
	orderBy: 'init' | 'result';
	/** Which date `date_from` and `date_to` are about. */
	filterBy: 'init' | 'result';
	/** Whether unfinished checks are shown, and with which end date: their start, none at all, or a placeholder. */
	pending: 'hidden' | 'startDate' | 'noDate' | 'placeholder';
	fromInclusive: boolean;
	toInclusive: boolean;
	/** Whether its filters look at fractions of a second that its dates don't show. */
	subsecond: boolean;
	/** How long the history lags behind, in ms. */
	lagMs: number;
}

/** How a check's report behaves. */
export type ReportWay = 'good' | 'never' | 'garbledOnce' | 'lags' | 'ofAnother' | 'nullForGood';

/** A check as the simulation knows it. Times in Unix ms of the service's clock. */
export interface SimCheck {
	hash: string;
	currency: 'btc' | 'eth';
	/** Of a transaction, and not of an address. */
	isTransaction: boolean;
	startedAt: number;
	/** Infinity for one that never ends. */
	endsAt: number;
	isFailing: boolean;
	riskscore: number | null;
	/** Its report names sanctions. */
	isSanctioned: boolean;
	report: ReportWay;
	/** Which member of its record is malformed. */
	poison: keyof typeof POISONS | null;
}

/** Malformed members; none of them takes away what tells the check from others. */
export const POISONS = {
	address: { address: null },
	currency: { currency: null },
	score: { riskscore: { value: 3 } },
	links: { pdfLink: 7, shareLink: [] },
	year9999: { resultDate: '9999-12-31T23:59:59+00:00' },
	year2150: { resultDate: '2150-01-01T00:00:00+00:00' },
	numericDate: { initDate: 1_936_774_811 },
} as const;
