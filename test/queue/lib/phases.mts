/** The moments of a batch's life at which something may die, held still by the sandbox. */
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.mts';

/** A moment of a batch's life. */
export interface Phase {
	name: string;
	/** How the sandbox has to be to hold a batch there. */
	options: SandboxOptions;
	hold(sandbox: Sandbox): void;
	/** Whether a batch of that size is there. */
	isCaught(sandbox: Sandbox, size: number): boolean;
	/** Lets everything go on. */
	release(sandbox: Sandbox): void;
}

/** How many calls of a kind pass before the batch is held. */
const PASSED = 40;

/** As many as the node sends at once at first; with the answers that pass it sends more. */
const IN_FLIGHT = 5;

const LONG_MS = 3_600_000;

/** Charged, and the answer with the hash never arrives: the worst moment to die. */
const submitting: Phase = {
	name: 'submitting',
	options: {},
	hold: (sandbox) =>
		sandbox.fault({
			method: 'checkup.checkaddr',
			kind: 'hangAfter',
			skip: PASSED,
			times: Infinity,
		}),
	isCaught: (sandbox) => (sandbox.stats().faults.hangAfter ?? 0) >= IN_FLIGHT,
	release: (sandbox) => sandbox.clearFaults(),
};

const waiting: Phase = {
	name: 'waiting',
	options: { processingMs: LONG_MS },
	hold: () => {},
	isCaught: (sandbox, size) => {
		const { charges, calls } = sandbox.stats();
		return charges === size && (calls['checkup.getcheckshistory'] ?? 0) > 1;
	},
	release(sandbox) {
		sandbox.configure({ processingMs: 0 });
		for (const { hash } of sandbox.checks()) sandbox.updateCheck(hash, { doneAt: Date.now() });
	},
};

const collecting: Phase = {
	name: 'collecting',
	options: {},
	hold: (sandbox) =>
		sandbox.fault({ method: 'checkup.getresult', kind: 'hang', skip: PASSED, times: Infinity }),
	isCaught: (sandbox) => (sandbox.stats().faults.hang ?? 0) >= IN_FLIGHT,
	release: (sandbox) => sandbox.clearFaults(),
};

export const PHASES = { submitting, waiting, collecting };

/** What a service may do with a request id that it has seen before. */
export const REPEATED_ID = ['replay', 'refuse', 'charge'] as const;
