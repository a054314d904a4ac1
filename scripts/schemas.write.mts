/** Brings the tables of docs/outputs.md up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillTables } from './schemas.docs.mts';

const FILE = new URL('../docs/outputs.md', import.meta.url);

writeFileSync(FILE, fillTables(readFileSync(FILE, 'utf8')));
