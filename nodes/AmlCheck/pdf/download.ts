import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { AmlCheckError, makeFailure, type FailureKind } from '../../shared/failures/failure';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { abortAfter } from '../../shared/rpc/time';
import { findNetworkCode, kindOfNetworkCode, MEBIBYTE, readBody } from '../../shared/rpc/transport';
import type { StreamedBody } from '../../shared/rpc/transport';

/** Readers accept a byte order mark or blank lines before the signature, and some servers send them. */
const SIGNATURE = /^(?:\xef\xbb\xbf)?\s{0,64}%PDF-\d/;

interface DownloadLimits {
	/** In mebibytes. */
	maxFileSize: number;
	/** From beginning to end, in seconds. */
	downloadTimeout: number;
}

interface StreamedResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: StreamedBody;
}

const unusablePdf = (message: string, advice: string, kind: FailureKind = 'unreadable') =>
	new AmlCheckError({ kind, message, advice });

/** The advice where a link leads to something else than a PDF. */
const adviseLink = (isGiven: boolean): string =>
	isGiven
		? "Remove 'PDF Link' and give the 'Check Hash' instead: the link to the PDF is then looked up, free."
		: 'The service names this link for the check. Open it in a browser to see what is there.';

function refuseStatus({ host }: URL, statusCode: number, isGiven: boolean): void {
	// 206 is a part of the file, which may begin like the whole.
	if (statusCode >= 200 && statusCode < 300 && statusCode !== 206) return;
	throw unusablePdf(
		`The PDF could not be fetched: ${host} answered with HTTP status ${statusCode}`,
		`Redirects are not followed, and links may expire. ${adviseLink(isGiven)}`,
		statusCode >= 500 ? 'unavailable' : 'unreadable',
	);
}

async function download(
	context: IExecuteFunctions,
	url: URL,
	{ maxFileSize, downloadTimeout }: DownloadLimits,
	isGiven: boolean,
	abortSignal: AbortSignal,
): Promise<Buffer> {
	const { statusCode, headers, body } = (await context.helpers.httpRequest({
		method: 'GET',
		url: url.href,
		headers: { Accept: 'application/pdf' },
		encoding: 'stream',
		timeout: downloadTimeout * 1000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal,
	})) as StreamedResponse;
	try {
		refuseStatus(url, statusCode, isGiven);
		const maxBytes = maxFileSize * MEBIBYTE;
		const isAnnounced = Number(headers['content-length'] ?? 0) > maxBytes;
		const bytes = isAnnounced ? null : await readBody(body, maxBytes);
		if (bytes) return bytes;
		throw unusablePdf(
			`The PDF is larger than ${maxFileSize} MiB`,
			"Raise the option 'Max File Size (MiB)', if this is to be expected.",
		);
	} finally {
		body.destroy?.();
	}
}

function describeThrown({ host }: URL, thrown: unknown, timedOutAfter?: number): AmlCheckError {
	if (thrown instanceof AmlCheckError) return thrown;
	const code = findNetworkCode(thrown);
	const isLate = timedOutAfter !== undefined;
	const late = `It took longer than ${timedOutAfter} seconds, the option 'Timeout (Seconds)'.`;
	const cause = isLate ? late : code ? `The network said ${code}.` : '';
	return new AmlCheckError({
		kind: isLate ? 'timeout' : kindOfNetworkCode(code),
		message: 'The PDF could not be fetched',
		notes: [{ about: 'cause', text: cause }],
		advice: `Check the link, and that this n8n can reach ${host}.`,
		code,
	});
}

/**
 * Fetches a PDF report by a link that may be followed. No token is sent, redirects are not followed.
 * @param isGiven whether the user gave the link, and not the service.
 * @throws AmlCheckError for everything else than a PDF within the limits.
 */
export async function fetchPdf(
	context: IExecuteFunctions,
	url: URL,
	limits: DownloadLimits,
	isGiven: boolean,
): Promise<Buffer> {
	const cancelSignal = context.getExecutionCancelSignal();
	const { downloadTimeout } = limits;
	const abort = abortAfter(downloadTimeout * 1000, cancelSignal);
	try {
		const bytes = await download(context, url, limits, isGiven, abort.signal);
		if (SIGNATURE.test(bytes.subarray(0, 128).toString('latin1'))) return bytes;
		throw unusablePdf(
			`What ${url.host} sent is not a PDF`,
			`It may be the page of a report. ${adviseLink(isGiven)}`,
		);
	} catch (thrown) {
		if (cancelSignal?.aborted) throw makeFailure('cancelled');
		throw describeThrown(url, thrown, abort.hasTimedOut() ? downloadTimeout : undefined);
	} finally {
		abort.release();
	}
}

const UUID_IN_TEXT = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Keeps letters, digits and two signs: no path, no hidden file, no second extension. */
const sanitize = (text: string) =>
	text
		.replace(/[^A-Za-z0-9_-]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 100);

/**
 * Names a file by its link: by the check's hash if the link holds it, else by the end of its path. A digest replaces the
 * query, which may be what grants access.
 */
function nameByLink({ pathname, search }: URL): string {
	const hash = UUID_IN_TEXT.exec(pathname + search)?.[0].toLowerCase();
	if (hash) return hash;
	const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
	const name = sanitize(last.replace(/\.pdf$/i, '')) || 'report';
	if (search === '') return name;
	return `${name}-${createHash('sha256').update(search).digest('hex').slice(0, 8)}`;
}

type NamedCheck = Pick<CheckRecord, 'hash' | 'currency' | 'address' | 'transaction' | 'resultDate'>;

/**
 * Names a file by its content; safe on every file system, whatever the service sent.
 * @returns e.g. `aml-BTC-bc1q…-2026-01-31-3f2a8c1e.pdf`, or `aml-check-<hash>.pdf` if only the link is known.
 */
export function nameFile(check: NamedCheck | undefined, url: URL): string {
	if (!check) return `aml-check-${nameByLink(url)}.pdf`;
	const { hash, currency, address, transaction, resultDate } = check;
	const about = [currency?.toUpperCase(), transaction || address, resultDate?.slice(0, 10)];
	const parts = ['aml', ...about, hash.slice(0, 8)].map((part) => sanitize(part ?? ''));
	return `${parts.filter((part) => part !== '').join('-')}.pdf`;
}
