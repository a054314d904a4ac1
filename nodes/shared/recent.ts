/**
 * Takes out what went in first, until a map is small enough.
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
