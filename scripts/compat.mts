/**
 * `npm run ci:compat`: runs the tests of the engine project against the engine of another release of n8n.
 *
 *   npm run ci:compat                        the oldest release that is supported
 *   npm run ci:compat -- --n8n 2.0.3         another one
 *   npm run ci:compat -- --n8n latest        the one that npm calls the latest
 *   npm run ci:compat -- --all               all that docs/maintainers/releasing.md lists, and the latest
 *   npm run ci:compat -- --n8n 2.0.3 account test files by name
 *
 * Left out are the tests of features that only the newest n8n has. Each engine is installed once into .compat/<release>, without n8n itself.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { engineOf, latestRelease, ROOT, type Engine } from './compat/engine.mts';
import { OLDEST, RELEASES, type Release } from './compat/releases.mts';

/** Packages without a CommonJS build: n8n's engine loads them with `require`, which jest can only after a transform. */
const ESM_ONLY = '(p-retry|is-network-error|p-queue|p-timeout)';

/** Tests of n8n's previews of outputs, and the stories, which hold what the newest engine saves and shows. */
const NEWEST_ONLY = ['/test/engine/schemas/preview', '/test/engine/stories'];

interface JestProject {
	displayName: string;
	transform: Record<string, unknown>;
	[key: string]: unknown;
}

interface JestConfig {
	testTimeout: number;
	projects: JestProject[];
}

/** The engine project of jest.config.mjs, with another engine under it. */
function projectFor(engine: Engine, { projects }: JestConfig): JestProject {
	const project = projects.find(({ displayName }) => displayName === 'engine');
	if (!project) throw new Error('jest.config.mjs has no project "engine"');
	const [[, transform]] = Object.entries(project.transform);
	return {
		...project,
		rootDir: ROOT,
		transform: { ...project.transform, [`/node_modules/${ESM_ONLY}/.*\\.js$`]: transform },
		transformIgnorePatterns: [`/node_modules/(?!${ESM_ONLY}/)`],
		moduleNameMapper: { '^n8n-core$': engine.corePath, '^n8n-workflow$': engine.workflowPath },
		testPathIgnorePatterns: NEWEST_ONLY,
		setupFiles: [path.join(ROOT, 'scripts/compat/olderEngine.mts')],
	};
}

/** Runs the suite against one release; returns whether it held. */
async function holds({ n8n, without }: Release, files: string[]): Promise<boolean> {
	const engine = engineOf(n8n);
	console.log(`== n8n ${n8n}: n8n-core ${engine.core}, n8n-workflow ${engine.workflow}`);
	const { default: own } = (await import(path.join(ROOT, 'jest.config.mjs'))) as {
		default: JestConfig;
	};
	const { testTimeout } = own;
	const config = JSON.stringify({
		rootDir: ROOT,
		testTimeout,
		projects: [projectFor(engine, own)],
	});
	const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
	const args = [jest, '--config', config, '--runInBand', '--forceExit', ...files];
	if (without.length > 0) args.push('--testNamePattern', `^(?!.*(${without.join('|')}))`);
	const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
	return status === 0;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { all: { type: 'boolean', default: false }, n8n: { type: 'string', default: OLDEST } },
});
const findRelease = (n8n: string): Release =>
	RELEASES.find((one) => one.n8n === n8n) ?? { n8n, without: [] };

const latest = (): Release => findRelease(latestRelease());
const wanted = values.n8n === 'latest' ? latest() : findRelease(values.n8n);
const releases = values.all ? [...RELEASES, latest()] : [wanted];
const broken: string[] = [];
for (const release of releases) if (!(await holds(release, positionals))) broken.push(release.n8n);
console.log(broken.length === 0 ? 'All of them hold.' : `Does not hold: ${broken.join(', ')}`);
process.exit(broken.length === 0 ? 0 : 1);
