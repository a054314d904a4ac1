import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { FamilyVectors } from './types.mts';

/** A file of vectors exports them under the file's name in capitals. */
function vectorsIn(file: string): [name: string, vectors: FamilyVectors] {
	const name = path.basename(file, '.mts').toUpperCase();
	const exports = require(path.join(__dirname, file)) as Record<string, FamilyVectors>;
	return [name, exports[name]];
}

/** All vectors, by family: what has one set of addresses is one family. Every other file of this folder is one. */
export const FAMILIES: Readonly<Record<string, FamilyVectors>> = Object.fromEntries(
	readdirSync(__dirname)
		.filter((file) => !['index.mts', 'types.mts'].includes(file))
		.map(vectorsIn),
);

/** What is entered of a valid target, and what must be sent for it. */
export function entry(target: string): { entered: string; sent: string } {
	const [entered, sent = entered] = target.split(' -> ');
	return { entered, sent };
}
