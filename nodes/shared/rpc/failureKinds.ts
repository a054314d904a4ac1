/*
 * The one table of the kinds of failure: what each means for payment, for a retry, for the rest of a batch, for n8n and
 * for a person (design 3, 4 and 5).
 */

/** What a message can say beyond its kind. */
export interface AdviceDetails {
	method: string;
	code?: number | string;
	httpStatus?: number;
	/** The service's own words. */
	serviceMessage?: string;
	/** How long was waited, in milliseconds. */
	timeoutMs?: number;
	/** What an unreadable answer lacked. */
	lack?: string;
}

/** What happened, and what to do about it. */
interface Words {
	message: string;
	description: string;
}

/** n8n's names of causes, which its poller backs off by (2.37 and later). */
type Cause =
	'configuration-invalid' | 'credential-invalid' | 'rate-limited' | 'temporarily-unavailable';

interface KindOfFailure {
	/** Whether a submission that ended so may have been taken, and so paid for (design 4). In doubt it may. */
	mayBeTaken: boolean;
	/** Whether it may pass by itself, so that reading again makes sense. */
	mayPass: boolean;
	/** Whether it will hit the next call just the same. */
	isGeneral: boolean;
	/** What n8n is told; undefined where none of its causes fits. */
	cause?: Cause;
	/** What a person reads; never holds the token. */
	words: (details: AdviceDetails) => Words;
}

const TRY_AGAIN = 'Try again in a few minutes. If it stays this way, ask the service.';

const SLOW_DOWN = 'Wait a little, then try again with a lower Max Concurrent Requests.';

/** For a call that found no time: what a person can do about a run. */
export const MORE_TIME = 'Give the run more time, or let it do less.';

const CREDENTIAL_ADVICE =
	"Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.";

/** The service's messages end up in texts for people: one line, of a sane length. */
function quote(text: string | undefined): string {
	const line = (text ?? '').replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

const statusOf = ({ httpStatus }: AdviceDetails) => `HTTP status ${httpStatus ?? 'unknown'}`;

const serviceSaid = ({ serviceMessage, code }: AdviceDetails) =>
	`The service said: "${quote(serviceMessage) || 'nothing'}" (code ${String(code ?? 'none')}).`;

const networkSaid = ({ code }: AdviceDetails) => (code ? `The network said ${String(code)}. ` : '');

/** The kinds of failure by their names, each of which is also the stable word of `details.reason` (design 2). */
const KINDS = {
	/** An answer without JSON-RPC that says 403: the service, or a firewall before or behind it. */
	blocked: {
		mayBeTaken: true,
		mayPass: false,
		isGeneral: true,
		cause: 'credential-invalid',
		words: () => ({
			message: 'The call to the AML service was blocked',
			description: `HTTP status 403, and not in the service's own form: it may come from a firewall. ${CREDENTIAL_ADVICE}`,
		}),
	},
	cancelled: {
		mayBeTaken: false,
		mayPass: false,
		isGeneral: false,
		// n8n takes an execution for stopped, not failed, by this spelling in the message.
		words: () => ({
			message: 'The execution was canceled',
			description: 'Run the workflow again when you want the result.',
		}),
	},
	/** A parameter or the credential can't be used: nothing that counts was sent. */
	configuration: {
		mayBeTaken: false,
		mayPass: false,
		isGeneral: true,
		cause: 'configuration-invalid',
		words: ({ serviceMessage }) => ({
			message: 'The AML Check API credential can not be used',
			description: quote(serviceMessage),
		}),
	},
	connectionLost: {
		mayBeTaken: true,
		mayPass: true,
		isGeneral: true,
		cause: 'temporarily-unavailable',
		words: (details) => ({
			message: 'The connection to the AML service was lost before its answer arrived',
			description: `${networkSaid(details)}${TRY_AGAIN}`,
		}),
	},
	credentials: {
		mayBeTaken: false,
		mayPass: false,
		isGeneral: true,
		cause: 'credential-invalid',
		words: ({ serviceMessage }) => ({
			message: 'The AML service did not accept the credentials',
			description: `${serviceMessage ? `The service said: "${quote(serviceMessage)}" ` : ''}${CREDENTIAL_ADVICE}`,
		}),
	},
	/** The answer is about another request, another check or another target. */
	mismatch: {
		mayBeTaken: true,
		mayPass: false,
		isGeneral: true,
		words: ({ lack }) => ({
			message: 'The AML service sent an answer that belongs to something else',
			description: `${quote(lack)} It was not used. ${TRY_AGAIN}`,
		}),
	},
	notFound: {
		mayBeTaken: false,
		mayPass: false,
		isGeneral: false,
		words: ({ serviceMessage }) => ({
			message: 'The AML service knows no such check',
			description: `The service said: "${quote(serviceMessage)}" Compare what you asked for with the history of your checks.`,
		}),
	},
	/** Connection refused, name not found or TLS not agreed on: the service has seen nothing. */
	notSent: {
		mayBeTaken: false,
		mayPass: true,
		isGeneral: true,
		cause: 'temporarily-unavailable',
		words: (details) => ({
			message: 'The AML service could not be reached',
			description: `${networkSaid(details)}Check the base URL in the AML Check API credential, and that this n8n can reach it.`,
		}),
	},
	rateLimited: {
		mayBeTaken: false,
		mayPass: true,
		isGeneral: true,
		cause: 'rate-limited',
		words: () => ({
			message: 'The AML service asks for fewer calls at a time',
			description: SLOW_DOWN,
		}),
	},
	redirected: {
		mayBeTaken: true,
		mayPass: false,
		isGeneral: true,
		cause: 'configuration-invalid',
		words: (details) => ({
			message: 'The AML service answered with a redirect',
			description: `${statusOf(details)}. Redirects are not followed, so that the token stays where it belongs. Enter the final address as base URL in the AML Check API credential.`,
		}),
	},
	/** The service says no with a code that certainly means that the request was not taken. */
	rejected: {
		mayBeTaken: false,
		mayPass: false,
		isGeneral: false,
		words: (details) => ({
			message: `The AML service refused ${details.method}`,
			description: `${serviceSaid(details)} Check the values that were sent.`,
		}),
	},
	timeout: {
		mayBeTaken: true,
		mayPass: true,
		isGeneral: true,
		cause: 'temporarily-unavailable',
		words: ({ timeoutMs }) => ({
			message: `The AML service gave no answer within ${Math.round((timeoutMs ?? 0) / 1000)} seconds`,
			description: TRY_AGAIN,
		}),
	},
	unavailable: {
		mayBeTaken: true,
		mayPass: true,
		isGeneral: true,
		cause: 'temporarily-unavailable',
		words: (details) => ({
			message: 'The AML service is not available right now',
			description: `It answered with ${statusOf(details)}. ${TRY_AGAIN}`,
		}),
	},
	/** The service says no in a way that leaves open how far it got, such as an internal failure. */
	undecided: {
		mayBeTaken: true,
		mayPass: true,
		isGeneral: true,
		cause: 'temporarily-unavailable',
		words: (details) => ({
			message: `The AML service could not complete ${details.method}`,
			description: `${serviceSaid(details)} ${TRY_AGAIN}`,
		}),
	},
	/** Something outside the service, such as an expression that can't be resolved. */
	unexpected: {
		mayBeTaken: true,
		mayPass: false,
		isGeneral: false,
		words: ({ serviceMessage }) => ({
			message: quote(serviceMessage),
			description: 'Check the parameters of this node and the expressions in them.',
		}),
	},
	unreadable: {
		mayBeTaken: true,
		mayPass: false,
		isGeneral: true,
		words: ({ lack }) => ({
			message: "The AML service's answer could not be read",
			description: `${quote(lack)} Check that the base URL in the AML Check API credential is the one of the service. ${TRY_AGAIN}`,
		}),
	},
} as const satisfies Record<string, KindOfFailure>;

/** What kept an RPC from giving a usable answer. */
export type FailureKind = keyof typeof KINDS;

/** What each kind of failure means. */
export const FAILURE_KINDS: Readonly<Record<FailureKind, KindOfFailure>> = KINDS;

/**
 * What a person reads: what happened, then what to do (service 7).
 * @param kind what kept the RPC from a usable answer.
 * @param details what the text can name.
 * @returns message and description; neither ever holds the token.
 */
export function adviceFor(kind: FailureKind, details: AdviceDetails): Words {
	return FAILURE_KINDS[kind].words(details);
}

/**
 * Takes out of a description what a person would do about a run, for a poll that comes again by itself.
 * @param description as {@link adviceFor} gives it.
 * @returns what is left of it: what happened, and advice that holds for a poll too.
 */
export function withoutRetryAdvice(description: string): string {
	return [TRY_AGAIN, SLOW_DOWN, MORE_TIME]
		.reduce((text, advice) => text.replace(advice, ''), description)
		.trim();
}
