import { createHash } from 'node:crypto';

import { fetchResult, isSameHash } from '../../shared/checks/result';
import { readReportCurrency } from '../../shared/currencies';
import { readDateSeconds } from '../../shared/dates';
import { AmlCheckError, invalidInput } from '../../shared/failures/failure';
import { listHistory } from '../../shared/history/pages';
import { collectionField, numberOption } from '../../shared/options/fields';
import { textField } from '../../shared/outputs/check';
import type { CheckRecord, HistoryFilter } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { searchReports } from '../../shared/targets';
import { withoutEmpty } from '../../shared/values';
import { z } from '../../shared/vendor/zod';
import { CHECK_HASH } from '../fields/common';
import { fetchPdf, readPdfLink } from '../pdf/download';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { readCheckHash } from './checkHash';
import { perItem, type Operation } from './operation';

/** Many checks may share the dates, but a service that ignores the filter is not read to its end. */
const MAX_CHECKS = 20_000;

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

const DOWNLOAD_OPTIONS = {
	maxFileSize: numberOption(
		'Max File Size (MiB)',
		'Maximum size of the file. A larger one is not downloaded. 20 unless set.',
		{ from: 0.1, byDefault: 20, added: 5 },
	),
	downloadTimeout: numberOption(
		'Timeout (Seconds)',
		'Maximum duration of the download of one file. 60 seconds unless set.',
		{ from: 0.1, byDefault: 60, added: 300 },
	),
};

/**
 * Finds the link to the PDF of a check, in the history or in the reports; free.
 * @throws AmlCheckError if there is none.
 */
async function findPdfLink(session: RpcSession, check: CheckRecord): Promise<string> {
	const { hash, initDate, resultDate, transaction, address, status } = check;
	if (check.pdfLink) return check.pdfLink;
	const isOwn = (record: { hash: string }) => isSameHash(record.hash, hash);
	const currency = readReportCurrency(check.currency);
	// A minute on both sides of its dates: the request reads one page and not the whole history.
	const from = readDateSeconds(initDate);
	const to = readDateSeconds(resultDate) ?? from;
	const filter = withoutEmpty<HistoryFilter>({
		type: transaction ? 'tx' : 'address',
		currency,
		date_from: from && from - 60,
		date_to: to && to + 60,
	});
	const listed = await listHistory(session, filter, MAX_CHECKS, isOwn);
	const link = listed.find(isOwn)?.pdfLink;
	if (link) return link;
	const target = transaction || address;
	const found = currency && target ? await searchReports(session, target, currency) : null;
	const reported = found?.checks.find(isOwn)?.pdfLink;
	if (reported) return reported;
	throw new AmlCheckError({
		kind: 'notFound',
		fault: 'service',
		message: `The service has no PDF report for the check ${hash} (status ${status})`,
		advice: 'A check has a PDF when it is done. Try again later, or see the check in your account.',
	});
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Names a file by its check, or by the hash in its link, or by its content: nothing else of a link is shown. */
function nameFile(check: CheckRecord | undefined, link: string, sha256: string): string {
	const parts = check
		? [
				check.currency?.toUpperCase(),
				check.transaction || check.address,
				check.resultDate?.slice(0, 10),
				check.hash.slice(0, 8),
			]
		: ['check', UUID.exec(link)?.[0].toLowerCase() ?? sha256.slice(0, 16)];
	// Letters, digits and two signs: no path, no second extension, a length that every file system takes.
	const safe = parts.map((part) => part?.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 100));
	return `${['aml', ...safe].filter(Boolean).join('-')}.pdf`;
}

async function readCheck(run: NodeRun, index: number): Promise<CheckRecord> {
	const hash = readCheckHash(run, index);
	if (hash !== '') return (await fetchResult(run.session, hash)).check;
	throw invalidInput(
		"'Check Hash' and 'PDF Link' are both empty",
		'Give the hash of a check: its link is looked up, free. Or give the link to its PDF.',
	);
}

async function handleItem(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const { context, session } = run;
	const limits = run.collection(DOWNLOAD_OPTIONS, 'options', index);
	const given = run.text('pdfLink', index);
	const check = given === '' ? await readCheck(run, index) : undefined;
	const pdfLink = check ? await findPdfLink(session, check) : given;
	const url = readPdfLink(pdfLink, session.serviceUrl);
	const bytes = await fetchPdf(context, url, limits, check ? OPEN_LINK : USE_HASH);
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const fileName = nameFile(check, pdfLink, sha256);
	const mimeType = 'application/pdf';
	const json: z.infer<typeof pdfSchema> = {
		fileName,
		fileSize: bytes.length,
		mimeType,
		sha256,
		pdfLink: url.href,
		hash: check?.hash ?? null,
		currency: check?.currency?.toUpperCase() ?? null,
		address: check?.address ?? null,
		transaction: check?.transaction || null,
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
	run: perItem(handleItem),
};
