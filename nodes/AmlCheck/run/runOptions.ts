import {
	flag,
	nameList,
	oneOf,
	readOptions,
	readValue,
	unusableValue,
} from '../../shared/options/read';
import type { GetParameter, ReadOptions } from '../../shared/options/read';
import { readRiskRules } from '../../shared/options/riskRules';
import type { AppliedRules } from '../../shared/risk';
import { OPTIONS } from '../fields/options';

/** One item's options and risk rules, read and found usable. */
export interface RunOptions extends ReadOptions<typeof OPTIONS> {
	rules: AppliedRules;
	output: OutputForm;
}

/** The form of the output items. */
export type OutputForm =
	{ kind: 'simplified' } | { kind: 'raw' } | { kind: 'selectedFields'; fields: readonly string[] };

const outputKind = oneOf('simplified', 'raw', 'selectedFields');

/** Only an agent's tool has the parameter `output`; a node in a workflow has `simplify`. */
function readOutputForm(get: GetParameter): OutputForm {
	const isSimple = readValue(flag.default(true), get('simplify', true), 'Simplify');
	const byDefault = isSimple ? 'simplified' : 'raw';
	const kind = readValue(outputKind.default(byDefault), get('output', null), 'Output');
	if (kind !== 'selectedFields') return { kind };
	return { kind, fields: readValue(nameList, get('outputFields', []), 'Output Fields') };
}

/**
 * Reads the options and risk rules of one item. An empty option means its default. It refuses an empty option that
 * decides about money or about the level.
 * @param get a node parameter by its name, with what to return if the operation has no such parameter.
 * @param ofCredential the risk rules that hold unless the node says otherwise.
 * @throws AmlCheckError of kind `configuration` for what is there but can't be used.
 */
export function readRunOptions(get: GetParameter, ofCredential: AppliedRules): RunOptions {
	return {
		...readOptions(OPTIONS, get('options', {}), 'Options'),
		rules: readRiskRules(get, ofCredential),
		output: readOutputForm(get),
	};
}

/** Options of which a run can have one value only; every other one is each item's own. */
const RUN_WIDE = ['dryRun', 'maxConcurrentRequests', 'maxPaidChecks', 'timeout'] as const;

/**
 * Refuses items that ask for different values of an option that applies to the whole run, such as two limits of what it
 * may pay.
 * @throws AmlCheckError that names the option and the first two items that differ.
 */
export function refuseDifferences(options: readonly RunOptions[]): void {
	const [first] = options;
	for (const key of RUN_WIDE) {
		const index = options.findIndex((other) => other[key] !== first[key]);
		if (index === -1) continue;
		const values = `${String(first[key])} in item 0, ${String(options[index][key])} in item ${index}`;
		const { displayName } = OPTIONS[key].field;
		throw unusableValue(
			`'${displayName}' applies to the whole run, but the items differ: ${values}`,
			'Give every item the same value, or split the run. Nothing was sent to the service.',
		);
	}
}
