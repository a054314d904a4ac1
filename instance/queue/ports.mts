/** Ports for servers that are stopped and started again at the same address. */
import { randomInt } from 'node:crypto';
import { freePort } from '../ports.mts';

/** Below what systems give to outgoing connections: nobody else comes by such a port while its server is down. */
const FIRST = 20_000;
const LAST = 30_000;

/** A free port that will be free again after a restart of whoever takes it. */
export async function steadyPort(): Promise<number> {
	for (;;) {
		const wanted = randomInt(FIRST, LAST);
		if ((await freePort(wanted)) === wanted) return wanted;
	}
}
