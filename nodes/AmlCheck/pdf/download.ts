import type { IExecuteFunctions } from 'n8n-workflow';

import { isLoopback } from '../../shared/authenticate';
import { AmlCheckError, invalidInput, makeFailure } from '../../shared/failures/failure';
import { abortAfter } from '../../shared/rpc/time';
import {
	findGuarded,
	findNetworkCode,
	kindOfNetworkCode,
	MEBIBYTE,
	readBody,
} from '../../shared/rpc/transport';
import type { StreamedBody } from '../../shared/rpc/transport';

/** Readers accept a byte order mark or blank lines before the signature, and some servers send them. */
const SIGNATURE = /^(?:\xef\xbb\xbf)?\s{0,64}%PDF-\d/;

/**
 * Reads a link that came from outside. n8n's own guard decides which hosts it may reach.
 * @param service the endpoint of the credential.
 * @throws AmlCheckError for a link without encryption, unless it leads to the service itself or to this machine.
 */
export function readPdfLink(text: string, service: URL): URL {
	const refuse = (reason: string) =>
		invalidInput(`'PDF Link' ${reason}`, 'Give the pdfLink of a check as the service sent it.');
	if (!URL.canParse(text)) throw refuse('is not an address');
	const url = new URL(text);
	if (isLoopback(url.hostname) && !isLoopback(service.hostname))
		throw refuse('points to the machine that n8n runs on');
	const isOfService = service.protocol === 'http:' && url.hostname === service.hostname;
	const mayBePlain = url.protocol === 'http:' && (isOfService || isLoopback(url.hostname));
	if (url.protocol !== 'https:' && !mayBePlain) throw refuse('does not begin with https://');
	if (url.username || url.password) throw refuse('holds a user name or password');
	return url;
}

const unusablePdf = (message: string, advice: string) =>
	new AmlCheckError({ kind: 'unreadable', message, advice });

function refuseStatus(status: number, location: unknown, url: URL, advice: string): void {
	// 206 is a part of the file, which may begin like the whole.
	if (status >= 200 && status < 300 && status !== 206) return;
	const isNamed = typeof location === 'string' && URL.canParse(location, url.href);
	const target = isNamed ? `, a redirect to ${new URL(location, url).host}` : '';
	throw unusablePdf(
		`The PDF could not be fetched: ${url.host} answered with HTTP status ${status}${target}`,
		`Redirects are not followed, and links may expire. ${advice}`,
	).with({ kind: status >= 500 ? 'unavailable' : 'unreadable' });
}

function describeThrown(thrown: unknown, url: URL, late?: string): AmlCheckError {
	if (thrown instanceof AmlCheckError) return thrown;
	const code = findNetworkCode(thrown);
	const failure = new AmlCheckError({
		kind: late === undefined ? kindOfNetworkCode(code) : 'timeout',
		message: 'The PDF could not be fetched',
		notes: [{ about: 'cause', text: late ?? `The network said ${code}.` }],
		advice: `Check the link, and that this n8n can reach ${url.host}.`,
		code,
	});
	return findGuarded(thrown, url) ?? failure;
}

/**
 * Fetches a PDF report. No token is sent, redirects are not followed.
 * @param url as {@link readPdfLink} returns it.
 * @param limits the size in mebibytes, and the time from beginning to end in seconds.
 * @param advice what to do if the link leads to something else than a PDF.
 * @throws AmlCheckError for everything else than a PDF within the limits.
 */
export async function fetchPdf(
	context: IExecuteFunctions,
	url: URL,
	{ maxFileSize, downloadTimeout }: { maxFileSize: number; downloadTimeout: number },
	advice: string,
): Promise<Buffer> {
	const cancelSignal = context.getExecutionCancelSignal();
	const abort = abortAfter(downloadTimeout * 1000, cancelSignal);
	let body: StreamedBody | undefined;
	try {
		const response = (await context.helpers.httpRequest({
			url: url.href,
			headers: { Accept: 'application/pdf' },
			encoding: 'stream',
			timeout: downloadTimeout * 1000,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: abort.signal,
		})) as { statusCode: number; headers: Record<string, unknown>; body: StreamedBody };
		body = response.body;
		refuseStatus(response.statusCode, response.headers.location, url, advice);
		const maxBytes = maxFileSize * MEBIBYTE;
		const isAnnounced = Number(response.headers['content-length'] ?? 0) > maxBytes;
		const bytes = isAnnounced ? null : await readBody(body, maxBytes);
		if (bytes && SIGNATURE.test(bytes.subarray(0, 128).toString('latin1'))) return bytes;
		if (bytes)
			throw unusablePdf(
				`What ${url.host} sent is not a PDF`,
				`It may be the page of a report. ${advice}`,
			);
		throw unusablePdf(
			`The PDF is larger than ${maxFileSize} MiB`,
			"Raise the option 'Max File Size (MiB)', if this is to be expected.",
		);
	} catch (thrown) {
		if (cancelSignal?.aborted) throw makeFailure('cancelled');
		const late = `It took longer than ${downloadTimeout} seconds, the option 'Timeout (Seconds)'.`;
		throw describeThrown(thrown, url, abort.hasTimedOut() ? late : undefined);
	} finally {
		body?.destroy?.();
		abort.release();
	}
}
