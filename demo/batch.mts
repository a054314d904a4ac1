/** Runs the example "Screen a Google Sheet" in a demo and judges the sheet that it leaves. */
import { BOOK } from '../sandbox/book.mts';
import type { Instance } from '../instance/start.mts';
import { shorten, table } from './table.mts';

/** The example's file name, and the node that it starts from. */
const EXAMPLE = 'screen-google-sheet';
const TRIGGER = 'Every Hour';

/** The sheet after the batch. */
export interface BatchResult {
	/** One line per wallet. */
	table: string;
	/** Everything that is wrong; nothing when all is well. */
	complaints: string[];
}

/** The level that each kind of address gets under the default rules. */
const LEVELS: Record<string, string> = {
	low: 'low',
	medium: 'medium',
	high: 'high',
	sanctioned: 'high',
};

/** Of a wallet on a network with tokens, the native currency, USDT and USDC are screened. */
const checksOf = (address: string) =>
	BOOK.find((entry) => entry.address === address)?.network === 'BTC' ? 1 : 3;

const kindOf = (address: string) => BOOK.find((entry) => entry.address === address)?.kind ?? '';

/** What the summary says beside the level and the address, which have columns of their own. */
const withoutShown = ([address, , level, summary]: string[]): string =>
	summary
		.split(' · ')
		.filter((part) => part !== address && part !== level.toUpperCase())
		.join(' · ');

/**
 * Runs the example and looks at each row.
 *
 * @throws Error when the demo has no stand-in for Google Sheets
 */
export async function runBatch(demo: Instance): Promise<BatchResult> {
	const workflow = demo.examples.get(EXAMPLE);
	if (!workflow || !demo.outside) throw new Error('The demo needs the program "openssl".');
	const before = demo.sandbox.stats().charges;
	const { status, data } = await demo.rest.run(workflow, TRIGGER);
	const charges = demo.sandbox.stats().charges - before;
	const [, ...rows] = demo.outside.sheet;
	const complaints = rows
		.filter(([address, , level]) => level !== LEVELS[kindOf(address)])
		.map(([address, , level]) => `${address} has the level "${level}".`);
	if (status !== 'success')
		complaints.push(`It ended with "${status}": ${data.resultData.error?.message ?? 'no reason'}`);
	const expected = rows.reduce((sum, [address]) => sum + checksOf(address), 0);
	if (charges !== expected)
		complaints.push(`${charges} checks were paid for, and ${expected} are needed.`);
	return {
		table: table(rows, [
			{ heading: 'Address', text: ([address]) => shorten(address) },
			{ heading: 'Level', text: ([, , level]) => level },
			{ heading: 'Summary', text: (row) => shorten(withoutShown(row), 90) },
		]),
		complaints,
	};
}
