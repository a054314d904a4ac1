import type { IExecuteFunctions } from 'n8n-workflow';

import { adviceFor } from '../../shared/rpc/failureKinds';
import { abortAfter } from '../../shared/rpc/timing';
import { AmlCheckError } from '../../shared/rpc/failure';
import type { FailureKind } from '../../shared/rpc/failure';
import { MEBIBYTE, readBody, type StreamedBody } from '../../shared/rpc/readBody';
import { findNetworkCode, kindOfNetworkCode } from '../../shared/rpc/networkCodes';

/** Readers take a byte order mark or blank lines before it, which some servers put there. */
const SIGNATURE = /^(?:\xef\xbb\xbf)?\s{0,64}%PDF-\d/;

/** What a download may take at most. */
export interface DownloadLimits {
	maxMebibytes: number;
	/** From beginning to end. */
	timeoutSeconds: number;
}

interface StreamedResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: StreamedBody;
}

function refuse(kind: FailureKind, message: string, description: string, code?: string) {
	return new AmlCheckError({ kind, message, description, code });
}

function tooLarge(maxBytes: number): AmlCheckError {
	return refuse(
		'unreadable',
		`The PDF is larger than ${maxBytes / MEBIBYTE} MiB`,
		"Raise the option 'Max File Size (MiB)', if this is to be expected.",
	);
}

async function readAll({ headers, body }: StreamedResponse, maxBytes: number): Promise<Buffer> {
	if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
	const bytes = await readBody(body, maxBytes);
	if (bytes === null) throw tooLarge(maxBytes);
	return bytes;
}

function refuseStatus({ host }: URL, statusCode: number): void {
	// 206 is a part of the file, which may begin like the whole of it.
	if (statusCode >= 200 && statusCode < 300 && statusCode !== 206) return;
	throw refuse(
		statusCode >= 500 ? 'unavailable' : 'unreadable',
		`The PDF could not be fetched: ${host} answered with HTTP status ${statusCode}`,
		'Get the link anew with Find or with the history, and try again. Redirects are not followed.',
	);
}

async function download(
	context: IExecuteFunctions,
	url: URL,
	{ maxMebibytes, timeoutSeconds }: DownloadLimits,
	abortSignal: AbortSignal,
): Promise<Buffer> {
	const response = (await context.helpers.httpRequest({
		method: 'GET',
		url: url.href,
		headers: { Accept: 'application/pdf' },
		encoding: 'stream',
		timeout: timeoutSeconds * 1000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal,
	})) as StreamedResponse;
	try {
		refuseStatus(url, response.statusCode);
		return await readAll(response, maxMebibytes * MEBIBYTE);
	} finally {
		response.body.destroy?.();
	}
}

function describeThrown(
	{ host }: URL,
	thrown: unknown,
	timedOutAfter: number | undefined,
	cancelled: boolean,
): AmlCheckError {
	if (thrown instanceof AmlCheckError) return thrown;
	if (cancelled)
		return new AmlCheckError({ kind: 'cancelled', ...adviceFor('cancelled', { method: 'GET' }) });
	const code = findNetworkCode(thrown);
	const isLate = timedOutAfter !== undefined;
	const reason = isLate
		? `It took longer than ${timedOutAfter} seconds, the option 'Timeout (Seconds)'. `
		: `${code ? `The network said ${code}. ` : ''}`;
	return refuse(
		isLate ? 'timeout' : kindOfNetworkCode(code),
		'The PDF could not be fetched',
		`${reason}Check the link, and that this n8n can reach ${host}.`,
		code,
	);
}

/**
 * Fetches a PDF report. No token goes with it, redirects are not followed, and the bytes must be a PDF (design 8).
 * @param context the node's context.
 * @param url a link that was found to be allowed.
 * @param limits how much it may weigh, and how long it may take.
 * @returns the bytes.
 * @throws AmlCheckError for everything that is no PDF of a sane size.
 */
export async function fetchPdf(
	context: IExecuteFunctions,
	url: URL,
	limits: DownloadLimits,
): Promise<Buffer> {
	const cancelSignal = context.getExecutionCancelSignal();
	const { timeoutSeconds } = limits;
	const abort = abortAfter(timeoutSeconds * 1000, cancelSignal);
	let bytes: Buffer;
	try {
		bytes = await download(context, url, limits, abort.signal);
	} catch (thrown) {
		const timedOutAfter = abort.hasTimedOut() ? timeoutSeconds : undefined;
		throw describeThrown(url, thrown, timedOutAfter, cancelSignal?.aborted === true);
	} finally {
		abort.release();
	}
	if (SIGNATURE.test(bytes.subarray(0, 128).toString('latin1'))) return bytes;
	throw refuse(
		'unreadable',
		`What ${url.host} sent is not a PDF`,
		'Open the link in a browser to see what it is, and get the link anew with Find or with the history.',
	);
}
