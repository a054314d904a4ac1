/** A check as the service knows it, who asked for it, and what comes of it. */
import type { Asset } from './assets.mts';
import type { Outcome, StrangersCheck } from './types.mts';

/** Who asked: what is behind a charge. */
export interface Asker {
	/** Which execution, with all its retries. */
	root: number;
	life: number;
	node: string;
	runIndex: number;
	process: object;
}

export const sameRun = (a: Asker, b: Asker): boolean =>
	a.root === b.root && a.node === b.node && a.runIndex === b.runIndex;

/** A check as the service knows it; times in Unix ms of its clock. */
export interface Check {
	hash: string;
	asset: Asset;
	address: string;
	transaction: string | null;
	initAt: number;
	doneAt: number;
	outcome: Outcome;
	requestId: string;
	/** Nobody of ours for a stranger's. */
	by: Asker | null;
	odd: StrangersCheck['odd'];
	/** When its hash reached the execution that asked, in an answer that can be read; Infinity for never. */
	toldAt: number;
}

/** What their reports say. */
export const REPORTS: Readonly<Record<Outcome, unknown>> = {
	low: { riskscore: 5, signals: { wallet: 0.99, gambling: 0.01 } },
	medium: { riskscore: 50, signals: { wallet: 0.98, gambling: 0.02 } },
	high: { riskscore: 95, signals: { wallet: 0.4, scam: 0.6 } },
	unscored: { riskscore: null, signals: { wallet: 1 } },
	noReport: null,
	failed: undefined,
	never: undefined,
};

const LEVELS: Partial<Record<Outcome, string>> = { low: 'low', medium: 'medium', high: 'high' };

/** The level that a check's own record gives under the default policy, once it is done. */
export const levelOf = ({ outcome }: Check): string => LEVELS[outcome] ?? 'unknown';
