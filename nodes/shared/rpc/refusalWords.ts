import type { FailureFacts, FailureKind } from './failure';

/** Refusals whose code leaves the reason open. */
const OPEN_KINDS: readonly FailureKind[] = ['invalidRequest', 'rejected', 'undecided'];

const CHECKS = '(checks?|credits?|balance|funds?|quota|package|tariff|subscription)';

/** An empty or expired package, in the words of a service. */
const EMPTY_PACKAGE = [
	new RegExp(`\\b(not enough|insufficient|out of|zero|0)( \\w+){0,2} ${CHECKS}\\b`, 'i'),
	new RegExp(`\\bno( \\w+){0,2} ${CHECKS}( \\w+){0,2} (left|remain(ing)?|available)\\b`, 'i'),
	new RegExp(
		`\\b${CHECKS}\\b.{0,30}\\b(empty|exhausted|exceeded|expired|insufficient|not enough|used up|ended|too low|is over|run out)\\b`,
		'i',
	),
	/\b(payment required|top up|limit of checks|checks? limit|no checks? in)\b/i,
];

/** Words about the account, the token or the allowed addresses. They outrank those about a value. */
const SETUP =
	/\b(ips?|access|allow(ed|list)|auth\w*|unauthori[sz]ed|bearer|credentials?|permissions?|forbidden|api|keys?|account|licen[cs]e|plan|whitelist\w*)\b/i;

const UNUSABLE =
	'(invalid|incorrect|wrong|bad|malformed|unknown|unsupported|not( a)? valid|not supported|not recogni[sz]ed|does not exist)';
const VALUE = '(addr|address|wallet|tx|transaction|currency|token_?id|hash|params?|parameters?)';

/** A value of the item that the service can't use. */
const INPUT = new RegExp(
	`\\b(${UNUSABLE}\\b.{0,40}\\b${VALUE}|${VALUE}\\b.{0,60}\\b${UNUSABLE})\\b`,
	'i',
);

/**
 * Reads from the service's own sentence whose turn it is. An empty package is one whatever its code. A value of the item
 * is at fault only if the sentence or the code says so.
 * @param kind as the codes say.
 * @param code of the refusal.
 * @param message the service's sentence.
 */
export function readRefusalWords(
	kind: FailureKind,
	code: number | null,
	message: string,
): Pick<FailureFacts, 'kind' | 'fault' | 'reason'> {
	if (!OPEN_KINDS.includes(kind)) return { kind };
	if (EMPTY_PACKAGE.some((words) => words.test(message)))
		// JSON-RPC's own codes say that nothing was taken, whatever the words.
		return kind === 'invalidRequest'
			? { kind, fault: 'setup', reason: 'emptyPackage' }
			: { kind: 'emptyPackage' };
	if (SETUP.test(message)) return { kind, fault: 'setup' };
	return code === -32602 || INPUT.test(message) ? { kind, fault: 'input' } : { kind };
}
