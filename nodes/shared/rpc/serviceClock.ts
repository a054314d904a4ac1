import { readHttpDateMs } from '../dates';

/** A span of time or of an offset, in milliseconds, ends included. */
export interface Span {
	from: number;
	to: number;
}

/** A `Date` header tells whole seconds: the answer left within the second that begins with it. */
const HEADER_MS = 1_000;

/**
 * How far the service's clock is from this machine's, measured from the `Date` headers of its answers (design 5): each
 * left the service between its request and its arrival here, so that it bounds the offset from both sides.
 */
export class ServiceClock {
	private offset?: Span;

	/**
	 * Takes in one answer.
	 * @param header its `Date`; anything that is none is passed over.
	 * @param sentAt when the request left, in Unix milliseconds of this machine's clock.
	 * @param receivedAt when the answer came.
	 */
	note(header: unknown, sentAt: number, receivedAt: number): void {
		const date = readHttpDateMs(header);
		if (date === null || receivedAt < sentAt) return;
		const measured = { from: date - receivedAt, to: date + HEADER_MS - sentAt };
		const { from, to } = this.offset ?? measured;
		const both = { from: Math.max(from, measured.from), to: Math.min(to, measured.to) };
		// A clock that was set, here or there: what was measured before doesn't hold any more.
		this.offset = both.from <= both.to ? both : measured;
	}

	/** How far the service's clock is ahead of this machine's, in milliseconds; undefined where nothing has told. */
	get aheadMs(): number | undefined {
		return this.offset && (this.offset.from + this.offset.to) / 2;
	}

	/**
	 * What a span of this machine's clock is on the service's.
	 * @param span in Unix milliseconds.
	 * @returns the span in which it lies for sure, or undefined where no answer has told the time.
	 */
	toService({ from, to }: Span): Span | undefined {
		if (!this.offset) return undefined;
		return { from: from + this.offset.from, to: to + this.offset.to };
	}
}

/** No sane service asks for a longer pause. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Reads a `Retry-After` header.
 * @param value seconds ("2") or an HTTP date.
 * @param now the present, in Unix milliseconds.
 * @returns how long to wait, in milliseconds (0 to 5 minutes); undefined if the header says nothing usable.
 */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	const waitMs = /^\d+(\.\d+)?$/.test(text)
		? Number(text) * 1000
		: (readHttpDateMs(text) ?? NaN) - now;
	if (!Number.isFinite(waitMs)) return undefined;
	return Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}
