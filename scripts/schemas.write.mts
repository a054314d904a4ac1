/** Brings what the code and the examples say in docs up to date: `npm run docs:outputs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillExamples } from './examples.docs.mts';
import { fillReference } from './reference.docs.mts';
import { fillTables } from './schemas.docs.mts';

for (const [file, fill] of [
	['docs/examples.md', fillExamples],
	['docs/outputs.md', fillTables],
	['docs/reference.md', fillReference],
] as const) {
	const url = new URL(`../${file}`, import.meta.url);
	writeFileSync(url, fill(readFileSync(url, 'utf8')));
}
