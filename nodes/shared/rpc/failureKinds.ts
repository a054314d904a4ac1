import type { NodeApiError } from 'n8n-workflow';

/*
 * The one table of failures: what each kind means for the payment of a submission, for a retry, for the rest of a batch,
 * for n8n, and for the person who reads the message.
 */

/**
 * What a submission that ended this way says about the payment: the service did not take the request, so it may be sent
 * again at once; or it read the request and said no, so it is never sent again; or it may have taken the request.
 */
export type Payment = 'notTaken' | 'refused' | 'lost';

/**
 * Whose turn it is: this item can't be screened; or the credential, the allowed IP addresses, the package or an option
 * needs a change; or the service is down or its response unusable; or it is not known whether the check was paid.
 */
export type Fault = 'input' | 'setup' | 'service' | 'payment';

/** For n8n's poller since version 2.37. */
type NodeFailure = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>['failure'];

interface KindOfFailure {
	payment: Payment;
	fault: Fault;
	/** Whether it may pass by itself, so that a free request is repeated. */
	mayPass: boolean;
	/** Whether the next request will most likely end the same way. */
	isGeneral: boolean;
	/** n8n's name of the cause. */
	cause?: NonNullable<NodeFailure>['cause'];
}

/** What the kinds of one group have in common. */
const UNREADABLE = { payment: 'lost', fault: 'service', mayPass: true, isGeneral: true } as const;
const OUTAGE = { ...UNREADABLE, cause: 'temporarily-unavailable' } as const;
const UNUSABLE = { ...UNREADABLE, mayPass: false } as const;
const SETUP = {
	...UNUSABLE,
	payment: 'notTaken',
	fault: 'setup',
	cause: 'configuration-invalid',
} as const;
const REFUSAL = { payment: 'refused', fault: 'service', mayPass: false, isGeneral: false } as const;
const NOT_TAKEN = { ...REFUSAL, payment: 'notTaken' } as const;

/** The kinds of failure by name. Each name is also a documented word of `details.reason`. */
const KINDS = {
	/** HTTP 4xx with words, but not in the service's form: a firewall, a proxy or another server. */
	blocked: { ...SETUP, payment: 'refused' },
	cancelled: NOT_TAKEN,
	/** The credential, a parameter or an option can't be used. */
	configuration: SETUP,
	connectionLost: OUTAGE,
	credentials: { ...SETUP, cause: 'credential-invalid' },
	/** Not charged (contract 9), and neither is what follows. */
	emptyPackage: { ...NOT_TAKEN, fault: 'setup', isGeneral: true, cause: 'quota-exhausted' },
	/** A value of this item can't be used. Nothing was sent. */
	invalidInput: { ...NOT_TAKEN, fault: 'input' },
	/** JSON-RPC's own codes for requests that are not processed. */
	invalidRequest: NOT_TAKEN,
	/** JSON-RPC, but without what the method has to return. */
	malformed: UNUSABLE,
	/** The response is about another request, another check or another target. */
	mismatch: UNUSABLE,
	notFound: { ...REFUSAL, fault: 'input' },
	/** Connection refused, name not found or TLS not agreed: the service has seen nothing. */
	notSent: { ...OUTAGE, payment: 'notTaken' },
	rateLimited: { ...OUTAGE, payment: 'notTaken', cause: 'rate-limited' },
	redirected: { ...SETUP, payment: 'lost' },
	rejected: REFUSAL,
	timeout: OUTAGE,
	unavailable: OUTAGE,
	/** A refusal that names an internal reason of the service, so that a free request is repeated. */
	undecided: { ...OUTAGE, payment: 'refused' },
	/** Something outside the service, such as an expression that can't be resolved. */
	unexpected: { ...REFUSAL, payment: 'lost', fault: 'setup' },
	/** No JSON-RPC at all, such as a maintenance page. */
	unreadable: UNREADABLE,
} as const satisfies Record<string, KindOfFailure>;

/** What kept a request from a usable response. */
export type FailureKind = keyof typeof KINDS;

export const FAILURE_KINDS: Readonly<Record<FailureKind, KindOfFailure>> = KINDS;

/** Advice about retrying; see {@link withoutRetryAdvice}. */
const TRY_AGAIN = 'Try again in a few minutes. If it stays this way, ask the service.';
const SLOW_DOWN = "Wait a little, then try again with a lower 'Max Concurrent Requests'.";
export const MORE_TIME = 'Give the run more time, or let it do less.';

const CREDENTIAL_ADVICE =
	"Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.";
const BASE_URL_ADVICE = 'Check the base URL in the AML Check API credential.';
const REFUSED = 'The AML service refused {method}{code}';
const NOT_READABLE = [
	"The AML service's response could not be read",
	`{why} ${BASE_URL_ADVICE} ${TRY_AGAIN}`,
] as const;

/** What happened, and what to do about it. {@link fillIn} replaces the words in braces. */
const WORDS: Readonly<Record<FailureKind, readonly [happened: string, toDo: string]>> = {
	blocked: [
		'The request was blocked with HTTP status {status}',
		`The response is not in the service's own form: it may come from a firewall or another server. ${BASE_URL_ADVICE} ${CREDENTIAL_ADVICE}`,
	],
	// n8n recognises a stopped execution by this spelling in the message.
	cancelled: ['The execution was canceled', 'Run the workflow again when you want the result.'],
	configuration: ['The AML Check API credential can not be used', '{why}'],
	connectionLost: [
		'The connection to the AML service was lost before its response arrived',
		`{network}${TRY_AGAIN}`,
	],
	credentials: ['The AML service did not accept the credentials', CREDENTIAL_ADVICE],
	emptyPackage: [
		'The package of checks does not allow this check{code}',
		'Buy more checks in your account at the service, then run the workflow again.',
	],
	invalidInput: ['A value of this item can not be used', '{why}'],
	invalidRequest: [REFUSED, 'Check the values that were sent.'],
	malformed: NOT_READABLE,
	mismatch: [
		'The AML service sent a response that belongs to something else',
		`{why} It was not used. ${TRY_AGAIN}`,
	],
	notFound: [
		'The AML service knows no such check{code}',
		'Compare what you asked for with the history of your checks.',
	],
	notSent: [
		'The AML service could not be reached',
		`{network}${BASE_URL_ADVICE} This n8n must be able to reach it.`,
	],
	rateLimited: ['The AML service asks for fewer requests at a time', SLOW_DOWN],
	redirected: [
		'The AML service responded with a redirect (HTTP status {status})',
		'Redirects are not followed, so that the token stays where it belongs. Enter the final address as base URL in the AML Check API credential.',
	],
	rejected: [REFUSED, 'Check the values that were sent. If they are right, ask the service.'],
	timeout: ['The AML service gave no response within {seconds} seconds', TRY_AGAIN],
	unavailable: ['The AML service is not available right now (HTTP status {status})', TRY_AGAIN],
	undecided: ['The AML service could not complete {method}{code}', TRY_AGAIN],
	unexpected: ['{why}', 'Check the parameters of this node and the expressions in them.'],
	unreadable: NOT_READABLE,
};

/** What a message can name beyond its kind. */
export interface AdviceDetails {
	method?: string;
	/** A code of the service or of the operating system, e.g. -40006 or `ECONNREFUSED`. */
	code?: number | string;
	httpStatus?: number;
	/** The service's own sentence, and our explanation. */
	serviceMessage?: string;
	why?: string;
	/** The timeout of the request, in milliseconds. */
	timeoutMs?: number;
}

/** Texts from outside become one line of a sane length. */
function toLine(text = ''): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

const withoutStop = (sentence: string) => sentence.replace(/[.\s]+$/, '');

function fillIn(template: string, details: AdviceDetails): string {
	const { method = 'the request', code, httpStatus = 'unknown', why, timeoutMs = 0 } = details;
	const words: Record<string, unknown> = {
		method,
		code: code === undefined ? '' : ` (code ${code})`,
		// Only in an advice: n8n replaces a message that holds such a code.
		network: code === undefined ? '' : `The network reports ${code}. `,
		status: httpStatus,
		seconds: Math.round(timeoutMs / 1000),
		why: toLine(why),
	};
	return template.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name])).trim();
}

/** Writes message and description: what happened, then what to do. The service's own sentence comes first. */
export function adviceFor(kind: FailureKind, details: AdviceDetails = {}) {
	const said = toLine(details.serviceMessage);
	const [happened, description] = WORDS[kind].map((template) => fillIn(template, details));
	// A message has no full stop: it stands alone, or before the description.
	const message = withoutStop(happened) || 'Something unexpected happened';
	if (said === '') return { message, description };
	return {
		message: `The service says: ${withoutStop(said)}`,
		description: `${message}. ${description}`.trim(),
	};
}

/** Takes the advice about retrying out of a description, for a poll that retries by itself. */
export function withoutRetryAdvice(description: string): string {
	return [TRY_AGAIN, SLOW_DOWN, MORE_TIME]
		.reduce((text, advice) => text.replace(advice, ''), description)
		.trim();
}
