/** Remembers the processes that were started, so that all of them can be ended, whatever was under way. */

type End = () => Promise<void>;

const ends = new Set<End>();
let over = false;

/** Remembers a process. */
export function track(end: End): () => void {
	ends.add(end);
	if (over) void end();
	return () => ends.delete(end);
}

/** Ends every process that is remembered now, and any that is started later. */
export async function endAll(): Promise<void> {
	over = true;
	await Promise.all([...ends].map((end) => end()));
}
