import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { FamilyVectors, ValidTarget } from './types.mts';

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

/**
 * @param target a valid target of a table
 * @returns what is entered, and what must be sent for it
 */
export function entry(target: ValidTarget): { entered: string; sent: string } {
	return typeof target === 'string'
		? { entered: target, sent: target }
		: { entered: target[0], sent: target[1] };
}
