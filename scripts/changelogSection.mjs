/** `node scripts/changelogSection.mjs 0.3.0` prints what CHANGELOG.md says of a version: the notes of its release. */
import { readFileSync } from 'node:fs';

const [version = ''] = process.argv.slice(2);
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((one) => one.startsWith(`[${version}]`));
const [, notes = ''] = section?.split(/\n([\s\S]*?)(?=\n\[|$)/) ?? [];
if (version === '' || notes.trim() === '')
	throw new Error(`CHANGELOG.md has no entries for the version ${version}`);
console.log(notes.trim());
