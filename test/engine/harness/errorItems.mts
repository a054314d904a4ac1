/** Every error item that a test sees is held against what the documentation says of one, and against its check. */
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { errorDetailsSchema } from '../../../nodes/AmlCheck/items/schemas.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/ledger.ts';
import { REASONS } from '../../../nodes/shared/failures/facts.ts';

const isErrorItem = ({ json: { error, details } }: INodeExecutionData): boolean =>
	typeof error === 'string' && typeof details === 'object' && details !== null;

/** The sentences that a text says more than once. */
function repeatedIn(text: string): string[] {
	const sentences = text.split(/(?<=[.!?])\s+/);
	return sentences.filter((one, index) => sentences.indexOf(one) !== index);
}

/** The entries of each item in a run of a node, as the node has written them down and n8n saves them. */
function entriesByItem(data: IRunExecutionData, node: string, run: number): Map<number, Entry[]> {
	const { amlChecks } = (data.executionData?.contextData.flow ?? {}) as {
		amlChecks?: { entries: Record<string, Entry> };
	};
	const byItem = new Map<number, Entry[]>();
	for (const entry of Object.values(amlChecks?.entries ?? {})) {
		if (entry.asked.node !== node || entry.asked.run !== run) continue;
		for (const item of entry.asked.items) byItem.set(item, [...(byItem.get(item) ?? []), entry]);
	}
	return byItem;
}

function faultsOf(details: IDataObject, entries: readonly Entry[]): string[] {
	const { error } = errorDetailsSchema.safeParse(details);
	const { hash, description, reason, charged, fault } = details;
	const [entry] = entries;
	// An item of a whole wallet lists its checks.
	const own = entries.length === 1 && entry?.state === 'taken' ? entry.hash : hash;
	const isNameless = charged === true && fault !== 'payment' && !hash && !details.checks;
	return [
		...(error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
		...(String(reason) in REASONS ? [] : [`reason: ${String(reason)} is not documented`]),
		...repeatedIn(String(description)).map((one) => `description: says twice "${one}"`),
		...(hash === own ? [] : [`hash: not that of its check, ${own}`]),
		...(isNameless ? ['hash: missing from a check that is paid for'] : []),
	];
}

/**
 * Looks at the error items of an execution, but for those that its input brings along.
 *
 * @param first the name of the node that brings the input.
 * @throws Error that shows those that break a rule
 */
export function judgeErrorItems(data: IRunExecutionData, first?: string): void {
	const broken = Object.entries(data.resultData.runData)
		.filter(([node]) => node !== first)
		.flatMap(([node, runs]) =>
			runs.flatMap(({ data: outputs }, run) => {
				const byItem = entriesByItem(data, node, run);
				const items = (outputs?.main ?? []).flatMap((output) => output ?? []);
				return items.filter(isErrorItem).flatMap(({ json, pairedItem }) => {
					const { item = -1 } = (pairedItem ?? {}) as { item?: number };
					const faults = faultsOf(json.details as IDataObject, byItem.get(item) ?? []);
					return faults.length > 0 ? [{ faults, ...json }] : [];
				});
			}),
		);
	if (broken.length === 0) return;
	const shown = JSON.stringify(broken.slice(0, 3), undefined, '\t');
	throw new Error(`${broken.length} error items break their rules: ${shown}`);
}
