/** Finished checks that are made up from their number when somebody looks at them: a million fit into memory. */
import { makeAddress, makeTransaction } from './addresses.mts';
import { REPORT_NETWORKS } from './networks.mts';
import { drawScore, makeSignals } from './risk.mts';
import { fractions, mix32 } from './random.mts';
import type { CheckRecord, Outcome } from './record.mts';

/** One seeded check in fifty has failed. */
const FAILED_SHARE = 0.02;
/** One seeded check in ten is of a transaction. */
const TRANSACTION_SHARE = 0.1;
/** So many wallets of a network come back again and again, as customers do. */
const WALLETS = 1000;
const SHORTEST_MS = 1000;
const LONGEST_MS = 60_000;

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

const addresses = new Map<string, string>();

/** Checksums of base58 take long to make, and a history of a million has few wallets. */
function walletOf(network: string, wallet: number): string {
	const key = `${network} ${wallet}`;
	const address = addresses.get(key) ?? makeAddress(network, `seeded ${wallet}`);
	addresses.set(key, address);
	return address;
}

const hashOf = (block: number, number: number) =>
	`${hex(number, 8)}-5eed-4000-8000-${hex(block, 12)}`;

/** One check of a block of seeded ones. */
export class SeededCheck implements CheckRecord {
	/** The history asks for it at every look, of every check. */
	private doneAt: number | undefined;

	constructor(
		private readonly block: number,
		private readonly number: number,
		readonly initAt: number,
		private readonly until: number,
	) {}

	get hash(): string {
		return hashOf(this.block, this.number);
	}

	get tokenId(): null {
		return null;
	}

	get requestId(): null {
		return null;
	}

	get currency(): string {
		return this.drawn().currency;
	}

	get address(): string {
		return walletOf(this.currency, this.number % WALLETS);
	}

	get transaction(): string | null {
		const { currency, isTransaction } = this.drawn();
		return isTransaction ? makeTransaction(currency, this.label) : null;
	}

	get turnsAt(): number {
		const { initAt, until } = this;
		return (this.doneAt ??= Math.max(initAt, Math.min(initAt + this.drawn().tookMs, until)));
	}

	get outcome(): Outcome {
		const { riskscore } = this.drawn();
		if (riskscore === null) {
			return { status: 'FAILED', riskscore, signals: null };
		}
		const draw = () => this.draw();
		return {
			status: 'SUCCESS',
			riskscore,
			// A filter looks at the scores of all checks, and at no signals.
			get signals() {
				return makeSignals(riskscore, draw());
			},
		};
	}

	/** The same as an object of values: to be looked at more than once. */
	whole(): CheckRecord {
		const { hash, tokenId, requestId, currency, address, transaction, initAt, turnsAt, outcome } =
			this;
		return { hash, tokenId, requestId, currency, address, transaction, initAt, turnsAt, outcome };
	}

	private get label(): string {
		return `${this.block}-${this.number}`;
	}

	private draw(): () => number {
		return fractions(mix32(this.number + this.block * 0x01000193));
	}

	private drawn() {
		const draw = this.draw();
		return {
			currency: REPORT_NETWORKS[Math.floor(draw() * REPORT_NETWORKS.length)],
			isTransaction: draw() < TRANSACTION_SHARE,
			tookMs: SHORTEST_MS + Math.floor(draw() * (LONGEST_MS - SHORTEST_MS)),
			riskscore: draw() < FAILED_SHARE ? null : drawScore(draw),
		};
	}
}

/** The place of a seeded check in its block. */
export function seededPlace(hash: string): { block: number; number: number } | undefined {
	const number = parseInt(hash.slice(0, 8), 16);
	const block = parseInt(hash.slice(-12), 16);
	return hashOf(block, number) === hash ? { block, number } : undefined;
}
