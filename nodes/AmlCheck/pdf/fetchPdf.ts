import type { IExecuteFunctions } from 'n8n-workflow';

import { AmlCheckError } from '../../shared/rpc/failure';
import type { FailureKind } from '../../shared/rpc/failure';
import { findNetworkCode, kindOfNetworkCode } from '../../shared/rpc/networkCodes';
import { DEFAULT_TIMEOUT_MS } from '../../shared/rpc/session';

const MEBIBYTE = 1024 * 1024;

/** Every PDF has it within its first bytes. */
const SIGNATURE = '%PDF-';
const SIGNATURE_WITHIN = 1024;

interface StreamedResponse {
	statusCode: number;
	body: AsyncIterable<Buffer> & { destroy?: () => void };
}

function refuse(kind: FailureKind, message: string, description: string, code?: string) {
	return new AmlCheckError({ kind, message, description, code });
}

async function request(context: IExecuteFunctions, url: URL): Promise<StreamedResponse> {
	try {
		return (await context.helpers.httpRequest({
			method: 'GET',
			url: url.href,
			headers: { Accept: 'application/pdf' },
			encoding: 'stream',
			timeout: DEFAULT_TIMEOUT_MS,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: context.getExecutionCancelSignal(),
		})) as StreamedResponse;
	} catch (thrown) {
		const code = findNetworkCode(thrown);
		throw refuse(
			kindOfNetworkCode(code),
			'The PDF could not be fetched',
			`${code ? `The network said ${code}. ` : ''}Check the link, and that this n8n can reach ${url.host}.`,
			code,
		);
	}
}

/** Stops reading as soon as there is too much. */
async function readAll(body: StreamedResponse['body'], maxBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > maxBytes) {
			body.destroy?.();
			throw refuse(
				'unreadable',
				`The PDF is larger than ${maxBytes / MEBIBYTE} MiB`,
				"Raise the option 'Max File Size', if this is to be expected.",
			);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/**
 * Fetches a PDF report. No token goes with it, redirects are not followed, and the bytes must be a PDF (design 8).
 * @param context the node's context.
 * @param url a link that was found to be allowed.
 * @param maxMebibytes the most it may weigh, in MiB.
 * @returns the bytes.
 * @throws AmlCheckError for everything that is no PDF of a sane size.
 */
export async function fetchPdf(
	context: IExecuteFunctions,
	url: URL,
	maxMebibytes: number,
): Promise<Buffer> {
	const { statusCode, body } = await request(context, url);
	if (statusCode < 200 || statusCode >= 300) {
		body.destroy?.();
		throw refuse(
			statusCode >= 500 ? 'unavailable' : 'unreadable',
			`The PDF could not be fetched: ${url.host} answered with HTTP status ${statusCode}`,
			'Get the link anew with Find or with the history, and try again. Redirects are not followed.',
		);
	}
	const bytes = await readAll(body, maxMebibytes * MEBIBYTE);
	if (bytes.subarray(0, SIGNATURE_WITHIN).includes(SIGNATURE)) return bytes;
	throw refuse(
		'unreadable',
		`What ${url.host} sent is not a PDF`,
		'Open the link in a browser to see what it is, and get the link anew with Find or with the history.',
	);
}
