/*
 * The one reader of the service's dates: for both nodes, the payment and the trigger. A date that a user enters is
 * another matter: it is in the workflow's zone, see `operations/history.ts`.
 */

/** ISO 8601: a date, a time with or without seconds and their fraction, an offset. All but the date may be missing. */
const ISO_DATE =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The first year, such as 9999, that is a placeholder and not the date of a check. */
const YEARS_BEFORE = 2200;

export const HOUR_MS = 3_600_000;

/** Converts an offset from UTC to seconds. Returns null for an offset that no place on earth has. */
function parseOffset(text = 'Z'): number | null {
	if (/^[a-z]/i.test(text)) return 0;
	const hours = Number(text.slice(1, 3));
	const minutes = Number(text.slice(3).replace(':', '') || 0);
	if (hours > 18 || minutes > 59) return null;
	return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** A date of the service, and how exact it is. */
interface ServiceDate {
	/** Whole Unix seconds, rounded down. */
	seconds: number;
	/** The length of the period that the date names (a second, a minute or a day), in milliseconds. */
	lastsMs: number;
}

/**
 * Reads one of the service's dates (ISO 8601 with a numeric offset). One without an offset is UTC, never in the zone of
 * n8n's machine. A day that no calendar has, the epoch, year 0 and year 9999 are no dates.
 */
export function parseDate(value: unknown): ServiceDate | null {
	const match = typeof value === 'string' ? ISO_DATE.exec(value.trim()) : null;
	if (match === null) return null;
	const [year, month, day, hour, minute, second] = match
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const offset = parseOffset(match[7]);
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	const isOnCalendar =
		date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	const isOnClock = hour < 24 && minute < 60 && second < 60;
	if (offset === null || !isOnCalendar || !isOnClock || year >= YEARS_BEFORE) return null;
	const seconds = date.getTime() / 1000 - offset;
	const lastsMs = match[4] === undefined ? 86_400_000 : match[6] === undefined ? 60_000 : 1_000;
	return seconds > 0 ? { seconds, lastsMs } : null;
}

/** Reads one of the service's dates in Unix seconds, as {@link parseDate}. */
export const parseDateSeconds = (value: unknown): number | null =>
	parseDate(value)?.seconds ?? null;

/** The dates that every record of a check has. */
interface DatedRecord {
	initDate?: unknown;
	resultDate?: unknown;
}

/** The later of a check's dates in Unix seconds, if one can be read: which of them is "the check date" is not stated. */
export function latestDateSeconds({ initDate, resultDate }: DatedRecord): number | null {
	return Math.max(parseDateSeconds(initDate) ?? 0, parseDateSeconds(resultDate) ?? 0) || null;
}

/** Compares checks for {@link Array.sort}: the newest result first, those without a readable one last. */
export function newestFirst(a: DatedRecord, b: DatedRecord): number {
	return (parseDateSeconds(b.resultDate) ?? 0) - (parseDateSeconds(a.resultDate) ?? 0);
}

/** Reads a date of an HTTP header, in Unix milliseconds. It is always GMT, also in the form without a zone. */
export function parseHttpDateMs(value: unknown): number | null {
	if (typeof value !== 'string' || !/[a-z]/i.test(value)) return null;
	const text = value.trim();
	const ms = Date.parse(/(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text} GMT`);
	return Number.isNaN(ms) ? null : ms;
}

/** Writes a moment, in Unix milliseconds, as a date in UTC: the first full second that is not before it. */
export function writeDate(ms: number): string {
	return `${new Date(Math.ceil(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}
