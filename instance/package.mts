/** Builds this package when needed and installs it into an n8n the way n8n itself installs community packages. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mts';
import { during, type Progress } from './progress.mts';
import { run } from './run.mts';

/** The part of a package.json that is read here. */
export interface Manifest {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
	n8n: { nodes: string[]; credentials: string[] };
	[key: string]: unknown;
}

const SOURCES = [
	'credentials',
	'icons',
	'nodes',
	'gulpfile.js',
	'package.json',
	'scripts/schemas.mts',
	'tsconfig.json',
];

/**
 * Reads a package's manifest.
 *
 * @throws Error when there is none
 */
async function readManifest(folder = ROOT): Promise<Manifest> {
	return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The newest change (ms since 1970) of a file, or of anything in a folder; 0 if it is not there. */
function newest(file: string): number {
	if (!existsSync(file)) return 0;
	const stat = statSync(file);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(0, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** Whether `dist` lacks one of the files that n8n loads, or is older than a source. */
function isStale(manifest: Manifest): boolean {
	const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
		path.join(ROOT, file),
	);
	if (!entries.every((file) => existsSync(file))) return true;
	const built = Math.min(...entries.map((file) => statSync(file).mtimeMs));
	return SOURCES.some((source) => newest(path.join(ROOT, source)) > built);
}

/**
 * Runs the package's build if `dist` is missing or older than the sources.
 *
 * @throws Error with the build's output when it fails
 */
export async function ensureBuilt(progress: Progress): Promise<void> {
	if (!isStale(await readManifest())) return;
	// With CI set, n8n's build tool draws no moving pictures into the output that is shown when it fails.
	await during(progress, 'Building the package', () =>
		run('npm', ['run', 'build'], { cwd: ROOT, env: { CI: 'true' } }),
	);
}

/** Packs a package as it would be published. */
export async function pack(target: string, folder = ROOT): Promise<string> {
	await mkdir(target, { recursive: true });
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
	const [packed] = JSON.parse(await run('npm', args, { cwd: folder })) as Array<{
		filename: string;
	}>;
	return path.join(target, packed.filename);
}

/** n8n's own list of the community packages it has installed; it makes one from its database where there is none. */
async function enterIntoLedger(nodes: string, manifest: Manifest): Promise<void> {
	const file = path.join(nodes, 'package.json');
	const ledger = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [manifest.name]: manifest.version },
	};
	await writeFile(file, JSON.stringify(ledger, null, 2));
}

/**
 * Unpacks a tarball below n8n's folder for community packages and enters it into the ledger there: what n8n 2.41 does
 * (`CommunityPackagesService.downloadPackage`), short of asking the registry. Type names are then the package's own,
 * e.g. `n8n-nodes-aml-check.amlCheck`. The table `installed_packages`, which only the page "Community nodes" shows,
 * stays empty: with an entry in it, opening the editor makes n8n run `npm outdated` against the registry.
 *
 * @throws Error when the tarball can't be unpacked
 */
export async function installPackage(tarball: string, userFolder: string): Promise<Manifest> {
	const nodes = path.join(userFolder, '.n8n/nodes');
	const unpacked = path.join(nodes, 'unpacked');
	await rm(unpacked, { recursive: true, force: true });
	await mkdir(unpacked, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], { cwd: nodes });

	const manifest = await readManifest(unpacked);
	for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies'])
		delete manifest[key];
	await writeFile(path.join(unpacked, 'package.json'), JSON.stringify(manifest, null, 2));

	const installed = path.join(nodes, 'node_modules', manifest.name);
	await rm(installed, { recursive: true, force: true });
	await mkdir(path.dirname(installed), { recursive: true });
	await rename(unpacked, installed);
	await enterIntoLedger(nodes, manifest);
	return manifest;
}
