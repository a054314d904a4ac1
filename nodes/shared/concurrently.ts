/**
 * Works on a list with a few workers side by side.
 * @param entries what to work on, begun in this order.
 * @param maxConcurrent how many at once; at least 1.
 * @param work must not throw: what goes wrong is part of its result.
 */
export async function concurrently<T>(
	entries: readonly T[],
	maxConcurrent: number,
	work: (entry: T, index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < entries.length) {
			const index = next++;
			await work(entries[index], index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxConcurrent, entries.length) }, worker));
}
