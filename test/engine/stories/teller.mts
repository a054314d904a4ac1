/** Tells what a run did and showed, in a screen: what was sent and when, what was paid, what came out. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../harness/index.mts';
import type { Call } from '../harness/virtual/wire.mts';
import { audit, pairOf, type World } from '../screening/support.mts';

const SHORT: Record<string, string> = {
	checkaddr: 'submit',
	checktx: 'submit',
	getcheckshistory: 'page',
	getresult: 'result',
	findreport: 'search',
	currencylist: 'list',
	ping: 'ping',
};

/** Requests of one kind in a row, as one word with their number. */
function tellCalls(calls: readonly Call[]): string {
	const words: Array<[word: string, count: number]> = [];
	for (const { method, passage } of calls) {
		const lost = passage?.instead ? ' lost' : '';
		const word = `${SHORT[method.replace('checkup.', '')] ?? method}${lost}`;
		const last = words.at(-1);
		if (last?.[0] === word) last[1]++;
		else words.push([word, 1]);
	}
	return words.map(([word, count]) => (count > 1 ? `${count} ${word}` : word)).join(', ');
}

function tellItem({ json, pairedItem }: INodeExecutionData): string {
	const details = (json.details ?? {}) as IDataObject;
	const { reason, fault, candidates } = details;
	const row = pairOf({ json, pairedItem });
	if (typeof json.error === 'string') {
		const charged = details.charged === undefined ? 'unknown' : String(details.charged);
		const named = Array.isArray(candidates) ? `, ${candidates.length} candidates` : '';
		const hash = json.hash ? ', hash' : '';
		return `${row} error [${String(reason)}, ${String(fault)}, charged ${charged}${named}${hash}] ${json.error}`;
	}
	const facts = [
		json.riskLevel ?? 'raw',
		json.status,
		json.wouldCost === undefined
			? undefined
			: `would cost ${String(json.wouldCost)}: ${String(json.why)}`,
		json.charged === undefined ? undefined : `charged ${String(json.charged)}`,
	];
	return `${row} ${facts.filter((fact) => fact !== undefined).join(', ')}`;
}

/** What was sent since `from`, and what came out of a run. */
export function tell({ sandbox, wire, elapsed }: World, result: NodeRun, from = 0): string {
	const { status, failure, hints, main, error } = result;
	const { charged, twice, lost, falsePasses } = audit(sandbox, result);
	const harm = [
		twice > 0 && `${twice} twice`,
		lost.length > 0 && `${lost.length} lost`,
		falsePasses.length > 0 && `${falsePasses.length} false passes`,
	].filter(Boolean);
	return [
		tellCalls(wire.calls.slice(from)),
		`${status} after ${Math.round(elapsed() / 1000)} s, ${charged} charged${harm.length > 0 ? `, ${harm.join(', ')}` : ''}`,
		...(failure ? [`throws ${failure.message}`] : []),
		...hints.map(({ message }) => `hint ${message}`),
		...main.map(tellItem),
		...error.map((item) => `error output ${tellItem(item)}`),
	].join('\n');
}
