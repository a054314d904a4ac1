/** What docs/risk.md says about signals is what the code makes of them. */
import { SIGNAL_NAMES } from '../../../nodes/shared/risk/index.ts';
import type { SignalGroup } from '../../../nodes/shared/risk/index.ts';
import { tableOf } from './pages.mts';

it('lists every signal in its group', () => {
	const listed = Object.fromEntries(
		tableOf('docs/risk.md', 'groups').map(([group = '', names = '']) => [
			group,
			[...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
		]),
	);
	for (const group of ['danger', 'suspicious', 'trusted'] as SignalGroup[]) {
		const names = SIGNAL_NAMES.filter((one) => one.group === group).map(({ name }) => name);
		expect(listed[group]).toEqual(names.sort());
	}
});
