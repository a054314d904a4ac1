/** A check as the sandbox keeps it; on its own, so that whatever makes or shows checks can build on it. */

/** Report of a check; `riskscore` in percent whatever `scoreScale` says. */
export interface Outcome {
	/** The status shown once the processing time is over. */
	status: string;
	riskscore: number | string | null;
	/** null: there is no report. */
	signals: Record<string, number> | null;
}

/** A check with what will come of it. Times are service times in milliseconds. */
export interface CheckRecord {
	hash: string;
	currency: string;
	address: string;
	transaction: string | null;
	/** Further parameters that say what was screened, under their names. */
	about?: Record<string, string>;
	tokenId: string | null;
	requestId: string | null;
	initAt: number;
	/** When the status becomes the outcome's; PENDING before. */
	turnsAt: number;
	outcome: Outcome;
}

/** Statuses that end a check, with a `resultDate`. Every other status is for ever unfinished. */
const TERMINAL = /^(success|fail|error|reject|cancel|expire|decline)/i;

/** When a check is done, in service time; Infinity for a check that never is. */
export function doneAt({ outcome, turnsAt }: Pick<CheckRecord, 'outcome' | 'turnsAt'>): number {
	return TERMINAL.test(outcome.status) ? turnsAt : Infinity;
}

export interface SeedOptions {
	/** Service time of the newest check, in milliseconds (default now). */
	until?: number;
	/** Distance between two checks, in milliseconds (default 30000). */
	everyMs?: number;
}
