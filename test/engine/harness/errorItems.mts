/** Every error item that a test sees is held against what the documentation says of one. */
import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import { errorDetailsSchema } from '../../../nodes/AmlCheck/outputs/errors.ts';
import { REASONS } from '../../../nodes/shared/failures/failure.ts';

function faultsOf(details: IDataObject): string[] {
	const { error } = errorDetailsSchema.safeParse(details);
	const reason = String(details.reason);
	return [
		...(error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
		...(reason in REASONS ? [] : [`reason: ${reason} is not documented`]),
	];
}

/**
 * Looks at the error items of an execution, but for those that its input brings along.
 *
 * @param first the name of the node that brings the input.
 * @throws Error that shows those that break a rule
 */
export function judgeErrorItems({ resultData }: IRunExecutionData, first?: string): void {
	const runs = Object.entries(resultData.runData).flatMap(([name, ran]) =>
		name === first ? [] : ran,
	);
	const outputs = runs.flatMap(({ data }) => data?.main ?? []);
	const broken = outputs
		.flatMap((items) => items ?? [])
		.flatMap(({ json: { error, details } }) => {
			if (typeof error !== 'string' || typeof details !== 'object' || !details) return [];
			const faults = faultsOf(details as IDataObject);
			return faults.length > 0 ? [{ faults, error, details }] : [];
		});
	if (broken.length === 0) return;
	const shown = JSON.stringify(broken.slice(0, 3), undefined, '\t');
	throw new Error(`${broken.length} error items break their rules: ${shown}`);
}
