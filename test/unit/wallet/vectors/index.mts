import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { FamilyVectors } from './types.mts';

/** A file of vectors exports them under the file's name in capitals. */
function readVectors(file: string) {
	const name = path.basename(file, '.mts').toUpperCase();
	const exports = require(path.join(__dirname, file)) as Record<string, FamilyVectors>;
	const { networks, valid, broken } = exports[name];
	const groups = Object.entries(valid).map(([source, targets]) => ({ networks, source, targets }));
	const ofBroken = Object.entries(broken).map(([source, targets]) => ({ source, targets }));
	return [name, { valid: groups, broken: ofBroken }] as const;
}

/** All vectors, by family: what has one set of addresses is one family. Every other file of this folder is one. */
export const FAMILIES = Object.fromEntries(
	readdirSync(__dirname)
		.filter((file) => !['index.mts', 'types.mts'].includes(file))
		.map(readVectors),
);

/** What is entered of a valid target, and what must be sent for it. */
export function entry(target: string): { entered: string; sent: string } {
	const [entered, sent = entered] = target.split(' -> ');
	return { entered, sent };
}
