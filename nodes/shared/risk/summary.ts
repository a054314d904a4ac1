import { clip, formatNumber, plainText } from '../format';
import type { Signal } from '../outputs/check';
import type { RiskAssessment, RiskFacts } from './assess';
import { describeSource } from './findings';
import type { SignalGroup } from './vocabulary';

/** The content of a summary. Texts that are empty or missing are left out. */
interface SummaryInput {
	/** The screened asset, such as `USDT on Tron`. */
	asset: string;
	address: string;
	transaction?: string;
	outcome: RiskFacts['outcome'];
	/** As the service sent it. */
	status: string;
	assessment: RiskAssessment;
	/** The name of the address's owner. */
	counterparty?: string;
}

/** In characters: a message in a chat, with a whole address and a whole transaction hash. */
export const MAX_SUMMARY_LENGTH = 480;

/**
 * Writes a check in one line for a message, such as
 * `HIGH · USDT on Tron · TSxT… · sanctions 3% (any trace is high; score 12/100) · Example Exchange`. Text of the
 * service is reduced to letters, digits and hyphens, since chats read markup. Address and transaction are never cut.
 */
export function summarizeCheck(input: SummaryInput): string {
	const { assessment, asset, transaction = '', counterparty = '' } = input;
	const tx = cleanIdentifier(transaction);
	const parts = [
		assessment.riskLevel.toUpperCase(),
		clip(asset, 80),
		cleanIdentifier(input.address),
		tx === '' ? '' : `transaction ${tx}`,
		describeFinding(input),
		plainText(counterparty, 40),
	];
	return joinSummary(parts);
}

const joinSummary = (parts: readonly string[]) =>
	clip(parts.filter((part) => part !== '').join(' · '), MAX_SUMMARY_LENGTH);

/** The deciding reason, the other signals, and whether the check is unfinished. */
export function describeFinding(
	input: Pick<SummaryInput, 'outcome' | 'status' | 'assessment'>,
): string {
	const parts = [describeDecision(input), listOtherSignals(input.assessment), describeState(input)];
	return parts.filter((part) => part !== '').join(' · ');
}

/** The levels of a wallet's checks: the first one that any of them has is the wallet's. */
export const LEVELS_WORST_FIRST = ['high', 'unknown', 'medium', 'low'] as const;

/** The content of the summary of a wallet. */
interface WalletSummaryInput {
	level: RiskAssessment['riskLevel'];
	/** Such as `3 assets on Tron`. */
	place: string;
	address: string;
	/** The asset that decided, and what was found of it. */
	decisive: string;
	said: string;
	/** Assets whose checks are missing, and the levels of the others, the gravest first. */
	missing: readonly string[];
	others: ReadonlyArray<{ name: string; level: string }>;
}

/**
 * Writes the checks of a wallet in one line, such as
 * `HIGH · 3 assets on Tron · T… · USDT: sanctions 3% (any trace is high) · TRX low, USDC low`.
 */
export function summarizeWallet(input: WalletSummaryInput): string {
	const { level, place, address, decisive, said, missing, others } = input;
	const rest = [
		...missing.map((name) => `${name} not screened`),
		...others.map((one) => `${one.name} ${one.level}`),
	];
	return joinSummary([
		level.toUpperCase(),
		place,
		cleanIdentifier(address),
		said === '' ? `${decisive} ${level}` : `${decisive}: ${clip(said, 200)}`,
		rest.join(', '),
	]);
}

/**
 * An address that can be copied, in no more characters than the longest of any network has. A prefix such as
 * `bitcoincash:` is left out, since chats take it for a link.
 */
const cleanIdentifier = (identifier: string) =>
	plainText(identifier.replace(/^[a-z]+:/i, ''), 256)
		.replace(/ /g, '')
		.slice(0, 130);

/** The deciding measure with its rule; the score next to it where another measure decided. */
function describeDecision({
	assessment,
	outcome,
}: Pick<SummaryInput, 'outcome' | 'assessment'>): string {
	const { decisive, riskLevel, riskScore } = assessment;
	if (outcome !== 'completed' && riskLevel === 'unknown') return '';
	const { why, what: whole } = decisive;
	const what = why === undefined ? lowerFirst(clip(whole, 90)) : whole;
	const isScoreShown = decisive.isScore || riskScore === null;
	const notes = [why, isScoreShown ? undefined : `score ${formatNumber(riskScore)}/100`];
	const inBrackets = notes.filter((note) => note !== undefined).join('; ');
	return inBrackets === '' ? what : `${what} (${inBrackets})`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const listSources = (signals: readonly Signal[]) =>
	signals.map((signal) => describeSource(signal)).join(', ');

/** A report has some thirty signals; of more than this only the number is shown. */
const MAX_LISTED = 40;

/** Lists the signals above zero: `mixer 38.4%, gambling 12%`, or `none`; undefined where none were read. */
export function listSignals({ signals, signalsState }: RiskAssessment): string | undefined {
	if (signalsState !== 'read') return undefined;
	if (signals.length === 0) return 'none';
	const listed = listSources(signals.slice(0, MAX_LISTED));
	return signals.length > MAX_LISTED ? `${listed} and ${signals.length - MAX_LISTED} more` : listed;
}

const GROUP_ORDER: readonly SignalGroup[] = [
	'danger',
	'unknown',
	'suspicious',
	'unclassified',
	'trusted',
];

/** The three gravest signals that the decision doesn't name; trusted sources only where there is nothing else. */
function listOtherSignals({ signals, decisive, criticalFound }: RiskAssessment): string {
	const weigh = ({ name, group }: Signal) =>
		criticalFound.includes(name) ? -1 : GROUP_ORDER.indexOf(group);
	const others = signals.filter(({ name }) => !decisive.signals.includes(name));
	const isGrave = decisive.signals.length > 0 || others.some((one) => one.group !== 'trusted');
	const shown = others.filter((one) => !isGrave || weigh(one) < GROUP_ORDER.indexOf('trusted'));
	return listSources(shown.sort((a, b) => weigh(a) - weigh(b)).slice(0, 3));
}

/** A status other than success is always shown, and that the signals were not read. */
function describeState({
	outcome,
	status,
	assessment,
}: Pick<SummaryInput, 'outcome' | 'status' | 'assessment'>): string {
	const words = `status ${plainText(status, 24) || 'not given'}`;
	if (outcome === 'pending') return `still running (${words})`;
	if (outcome === 'failed') return `the check failed (${words})`;
	const { signalsState, decisive } = assessment;
	return signalsState === 'notRead' && !decisive.isGap ? 'signals not read' : '';
}
