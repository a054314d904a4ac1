/** Brings the tables of docs/outputs.md and of docs/reference.md up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillReference } from './reference.docs.mts';
import { fillTables } from './schemas.docs.mts';

for (const [file, fill] of [
	['docs/outputs.md', fillTables],
	['docs/reference.md', fillReference],
] as const) {
	const url = new URL(`../${file}`, import.meta.url);
	writeFileSync(url, fill(readFileSync(url, 'utf8')));
}
