/** Finds the servers that n8n's queue mode needs, and installs Debian's packages of them where they are missing. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from '../run.mts';

/** Where the programs are. */
export interface Programs {
	redis: string;
	/** The folder of `initdb` and `postgres`. */
	postgres: string;
}

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

function inPath(name: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(path.delimiter)
		.map((folder) => path.join(folder, name))
		.find((file) => existsSync(file));
}

/** Debian keeps the server's programs out of the PATH, one folder for each version: the newest is taken. */
function postgresFolder(): string | undefined {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const newest = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => path.join(POSTGRES_VERSIONS, version, 'bin'))
		.find((folder) => existsSync(path.join(folder, 'postgres')));
	const elsewhere = inPath('initdb');
	return newest ?? (elsewhere && path.dirname(elsewhere));
}

async function install(packages: string[]): Promise<void> {
	const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	// In "single user mode" the packages don't start their servers: ours run in a temporary folder.
	const env = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
	for (const args of [
		['update', '-qq'],
		['install', '-y', '-qq', '--no-install-recommends', ...packages],
	]) {
		const [command, ...rest] = [...sudo, ...env, 'apt-get', ...args];
		await run(command, rest, { cwd: '/' });
	}
}

/**
 * Finds Redis and PostgreSQL; what is missing is installed with apt-get, as root or with sudo.
 * @throws Error that says what to install by hand
 */
export async function ensurePrograms(): Promise<Programs> {
	const missing = [
		...(inPath('redis-server') ? [] : ['redis-server']),
		...(postgresFolder() ? [] : ['postgresql']),
	];
	if (missing.length > 0) {
		console.log(`Installing ${missing.join(' and ')} …`);
		await install(missing);
	}
	const redis = inPath('redis-server');
	const postgres = postgresFolder();
	if (redis && postgres) return { redis, postgres };
	throw new Error(
		'Redis and PostgreSQL are needed. On Debian: apt-get install redis-server postgresql',
	);
}
