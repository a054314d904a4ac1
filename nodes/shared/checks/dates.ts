/**
 * Reads one of the service's dates (service 2.3: ISO 8601 with a numeric offset).
 * @param text as sent.
 * @returns Unix seconds, or null where there is no date to read.
 */
export function readDateSeconds(text: unknown): number | null {
	if (typeof text !== 'string' || text.trim() === '') return null;
	const ms = Date.parse(text);
	return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/**
 * The later of a check's dates: which of them is "the check date" is not stated (design 4).
 * @param check any record with the service's dates.
 * @returns Unix seconds, or null where it has no readable date.
 */
export function latestDateSeconds(check: {
	initDate?: unknown;
	resultDate?: unknown;
}): number | null {
	const dates = [readDateSeconds(check.initDate), readDateSeconds(check.resultDate)].filter(
		(seconds): seconds is number => seconds !== null,
	);
	return dates.length > 0 ? Math.max(...dates) : null;
}
