/** n8n in queue mode: one main process and workers, with this package in each, over a Redis and a PostgreSQL. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ensureN8n, type N8nInstall } from '../install.mts';
import { OWNER } from '../start.mts';
import { startN8n, type N8n } from '../n8n.mts';
import { ensureBuilt, installPackage, pack } from '../package.mts';
import { killGroup } from '../processGroup.mts';
import type { Progress } from '../progress.mts';
import { N8nRest } from '../rest.mts';
import { ensurePrograms } from './debian.mts';
import { steadyPort } from './ports.mts';
import { preparePostgres, type Postgres } from './postgres.mts';
import { prepareRedis, type Redis } from './redis.mts';

/** How long a worker may be silent before its job counts as stalled, in ms: shorter than n8n's own, to wait less. */
const STALL = {
	QUEUE_WORKER_LOCK_DURATION: '12000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '6000',
};

type Name = 'main' | `worker-${number}`;

/** One n8n of the cluster that can be started and killed. */
export class Member {
	private running?: N8n;

	private port = 0;

	constructor(
		readonly name: Name,
		private readonly install: N8nInstall,
		private readonly folder: string,
		private readonly env: Record<string, string>,
	) {}

	/** Where its API is; the same after a restart. */
	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Whether its process is there. */
	get isAlive(): boolean {
		try {
			process.kill(-(this.running?.pid ?? Number.NaN), 0);
			return true;
		} catch {
			return false;
		}
	}

	/** @param more settings for this start alone */
	async start(more: Record<string, string> = {}): Promise<void> {
		this.port ||= await steadyPort();
		const health = {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(this.port),
		};
		this.running = await startN8n({
			install: this.install,
			userFolder: this.folder,
			port: this.port,
			command: this.name === 'main' ? 'start' : 'worker',
			env: { ...this.env, ...(this.name === 'main' ? {} : health), ...more },
		});
		if (this.running.url !== this.url) throw new Error(`${this.name} is not at ${this.url}`);
	}

	async stop(): Promise<void> {
		await this.running?.stop();
	}

	/** Ends it and its processes at once. */
	async kill(): Promise<void> {
		if (this.running) await killGroup(this.running.pid);
	}
}

/** Everything that n8n's queue mode consists of. */
export class Cluster {
	/** Signed in to the main process. */
	rest: N8nRest;

	constructor(
		readonly redis: Redis,
		readonly postgres: Postgres,
		readonly main: Member,
		readonly workers: [Member, Member],
	) {
		this.rest = new N8nRest(main.url);
	}

	/** Signs in again, after a start of the main process. */
	async signIn(): Promise<void> {
		this.rest = new N8nRest(this.main.url);
		await this.rest.signIn(OWNER);
	}

	/** Stops everything. */
	async stop(): Promise<void> {
		await Promise.all([this.main, ...this.workers].map(async (member) => await member.stop()));
		await Promise.all([this.redis.stop(), this.postgres.stop()]);
	}
}

function settings(redis: Redis, postgres: Postgres): Record<string, string> {
	return {
		...postgres.env,
		...STALL,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		// Without this n8n ends itself when Redis is gone for ten seconds.
		QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: '180000',
		// How often n8n looks for executions that nobody works on any more, in minutes: three hours unless set.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		N8N_LOG_LEVEL: 'info',
	};
}

/**
 * Starts Redis, PostgreSQL and the main process; the workers are there to be started.
 * @throws Error that says what is missing or went wrong; what was started ends with this process
 */
export async function startCluster(folder: string, progress: Progress): Promise<Cluster> {
	const programs = await ensurePrograms();
	const install = await ensureN8n(progress);
	await ensureBuilt(progress);
	const redis = await prepareRedis(programs.redis, path.join(folder, 'redis'));
	const postgres = await preparePostgres(programs.postgres, path.join(folder, 'postgres'));
	await Promise.all([redis.start(), postgres.start()]);
	const tarball = await pack(path.join(folder, 'tarball'));
	const env = settings(redis, postgres);
	const member = async (name: Name) => {
		const home = path.join(folder, name);
		await installPackage(tarball, home);
		return new Member(name, install, home, env);
	};
	const workers: [Member, Member] = [await member('worker-1'), await member('worker-2')];
	const cluster = new Cluster(redis, postgres, await member('main'), workers);
	await cluster.main.start();
	await cluster.signIn();
	return cluster;
}
