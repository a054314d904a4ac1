import { writeDate } from '../base/dates';
import type { Failure, Facts, ToldCheck } from './facts';

/*
 * The one place with the words of failures. A message says what happened; a description what was paid, what to do, and
 * where there is more about it.
 */

const PAGE =
	'https://github.com/n8n-nodes-aml-check/n8n-nodes-aml-check/blob/main/docs/troubleshooting.md';

type Words = [happened: string, advice: string];

const LATER = 'Try again in a few minutes. If it stays this way, ask the service.';
const WAY =
	'Check the base URL in the AML Check API credential, the firewall and, where one is set, the proxy (HTTPS_PROXY).';
const TOKEN =
	"Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service.";
const ACCOUNT =
	'Check the access token, the allowed IP addresses and the package in your account at the service.';

const GUARD =
	"n8n's own guard refuses private addresses: ask your administrator to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.";

const sayCode = ({ code }: Facts) => (code === undefined ? '' : ` (code ${code})`);

/** Why a request did not arrive, by its code. */
const NETWORK_WORDS: ReadonlyArray<[RegExp, string]> = [
	[/^(ENOTFOUND|EAI_\w+)$/, 'The name of the host is not known in the network'],
	[/^ECONNREFUSED$/, 'The host refuses connections on this port, or the proxy does'],
	[/^(EPROTO|ERR_SSL)/, 'The host offers no TLS that n8n accepts: plain http, or an old version'],
	[/CERT|UNABLE_TO|ERR_TLS/, 'The certificate of the host is not trusted'],
];

function sayUnreachable({ code, host = 'The service', httpStatus, next = '', why }: Facts): Words {
	if (httpStatus !== undefined)
		return [
			`Something else answered for the AML service (HTTP status ${httpStatus})`,
			`${why ?? ''} ${WAY}`,
		];
	const happened = 'The AML service could not be reached';
	if (why !== undefined) return [happened, `${host}: ${withoutStop(why)}. ${GUARD}`];
	const known = NETWORK_WORDS.find(([pattern]) => pattern.test(String(code)));
	const words = known?.[1] ?? 'The connection failed';
	return [happened, `${host}: ${words}${sayCode({ code })}. ${WAY} ${next}`];
}

const sayPlace = ({ code, host }: Facts) =>
	host === undefined ? '' : `The request went to ${host}${sayCode({ code })}.`;

function sayUnavailable(facts: Facts): Words {
	const { code, httpStatus = 0, method = 'the request', said, timeoutMs, why = '' } = facts;
	const { next = LATER } = facts;
	if (typeof code === 'number' || said !== undefined)
		return [`The AML service could not complete ${method}`, next];
	const advice = `${why} ${sayPlace(facts)} ${next} If it never worked: ${WAY}`;
	if (timeoutMs !== undefined)
		return [
			`The AML service gave no answer within ${Math.round(timeoutMs / 1000)} seconds`,
			advice,
		];
	if (httpStatus >= 400)
		return [`The AML service is not available (HTTP status ${httpStatus})`, advice];
	return why === ''
		? ['The connection to the AML service broke before its answer came', advice]
		: ["The AML service's answer could not be read", advice];
}

function sayUnsure(hashes: readonly string[], provedAt = Date.now()): Words {
	const happened = 'The request for this check got no usable answer';
	const advice =
		hashes.length > 0
			? "Read it with Get, free, and see whether it is yours. Nothing is sent again: to pay for a new check, set another 'Request Key'."
			: `If the execution failed, its Retry looks for the check and doesn't pay twice. Otherwise look with History, Get Many: from ${writeDate(provedAt)} on, a check that it doesn't show was not paid for.`;
	return [happened, advice];
}

const sayWhy = ({ why = '' }: Facts) => why;

/** What happened, and what to do. */
function sayReason({ reason, fault, hashes, facts }: Failure): Words {
	const { method = 'the request', next = LATER } = facts;
	switch (reason) {
		case 'badCredential':
			return ['The AML service did not accept the credentials', TOKEN];
		case 'badInput':
			return ['A value of this item can not be used', 'Correct it.'];
		case 'badSetting':
			return ['A value of this node can not be used', 'Check its parameters and expressions.'];
		case 'cancelled':
			// n8n recognises a stopped execution by this spelling in the message.
			return ['The execution was canceled', 'Run it again for what is missing.'];
		case 'mismatch':
			return [
				`The AML service's answer to ${method} does not fit the request`,
				`${sayWhy(facts)} It was not used. ${next}`,
			];
		case 'noChecksLeft':
			return ['The package of checks does not allow this check', 'Buy more, then run again.'];
		case 'notFound':
			return ['The AML service knows no such check', 'Compare it with the history of your checks.'];
		case 'rateLimited':
			return ['The AML service asks for fewer requests at a time', next];
		case 'refused':
			return [`The AML service refused ${method}`, adviseRefused(fault)];
		case 'unavailable':
			return sayUnavailable(facts);
		case 'unreachable':
			return sayUnreachable(facts);
		case 'unsure':
			return sayUnsure(hashes, facts.provedAt);
	}
}

function adviseRefused(fault: Failure['fault']): string {
	if (fault === 'setup') return ACCOUNT;
	return fault === 'input'
		? 'Check this row. If it is right, ask the service.'
		: 'Ask the service.';
}

const nameChecks = (hashes: readonly string[]) =>
	`${hashes.length === 1 ? 'the check' : 'the checks'} ${hashes.join(', ')}`;

/** The checks of a wallet, each with its level and its hash. */
function sayChecks(checks: readonly ToldCheck[]): string {
	const told = checks.map(({ asset, riskLevel, hash, candidates = [] }) =>
		[asset, riskLevel, hash, ...(candidates as string[])].filter(Boolean).join(' '),
	);
	return `Its checks: ${told.join('; ')}.`;
}

/** What was paid; nothing where nothing was to be paid. */
function sayPaid({ reason, fault, charged, hashes, facts }: Failure): string {
	const isNamed = facts.checks === undefined && hashes.length > 0;
	const named = nameChecks(hashes);
	if (facts.isFree) return isNamed ? `It is about ${named}.` : '';
	const isOpen = charged === undefined || fault === 'payment';
	if (reason === 'unsure' || (isOpen && isNamed))
		return `It is not known whether the check was paid for.${isNamed ? ` It may be ${named}.` : ''}`;
	if (charged === undefined) return '';
	if (charged) return isNamed ? `This item has paid for ${named}.` : 'This item has paid.';
	return isNamed ? `Nothing was paid for it now, and it is about ${named}.` : 'Nothing was paid.';
}

const withoutStop = (sentence: string) => sentence.replace(/[.\s]+$/, '');

/** Text from outside, in one line of a sane length. */
function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** The service's own sentence belongs to what happened. n8n replaces a message that holds a code of the network. */
function sayHappened(byReason: string, facts: Facts): string {
	const { happened, said = '', before, code } = facts;
	const quoted = said === '' ? '' : `: ${withoutStop(oneLine(said))}`;
	const ofService = typeof code === 'number' ? sayCode(facts) : '';
	const whole = happened === undefined ? `${byReason}${quoted}${ofService}` : withoutStop(happened);
	return before === undefined ? whole : `${before}: ${whole}`;
}

/** A run doesn't wait for a longer pause, in minutes. */
const LONG_PAUSE = 5;

function sayPause({ retryAfterMs = 0 }: Facts): string {
	const minutes = Math.ceil(retryAfterMs / 60_000);
	return minutes > LONG_PAUSE ? `The service asks for a pause of ${minutes} minutes.` : '';
}

/**
 * Writes a failure for a person; pure.
 * @returns what happened, without a full stop, and below it what was paid, what to do, and a link to its line in the docs.
 */
export function describeFailure(failure: Failure): { message: string; description: string } {
	const { reason, facts } = failure;
	const [happened, advice] = sayReason(failure);
	const parts = [
		sayPaid(failure),
		facts.checks ? sayChecks(facts.checks) : '',
		facts.also ?? '',
		facts.advice ?? advice,
		sayPause(facts),
		`More in the docs (${PAGE}#${reason.toLowerCase()}).`,
	];
	const said = parts.map((part) => part.trim()).filter((part) => part !== '');
	return {
		message: sayHappened(happened, facts) || 'Something unexpected happened',
		description: said.join(' ').replace(/ {2,}/g, ' '),
	};
}
