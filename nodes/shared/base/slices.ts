import { sleep } from 'n8n-workflow';

/** How long work may hold the event loop before n8n has its turn, in milliseconds. */
const SLICE_MS = 25;

/** When the loop last turned for the sake of others. One moment for all work: passes that follow each other add up. */
let turnedAt = -Infinity;

/** Lets n8n have its turn between two pieces of work that are long where the items are many. */
export async function giveWay(): Promise<void> {
	const before = turnedAt;
	await sleep(0);
	// Of many that wait for one turn the first one notes it.
	if (turnedAt === before) turnedAt = performance.now();
}

/**
 * To await between two pieces of long work. Once a slice of time is over, it lets the event loop turn: otherwise n8n
 * answers nobody, and a worker loses its job.
 */
export async function breathe(): Promise<void> {
	// Of many that wait for one turn not all go on in it.
	while (performance.now() - turnedAt >= SLICE_MS) await giveWay();
}

/** Maps a list of any length, in order, without holding the event loop for long. */
export async function mapInSlices<T, R>(
	list: readonly T[],
	map: (entry: T, index: number) => R | Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	for (const [index, entry] of list.entries()) {
		results.push(await map(entry, index));
		await breathe();
	}
	return results;
}
