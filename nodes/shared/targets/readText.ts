import { cleanTarget } from '../addresses';
import { invalidInput } from '../rpc/failure';

/** A text that was found valid in the form to send, or why it was refused. */
type Verdict = { ok: true; value: string } | { ok: false; message: string; advice: string };

/**
 * Reads one text of a target.
 * @param text what the user gave.
 * @param label the parameter's name, for the message.
 * @param validate checks the text; undefined where the user switched validation off.
 * @returns the text in the form to send.
 * @throws AmlCheckError that says what is wrong and what to do.
 */
export function readTargetText(
	text: string,
	label: string,
	validate: ((text: string) => Verdict) | undefined,
): string {
	if (!validate) {
		const cleaned = cleanTarget(text);
		if (cleaned !== '') return cleaned;
		throw invalidInput(`${label} is empty`, 'Fill it in. Nothing was paid for this item.');
	}
	const verdict = validate(text);
	if (verdict.ok) return verdict.value;
	throw invalidInput(`${label}: ${verdict.message}`, `${verdict.advice} Nothing was paid for it.`);
}
