/** The sandbox: the AML check service, small and faithful, on a port of this machine; see docs/maintainers/sandbox.md. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { statusAt } from './answers.mts';
import { Counters } from './counters.mts';
import { FaultList } from './faultList.mts';
import { HttpFront } from './http.mts';
import { listen } from './listen.mts';
import { METHOD_NAMES } from './methods.mts';
import { addCheck, changeOutcome, type NewCheck } from './newCheck.mts';
import { resolveOptions, type ResolvedOptions, type SandboxOptions } from './options.mts';
import { Service } from './service.mts';
import { doneAt, type CheckRecord, type SeedOptions } from './record.mts';
import { CheckStore } from './store.mts';
import type { Sandbox, StoredCheck } from './types.mts';

export { BOOK, BOOK_KINDS, bookAddress, bookKind, type BookKind } from './book.mts';
export { makeAddress, makeTransaction } from './addresses.mts';
export { CURRENCY_LIST } from './tokens.mts';
export { DEFAULT_TOKEN } from './options.mts';
export { FAULT_KINDS, type FaultKind, type FaultSpec } from './faults.mts';
export { SIGNAL_NAMES } from './risk.mts';
export type { NewCheck } from './newCheck.mts';
export type { SandboxOptions } from './options.mts';
export type * from './types.mts';

/** Only this machine reaches it. */
const HOST = '127.0.0.1';

function storedCheck(record: CheckRecord, at: number): StoredCheck {
	const { hash, currency, address, transaction, tokenId, requestId, initAt, outcome } = record;
	return {
		hash,
		currency,
		address,
		transaction,
		tokenId,
		requestId,
		initAt,
		doneAt: doneAt(record),
		status: statusAt(record, at),
		riskscore: outcome.riskscore,
	};
}

/** The parts of a sandbox, and the handle on them that is given out. */
class LocalSandbox implements Sandbox {
	readonly token: string;
	baseUrl = '';
	private options: ResolvedOptions;
	private readonly counters = new Counters();
	private readonly faults = new FaultList(METHOD_NAMES);
	private readonly store: CheckStore;
	private readonly service: Service;
	private readonly front: HttpFront;
	private readonly server: Server;

	constructor(options: SandboxOptions) {
		this.options = resolveOptions(options);
		this.token = this.options.token;
		const inForce = () => this.options;
		this.store = new CheckStore(inForce);
		this.service = new Service(
			this.store,
			inForce,
			() => this.baseUrl,
			(key) => this.counters.charged(key),
		);
		const { store, service, counters, faults } = this;
		this.front = new HttpFront({
			store,
			service,
			counters,
			faults,
			options: inForce,
			sandbox: this,
		});
		this.server = createServer((request, response) => this.front.handle(request, response));
		// Longer than any client keeps an idle connection, so that it is never closed under a request.
		this.server.keepAliveTimeout = 120_000;
	}

	/** Answers a request that came another way than through a port. */
	handle(request: IncomingMessage, response: ServerResponse): void {
		this.front.handle(request, response);
	}

	async listen(): Promise<void> {
		const { server, options } = this;
		this.baseUrl = `http://${HOST}:${await listen(server, options.port, HOST)}`;
	}

	configure(partial: SandboxOptions): void {
		if (partial.port !== undefined) throw new Error('options: port is fixed once it runs');
		this.options = resolveOptions(partial, this.options);
	}

	fault(...[spec]: Parameters<Sandbox['fault']>): void {
		this.faults.add(spec);
	}

	clearFaults(): void {
		this.faults.clear();
	}

	stats() {
		return this.counters.snapshot();
	}

	reset(): void {
		this.store.clear();
		this.service.clear();
		this.counters.clear();
		this.faults.clear();
		this.front.reset();
	}

	addCheck(given: NewCheck = {}): string {
		return addCheck(this.store, this.options.now(), given).hash;
	}

	updateCheck(hash: string, change: Parameters<Sandbox['updateCheck']>[1]): void {
		const record = this.store.find(hash);
		if (!record) throw new Error(`There is no check ${hash}`);
		this.store.update(hash, {
			turnsAt: Math.max(record.initAt, change.doneAt ?? this.options.now()),
			outcome: changeOutcome(record.outcome, change),
		});
	}

	seedHistory(count: number, { until, everyMs = 30_000 }: SeedOptions = {}): void {
		const newest = until ?? this.options.now();
		const areNumbers = [newest, everyMs].every(Number.isFinite) && everyMs >= 0;
		if (!Number.isInteger(count) || count < 0 || !areNumbers) {
			throw new Error('count must be a whole number, until and everyMs milliseconds');
		}
		this.store.seed(count, { until: newest, everyMs });
	}

	checks(): readonly StoredCheck[] {
		const at = this.options.now();
		return this.store.own().map((record) => storedCheck(record, at));
	}

	async close(): Promise<void> {
		this.front.close();
		const closed = new Promise<void>((resolve) => {
			this.server.close(() => resolve());
		});
		this.server.closeAllConnections();
		await closed;
	}
}

/**
 * Starts a sandbox.
 * @throws Error for an impossible option, or a port that is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new LocalSandbox(options);
	await sandbox.listen();
	return sandbox;
}

/** A sandbox without a port: whoever has it hands it the requests. */
export type PortlessSandbox = Pick<LocalSandbox, 'handle'> & Sandbox;

/**
 * Makes a sandbox that listens nowhere, for tests in virtual time.
 * @throws Error for an impossible option
 */
export function makePortlessSandbox(
	baseUrl: string,
	options: SandboxOptions = {},
): PortlessSandbox {
	const sandbox = new LocalSandbox(options);
	sandbox.baseUrl = baseUrl;
	return sandbox;
}
