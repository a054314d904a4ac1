/** A PostgreSQL of one's own, for n8n's database. */
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../run.mts';
import { startGuarded, type Guarded } from './guarded.mts';
import { steadyPort } from './ports.mts';

/** A PostgreSQL that can be stopped and started again. */
export interface Postgres {
	/** n8n's settings for it. */
	env: Record<string, string>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

const USER = 'n8n';
const PASSWORD = 'n8n-on-loopback';
const DATABASE = 'postgres';

/** PostgreSQL refuses to run as root: then it runs as the user that its package has made. */
const isRoot = process.getuid?.() === 0;
const asServer = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

async function giveToServer(file: string): Promise<void> {
	if (!isRoot) return;
	const id = async (flag: string) => Number(await run('id', [flag, 'postgres'], { cwd: '/' }));
	await chown(file, await id('-u'), await id('-g'));
}

/** Makes the database's files. */
async function initialise(programs: string, folder: string, data: string): Promise<void> {
	await mkdir(data, { recursive: true });
	await chmod(folder, 0o755);
	const passwordFile = path.join(folder, 'password');
	await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
	await giveToServer(passwordFile);
	await giveToServer(data);
	const options = ['-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
	const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
	const [command, ...args] = [
		...asServer,
		path.join(programs, 'initdb'),
		'-D',
		data,
		...options,
		...locale,
	];
	await run(command, args, { cwd: folder });
}

/** Makes an empty database on a free port of 127.0.0.1. */
export async function preparePostgres(programs: string, folder: string): Promise<Postgres> {
	const data = path.join(folder, 'data');
	await initialise(programs, folder, data);
	const port = String(await steadyPort());
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		// Nothing here has to survive a power cut of the machine.
		fsync: 'off',
		max_connections: '100',
	};
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const address = ['-h', '127.0.0.1', '-p', port, '-U', USER, '-d', DATABASE];
	const psql = async (sql: string) =>
		await run('psql', [...address, '-X', '-q', '-A', '-t', '-c', sql], {
			cwd: '/',
			env: { PGPASSWORD: PASSWORD },
		});
	let running: Guarded | undefined;
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: PASSWORD,
		},
		async start() {
			const [first, ...rest] = [...asServer, path.join(programs, 'postgres'), '-D', data];
			running = await startGuarded({
				command: [first, ...rest, '-p', port, ...flags],
				cwd: folder,
				logFile: path.join(folder, 'postgres.log'),
				isReady: async () =>
					await psql('select 1').then(
						() => true,
						() => false,
					),
			});
		},
		async stop() {
			await running?.stop();
		},
	};
}
