/** The unit tests of one module, the patterns of whose files are in MUTATE_TESTS; see mutate.mts. */
import { fileURLToPath } from 'node:url';
import { project } from '../../jest.config.mjs';

export default project('unit', {
	rootDir: fileURLToPath(new URL('../..', import.meta.url)),
	roots: ['<rootDir>/nodes', '<rootDir>/sandbox', '<rootDir>/test'],
	testMatch: JSON.parse(process.env.MUTATE_TESTS ?? '[]'),
	setupFiles: ['<rootDir>/test/mutation/seed.mts'],
});
