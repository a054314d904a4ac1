/** Runs the batch example in a demo and judges what came out. */
import type { Demo } from './instance.mts';
import { readExamples } from './examples.mts';
import { allOutputOf, outputOf, type Execution, type ExecutionItem } from './rest.mts';
import { shorten, table } from './table.mts';

/** The example's file name, and the nodes in it that this module looks at. */
const EXAMPLE = 'batch-screening';
const TRIGGER = 'Run by Hand';
const LIST = 'One Item per Wallet';
const DECISIONS = ['Approve', 'Review', 'Reject'];

const DECISION_BY_LEVEL: Record<string, string> = {
	low: 'approve',
	medium: 'review',
	high: 'reject',
};

/** What became of the batch. */
export interface BatchResult {
	/** One line per wallet. */
	table: string;
	/** What is not as it must be; nothing when all is well. */
	complaints: string[];
}

const textOf = (item: ExecutionItem, key: string): string => {
	const value = item.json[key];
	return value === undefined || value === null ? '–' : String(value);
};

/** Where an item may go: by its level, and what has none goes to review. */
function misplaced(item: ExecutionItem): boolean {
	const expected = DECISION_BY_LEVEL[textOf(item, 'riskLevel')] ?? 'review';
	return item.json.decision !== expected;
}

/** What is wrong with the outcome of the batch, in words. */
function judge(execution: Execution, items: ExecutionItem[], charges: number): string[] {
	const complaints: string[] = [];
	const wallets = outputOf(execution, LIST).length;
	const message = execution.data.resultData.error?.message;
	if (execution.status !== 'success') {
		complaints.push(
			`The workflow ended with "${execution.status}": ${message ?? 'no reason given'}`,
		);
	}
	if (items.length !== wallets) {
		complaints.push(`${wallets} wallets went in, ${items.length} decisions came out.`);
	}
	if (charges === 0 || charges > wallets) {
		complaints.push(`${charges} checks were paid for ${wallets} wallets.`);
	}
	for (const item of items.filter(misplaced)) {
		complaints.push(
			`${textOf(item, 'address')} has the level ${textOf(item, 'riskLevel')}, but went to "${textOf(item, 'decision')}".`,
		);
	}
	return complaints;
}

/**
 * Runs the example "Batch Screening" and looks at each wallet's way through it.
 *
 * @param demo a running demo that has the example as it is in the repository
 * @returns the results as a table, and what is wrong with them
 */
export async function runBatch(demo: Demo): Promise<BatchResult> {
	const workflow = demo.examples.get(EXAMPLE);
	if (!workflow) {
		const names = [...(await readExamples()).keys()].join(', ');
		throw new Error(`The example "${EXAMPLE}" is not among the examples: ${names}`);
	}
	const before = demo.sandbox.stats().charges;
	const execution = await demo.rest.run(workflow, TRIGGER);
	const items = DECISIONS.flatMap((decision) => allOutputOf(execution, decision));
	return {
		table: table(items, [
			{ heading: 'Customer', text: (item) => textOf(item, 'customer') },
			{ heading: 'Address', text: (item) => shorten(textOf(item, 'address')) },
			{ heading: 'Score', text: (item) => textOf(item, 'riskScore') },
			{ heading: 'Level', text: (item) => textOf(item, 'riskLevel') },
			{ heading: 'Decision', text: (item) => textOf(item, 'decision') },
			{ heading: 'Because', text: (item) => shorten(textOf(item, 'because'), 90) },
		]),
		complaints: judge(execution, items, demo.sandbox.stats().charges - before),
	};
}
