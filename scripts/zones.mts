/**
 * Runs the tests in which a date is read on machines of other time zones: what they decide must not depend on the zone.
 * `npm run test:zones`
 */
import { spawnSync } from 'node:child_process';
import { ZONES } from '../test/zones.mts';

/** Where dates are read; the simulations, whose worlds have dates of their own, would take minutes. */
const SUITES = [
	'test/unit/reports',
	'test/unit/screening',
	'test/unit/shared',
	'test/unit/trigger',
	'test/engine/operations/history',
	'test/engine/operations/report',
	'test/engine/screening/earlierLife',
	'test/engine/screening/zones',
	'test/engine/trigger/delivery',
	'test/engine/trigger/failures',
];

/** The tests of one zone; what is printed goes where this script's does. */
function passesIn(zone: string): boolean {
	console.log(`== ${zone}`);
	const jest = ['jest', ...SUITES, '--selectProjects', 'unit', 'engine', '--maxWorkers=3'];
	// Without CI the properties try fewer random cases: these are no other cases, only another zone.
	const env = { ...process.env, TZ: zone, CI: '' };
	return (
		spawnSync('npx', jest, {
			env,
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32',
		}).status === 0
	);
}

const failed = ZONES.filter((zone) => zone !== 'UTC').filter((zone) => !passesIn(zone));
if (failed.length > 0) console.error(`Tests that did not pass: in ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
