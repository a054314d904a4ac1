import { formatNumber } from './numbers';
import { clip, plainText } from './text';
import type { RiskAssessment, Signal, SignalGroup } from './types';

/** What a summary tells: which check it is, how it stands, and what it means. */
export interface SummaryInput {
	currency: string;
	address: string;
	/** The transaction's hash; null, undefined or empty for an address check. */
	transaction?: string | null;
	/** The status as the service sent it. */
	status: string;
	assessment: RiskAssessment;
}

/** Fits a chat message and a notification; no summary is longer. */
export const MAX_SUMMARY_LENGTH = 240;

const MAX_SIGNALS = 3;
const GROUP_ORDER: readonly SignalGroup[] = ['danger', 'suspicious', 'unclassified', 'trusted'];

/**
 * Tells a check in one line for a message, such as
 * `HIGH 92/100 · BTC bc1qar…5mdq · mixer 38 %, sanctions 12 %`. Text of the service is reduced to
 * letters, digits and hyphens, since the line goes into chats that read markup.
 *
 * @param input the check's identity and status as sent, and its assessment
 * @returns one line of at most `MAX_SUMMARY_LENGTH` characters
 */
export function summarizeCheck(input: SummaryInput): string {
	const { assessment } = input;
	const parts = [headline(assessment), target(input), signalList(assessment), stateOf(input)];
	return clip(parts.filter((part) => part !== '').join(' · '), MAX_SUMMARY_LENGTH);
}

function headline({ riskLevel, riskScore }: RiskAssessment): string {
	const level = riskLevel.toUpperCase();
	return riskScore === null ? level : `${level} ${formatNumber(riskScore, 1)}/100`;
}

function target({ currency, address, transaction }: SummaryInput): string {
	const parts = [plainText(currency, 16).toUpperCase(), shorten(address)];
	const tx = shorten(transaction ?? '');
	if (tx !== '') parts.push(`tx ${tx}`);
	return parts.filter((part) => part !== '').join(' ');
}

/** First six and last four characters; a prefix such as `bitcoincash:` would say nothing. */
function shorten(identifier: string): string {
	const plain = plainText(identifier.replace(/^[a-z]+:/i, ''), 256).replace(/ /g, '');
	return plain.length <= 14 ? plain : `${plain.slice(0, 6)}…${plain.slice(-4)}`;
}

/** A report has some thirty signals; what comes after these is told by their number. */
const MAX_LISTED = 40;

/**
 * The signals above zero in one text, largest first, such as `mixer 38.4 %, sanctions 12 %`.
 *
 * @param assessment of the check
 * @returns `none` where the report names none; undefined where no signals were read
 */
export function listSignals({ signals, signalsState }: RiskAssessment): string | undefined {
	if (signalsState !== 'read') return undefined;
	if (signals.length === 0) return 'none';
	const listed = signals
		.slice(0, MAX_LISTED)
		.map(({ name, share }) => `${nameOf(name)} ${formatNumber(share, 2)} %`)
		.join(', ');
	return signals.length > MAX_LISTED ? `${listed} and ${signals.length - MAX_LISTED} more` : listed;
}

/** Critical signals always, then the gravest groups; trusted sources only where there is nothing else. */
function signalList({ signals, criticalFound }: RiskAssessment): string {
	const critical = new Set(criticalFound);
	const grave = signals.some(({ group, name }) => group !== 'trusted' || critical.has(name));
	const rank = (signal: Signal) =>
		critical.has(signal.name) ? -1 : GROUP_ORDER.indexOf(signal.group);
	const chosen = signals
		.filter((signal) => !grave || rank(signal) < GROUP_ORDER.indexOf('trusted'))
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, MAX_SIGNALS);
	const listed = new Set(signals.map(({ name }) => name));
	return [
		...criticalFound.filter((name) => !listed.has(name)).map(nameOf),
		...signals
			.filter((signal) => chosen.includes(signal))
			.map(({ name, share }) => `${nameOf(name)} ${formatNumber(share, 1)} %`),
	]
		.slice(0, MAX_SIGNALS)
		.join(', ');
}

function nameOf(name: string): string {
	return plainText(name, 32) || 'unnamed';
}

/**
 * A status other than success is always told, and that the signals were not read; a successful check without a level
 * says why instead.
 */
function stateOf({ status, assessment }: SummaryInput): string {
	const plain = plainText(status, 24);
	if (plain.toUpperCase() !== 'SUCCESS') return `status ${plain || 'not given'}`;
	if (assessment.signalsState === 'notRead' && assessment.riskScore !== null)
		return 'signals not read';
	return assessment.riskLevel === 'unknown' ? clip(assessment.riskReasons[0] ?? '', 90) : '';
}
