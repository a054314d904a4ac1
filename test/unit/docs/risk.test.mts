/** What docs/risk.md says about signals is what the code makes of them. */
import { LISTED_SIGNALS } from '../../../nodes/shared/level/index.ts';
import { tableOf } from './pages.mts';

it('lists every signal in its group', () => {
	const listed = tableOf('docs/risk.md', 'groups').flatMap(([group, names = '']) =>
		[...names.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name, group })),
	);
	expect(listed.sort((a, b) => (a.name! < b.name! ? -1 : 1))).toEqual(LISTED_SIGNALS);
});
