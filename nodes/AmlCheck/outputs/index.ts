import {
	addressCheckSchema,
	checkResultSchema,
	findSchema,
	historyItemOutputSchema,
	transactionCheckSchema,
} from './checks';
import { currencySchema, pdfSchema, pingSchema } from './others';

/** What each operation gives out with Simplify on, by `<resource>/<operation>`. */
export const OUTPUTS = {
	'account/ping': pingSchema,
	'check/checkAddress': addressCheckSchema,
	'check/checkTransaction': transactionCheckSchema,
	'check/getResult': checkResultSchema,
	'currency/getAll': currencySchema,
	'history/getAll': historyItemOutputSchema,
	'report/downloadPdf': pdfSchema,
	'report/find': findSchema,
} as const;
