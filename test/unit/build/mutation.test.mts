/** What is mutated every week is there. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import rooms from '../../../scripts/mutation/rooms.json';
import { ROOT } from '../docs/pages.mts';

it.each(Object.entries(rooms))('the room %s has its code and its tests', (_, { code, tests }) => {
	for (const folder of [code, tests]) expect(existsSync(path.join(ROOT, folder))).toBe(true);
});
