/** Whether a value is a plain JSON object, rather than a list, a null or a scalar. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an option holds nothing, as after an expression that yields nothing. A blank text holds nothing either. */
export function isNothing(value: unknown): boolean {
	const held = typeof value === 'string' ? value.trim() : value;
	return held === undefined || held === null || held === '';
}

/** Takes the value out of a list that holds one plain value. */
function onlyEntry(value: unknown): unknown {
	if (!Array.isArray(value) || value.length !== 1) return value;
	const [entry] = value as unknown[];
	return typeof entry === 'object' && entry !== null ? value : entry;
}

/**
 * Takes the value of a parameter out of a list of one: multi-select fields and lookups return such lists. The same for the
 * value of a locator and for the entries of a collection.
 */
export function withoutLists(value: unknown): unknown {
	if (!isObject(value)) return onlyEntry(value);
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onlyEntry(one)]));
}

/** The order of texts, for `sort`: by code unit, so that it doesn't depend on the locale of the machine. */
export function byText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The order of names in a list for people, for `sort`: case aside. The collator of a language would take 15 ms to
 * start, half of what the whole node takes to load.
 */
export function byName(a: string, b: string): number {
	return byText(a.toLowerCase(), b.toLowerCase());
}

/** Keeps a value as the newest of a map, and so many in all: the one that was set first goes. */
export function keepRecent<T>(map: Map<string, T>, key: string, value: T, most: number): T {
	map.delete(key);
	map.set(key, value);
	const [oldest] = map.keys();
	if (map.size > most && oldest !== undefined) map.delete(oldest);
	return value;
}

/** Leaves out keys without a value: for n8n's IF `null < 25` is true, and a missing key is not. */
export function withoutEmpty<T extends object>(fields: { [K in keyof T]: T[K] | null }): T {
	const entries = Object.entries(fields).filter(
		([, value]) => value !== undefined && value !== null,
	);
	return Object.fromEntries(entries) as T;
}
