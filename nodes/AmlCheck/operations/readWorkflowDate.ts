import { unusableValue } from '../../shared/options/read';
import { isNothing } from '../../shared/values';
import type { NodeRun } from '../run/nodeRun';

/** n8n hands its own date class to nodes by way of the workflow's data. */
interface DateLibrary {
	fromISO(text: string, options: { zone: string }): { isValid: boolean; toSeconds(): number };
}

const isDateObject = (value: unknown): value is { toMillis(): number } =>
	typeof value === 'object' && value !== null && 'toMillis' in value;

/** From here on a number can only mean milliseconds: in seconds it would be the year 5138. */
const MILLISECONDS_FROM = 1e11;

function secondsOf(run: NodeRun, index: number, value: unknown): number {
	if (value instanceof Date) return value.getTime() / 1000;
	if (isDateObject(value)) return value.toMillis() / 1000;
	const text = String(value).trim();
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return number >= MILLISECONDS_FROM ? number / 1000 : number;
	}
	const { DateTime } = run.context.getWorkflowDataProxy(index) as { DateTime?: DateLibrary };
	const date = DateTime?.fromISO(text.replace(' ', 'T'), { zone: run.context.getTimezone() });
	return date?.isValid ? date.toSeconds() : NaN;
}

/**
 * Reads a date as the service's filter takes it (service 4.7).
 * @param run the node's run; a date without an offset is in the workflow's time zone.
 * @param index the input item.
 * @param value of a date picker or an expression: ISO text, a date object, or a Unix timestamp.
 * @param label for the message.
 * @returns whole Unix seconds, or undefined where nothing is given.
 * @throws AmlCheckError for what is no date.
 */
export function readWorkflowDate(
	run: NodeRun,
	index: number,
	value: unknown,
	label: string,
): number | undefined {
	if (isNothing(value)) return undefined;
	const seconds = secondsOf(run, index, value);
	if (Number.isFinite(seconds)) return Math.floor(seconds);
	throw unusableValue(
		`${label} is ${JSON.stringify(value)}`,
		'Use a date such as 2026-01-31T12:00:00, or a Unix timestamp.',
	);
}
