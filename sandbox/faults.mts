/** The faults: one row each, whether the call is processed before it strikes, and what goes out in place of the answer. */
import { z } from 'zod';
import { CODES } from './refusal.mts';
import { flat401, gatewayPage, html, json, type Answer, type Delivery } from './wire.mts';

const SLOW_MS = 2000;

const COUNT = z.number().nonnegative();

/** The settings of a fault, whatever its kind. */
const MEMBERS = {
	/** A method of the service, `*` for all of them, or `pdf` for the download of a report. */
	method: z.string(),
	/** How many calls it strikes (default 1); Infinity until cleared. */
	times: COUNT.optional(),
	/** How many matching calls pass first (default 0). */
	skip: COUNT.optional(),
	/** HTTP status in place of the kind's own. */
	status: z.number().int().min(200).max(599).optional(),
	/** `Retry-After` of `rateLimited` and the server faults; the empty string leaves the header out. */
	retryAfter: z.string().optional(),
	/** Delay of `slow`, in milliseconds (default 2000). */
	delayMs: COUNT.optional(),
	/** Code of `rpcError` (default -40008). */
	code: z.number().optional(),
	/** Message of `rpcError`. */
	message: z.string().optional(),
	/** Target of `redirect` (default a page of the sandbox that counts who follows). */
	location: z.string().optional(),
	/** The `result` of `emptyResult` (default `{}`); `undefined` given on purpose leaves the member out. */
	result: z.unknown(),
	/** Makes the body of `changed` from a copy, which may be changed in place (default the same again). */
	change: z.custom<(body: never) => unknown>((value) => typeof value === 'function').optional(),
	/** Only calls about this address (or, for findreport and getresult, this `hash`). */
	match: z.object({ address: z.string() }).strict().optional(),
};

type Settings = z.output<z.ZodObject<typeof MEMBERS>>;

/** The facts of a call that a fault may use. */
interface Call {
	/** Id to echo. */
	id: string | null;
	/** Target of a redirect that names none. */
	redirectTo: string;
}

type Fault =
	| { strikes: 'before'; isForPdf: boolean; deliver(settings: Settings, call: Call): Delivery }
	| { strikes: 'after'; isForPdf: boolean; deliver(settings: Settings, answer: Answer): Delivery };

const FOR_PDF = true;

/** A fault of calls that are not processed. */
const before = (
	deliver: (settings: Settings, call: Call) => Delivery,
	isForPdf = false,
): Fault => ({
	strikes: 'before',
	isForPdf,
	deliver,
});

/** A fault of calls that are processed: what they cost is paid. */
const after = (
	deliver: (settings: Settings, answer: Answer) => Delivery,
	isForPdf = false,
): Fault => ({
	strikes: 'after',
	isForPdf,
	deliver,
});

const sent = (answer: Answer): Delivery => ({ how: 'send', answer });

function serverError({ status = 503, retryAfter }: Settings): Delivery {
	const page = html(gatewayPage(`${status} Service Temporarily Unavailable`), status);
	return sent(retryAfter ? withHeader(page, 'Retry-After', retryAfter) : page);
}

const withHeader = (answer: Answer, name: string, value: string): Answer => ({
	...answer,
	headers: { ...answer.headers, [name]: value },
});

/** The refusal of a call beyond the limit of calls. */
export function tooMany(retryAfter = '1', status = 429): Answer {
	const answer = { status, headers: { 'Content-Type': 'text/plain' }, body: 'Too Many Requests' };
	return retryAfter === '' ? answer : withHeader(answer, 'Retry-After', retryAfter);
}

function half(answer: Answer): Answer {
	const text = answer.body.toString();
	return { ...answer, body: text.slice(0, Math.ceil(text.length / 2)) };
}

const bodyOf = (answer: Answer) => JSON.parse(answer.body.toString()) as Record<string, unknown>;

/** The answer with another body. */
const withBody = (answer: Answer, body: unknown): Answer => ({
	...answer,
	body: JSON.stringify(body),
});

/** The answer with another value of a member; one that the answer doesn't have is not added. */
function withMember(answer: Answer, name: string, value: unknown): Answer {
	const body = bodyOf(answer);
	return name in body ? withBody(answer, { ...body, [name]: value }) : answer;
}

const FAULTS = {
	resetBefore: before(() => ({ how: 'destroy' }), FOR_PDF),
	lostAnswer: after(() => ({ how: 'destroy' }), FOR_PDF),
	hang: before(() => ({ how: 'silence' }), FOR_PDF),
	hangAfter: after(() => ({ how: 'silence' }), FOR_PDF),
	serverErrorBefore: before(serverError, FOR_PDF),
	serverErrorAfter: after(serverError, FOR_PDF),
	rateLimited: before(({ retryAfter, status }) => sent(tooMany(retryAfter, status)), FOR_PDF),
	flat401: before(({ status = 200 }) => sent(flat401(status))),
	rpcError: before(({ code = CODES.params, message = 'Error message', status }, { id }) =>
		sent(json({ jsonrpc: '2.0', id, error: { code, message } }, status)),
	),
	redirect: before(
		({ status = 307, location }, { redirectTo }) =>
			sent({ status, headers: { Location: location ?? redirectTo }, body: '' }),
		FOR_PDF,
	),
	brokenJson: after((_, answer) => sent(half(answer))),
	/** Bytes that are no text. */
	garbled: after((_, answer) =>
		sent({ ...answer, body: Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x22]) }),
	),
	html: after(({ status }) => sent(html(gatewayPage('Please wait'), status)), FOR_PDF),
	wrongId: after((_, answer) => sent(withMember(answer, 'id', 'another-request'))),
	emptyResult: after((settings, answer) =>
		sent(withMember(answer, 'result', 'result' in settings ? settings.result : {})),
	),
	changed: after(({ change = (body: unknown) => body }, answer) =>
		// A refusal beyond the limit of calls holds no JSON.
		sent(answer.status === 429 ? answer : withBody(answer, change(bodyOf(answer) as never))),
	),
	slow: after(({ delayMs = SLOW_MS }, answer) => ({ how: 'send', answer, delayMs }), FOR_PDF),
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof FAULTS;

const KINDS = Object.keys(FAULTS) as [FaultKind, ...FaultKind[]];

/** A fault as it is switched on. */
export const FAULT_SPEC = z
	.object({ ...MEMBERS, kind: z.enum(KINDS) })
	.strict()
	.refine(({ method, kind }) => method !== 'pdf' || FAULTS[kind].isForPdf, {
		message: 'there is no such fault for pdf',
	});

export type FaultSpec = z.input<typeof FAULT_SPEC>;

/** Every kind, and whether the call is processed before the fault strikes. */
export const FAULT_KINDS = Object.fromEntries(
	KINDS.map((kind) => [kind, FAULTS[kind].strikes]),
) as Readonly<Record<FaultKind, Fault['strikes']>>;

/** Decides how a call is answered; `process` is not called for a fault that strikes before. */
export function deliveryOf(
	spec: FaultSpec | undefined,
	call: Call,
	process: () => Answer,
): Delivery {
	if (!spec) return sent(process());
	const fault: Fault = FAULTS[spec.kind];
	return fault.strikes === 'before' ? fault.deliver(spec, call) : fault.deliver(spec, process());
}
