import type { NodeExecutionHint } from 'n8n-workflow';

import type { ScaleFinding } from '../../shared/knowledge/scales';
import { listNames } from '../../shared/risk';

const FRACTION_MESSAGES: Record<ScaleFinding['scale'], (proof: string) => string> = {
	unproven: () =>
		"A risk score of up to 1 was read as a fraction of 1. If the service sends percent, set the option 'Risk Score Scale' to Percent.",
	percent: (proof) =>
		`A risk score of up to 1 was read as a fraction of 1, to be safe, although ${proof}. If the service always sends percent, set the option 'Risk Score Scale' to Percent.`,
	fraction: (proof) =>
		`A risk score of up to 1 was read as a fraction of 1, because ${proof}. To settle it yourself, set the option 'Risk Score Scale'.`,
};

/** A score up to 1 under `auto` is read as the worse of the two that it may be (design 4), and what is known is told. */
const fractionHint = ({ scale, proof }: ScaleFinding): NodeExecutionHint => ({
	type: 'info',
	location: 'outputPane',
	message: FRACTION_MESSAGES[scale](proof),
});

/** A rule under a name that the service does not use never applies, and nothing else would show it. */
const strangersHint = (names: readonly string[]): NodeExecutionHint => ({
	type: 'warning',
	location: 'outputPane',
	message: `Critical Signals or Signal Limits name ${listNames(names)}, which the service's documentation does not list: that rule applies only where a report has the very name. Compare the spelling with the list in Critical Signals.`,
});

/**
 * What the editor tells beside the output about how a run read risk; pure.
 * @param readAsFraction what is known of the scale, where a score was read as a fraction.
 * @param strangers names in the run's risk policies that the vocabulary does not have.
 * @returns hints; none where there is nothing to tell.
 */
export function riskHints(
	readAsFraction: ScaleFinding | undefined,
	strangers: readonly string[],
): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	if (readAsFraction) hints.push(fractionHint(readAsFraction));
	if (strangers.length > 0) hints.push(strangersHint(strangers));
	return hints;
}
