/**
 * Whether a value is a plain JSON object, rather than a list, a null or a scalar.
 * @param value anything.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether an option holds nothing, as after an expression that yields nothing: nothing means the default.
 * @param value as n8n hands it over; a blank text holds nothing.
 */
export function isNothing(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/**
 * The order of texts, for `sort`: by code unit, so that it doesn't depend on the locale of the machine.
 * @param a a text.
 * @param b another one.
 */
export function byText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The order of names that people look for in a list, for `sort`: case aside. The collator of a language would take 15 ms
 * to start, half of what the whole node takes to load.
 * @param a a name.
 * @param b another one.
 */
export function byName(a: string, b: string): number {
	return byText(a.toLowerCase(), b.toLowerCase());
}
/**
 * Removes the oldest entries until a map is small enough.
 * @param map in the order in which its entries were set.
 * @param most how many entries it may keep.
 */
export function dropOldest(map: Map<string, unknown>, most: number): void {
	for (const key of map.keys()) {
		if (map.size <= most) return;
		map.delete(key);
	}
}

/**
 * Keeps a value as the newest of a map, and so many in all.
 * @param map in the order in which its entries were last kept.
 * @param key of the value.
 * @param value to keep.
 * @param most how many entries the map may keep.
 * @returns the value.
 */
export function keepRecent<T>(map: Map<string, T>, key: string, value: T, most: number): T {
	map.delete(key);
	map.set(key, value);
	dropOldest(map, most);
	return value;
}
