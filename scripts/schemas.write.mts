/** Brings the tables of docs/outputs.md and of the README up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillReadme } from './readme.docs.mts';
import { fillTables } from './schemas.docs.mts';

for (const [file, fill] of [
	['docs/outputs.md', fillTables],
	['README.md', fillReadme],
] as const) {
	const url = new URL(`../${file}`, import.meta.url);
	writeFileSync(url, fill(readFileSync(url, 'utf8')));
}
