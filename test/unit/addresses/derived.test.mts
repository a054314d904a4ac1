/** No address of the 10,000 that are derived for each form is read as one of another network. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

// In a process of its own: jest makes every look at a global slow, and base58 takes thousands of them.
it('of the 10,000 addresses that are derived for each form none is read as another', () => {
	const script = path.join(__dirname, 'derive.mts');
	const printed = execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' });
	const { seed, counted, wrong } = JSON.parse(printed) as Record<string, unknown>;
	expect({ seed, counted, wrong }).toEqual({ seed: 20_261_122, counted: 90_000, wrong: [] });
});
