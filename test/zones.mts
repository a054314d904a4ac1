/** Time zones for tests: what reads a date must not depend on the zone of the machine. */
import { runInThisContext } from 'node:vm';

/** West of UTC, UTC, and east of it. */
const ZONES = ['America/New_York', 'UTC', 'Asia/Singapore'];

/** Jest hands tests a copy of `process.env`; the zone follows only the real one. */
const setZone = runInThisContext(
	'(zone) => { if (zone === undefined) delete process.env.TZ; else process.env.TZ = zone; }',
) as (zone: string | undefined) => void;

/** Declares tests once for each of {@link ZONES}. */
export function inEveryZone(declare: (zone: string) => void): void {
	describe.each(ZONES)('on a machine in %s', (zone) => {
		const before = process.env.TZ;
		beforeAll(() => setZone(zone));
		afterAll(() => setZone(before));
		declare(zone);
	});
}
