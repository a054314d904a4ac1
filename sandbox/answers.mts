/** The shapes that the service answers with, made from a check as it is at a moment. */
import type { ResolvedOptions } from './options.mts';
import { digest, mix32 } from './random.mts';
import { doneAt, type CheckRecord } from './record.mts';

/** The facts besides the check that change an answer. */
export interface View {
	/** Service time in milliseconds. */
	at: number;
	scoreScale: ResolvedOptions['scoreScale'];
	tellAsset: boolean;
	/** Origin of the links. */
	siteUrl: string;
}

/** Made-up owners of addresses, with categories of the kind the document hints at. */
const COUNTERPARTIES = [
	{ id: 11, name: 'Harbour Exchange', slug: 'harbour-exchange', type: 'exchange_licensed' },
	{ id: 27, name: 'Quickswap Desk', slug: 'quickswap-desk', type: 'exchange_unlicensed' },
	{ id: 35, name: 'Corner Market', slug: 'corner-market', type: 'marketplace' },
	{ id: 58, name: 'Northern Pool', slug: 'northern-pool', type: 'miner' },
	{ id: 64, name: 'Paper Wallet', slug: 'paper-wallet', type: 'wallet' },
];

/** Formats a time as the service does: seconds, and a numeric offset. */
function serviceDate(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

/** The status at a moment: PENDING until the check turns. The document is silent; a known client has seen it. */
export function statusAt(record: CheckRecord, at: number): string {
	return at >= record.turnsAt ? record.outcome.status : 'PENDING';
}

/** Tells whether the check has a report to show: it is done, and not failed. */
export function hasReport(record: CheckRecord, at: number): boolean {
	return doneAt(record) <= at && record.outcome.status === 'SUCCESS';
}

function scaled(score: number | string | null, scale: View['scoreScale']) {
	return typeof score === 'number' && scale === 'fraction'
		? Math.round(score * 100) / 10000
		: score;
}

/** The object `check` of a submission. */
export function submittedCheck({ hash, currency, address, transaction, about }: CheckRecord) {
	return { hash, currency, address, transaction, ...about };
}

/** The asset of a check: a member that the document doesn't show. */
function asset({ tokenId }: CheckRecord, { tellAsset }: View) {
	return tellAsset ? { token_id: tokenId ?? '0' } : {};
}

/** Amounts of a transaction check, made up from its hash; null for an address check. */
function amounts(record: CheckRecord) {
	if (record.transaction === null) {
		return { amount: null, fiat: null, risky_volume: null, risky_volume_fiat: null };
	}
	const { riskscore } = record.outcome;
	const amount = (1 + (digest(record.transaction).readUInt32LE(0) % 500_000)) / 1000;
	const risky = typeof riskscore === 'number' ? riskscore / 100 : 0;
	const round = (value: number, digits: number) => Number(value.toFixed(digits));
	return {
		amount,
		fiat: round(amount * 40, 2),
		risky_volume: round(amount * risky, 6),
		risky_volume_fiat: round(amount * 40 * risky, 2),
	};
}

function report(record: CheckRecord, scale: View['scoreScale']) {
	const { riskscore, signals } = record.outcome;
	if (signals === null) return null;
	const { amount, fiat, risky_volume, risky_volume_fiat } = amounts(record);
	return {
		amount,
		fiat,
		fiat_code_effective: 'usd',
		riskscore: scaled(riskscore, scale),
		risky_volume,
		risky_volume_fiat,
		signals,
	};
}

function dates(record: CheckRecord, at: number) {
	const end = doneAt(record);
	return {
		initDate: serviceDate(record.initAt),
		resultDate: end <= at ? serviceDate(end) : null,
	};
}

/** The object `check` of a result; result date and report are null until the check is done. */
export function checkResult(record: CheckRecord, view: View) {
	return {
		...submittedCheck(record),
		...asset(record, view),
		status: statusAt(record, view.at),
		...dates(record, view.at),
		report: hasReport(record, view.at) ? report(record, view.scoreScale) : null,
	};
}

function links(record: CheckRecord, view: View) {
	if (!hasReport(record, view.at)) return { pdfLink: null, shareLink: null };
	return {
		pdfLink: `${view.siteUrl}/reports/${record.hash}.pdf`,
		shareLink: `${view.siteUrl}/share/${record.hash}`,
	};
}

/** An element of `checks` of a search. */
export function foundCheck(record: CheckRecord, view: View) {
	const counterparty =
		COUNTERPARTIES[mix32(digest(record.address).readInt32LE(4)) % COUNTERPARTIES.length];
	return { ...checkResult(record, view), ...links(record, view), counterparty };
}

/** An item of the history: lower-case currency, empty string for no transaction. */
export function historyItem(record: CheckRecord, view: View) {
	const { riskscore } = record.outcome;
	return {
		hash: record.hash,
		currency: record.currency.toLowerCase(),
		...asset(record, view),
		address: record.address,
		transaction: record.transaction ?? '',
		...record.about,
		status: statusAt(record, view.at),
		...dates(record, view.at),
		...links(record, view),
		riskscore: hasReport(record, view.at) ? scaled(riskscore, view.scoreScale) : null,
	};
}
