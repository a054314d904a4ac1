/*
 * The one table of failures. It says what each kind of failure means for the payment of a submission, for a retry, for
 * the rest of a batch, for n8n, and for the person who reads the message.
 */

/**
 * What a submission that ended this way says about the payment.
 * - `notTaken`: the service did not take the request. It may be sent again at once.
 * - `refused`: the service read the request and said no. It is never sent again.
 * - `lost`: the service may have taken the request.
 */
export type Payment = 'notTaken' | 'refused' | 'lost';

/**
 * Whose turn it is.
 * - `input`: this item can't be screened.
 * - `setup`: credential, allowed IP addresses, an empty package, or an option.
 * - `service`: an outage or an unusable response.
 * - `payment`: it is not known whether the check was paid.
 */
export type Fault = 'input' | 'setup' | 'service' | 'payment';

/** What a message can name beyond its kind. */
export interface AdviceDetails {
	method?: string;
	code?: number | string;
	httpStatus?: number;
	/** The service's own sentence. It comes first in the message. */
	serviceMessage?: string;
	/** Our own explanation. */
	why?: string;
	/** The timeout of the request, in milliseconds. */
	timeoutMs?: number;
}

interface KindOfFailure {
	payment: Payment;
	fault: Fault;
	/** Whether it may pass by itself, so that a free request is repeated. */
	mayPass: boolean;
	/** Whether the next request will most likely end the same way. */
	isGeneral: boolean;
	/** n8n's name of the cause, which its poller reads since version 2.37. */
	cause?:
		| 'configuration-invalid'
		| 'credential-invalid'
		| 'quota-exhausted'
		| 'rate-limited'
		| 'temporarily-unavailable';
	/** What happened; {@link fillIn} replaces the words in braces. */
	what: string;
	/** What to do about it. */
	advice: string;
}

const TRY_AGAIN = 'Try again in a few minutes. If it stays this way, ask the service.';

const SLOW_DOWN = 'Wait a little, then try again with a lower Max Concurrent Requests.';

/** Advice for a request that had no time left. */
export const MORE_TIME = 'Give the run more time, or let it do less.';

const CREDENTIAL_ADVICE =
	"Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.";

const BASE_URL_ADVICE = 'Check the base URL in the AML Check API credential.';

const REFUSED = 'The AML service refused {method}{code}';

/** What the kinds of one group have in common. */
const PASSING = { payment: 'lost', fault: 'service', mayPass: true, isGeneral: true } as const;
const OUTAGE = { ...PASSING, cause: 'temporarily-unavailable' } as const;
const SETUP = { payment: 'notTaken', fault: 'setup', mayPass: false, isGeneral: true } as const;
const UNUSABLE = { payment: 'lost', fault: 'service', mayPass: false, isGeneral: true } as const;
const REFUSAL = { payment: 'refused', fault: 'service', mayPass: false, isGeneral: false } as const;

const UNREADABLE = {
	what: "The AML service's response could not be read",
	advice: `{why} ${BASE_URL_ADVICE} ${TRY_AGAIN}`,
};

/** The kinds of failure by name. Each name is also a documented word of `details.reason`. */
const KINDS = {
	/** HTTP 4xx with words, but not in the service's form: a firewall, a proxy or another server. */
	blocked: {
		...SETUP,
		payment: 'refused',
		cause: 'configuration-invalid',
		what: 'The request was blocked with HTTP status {status}',
		advice: `The response is not in the service's own form: it may come from a firewall or another server. ${BASE_URL_ADVICE} ${CREDENTIAL_ADVICE}`,
	},
	cancelled: {
		...REFUSAL,
		payment: 'notTaken',
		// n8n recognises a stopped execution by this spelling in the message.
		what: 'The execution was canceled',
		advice: 'Run the workflow again when you want the result.',
	},
	/** The credential, a parameter or an option can't be used. */
	configuration: {
		...SETUP,
		cause: 'configuration-invalid',
		what: 'The AML Check API credential can not be used',
		advice: '{why}',
	},
	connectionLost: {
		...OUTAGE,
		what: 'The connection to the AML service was lost before its response arrived',
		advice: `{network}${TRY_AGAIN}`,
	},
	credentials: {
		...SETUP,
		cause: 'credential-invalid',
		what: 'The AML service did not accept the credentials',
		advice: CREDENTIAL_ADVICE,
	},
	emptyPackage: {
		...REFUSAL,
		fault: 'setup',
		isGeneral: true,
		cause: 'quota-exhausted',
		what: 'The package of checks does not allow this check{code}',
		advice: 'Buy more checks in your account at the service, then run the workflow again.',
	},
	/** A value of this item can't be used. Nothing was sent. */
	invalidInput: {
		...REFUSAL,
		payment: 'notTaken',
		fault: 'input',
		what: 'A value of this item can not be used',
		advice: '{why}',
	},
	/** JSON-RPC's own codes for requests that are not processed. */
	invalidRequest: {
		...REFUSAL,
		payment: 'notTaken',
		what: REFUSED,
		advice: 'Check the values that were sent.',
	},
	/** JSON-RPC, but without what the method has to return. */
	malformed: { ...UNUSABLE, ...UNREADABLE },
	/** The response is about another request, another check or another target. */
	mismatch: {
		...UNUSABLE,
		what: 'The AML service sent a response that belongs to something else',
		advice: `{why} It was not used. ${TRY_AGAIN}`,
	},
	notFound: {
		...REFUSAL,
		fault: 'input',
		what: 'The AML service knows no such check{code}',
		advice: 'Compare what you asked for with the history of your checks.',
	},
	/** Connection refused, name not found or TLS not agreed: the service has seen nothing. */
	notSent: {
		...OUTAGE,
		payment: 'notTaken',
		what: 'The AML service could not be reached',
		advice: `{network}${BASE_URL_ADVICE} This n8n must be able to reach it.`,
	},
	rateLimited: {
		...OUTAGE,
		payment: 'notTaken',
		cause: 'rate-limited',
		what: 'The AML service asks for fewer requests at a time',
		advice: SLOW_DOWN,
	},
	redirected: {
		...UNUSABLE,
		fault: 'setup',
		cause: 'configuration-invalid',
		what: 'The AML service responded with a redirect (HTTP status {status})',
		advice:
			'Redirects are not followed, so that the token stays where it belongs. Enter the final address as base URL in the AML Check API credential.',
	},
	rejected: {
		...REFUSAL,
		what: REFUSED,
		advice: 'Check the values that were sent. If they are right, ask the service.',
	},
	timeout: {
		...OUTAGE,
		what: 'The AML service gave no response within {seconds} seconds',
		advice: TRY_AGAIN,
	},
	unavailable: {
		...OUTAGE,
		what: 'The AML service is not available right now (HTTP status {status})',
		advice: TRY_AGAIN,
	},
	/** A refusal that names an internal reason of the service, so that a free request is repeated. */
	undecided: {
		...OUTAGE,
		payment: 'refused',
		what: 'The AML service could not complete {method}{code}',
		advice: TRY_AGAIN,
	},
	/** Something outside the service, such as an expression that can't be resolved. */
	unexpected: {
		...SETUP,
		payment: 'lost',
		isGeneral: false,
		what: '{why}',
		advice: 'Check the parameters of this node and the expressions in them.',
	},
	/** No JSON-RPC at all, such as a maintenance page. */
	unreadable: { ...PASSING, ...UNREADABLE },
} as const satisfies Record<string, KindOfFailure>;

/** What kept a request from a usable response. */
export type FailureKind = keyof typeof KINDS;

export const FAILURE_KINDS: Readonly<Record<FailureKind, KindOfFailure>> = KINDS;

/** Texts from outside become one line of a sane length. */
function quote(text = ''): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function fillIn(template: string, details: AdviceDetails): string {
	const { method, code, httpStatus, why, timeoutMs = 0 } = details;
	const words: Record<string, unknown> = {
		method: method ?? 'the request',
		code: code === undefined ? '' : ` (code ${code})`,
		// Only in an advice: n8n replaces a message that holds such a code.
		network: code === undefined ? '' : `The network reports ${code}. `,
		status: httpStatus ?? 'unknown',
		seconds: Math.round(timeoutMs / 1000),
		why: quote(why),
	};
	return template.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name])).trim();
}

/**
 * Writes what a person reads: what happened, then what to do.
 * @returns message and description. The service's own sentence comes first in the message.
 */
export function adviceFor(kind: FailureKind, details: AdviceDetails = {}) {
	const said = quote(details.serviceMessage);
	const happened = fillIn(FAILURE_KINDS[kind].what, details) || 'Something unexpected happened';
	const toDo = fillIn(FAILURE_KINDS[kind].advice, details);
	if (said === '') return { message: happened, description: toDo };
	return { message: `The service says: ${said}`, description: `${happened}. ${toDo}`.trim() };
}

/** Takes the advice about retrying out of a description, for a poll that retries by itself. */
export function withoutRetryAdvice(description: string): string {
	return [TRY_AGAIN, SLOW_DOWN, MORE_TIME]
		.reduce((text, advice) => text.replace(advice, ''), description)
		.trim();
}
