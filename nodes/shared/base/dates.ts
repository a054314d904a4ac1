/*
 * The one reader of the service's dates: for both nodes, the payment and the trigger. A date that a user enters is
 * another matter: it is in the workflow's zone, see `operations/history.ts`.
 */

/** ISO 8601 (contract 3): a date, a time with its seconds, and an offset, which may be missing. */
const ISO_DATE =
	/^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,]\d+)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

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

/**
 * Reads one of the service's dates in Unix seconds, rounded down. One without an offset is UTC, never in the zone of n8n's
 * machine. A day that no calendar has, the epoch, year 0 and year 9999 are no dates.
 */
export function parseDateSeconds(value: unknown): number | null {
	const match = typeof value === 'string' ? ISO_DATE.exec(value.trim()) : null;
	if (match === null) return null;
	const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
	const offset = parseOffset(match[7]);
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	const isOnCalendar =
		date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	const isOnClock = hour < 24 && minute < 60 && second < 60;
	if (offset === null || !isOnCalendar || !isOnClock || year >= YEARS_BEFORE) return null;
	const seconds = date.getTime() / 1000 - offset;
	return seconds > 0 ? seconds : null;
}

/**
 * The last moment that a date may mean, in Unix milliseconds: the service leaves out the fraction of its second.
 * @param seconds the date in Unix seconds, as {@link parseDateSeconds} returns it.
 */
export const lastMomentOf = (seconds: number): number => seconds * 1000 + 999;

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

/** Reads a date of an HTTP header ("Tue, 01 Jan 2030 00:00:00 GMT"), in Unix milliseconds. */
export function parseHttpDateMs(value: unknown): number | null {
	const ms = typeof value === 'string' && value.endsWith('GMT') ? Date.parse(value) : NaN;
	return Number.isNaN(ms) ? null : ms;
}

/** Writes a moment, in Unix milliseconds, as a date in UTC: the first full second that is not before it. */
export function writeDate(ms: number): string {
	return `${new Date(Math.ceil(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}
