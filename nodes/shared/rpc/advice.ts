import type { FailureKind } from './failureKinds';

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

const TRY_AGAIN = 'Try again in a few minutes. If it stays this way, ask the service.';

const CREDENTIAL_ADVICE =
	"Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.";

/** The service's messages end up in texts for people: one line, of a sane length. */
function quote(text: string | undefined): string {
	const line = (text ?? '').replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

const WORDS: Record<FailureKind, (details: AdviceDetails) => Words> = {
	// n8n takes an execution for stopped, not failed, by this spelling in the message.
	cancelled: () => ({
		message: 'The execution was canceled',
		description: 'Run the workflow again when you want the result.',
	}),
	configuration: ({ serviceMessage }) => ({
		message: 'The AML Check API credential can not be used',
		description: quote(serviceMessage),
	}),
	connectionLost: ({ code }) => ({
		message: 'The connection to the AML service was lost before its answer arrived',
		description: `${code ? `The network said ${String(code)}. ` : ''}${TRY_AGAIN}`,
	}),
	credentials: ({ serviceMessage }) => ({
		message: 'The AML service did not accept the credentials',
		description: `${serviceMessage ? `The service said: "${quote(serviceMessage)}" ` : ''}${CREDENTIAL_ADVICE}`,
	}),
	mismatch: ({ lack }) => ({
		message: 'The AML service sent an answer that belongs to something else',
		description: `${quote(lack)} It was not used. ${TRY_AGAIN}`,
	}),
	notFound: ({ serviceMessage }) => ({
		message: 'The AML service knows no such check',
		description: `The service said: "${quote(serviceMessage)}" Compare what you asked for with the history of your checks.`,
	}),
	notSent: ({ code }) => ({
		message: 'The AML service could not be reached',
		description: `${code ? `The network said ${String(code)}. ` : ''}Check the base URL in the AML Check API credential, and that this n8n can reach it.`,
	}),
	rateLimited: () => ({
		message: 'The AML service asks for fewer calls at a time',
		description: 'Wait a little, then try again with a lower Max Concurrent Requests.',
	}),
	redirected: ({ httpStatus }) => ({
		message: 'The AML service answered with a redirect',
		description: `HTTP status ${httpStatus ?? 'unknown'}. Redirects are not followed, so that the token stays where it belongs. Enter the final address as base URL in the AML Check API credential.`,
	}),
	rejected: ({ method, code, serviceMessage }) => ({
		message: `The AML service refused ${method}`,
		description: `The service said: "${quote(serviceMessage) || 'nothing'}" (code ${String(code ?? 'none')}). Check the values that were sent.`,
	}),
	timeout: ({ timeoutMs }) => ({
		message: `The AML service gave no answer within ${Math.round((timeoutMs ?? 0) / 1000)} seconds`,
		description: TRY_AGAIN,
	}),
	unavailable: ({ httpStatus }) => ({
		message: 'The AML service is not available right now',
		description: `It answered with HTTP status ${httpStatus ?? 'unknown'}. ${TRY_AGAIN}`,
	}),
	unexpected: ({ serviceMessage }) => ({
		message: quote(serviceMessage),
		description: 'Check the parameters of this node and the expressions in them.',
	}),
	unreadable: ({ lack }) => ({
		message: "The AML service's answer could not be read",
		description: `${quote(lack)} Check that the base URL in the AML Check API credential is the one of the service. ${TRY_AGAIN}`,
	}),
};

/**
 * The table from a kind of failure to what a person reads: what happened, then what to do (service 7).
 * @param kind what kept the RPC from a usable answer.
 * @param details what the text can name.
 * @returns message and description; neither ever holds the token.
 */
export function adviceFor(kind: FailureKind, details: AdviceDetails): Words {
	return WORDS[kind](details);
}
