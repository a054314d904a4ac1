import type { NodeExecutionHint } from 'n8n-workflow';

import { listNames, unlistedSignals } from '../../shared/risk';
import type { RiskPolicy } from '../../shared/risk';
import type { ItemOutcome } from './itemOutcome';

/** Facts that a run notes for its hints. */
export interface RunNotes {
	/** Whether a score below 1 was read as a fraction because the credential's scale is `auto`. */
	isScaleGuessed: boolean;
	/** Whether a score of exactly 1 could not be read because the credential's scale is `auto`. */
	isScaleUnclear: boolean;
}

const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	type,
	location: 'outputPane',
	message,
});

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Items that a workflow that branches on the score would let pass: high, with a score below the medium threshold. */
function describeHarmlessScores(
	policies: readonly RiskPolicy[],
	outcomes: readonly ItemOutcome[],
): string[] {
	const limits = outcomes.flatMap((outcome, index) => {
		const { mediumRiskFrom } = policies[index];
		const outputs = 'outputs' in outcome ? outcome.outputs : [];
		const misleading = outputs.filter(
			({ json }) => json.riskLevel === 'high' && Number(json.riskScore) < mediumRiskFrom,
		);
		return misleading.map(() => mediumRiskFrom);
	});
	if (limits.length === 0) return [];
	const verb = limits.length === 1 ? 'is' : 'are';
	const below = Math.max(...limits);
	return [
		`${count(limits.length, 'item')} ${verb} high with a score below ${below}: branch on Risk Level, not on the score.`,
	];
}

function describeScale({ isScaleGuessed, isScaleUnclear }: RunNotes): string[] {
	const advice = 'Set Risk Score Scale in the credential to the scale that the service uses.';
	if (isScaleUnclear)
		return [`A risk score of exactly 1 can mean 1% or 100%, so its item is unknown. ${advice}`];
	return isScaleGuessed
		? [`Risk scores below 1 were read as fractions: 0.8 as 80%. ${advice}`]
		: [];
}

/**
 * Makes the hints about risk next to the output: only those that matter for this run.
 * @param notes of the run.
 * @param policies the rules of each item.
 * @param outcomes of the items.
 * @returns hints; most runs have none.
 */
export function riskHints(
	notes: RunNotes,
	policies: readonly RiskPolicy[],
	outcomes: readonly ItemOutcome[],
): NodeExecutionHint[] {
	const warnings = describeHarmlessScores(policies, outcomes);
	const unlisted = [...new Set(policies.flatMap(unlistedSignals))];
	if (unlisted.length > 0)
		warnings.push(
			`The risk rules name ${listNames(unlisted)}, which the service's documentation does not list. Such a rule applies only if a report has that very name: compare the spelling.`,
		);
	return [
		...warnings.map((message) => hint('warning', message)),
		...describeScale(notes).map((message) => hint('info', message)),
	];
}
