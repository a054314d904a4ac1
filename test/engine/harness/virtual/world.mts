/**
 * A world in virtual time: n8n's engine, the nodes and a sandbox of their own, where an hour takes milliseconds. Only
 * one can be played at a time in a process.
 */
import {
	makePortlessSandbox,
	type PortlessSandbox,
	type SandboxOptions,
} from '../../../../sandbox/server.mts';
import { Clock } from './clock.mts';
import { Wire } from './wire.mts';

export interface World {
	clock: Clock;
	sandbox: PortlessSandbox;
	wire: Wire;
	/** How long it has lasted, in ms. */
	elapsed(): number;
}

const SECOND = 1_000;
const DAY = 86_400_000;

/** Two days lie between worlds: what the node keeps in memory from an earlier one is old. */
let begins = Date.UTC(2026, 8, 1);

let count = 0;

/**
 * Plays a piece of work in virtual time.
 * @throws what the work throws, or an Error where it waits for something that can't happen any more
 */
export async function inVirtualTime<T>(
	options: SandboxOptions,
	work: (world: World) => Promise<T>,
	seed = 1,
): Promise<T> {
	const clock = new Clock(begins);
	const began = begins;
	const sandbox = makePortlessSandbox(`https://service-${++count}.example.com`, {
		seed: 20,
		now: () => clock.now,
		...options,
	});
	const wire = new Wire(clock, sandbox);
	const uninstall = clock.install(seed);
	let outcome: { value: T } | { error: unknown } | undefined;
	try {
		wire.install();
		void work({ clock, sandbox, wire, elapsed: () => clock.now - began }).then(
			(value) => (outcome = { value }),
			(error: unknown) => (outcome = { error }),
		);
		await clock.runUntil(() => outcome !== undefined);
	} finally {
		uninstall();
		// At a whole second, as the service's clock is read in seconds: a world is the same after any other.
		begins = Math.ceil(clock.now / SECOND) * SECOND + 2 * DAY;
	}
	if (!outcome || 'error' in outcome) throw outcome?.error;
	return outcome.value;
}
