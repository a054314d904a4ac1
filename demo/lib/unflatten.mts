/** Reads the notation (of the library "flatted") in which n8n's REST API hands over the data of an execution. */

/**
 * Turns flatted text back into the value it was made of: a JSON array whose first entry is the value, and in which
 * each string inside an object or array is the index of another entry.
 *
 * @param text flatted text
 * @returns the value; what occurs twice in it is one object, cycles included
 * @throws SyntaxError when it is not JSON
 */
export function unflatten(text: string): unknown {
	const table = JSON.parse(text) as unknown[];
	const done = new Map<number, unknown>();
	const resolve = (value: unknown): unknown =>
		typeof value === 'string' ? entry(Number(value)) : value;
	const entry = (index: number): unknown => {
		if (done.has(index)) return done.get(index);
		const value = table[index];
		done.set(index, value);
		if (typeof value === 'object' && value !== null) {
			const holder = value as Record<string, unknown>;
			for (const key of Object.keys(holder)) holder[key] = resolve(holder[key]);
		}
		return value;
	};
	return entry(0);
}
