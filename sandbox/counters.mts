/** Counts what happens, for tests to assert. */
import { METHOD_NAMES } from './methods.mts';
import { isRecord } from './options.mts';
import type { SandboxStats } from './types.mts';

function empty(): SandboxStats {
	return {
		calls: Object.fromEntries(METHOD_NAMES.map((method) => [method, 0])),
		charges: 0,
		chargesByTarget: {},
		peakInFlight: 0,
		requestIds: [],
		requests: [],
		refused: [],
		faults: {},
		pdf: [],
		redirected: [],
	};
}

const increment = (counts: Record<string, number>, key: string) => {
	counts[key] = (counts[key] ?? 0) + 1;
};

export class Counters {
	private stats = empty();
	private inFlight = 0;

	/** Starts from zero; requests that are open stay counted as open. */
	clear(): void {
		this.stats = empty();
		this.stats.peakInFlight = this.inFlight;
	}

	/** A request of the service begins. */
	opened(): void {
		this.inFlight += 1;
		this.stats.peakInFlight = Math.max(this.stats.peakInFlight, this.inFlight);
	}

	/** Its answer is out, or its connection is gone. */
	closed(): void {
		this.inFlight -= 1;
	}

	/** A request was read. A method or id that could not be read is the empty string. */
	received(method: string, id: string, params: unknown, at: number): void {
		increment(this.stats.calls, method);
		this.stats.requestIds.push(id);
		this.stats.requests.push({ method, id, params, at });
	}

	charged(key: string): void {
		this.stats.charges += 1;
		increment(this.stats.chargesByTarget, key);
	}

	refused(method: string, reason: string): void {
		this.stats.refused.push(`${method || '(no method)'}: ${reason}`);
	}

	struck(kind: string): void {
		increment(this.stats.faults, kind);
	}

	pdfAsked(hash: string, authorization: boolean): void {
		this.stats.pdf.push({ hash, authorization });
	}

	redirected(httpMethod: string, authorization: boolean): void {
		this.stats.redirected.push({ httpMethod, authorization });
	}

	/** A copy that does not change any more. */
	snapshot(): SandboxStats {
		const copy = (part: unknown): unknown => {
			if (Array.isArray(part)) return [...part];
			return isRecord(part) ? { ...part } : part;
		};
		const parts = Object.entries(this.stats).map(([name, part]) => [name, copy(part)]);
		return Object.fromEntries(parts) as SandboxStats;
	}
}
