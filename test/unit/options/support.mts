/** Node parameters as n8n hands them over, and what a refusal says. */
import { PRESETS } from '../../../nodes/shared/level/index.ts';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';

/** The rules of a credential in which nobody has chosen any. */
export const BALANCED = {
	source: 'credential',
	name: 'balanced',
	rules: PRESETS.balanced,
	scale: 'auto',
} as const;

/** The reader of parameters that a node has: a parameter that is not there is the fallback, an empty one is empty. */
export const parameters =
	(values: Record<string, unknown>) =>
	(name: string, fallback: unknown): unknown =>
		Object.hasOwn(values, name) ? values[name] : fallback;

/** What a refusal says; nothing was charged or sent for it. */
export function refusal(read: () => unknown): string {
	try {
		read();
	} catch (thrown) {
		expect(thrown).toBeInstanceOf(AmlCheckError);
		const { reason, charged, message, facts } = thrown as AmlCheckError;
		expect({ reason, charged }).toEqual({ reason: 'badSetting', charged: false });
		const text = `${message}. ${facts.advice}`;
		// Two options have the value `error`.
		expect(text.replace(/, error|error, /, '')).not.toMatch(
			/\b(error|problem|failure|mistake|invalid)/i,
		);
		return text;
	}
	throw new Error('It was read');
}

/** What an expression without a result leaves. */
export const NOTHING = [undefined, null, '', ' \t\n'];
