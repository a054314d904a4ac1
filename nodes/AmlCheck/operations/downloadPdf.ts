import { createHash } from 'node:crypto';

import { isLoopback } from '../../shared/authenticate';
import { fetchResult, isSameHash } from '../../shared/checks/result';
import { readReportCurrency } from '../../shared/currencies';
import { readDateSeconds } from '../../shared/dates';
import { AmlCheckError, invalidInput, toFailure } from '../../shared/failures/failure';
import { listHistory } from '../../shared/history/pages';
import { collectionField, numberOption } from '../../shared/options/fields';
import { textField } from '../../shared/outputs/check';
import type { CheckRecord, HistoryFilter } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { exchange } from '../../shared/rpc/transport';
import { withoutEmpty } from '../../shared/values';
import { z } from '../../shared/vendor/zod';
import { CHECK_HASH } from '../fields/common';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { readCheckHash } from './checkHash';
import { perItem, type Operation } from './operation';

/** Many checks may share the dates, but a service that ignores the filter is not read to its end. */
const MAX_CHECKS = 20_000;

/** The most that a download may take from beginning to end. */
const MAX_SECONDS = 60;

/** Readers accept a byte order mark or blank lines before the signature, and some servers send them. */
const SIGNATURE = /^(?:\xef\xbb\xbf)?\s{0,64}%PDF-\d/;

const USE_HASH =
	"Remove 'PDF Link' and give the 'Check Hash' instead: the link to the PDF is then looked up, free.";
const OPEN_LINK =
	'The service names this link for the check. Open it in a browser to see what is there.';

const checkField = (meaning: string) =>
	textField(`${meaning}; null where only the link was given`).nullable();

/** The json next to the file. */
const pdfSchema = z.strictObject({
	fileName: textField('Name of the file'),
	fileSize: z.number().int().describe('Size in bytes'),
	mimeType: z.literal('application/pdf').describe('Always application/pdf'),
	sha256: textField('SHA-256 of the file in lowercase hexadecimal'),
	pdfLink: textField('Where it was downloaded from'),
	hash: checkField('Identifier of the check'),
	currency: checkField('Currency code in capitals'),
	address: checkField('The wallet address that was checked'),
	transaction: checkField('Hash of the transaction, also null for an address check'),
});

export const DOWNLOAD_OPTIONS = {
	maxFileSize: numberOption(
		'Max File Size (MiB)',
		'Maximum size of the file. A larger one is not downloaded. 20 unless set.',
		{ from: 0.1, byDefault: 20, added: 20 },
	),
};

/**
 * Finds the link to the PDF of a check in the history; free.
 * @throws AmlCheckError if there is none.
 */
async function findPdfLink(session: RpcSession, check: CheckRecord): Promise<string> {
	const { hash, initDate, resultDate, transaction, status } = check;
	const isOwn = (record: { hash: string }) => isSameHash(record.hash, hash);
	// A minute on both sides of its dates: the request reads one page and not the whole history.
	const from = readDateSeconds(initDate);
	const to = readDateSeconds(resultDate) ?? from;
	const filter = withoutEmpty<HistoryFilter>({
		type: transaction ? 'tx' : 'address',
		currency: readReportCurrency(check.currency),
		date_from: from && from - 60,
		date_to: to && to + 60,
	});
	const listed = await listHistory(session, filter, MAX_CHECKS, isOwn);
	const link = listed.find(isOwn)?.pdfLink;
	if (link) return link;
	throw new AmlCheckError({
		kind: 'notFound',
		fault: 'service',
		message: `The service has no PDF report for the check ${hash} (status ${status})`,
		advice: 'A check has a PDF when it is done. Try again later, or see the check in your account.',
	});
}

/** Reads a link, which is data from outside. n8n's own guard decides which hosts it may reach. */
function readPdfLink(text: string, service: URL): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const mayBePlain = url && (url.origin === service.origin || isLoopback(url.hostname));
	if (url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain)) return url;
	const reason = url ? 'does not begin with https://' : 'is not an address';
	const advice = 'Give the pdfLink of a check as the service sent it.';
	throw invalidInput(`'PDF Link' ${reason}`, advice);
}

function notFetched(thrown: unknown, { host }: URL): AmlCheckError {
	const failure = toFailure(thrown);
	if (failure.kind === 'configuration' || failure.kind === 'cancelled') return failure;
	const late = failure.kind === 'timeout' ? `It took longer than ${MAX_SECONDS} seconds. ` : '';
	const advice = `${late}Check the link, and that this n8n can reach ${host}.`;
	return failure.with({ message: 'The PDF could not be fetched', advice });
}

/**
 * Fetches a PDF. No token is sent, redirects are not followed.
 * @param advice what to do if the link leads to something else.
 * @throws AmlCheckError for everything else than a PDF of at most so many mebibytes.
 */
async function fetchPdf(
	{ context }: NodeRun,
	url: URL,
	maxMebibytes: number,
	advice: string,
): Promise<Buffer> {
	const { httpRequest } = context.helpers;
	const request = { url: url.href, headers: { Accept: 'application/pdf' } };
	const cancelSignal = context.getExecutionCancelSignal();
	const limits = { timeoutMs: MAX_SECONDS * 1000, maxMebibytes, cancelSignal };
	const answer = await exchange(httpRequest, request, limits).catch((thrown: unknown) => {
		throw notFetched(thrown, url);
	});
	const { statusCode, headers, bytes } = answer;
	const kind = statusCode < 500 ? 'unreadable' : 'unavailable';
	const refuse = (message: string, todo: string) =>
		new AmlCheckError({ kind, message, advice: todo });
	// 206 is a part of the file, which may begin like the whole.
	if (statusCode < 200 || statusCode > 299 || statusCode === 206) {
		const { location } = headers;
		const isNamed = typeof location === 'string' && URL.canParse(location, url.href);
		const target = isNamed ? `, a redirect to ${new URL(location, url).host}` : '';
		throw refuse(
			`The PDF could not be fetched: ${url.host} answered with HTTP status ${statusCode}${target}`,
			`Redirects are not followed, and links may expire. ${advice}`,
		);
	}
	if (!bytes)
		throw refuse(
			`The PDF is larger than ${maxMebibytes} MiB`,
			"Raise the option 'Max File Size (MiB)', if this is to be expected.",
		);
	if (SIGNATURE.test(bytes.subarray(0, 128).toString('latin1'))) return bytes;
	throw refuse(`What ${url.host} sent is not a PDF`, `It may be the page of a report. ${advice}`);
}

/** Names a file by its check, or by its content: nothing of a link is shown. */
function nameFile(sha256: string, check: Partial<CheckRecord> = {}): string {
	const { currency = 'check', transaction, address, resultDate, hash = sha256 } = check;
	const parts = [currency, transaction || address, resultDate?.slice(0, 10), hash.slice(0, 8)];
	// Letters, digits and two signs: no path, no second extension, a length that every file system takes.
	const safe = parts.map((part) => part?.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 100));
	return `${['aml', ...safe].filter(Boolean).join('-')}.pdf`;
}

const nameCheck = ({ hash, currency, address, transaction }: Partial<CheckRecord> = {}) => ({
	hash: hash ?? null,
	currency: currency?.toUpperCase() ?? null,
	address: address ?? null,
	transaction: transaction || null,
});

async function downloadItem(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const { context, session } = run;
	const { maxFileSize } = run.collection(DOWNLOAD_OPTIONS, 'options', index);
	const given = run.text('pdfLink', index);
	const hash = given === '' ? readCheckHash(run, index) : '';
	if (given === '' && hash === '')
		throw invalidInput(
			"'Check Hash' and 'PDF Link' are both empty",
			'Give the hash of a check: its link is looked up, free. Or give the link to its PDF.',
		);
	const check = given === '' ? (await fetchResult(session, hash)).check : undefined;
	const pdfLink = check ? check.pdfLink || (await findPdfLink(session, check)) : given;
	const url = readPdfLink(pdfLink, session.serviceUrl);
	const bytes = await fetchPdf(run, url, maxFileSize, check ? OPEN_LINK : USE_HASH);
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const fileName = nameFile(sha256, check);
	const mimeType = 'application/pdf';
	const json: z.infer<typeof pdfSchema> = {
		fileName,
		fileSize: bytes.length,
		mimeType,
		sha256,
		pdfLink: url.href,
		...nameCheck(check),
	};
	const file = await context.helpers.prepareBinaryData(bytes, fileName, mimeType);
	return [{ json, binary: { [run.text('binaryPropertyName', index) || 'data']: file } }];
}

export const downloadPdf: Operation = {
	resource: 'report',
	value: 'downloadPdf',
	name: 'Download PDF',
	action: 'Download PDF report of check',
	description: 'Download the PDF report of a check as a file',
	method: null,
	properties: [
		{
			...CHECK_HASH,
			required: undefined,
			description: "Check whose PDF to download. Leave it empty if you give the 'PDF Link'.",
		},
		{
			displayName: 'PDF Link',
			name: 'pdfLink',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://aml.example.com/reports/3f2a8c1e.pdf',
			description:
				"Link to a PDF as the service sent it: 'pdfLink', or a 'reportLink' that leads to a PDF. If it is set, 'Check Hash' is not used. For a page use the hash.",
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the output binary field to put the file in',
		},
		collectionField('options', DOWNLOAD_OPTIONS),
	],
	output: pdfSchema,
	run: perItem(downloadItem),
};
