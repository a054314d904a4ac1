/** The sentences about a request that failed: each once, in full. Read a change before you accept it (`npx jest test/unit/failures/words -u`). */
import type { WalletCheck } from '../../../nodes/AmlCheck/outputs/checks.ts';
import {
	earlierLost,
	notSubmitted,
	otherTarget,
	withEntries,
	withEntry,
	type NamedEntry,
} from '../../../nodes/AmlCheck/screening/failures.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/ledger.ts';
import { adviseAgain, type Again } from '../../../nodes/shared/failures/notes.ts';
import {
	describeFailure,
	makeFailure,
	readFault,
	readPayment,
	type AmlCheckError,
} from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import { makeSent, makeTaken, wanted } from '../screening/entries.mts';

const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];
const MOMENT = Date.UTC(2026, 8, 1, 12);
const BOTH = { hasRetry: true, hasKey: true };

const list = (texts: Record<string, string>) =>
	Object.entries(texts)
		.map(([name, text]) => `${name}: ${text}`)
		.join('\n');

const tell = (failure: AmlCheckError): string =>
	`[${failure.reason ?? failure.kind}, ${readFault(failure)}] ${describeFailure(failure, BOTH)}`;

it('each kind of failure: the payment, who has to act, whether it may pass or is general, and the cause for n8n', () => {
	const facts = { method: 'checkup.ping', code: -1, httpStatus: 418, why: 'Because.' } as const;
	const texts = KINDS.map((kind) => {
		const failure = makeFailure(kind, { ...facts, timeoutMs: 12_345 });
		const { mayPass, isGeneral, cause } = FAILURE_KINDS[kind];
		const meaning = [
			readPayment(failure),
			readFault(failure),
			mayPass && 'may pass',
			isGeneral && 'general',
			cause,
		];
		const words = `${failure.message} | ${describeFailure(failure)}`;
		return [kind, `[${meaning.filter(Boolean).join(', ')}] ${words}`];
	});
	expect(list(Object.fromEntries(texts) as Record<string, string>)).toMatchInlineSnapshot(`
		"blocked: [lost, setup, general, configuration-invalid] The request was blocked with HTTP status 418 | The response of the service is not in the service's own form: it may come from a proxy, a firewall or another server. Check the base URL in the AML Check API credential. If this n8n uses a proxy, check n8n's HTTPS_PROXY and NO_PROXY. Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.
		cancelled: [notTaken, service] The execution was canceled | Nothing more was sent to the service.
		configuration: [notTaken, setup, general, configuration-invalid] The AML Check API credential can not be used | Because.
		connectionLost: [lost, service, may pass, general, temporarily-unavailable] The connection to the AML service was lost before its response arrived | The connection to the service failed (-1). Try again in a few minutes. If it stays this way, ask the service.
		credentials: [notTaken, setup, general, credential-invalid] The AML service did not accept the credentials | Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential.
		emptyPackage: [notTaken, setup, general, quota-exhausted] The package of checks does not allow this check (code -1) | Buy more checks in your account at the service.
		invalidInput: [notTaken, input] A value of this item can not be used | Because.
		invalidRequest: [notTaken, service] The AML service refused checkup.ping (code -1) | Check the values that were sent.
		malformed: [lost, service, general] The AML service's response could not be read | Because. Check the base URL in the AML Check API credential. Try again in a few minutes. If it stays this way, ask the service.
		mismatch: [lost, service, general] The AML service sent a response that belongs to something else | Because. It was not used. Try again in a few minutes. If it stays this way, ask the service.
		notFound: [refused, input] The AML service knows no such check (code -1) | Compare what you asked for with the history of your checks.
		notSent: [notTaken, service, may pass, general, temporarily-unavailable] The AML service could not be reached | The connection to the service failed (-1). Check the base URL in the AML Check API credential. This n8n must be able to reach it.
		rateLimited: [notTaken, service, may pass, general, rate-limited] The AML service asks for fewer requests at a time | Wait a little, then try again with a lower 'Max Concurrent Requests'.
		redirected: [lost, setup, general, configuration-invalid] The AML service responded with a redirect (HTTP status 418) | Redirects are not followed, so that the token stays where it belongs. Enter the final address as base URL in the AML Check API credential.
		rejected: [refused, service] The AML service refused checkup.ping (code -1) | Check the values that were sent. If they are right, ask the service.
		timeout: [lost, service, may pass, general, temporarily-unavailable] The AML service gave no response within 12 seconds | Try again in a few minutes. If it stays this way, ask the service.
		unavailable: [lost, service, may pass, general, temporarily-unavailable] The AML service is not available right now (HTTP status 418) | Try again in a few minutes. If it stays this way, ask the service.
		undecided: [lost, service, may pass, general, temporarily-unavailable] The AML service could not complete checkup.ping (code -1) | Try again in a few minutes. If it stays this way, ask the service.
		unexpected: [lost, setup] Because | Check the parameters of this node and the expressions in them.
		unreadable: [lost, service, may pass, general] The AML service's response could not be read | Because. Check the base URL in the AML Check API credential. Try again in a few minutes. If it stays this way, ask the service."
	`);
});

it('how to run an item again, where a Retry and a key are possible, and where neither is', () => {
	const all: Again[] = [
		{ after: 'nothing' },
		{ after: 'nothing', first: 'Do this' },
		{ after: 'cancel' },
		{ after: 'loss', provedAt: MOMENT },
		{ after: 'candidates' },
		{ after: 'payment' },
	];
	const texts = all.flatMap((again) =>
		[
			BOTH,
			{ hasRetry: true, hasKey: false },
			{ hasRetry: false, hasKey: true },
			{ hasRetry: false, hasKey: false },
			undefined,
		].map((offer) => adviseAgain(again, offer)),
	);
	expect([...new Set(texts)].join('\n')).toMatchInlineSnapshot(`
		"Run the execution again with Retry.
		Send this item again with the same 'Request Key'.
		Send this item again.

		Do this, then run the execution again with Retry.
		Do this, then send this item again with the same 'Request Key'.
		Do this, then send this item again.
		Do this.
		Run again with Retry, in n8n's list of executions: it searches the history first and does not pay twice. From 2026-09-01T12:00:00Z on it sends the check again by itself, if the history does not show it. To pay for a new check instead, set another 'Request Key'.
		Send this item again with the same 'Request Key', within a day, and before n8n restarts: the history is searched first, and the check is not paid for twice. To pay for a new check instead, set another 'Request Key'.
		Before you send this item again, look for its check with Get Many of History, which is free. From 2026-09-01T12:00:00Z on, a check that the history does not show was not paid for. With a 'Request Key', sending it again would be safe.
		Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again. To pay for a new check instead, set another 'Request Key'.
		Look at your history at the service, and read your check with Get Result, which is free. If you send this item again, it is paid for again.
		Run the execution again with Retry: what was paid for is not paid for again.
		Read them with Get Result, which is free."
	`);
});

it('a lost connection, by the state of its check', () => {
	const entries: Record<string, Entry> = {
		wanted,
		sent: makeSent(),
		'sent, with a candidate': makeSent({ candidates: ['check-1'] }),
		'sent, with two': makeSent({ candidates: ['check-1', 'check-2'] }),
		taken: makeTaken(),
		'taken, and paid for by somebody else': makeTaken({ paid: false }),
	};
	const failure = makeFailure('connectionLost', { requestId: 'request-1' });
	const texts = Object.entries(entries).map(([name, entry]) => [
		name,
		tell(withEntry(failure, entry)),
	]);
	expect(list(Object.fromEntries(texts) as Record<string, string>)).toMatchInlineSnapshot(`
		"wanted: [connectionLost, service] Try again in a few minutes. If it stays this way, ask the service. Nothing was paid for this item.
		sent: [paymentUnsure, payment] It is not known yet whether the check was paid for. Run again with Retry, in n8n's list of executions: it searches the history first and does not pay twice. From 2023-11-14T22:17:20Z on it sends the check again by itself, if the history does not show it. To pay for a new check instead, set another 'Request Key'.
		sent, with a candidate: [paymentUnsure, payment] It is not known yet whether the check was paid for. It may be the check check-1 of the history, which could not be proved. Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again. To pay for a new check instead, set another 'Request Key'.
		sent, with two: [paymentUnsure, payment] It is not known yet whether the check was paid for. It may be one of these checks of the history: check-1, check-2. Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again. To pay for a new check instead, set another 'Request Key'.
		taken: [connectionLost, service] The check was taken: its hash is hash-1. Read it with Get Result, which is free.
		taken, and paid for by somebody else: [connectionLost, service] The check was taken: its hash is hash-1. Read it with Get Result, which is free."
	`);
});

it('a check that was not submitted, and one whose request came to nothing', () => {
	const failures: Record<string, [AmlCheckError, Entry]> = {
		'an earlier loss': [earlierLost(), makeSent()],
		'a cancelled run': [notSubmitted.cancelled(), wanted],
		'a run without time': [notSubmitted.late(30), wanted],
		'a run that has stopped': [notSubmitted.stopped(), wanted],
		'a run that was held': [notSubmitted.unusable(makeFailure('credentials')), wanted],
		'a search that failed': [notSubmitted.unsearched(makeFailure('timeout')), wanted],
		'a check of another target': [otherTarget('check-1'), makeSent()],
		'the same, which the history shows too': [
			otherTarget('check-1'),
			makeSent({ candidates: ['check-1', 'check-2'] }),
		],
		'a limit': [notSubmitted.overBudget(3, 2, 0), wanted],
		'a limit, with what was paid for before': [notSubmitted.overBudget(3, 2, 2), wanted],
		'a pause of an hour': [makeFailure('rateLimited', { retryAfterMs: 3_600_000 }), wanted],
	};
	const texts = Object.entries(failures).map(([name, [failure, entry]]) => [
		name,
		tell(withEntry(failure, entry)),
	]);
	expect(list(Object.fromEntries(texts) as Record<string, string>)).toMatchInlineSnapshot(`
		"an earlier loss: [paymentUnsure, payment] It is not known yet whether the check was paid for. Run again with Retry, in n8n's list of executions: it searches the history first and does not pay twice. From 2023-11-14T22:17:20Z on it sends the check again by itself, if the history does not show it. To pay for a new check instead, set another 'Request Key'.
		a cancelled run: [cancelled, service] Send this item again with the same 'Request Key'. Nothing was paid for this item.
		a run without time: [noTimeLeft, service] Wait, or raise the option 'Timeout (Seconds)', then run the execution again with Retry. Nothing was paid for this item.
		a run that has stopped: [notBegun, service] See what happened to the other items, then run the execution again with Retry. Nothing was paid for this item.
		a run that was held: [notBegun, setup] Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account at the service, then the token in the AML Check API credential. Nothing was paid for this item.
		a search that failed: [notSearched, service] Try again in a few minutes. If it stays this way, ask the service. Solve the cause, then run the execution again with Retry. Nothing was paid for this item.
		a check of another target: [paymentUnsure, payment] It named the check check-1, whose result is not used. Ask the service what was screened. It is not known yet whether the check was paid for. Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again. To pay for a new check instead, set another 'Request Key'.
		the same, which the history shows too: [paymentUnsure, payment] It named the check check-1, whose result is not used. Ask the service what was screened. It is not known yet whether the check was paid for. It may be the check check-2 of the history, which could not be proved. Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again. To pay for a new check instead, set another 'Request Key'.
		a limit: [maxPaidChecks, setup] Raise the option 'Max Paid Checks', or run with fewer items. No check was submitted. Nothing was paid for this item.
		a limit, with what was paid for before: [maxPaidChecks, setup] This execution has paid for 2 of them before. Raise the option 'Max Paid Checks', or continue in a new execution. Nothing was paid for this item.
		a pause of an hour: [rateLimited, service] Wait a little, then try again with a lower 'Max Concurrent Requests'. Nothing was paid for this item."
	`);
});

it('what an earlier try has sent for an item of several checks', () => {
	const trx: NamedEntry = { asset: 'TRX', entry: makeTaken({ hash: 'trx-1', paid: false }) };
	const usdt: NamedEntry = { asset: 'USDT', entry: makeTaken({ hash: 'usdt-1' }) };
	const sent: NamedEntry = {
		asset: 'USDC',
		entry: makeSent({ candidates: ['maybe-1', 'maybe-2'] }),
	};
	const failure = makeFailure('configuration', { why: 'The option holds nothing.' });
	expect(withEntries(failure, [])).toBe(failure);
	const texts = [[usdt], [trx, usdt], [trx, sent]].map((entries) => {
		const known = withEntries(failure, entries);
		const { hash, charged, candidates, checks = [], paid } = known;
		const listed = (checks as WalletCheck[]).map((one) => [one.asset, one.hash, one.candidates]);
		const facts = [hash, charged, candidates, listed, paid];
		return `${JSON.stringify(facts)} ${tell(known)}`;
	});
	expect(texts.join('\n')).toMatchInlineSnapshot(`
		"["usdt-1",true,null,[],["usdt-1"]] [configuration, setup] The option holds nothing. The check was taken: its hash is usdt-1. Read it with Get Result, which is free.
		["trx-1",true,null,[["TRX","trx-1",null],["USDT","usdt-1",null]],["trx-1","usdt-1"]] [configuration, setup] The option holds nothing. The check was taken: its hash is trx-1. Read it with Get Result, which is free. Its other checks are: usdt-1.
		[null,null,["maybe-1","maybe-2"],[["TRX","trx-1",null],["USDC",null,["maybe-1","maybe-2"]]],["trx-1","maybe-1","maybe-2"]] [paymentUnsure, payment] The option holds nothing. It is not known yet whether the check was paid for. It may be one of these checks of the history: maybe-1, maybe-2. Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again. To pay for a new check instead, set another 'Request Key'. Its other checks are: trx-1."
	`);
});
