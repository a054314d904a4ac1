import type { NodeApiError } from 'n8n-workflow';

import type { Again, Note } from './notes';

/*
 * The one table of failures: the meaning of each kind for the payment of a submission, for a retry, for the rest of a
 * batch, for n8n, and for a person.
 */

/**
 * The payment of a submission that ended this way. `notTaken`: the service did not take it, so it may be sent again at
 * once. `refused`: the service read it and said no, so it is never sent again. `lost`: the service may have taken it.
 */
export type Payment = 'notTaken' | 'refused' | 'lost';

/**
 * Whose turn it is. `input`: this item can't be screened. `setup`: the credential, the allowed IP addresses, the
 * package or an option needs a change. `service`: it is down or its response unusable. `payment`: it is not known
 * whether the check was paid.
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

/** The common facts of the kinds of one group. */
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
const KIND_TABLE = {
	/** HTTP 4xx with words, but not in the service's form: a firewall, a proxy or another server. */
	blocked: { ...SETUP, payment: 'lost' },
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
	undecided: OUTAGE,
	/** Something outside the service, such as an expression that can't be resolved. */
	unexpected: { ...REFUSAL, payment: 'lost', fault: 'setup' },
	/** No JSON-RPC at all, such as a maintenance page. */
	unreadable: UNREADABLE,
} as const satisfies Record<string, KindOfFailure>;

/** The reason why a request got no usable response. */
export type FailureKind = keyof typeof KIND_TABLE;

export const FAILURE_KINDS: Readonly<Record<FailureKind, KindOfFailure>> = KIND_TABLE;

const TRY_AGAIN = 'Try again in a few minutes. If it stays this way, ask the service.';
const SLOW_DOWN = "Wait a little, then try again with a lower 'Max Concurrent Requests'.";

const CREDENTIAL_ADVICE =
	"Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.";
const BASE_URL_ADVICE = 'Check the base URL in the AML Check API credential.';
const PROXY_ADVICE = "If this n8n uses a proxy, check n8n's HTTPS_PROXY and NO_PROXY.";
const REFUSED = 'The AML service refused {method}{code}';

/** Templates: {@link fillIn} replaces the words in braces. */
interface Words {
	/** The event, and what is known of its cause. */
	happened: string;
	cause?: string;
	/** What to do, and when to try again. A poll that repeats itself leaves the latter out. */
	advice?: string;
	retry?: string;
	again?: Again;
}

const NOT_READABLE: Words = {
	happened: "The AML service's response could not be read",
	cause: '{why}',
	advice: BASE_URL_ADVICE,
	retry: TRY_AGAIN,
};

const FAILURE_WORDS: Readonly<Record<FailureKind, Words>> = {
	blocked: {
		happened: 'The request was blocked with HTTP status {status}',
		cause:
			"The response of {host} is not in the service's own form: it may come from a proxy, a firewall or another server.",
		advice: `${BASE_URL_ADVICE} ${PROXY_ADVICE} ${CREDENTIAL_ADVICE}`,
	},
	cancelled: {
		// n8n recognises a stopped execution by this spelling in the message.
		happened: 'The execution was canceled',
		advice: 'Nothing more was sent to the service.',
		again: { after: 'cancel' },
	},
	configuration: { happened: 'The AML Check API credential can not be used', cause: '{why}' },
	connectionLost: {
		happened: 'The connection to the AML service was lost before its response arrived',
		cause: '{network}',
		retry: TRY_AGAIN,
	},
	credentials: {
		happened: 'The AML service did not accept the credentials',
		cause: '{where}',
		advice: CREDENTIAL_ADVICE,
	},
	emptyPackage: {
		happened: 'The package of checks does not allow this check{code}',
		again: { after: 'nothing', first: 'Buy more checks in your account at the service' },
	},
	invalidInput: { happened: 'A value of this item can not be used', cause: '{why}' },
	invalidRequest: { happened: REFUSED, advice: 'Check the values that were sent.' },
	malformed: NOT_READABLE,
	mismatch: {
		happened: 'The AML service sent a response that belongs to something else',
		cause: '{why} It was not used.',
		retry: TRY_AGAIN,
	},
	notFound: {
		happened: 'The AML service knows no such check{code}',
		advice: 'Compare what you asked for with the history of your checks.',
	},
	notSent: {
		happened: 'The AML service could not be reached',
		cause: '{network}',
		advice: `${BASE_URL_ADVICE} This n8n must be able to reach it.`,
	},
	rateLimited: { happened: 'The AML service asks for fewer requests at a time', retry: SLOW_DOWN },
	redirected: {
		happened: 'The AML service responded with a redirect (HTTP status {status})',
		cause: 'Redirects are not followed, so that the token stays where it belongs.',
		advice: 'Enter the final address as base URL in the AML Check API credential.',
	},
	rejected: {
		happened: REFUSED,
		advice: 'Check the values that were sent. If they are right, ask the service.',
	},
	timeout: {
		happened: 'The AML service gave no response within {seconds} seconds',
		retry: TRY_AGAIN,
	},
	unavailable: {
		happened: 'The AML service is not available right now (HTTP status {status})',
		retry: TRY_AGAIN,
	},
	undecided: { happened: 'The AML service could not complete {method}{code}', retry: TRY_AGAIN },
	unexpected: {
		happened: '{why}',
		advice: 'Check the parameters of this node and the expressions in them.',
	},
	unreadable: NOT_READABLE,
};

/** The facts that a message can name beyond its kind. */
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
	/** Where the request went. */
	host?: string;
}

/** What a code of the network means, by pattern. */
const NETWORK_WORDS: ReadonlyArray<[RegExp, string]> = [
	[/^(ENOTFOUND|EAI_\w+)$/, 'The name {host} is not known in the network'],
	[/^ECONNREFUSED$/, '{host} refuses connections on this port'],
	[/^(EPROTO|ERR_SSL)/, '{host} offers no TLS that n8n accepts: plain http, or an old version'],
	[/CERT|UNABLE_TO|ERR_TLS/, 'The certificate of {host} is not trusted'],
];

/** Only for an advice: n8n replaces a message that holds such a code. */
function describeNetwork(code: AdviceDetails['code'], host: string): string {
	if (code === undefined) return '';
	const known = NETWORK_WORDS.find(([pattern]) => pattern.test(String(code)));
	const words = known?.[1] ?? 'The connection to {host} failed';
	return `${words.replace('{host}', host)} (${code}).`;
}

/** Texts from outside become one line of a sane length. */
function toLine(text = ''): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

const withoutStop = (sentence: string) => sentence.replace(/[.\s]+$/, '');

function fillIn(template: string, details: AdviceDetails): string {
	const { method = 'the request', code, httpStatus = 'unknown', why, timeoutMs = 0 } = details;
	const { host = 'the service' } = details;
	const words: Record<string, unknown> = {
		method,
		code: code === undefined ? '' : ` (code ${code})`,
		network: describeNetwork(code, host),
		host,
		where: details.host === undefined ? '' : `The request went to ${host}.`,
		status: httpStatus,
		seconds: Math.round(timeoutMs / 1000),
		why: toLine(why),
	};
	return template.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name])).trim();
}

/** Writes what happened and what to do. The service's own sentence becomes the message, and ours explains it. */
export function wordsFor(kind: FailureKind, details: AdviceDetails = {}) {
	const write = (template = '') => fillIn(template, details);
	const { happened, cause, advice, retry, again } = FAILURE_WORDS[kind];
	const said = toLine(details.serviceMessage);
	// A message has no full stop: it stands alone, or before the description.
	const own = withoutStop(write(happened)) || 'Something unexpected happened';
	const explained = [...(said === '' ? [] : [`${own}.`]), write(cause)].join(' ').trim();
	const notes: Note[] = [
		{ about: 'cause', text: explained },
		{ about: 'retry', text: write(retry) },
		{ about: 'rerun', text: '', again },
	];
	return {
		message: said === '' ? own : `The service says: ${withoutStop(said)}`,
		serviceMessage: said === '' ? undefined : said,
		advice: write(advice),
		notes: notes.filter((note) => note.text !== '' || note.again !== undefined),
	};
}
