/** Where the demo finds and keeps its files. */
import path from 'node:path';

/** The package's own folder: the scripts of its package.json, and jest, run there. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The private package that pins n8n, with a lock file of its own (see its README.md). */
export const N8N_PACKAGE = path.join(ROOT, 'demo/n8n');

/** Everything that a run of the demo, the end-to-end tests or the screenshots leaves behind; ignored by git. */
export const STATE = path.join(ROOT, '.demo');

/** The workflows that users import. */
export const EXAMPLES = path.join(ROOT, 'examples');
