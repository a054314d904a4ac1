/** Where a real n8n is installed, and where it leaves its files. */
import path from 'node:path';

/** The package's own folder: the scripts of its package.json, and jest, run there. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** The private package that pins n8n, with a lock file of its own. */
export const N8N_PACKAGE = path.join(ROOT, 'instance/n8n');

/** Everything that a run of the demo, the end-to-end tests or the screenshots leaves behind; ignored by git. */
export const STATE = path.join(ROOT, '.demo');

/**
 * Where that package is installed. Not in its own folder: `n8n-node build` looks for images in every folder of this
 * project but the hidden ones, and n8n has 280,000 files.
 */
export const INSTALL = path.join(STATE, 'install');

/** The workflows that users import. */
export const EXAMPLES = path.join(ROOT, 'examples');
