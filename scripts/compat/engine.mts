/** Puts the engine of another n8n release into a folder of its own, beside the one in node_modules. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const CACHE = path.join(ROOT, '.compat');

/** An engine on the disk. */
export interface Engine {
	/** Versions of n8n-core and n8n-workflow. */
	core: string;
	workflow: string;
	/** Their main files. */
	corePath: string;
	workflowPath: string;
}

function npm(folder: string, ...args: string[]): string {
	const { status, stdout, stderr } = spawnSync('npm', args, {
		cwd: folder,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	if (status !== 0) throw new Error(`npm ${args.join(' ')} did not work:\n${stderr || stdout}`);
	return stdout;
}

/** The exact versions that a release of n8n is made of. */
function partsOf(release: string): { core: string; workflow: string } {
	const dependencies = JSON.parse(
		npm(ROOT, 'view', `n8n@${release}`, 'dependencies', '--json'),
	) as Record<string, string>;
	return { core: dependencies['n8n-core'], workflow: dependencies['n8n-workflow'] };
}

/** The version of n8n that npm calls the latest. */
export const latestRelease = (): string => npm(ROOT, 'view', 'n8n@latest', 'version').trim();

function install(release: string, folder: string): void {
	const { core, workflow } = partsOf(release);
	const building = `${folder}.part`;
	rmSync(building, { recursive: true, force: true });
	mkdirSync(building, { recursive: true });
	const dependencies = { 'n8n-core': core, 'n8n-workflow': workflow };
	writeFileSync(
		path.join(building, 'package.json'),
		JSON.stringify({ private: true, dependencies }),
	);
	npm(building, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock');
	renameSync(building, folder);
}

/**
 * The engine of a release, installed on first use.
 *
 * @throws if the release or a part of it can't be had from the registry
 */
export function engineOf(release: string): Engine {
	if (!/^\d+\.\d+\.\d+$/.test(release)) throw new Error(`"${release}" is not a version of n8n`);
	const folder = path.join(CACHE, release);
	if (!existsSync(folder)) install(release, folder);
	const load = createRequire(path.join(folder, 'package.json'));
	const { dependencies } = load('./package.json') as { dependencies: Record<string, string> };
	return {
		core: dependencies['n8n-core'],
		workflow: dependencies['n8n-workflow'],
		corePath: load.resolve('n8n-core'),
		workflowPath: load.resolve('n8n-workflow'),
	};
}
