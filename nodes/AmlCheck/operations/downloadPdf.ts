import { createHash } from 'node:crypto';

import { isLoopback } from '../../shared/baseUrl';
import { optionsField } from '../../shared/options/fields';
import { numberAboveZero, option } from '../../shared/options/read';
import { invalidInput } from '../../shared/rpc/failure';
import { z } from '../../shared/vendor/zod';
import { CHECK_HASH } from '../fields/common';
import { refusePrivateAddress } from '../pdf/egress';
import { fetchPdf } from '../pdf/fetchPdf';
import type { DownloadLimits } from '../pdf/fetchPdf';
import { pdfFileName } from '../pdf/fileName';
import { findPdfLink } from '../pdf/findLink';
import type { LinkedCheck } from '../pdf/findLink';
import { readPdfLink } from '../pdf/link';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { EXAMPLE_HASH } from './examples';
import { perItem } from './perItem';
import type { Operation } from './types';

const known = (text: string) =>
	z.string().nullable().describe(`${text}; null where only the link was given`);

/** The json beside the file. */
const pdfSchema = z
	.object({
		fileName: z.string().describe('Name of the file'),
		fileSize: z.number().int().describe('Size in bytes'),
		mimeType: z.literal('application/pdf').describe('Always application/pdf'),
		sha256: z.string().describe('SHA-256 of the file in lowercase hexadecimal'),
		pdfLink: z.string().describe('Where it was downloaded from'),
		hash: known('Identifier of the check'),
		currency: known('Currency code in capitals'),
		address: known('The wallet address that was checked'),
		transaction: known('Hash of the transaction, also null for an address check'),
	})
	.strict();

type PdfFacts = z.infer<typeof pdfSchema>;

const DOWNLOAD_OPTIONS = {
	maxFileSize: option(
		{
			displayName: 'Max File Size (MiB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description: 'Maximum size of the file. A larger one is not downloaded. 20 unless set.',
		},
		numberAboveZero.default(20),
	),
	downloadTimeout: option(
		{
			displayName: 'Timeout (Seconds)',
			name: 'downloadTimeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 300,
			description: 'Maximum duration of the download of one file. 60 seconds unless set.',
		},
		numberAboveZero.default(60),
	),
};

function readLimits(run: NodeRun, index: number): DownloadLimits {
	const read = run.collection(DOWNLOAD_OPTIONS, 'options', index);
	return { maxMebibytes: read.maxFileSize, timeoutSeconds: read.downloadTimeout };
}

async function readSource(
	run: NodeRun,
	index: number,
): Promise<Pick<LinkedCheck, 'pdfLink'> & Partial<LinkedCheck>> {
	const pdfLink = run.text('pdfLink', index);
	if (pdfLink !== '') return { pdfLink };
	const hash = run.text('checkHash', index);
	if (hash !== '') return await findPdfLink(run.session, hash);
	throw invalidInput(
		'PDF Link and Check Hash are both empty',
		'Give the pdfLink of a check, or its hash: then the link is looked up, free.',
	);
}

async function downloadPdf(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const limits = readLimits(run, index);
	const { pdfLink, check } = await readSource(run, index);
	const { serviceHost } = run.session;
	const url = readPdfLink(pdfLink, serviceHost);
	if (!isLoopback(url.hostname)) await refusePrivateAddress(run.context, url, serviceHost);
	const bytes = await fetchPdf(run.context, url, limits);
	const fileName = pdfFileName(check, url);
	const property = run.text('binaryPropertyName', index) || 'data';
	const binary = await run.context.helpers.prepareBinaryData(bytes, fileName, 'application/pdf');
	const json: PdfFacts = {
		fileName,
		fileSize: bytes.length,
		mimeType: 'application/pdf',
		sha256: createHash('sha256').update(bytes).digest('hex'),
		pdfLink: url.href,
		hash: check?.hash ?? null,
		currency: check?.currency?.toUpperCase() ?? null,
		address: check?.address ?? null,
		transaction: check?.transaction || null,
	};
	return [{ json, binary: { [property]: binary } }];
}

/** Fetches what a `pdfLink` points to (service 2.5, 2.6; design 8); free. */
export const downloadPdfOperation: Operation = {
	resource: 'report',
	value: 'downloadPdf',
	name: 'Download PDF',
	action: 'Download PDF report of a check',
	description: 'Download the PDF report of a check as a file',
	method: null,
	properties: [
		{
			displayName: 'PDF Link',
			name: 'pdfLink',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.pdfLink }}',
			description:
				'Link to the PDF as the service sent it. Leave empty to have it looked up by hash.',
		},
		{
			...CHECK_HASH,
			required: undefined,
			description: 'Hash of the check whose PDF to download. Used when PDF Link is empty.',
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the output binary field to put the file in',
		},
		optionsField(DOWNLOAD_OPTIONS),
	],
	output: pdfSchema,
	example: { parameters: { checkHash: EXAMPLE_HASH } },
	run: perItem(downloadPdf),
};
