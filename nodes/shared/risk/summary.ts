import type { Signal } from '../outputs/check';
import type { RiskAssessment, RiskFacts } from './assess';
import { clip, formatNumber, plainText } from './format';
import { nameSignal } from './vocabulary';
import type { SignalGroup } from './vocabulary';

/** The content of a summary: which check it is, how it stands, and what it means. */
export interface SummaryInput {
	/** What was screened, such as `USDT on Tron`. */
	asset: string;
	address: string;
	/** The transaction's hash; undefined or empty for an address check. */
	transaction?: string;
	outcome: RiskFacts['outcome'];
	/** The status as the service sent it. */
	status: string;
	assessment: RiskAssessment;
	/** The name of the address's owner, where it is known. */
	counterparty?: string;
}

/** The longest summary, in characters: a message in a chat, with a whole address and a whole transaction hash. */
export const MAX_SUMMARY_LENGTH = 480;

/** The longest address or transaction hash of any network has fewer characters. */
const MAX_IDENTIFIER = 130;

const MAX_SIGNALS = 3;
const GROUP_ORDER: readonly SignalGroup[] = ['danger', 'suspicious', 'unclassified', 'trusted'];

/**
 * Writes a check in one line for a message, such as
 * `HIGH · USDT on Tron · TSxT… · sanctions 3% (any trace is high; score 12/100) · Example Exchange`. Text of the
 * service is reduced to letters, digits and hyphens, since chats read markup. Address and transaction are never cut.
 */
export function summarizeCheck(input: SummaryInput): string {
	const { assessment, asset, transaction = '', counterparty = '' } = input;
	const tx = wholeIdentifier(transaction);
	const parts = [
		assessment.riskLevel.toUpperCase(),
		clip(asset, 80),
		wholeIdentifier(input.address),
		tx === '' ? '' : `transaction ${tx}`,
		describeDecision(input),
		listOtherSignals(assessment),
		describeState(input),
		plainText(counterparty, 40),
	];
	return clip(parts.filter((part) => part !== '').join(' · '), MAX_SUMMARY_LENGTH);
}

/** An address that can be copied. A prefix such as `bitcoincash:` is left out, since chats take it for a link. */
const wholeIdentifier = (identifier: string) =>
	plainText(identifier.replace(/^[a-z]+:/i, ''), 256)
		.replace(/ /g, '')
		.slice(0, MAX_IDENTIFIER);

/** What decided, with the rule; the score next to it where another measure decided. */
function describeDecision({ assessment, outcome }: SummaryInput): string {
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

/** A report has some thirty signals; of more than this only the number is shown. */
const MAX_LISTED = 40;

const describeSignal = ({ name, share }: Signal) => `${nameSignal(name)} ${formatNumber(share)}%`;

/**
 * Lists the signals above zero in one text, largest first, such as `mixer 38.4%, very high risk exchange 12%`.
 * @returns `none` where the report names none; undefined where no signals were read
 */
export function listSignals({ signals, signalsState }: RiskAssessment): string | undefined {
	if (signalsState !== 'read') return undefined;
	if (signals.length === 0) return 'none';
	const listed = signals.slice(0, MAX_LISTED).map(describeSignal).join(', ');
	return signals.length > MAX_LISTED ? `${listed} and ${signals.length - MAX_LISTED} more` : listed;
}

/** The gravest signals that the decision doesn't name; trusted sources only where there is nothing else. */
function listOtherSignals({ signals, decisive, criticalFound }: RiskAssessment): string {
	const critical = new Set(criticalFound);
	const weigh = ({ name, group }: Signal) => (critical.has(name) ? -1 : GROUP_ORDER.indexOf(group));
	const others = signals.filter(({ name }) => !decisive.signals.includes(name));
	const isGrave = decisive.signals.length > 0 || others.some((one) => one.group !== 'trusted');
	return others
		.filter((one) => !isGrave || weigh(one) < GROUP_ORDER.indexOf('trusted'))
		.sort((a, b) => weigh(a) - weigh(b))
		.slice(0, MAX_SIGNALS)
		.map(describeSignal)
		.join(', ');
}

/** A status other than success is always shown, and that the signals were not read. */
function describeState({ outcome, status, assessment }: SummaryInput): string {
	const words = `status ${plainText(status, 24) || 'not given'}`;
	if (outcome === 'pending') return `still running (${words})`;
	if (outcome === 'failed') return `the check failed (${words})`;
	const isSaid = /signals not read/i.test(assessment.decisive.what);
	return assessment.signalsState === 'notRead' && !isSaid ? 'signals not read' : '';
}
