import { createHash } from 'node:crypto';

import { collectionField, numberOption } from '../../shared/options/fields';
import { textField } from '../../shared/outputs/check';
import { invalidInput } from '../../shared/failures/failure';
import { z } from '../../shared/vendor/zod';
import { CHECK_HASH } from '../fields/common';
import { fetchPdf, nameFile } from '../pdf/download';
import { findPdfLink, readPdfLink, refusePrivateAddress, type LinkedCheck } from '../pdf/link';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { readCheckHash } from './checkHash';
import { perItem, type Operation } from './operation';

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

/** The link of an item, with its check if it was found by the hash. */
async function readItemLink(
	run: NodeRun,
	index: number,
): Promise<Partial<LinkedCheck> & { pdfLink: string }> {
	const pdfLink = run.text('pdfLink', index);
	if (pdfLink !== '') return { pdfLink };
	const hash = readCheckHash(run, index);
	if (hash !== '') return await findPdfLink(run.session, hash);
	throw invalidInput(
		"'Check Hash' and 'PDF Link' are both empty",
		'Give the hash of a check: its link is looked up, free. Or give the link to its PDF.',
	);
}

async function handleItem(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const { context, session } = run;
	const limits = run.collection(DOWNLOAD_OPTIONS, 'options', index);
	const { pdfLink, check } = await readItemLink(run, index);
	const url = readPdfLink(pdfLink, session.serviceUrl);
	await refusePrivateAddress(context, url, session.serviceUrl);
	const bytes = await fetchPdf(context, url, limits, check === undefined);
	const fileName = nameFile(check, url);
	const mimeType = 'application/pdf';
	const property = run.text('binaryPropertyName', index) || 'data';
	const binary = await context.helpers.prepareBinaryData(bytes, fileName, mimeType);
	const json: z.infer<typeof pdfSchema> = {
		fileName,
		fileSize: bytes.length,
		mimeType,
		sha256: createHash('sha256').update(bytes).digest('hex'),
		pdfLink: url.href,
		hash: check?.hash ?? null,
		currency: check?.currency?.toUpperCase() ?? null,
		address: check?.address ?? null,
		transaction: check?.transaction || null,
	};
	return [{ json, binary: { [property]: binary } }];
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
