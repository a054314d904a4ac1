import { fetchResult, hashKey } from '../../shared/checks/result';
import { readUsage } from '../../shared/checks/simplify';
import { readDate } from '../../shared/dates';
import { readHistoryPage } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { sleepUnlessCancelled } from '../../shared/rpc/time';
import { findBucket } from '../../shared/targets';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { repeatRequest, screenItems } from '../screening';
import type { FindOther } from '../screening';
import { readExecutionStart } from '../screening/ids';
import type { ReadWanted } from '../screening/plan';
import { openNodeEntries } from '../screening/order';
import { isUnfinished } from './facts';
import type { PaidCheck, PaidObservations } from './observations';

/** How long paid checks are watched after nothing new is seen of them, in seconds: a little over contract 2. */
const WATCH_SECONDS = 130;

/** The most pauses between two readings of the history, in milliseconds; they grow by a third. */
const INITIAL_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;

const PAGE = { page: 0, pageSize: 50 };
const FREE_CALL = { timeoutMs: 10_000, withinMs: 15_000 };

/** How often the history is read for a check that a repeated request may have made. */
const LOOKS = 4;

/** One paid check, as the history has shown it. Moments are on the monotonic clock, in milliseconds. */
interface Sight {
	takenAt: number;
	/** On the service's clock, in Unix milliseconds. */
	sentAt: number;
	shownAt?: number;
	wasShownUnfinished?: boolean;
	endedAt?: number;
	dateIsOffSeconds?: number;
}

/** The hashes that this execution has, each with whether it paid: a repeated request may have the first one's. */
function readTaken({ context }: NodeRun): Map<string, boolean> {
	const taken = new Map<string, boolean>();
	for (const entry of Object.values(openNodeEntries(context)).flat()) {
		if (entry.state !== 'taken') continue;
		const key = hashKey(entry.hash);
		taken.set(key, entry.paid || taken.get(key) === true);
	}
	return taken;
}

/** Watches the history while the checks are screened, and after it until all have shown. */
class Sights {
	readonly seen = new Map<string, Sight>();
	/** Checks of earlier tries: their times are over. */
	private readonly old: ReadonlySet<string>;
	private readonly begun = performance.now();

	constructor(private readonly run: NodeRun) {
		this.old = new Set(readTaken(run).keys());
	}

	get watchedMs(): number {
		return performance.now() - this.begun;
	}

	/** Reads until nothing more can come: all have shown and ended, or the time is over. */
	async watch(isScreening: () => boolean): Promise<void> {
		const { session } = this.run;
		let pauseMs = INITIAL_PAUSE_MS;
		for (;;) {
			this.noteTaken();
			const isOver = this.watchedMs > WATCH_SECONDS * 1_000;
			if (!isScreening() && (isOver || this.isComplete)) return;
			if (this.seen.size > 0 && !this.isComplete && !isOver) await this.read();
			if (!(await sleepUnlessCancelled(pauseMs, session.cancelSignal))) return;
			if (this.seen.size > 0) pauseMs = Math.min(pauseMs * 1.33, MAX_PAUSE_MS);
		}
	}

	/** The result of a check has come, whatever the history shows. */
	noteEnd(hash: string): void {
		const sight = this.seen.get(hashKey(hash));
		if (sight) sight.endedAt ??= performance.now();
	}

	private get isComplete(): boolean {
		return [...this.seen.values()].every(({ shownAt, endedAt }) => shownAt && endedAt);
	}

	private noteTaken(): void {
		const sentAt = this.run.session.clock.toService(Date.now())?.from ?? Date.now();
		for (const key of readTaken(this.run).keys())
			if (!this.old.has(key) && !this.seen.has(key))
				this.seen.set(key, { takenAt: performance.now(), sentAt });
	}

	private async read(): Promise<void> {
		// A page that can't be read says nothing about the checks.
		const page = await readHistoryPage(this.run.session, PAGE, FREE_CALL).catch(() => undefined);
		const now = performance.now();
		for (const item of page?.items ?? []) {
			const sight = this.seen.get(hashKey(item.hash));
			if (sight) noteShown(sight, item, now);
		}
	}
}

function noteShown(sight: Sight, item: HistoryItem, now: number): void {
	const date = readDate(item.initDate);
	sight.shownAt ??= now;
	sight.wasShownUnfinished ||= isUnfinished(item);
	if (!isUnfinished(item)) sight.endedAt ??= now;
	if (date) sight.dateIsOffSeconds = Math.round(date.seconds - sight.sentAt / 1000);
}

/** The count of used checks beside a result; undefined if it can't be read. */
async function readUsed({ session }: NodeRun, hash?: string): Promise<number | undefined> {
	if (hash === undefined) return undefined;
	const result = await fetchResult(session, hash, undefined, FREE_CALL).catch(() => undefined);
	return readUsage(result?.usage).checksUsed ?? undefined;
}

function toPaidCheck(
	outcome: ItemOutcome,
	taken: ReadonlyMap<string, boolean>,
	sights: Sights,
): PaidCheck {
	const failure = 'failure' in outcome ? outcome.failure : undefined;
	const json = 'outputs' in outcome ? outcome.outputs[0]?.json : undefined;
	const hash = failure?.hash ?? (json?.hash as string | undefined);
	if (hash === undefined) return { charged: false, isEarlier: false, failure };
	const sight = sights.seen.get(hashKey(hash));
	const since = (moment?: number) =>
		sight && moment !== undefined ? Math.max(0, moment - sight.takenAt) : undefined;
	return {
		hash,
		failure,
		charged: taken.get(hashKey(hash)) ?? false,
		isEarlier: sight === undefined,
		shownAfterMs: since(sight?.shownAt),
		endedAfterMs: since(sight?.endedAt),
		wasShownUnfinished: sight?.wasShownUnfinished,
		dateIsOffSeconds: sight?.dateIsOffSeconds,
	};
}

/** Searches for a check of the same wallet that began after the first one, and that no entry of the execution has. */
const otherFinder =
	(run: NodeRun): FindOther =>
	async (firstHash) => {
		const { session } = run;
		for (let look = 1; look <= LOOKS; look++) {
			const page = await readHistoryPage(session, PAGE, FREE_CALL).catch(() => undefined);
			const items = page?.items ?? [];
			const first = items.find(({ hash }) => hashKey(hash) === hashKey(firstHash));
			const begun = readDate(first?.initDate)?.seconds ?? Infinity;
			const taken = readTaken(run);
			const other = items.find(
				(item) =>
					first !== undefined &&
					findBucket(item) === findBucket(first) &&
					!taken.has(hashKey(item.hash)) &&
					(readDate(item.initDate)?.seconds ?? 0) >= begun,
			);
			if (other) return other.hash;
			if (!(await sleepUnlessCancelled(INITIAL_PAUSE_MS * 2 ** look, session.cancelSignal))) break;
		}
		return undefined;
	};

/**
 * The options of the checks to pay for. A second one of the same wallet needs a key of its own: the same in every try
 * of the execution, and another one in every execution.
 */
function makeOptions({ context }: NodeRun, count: number) {
	const start = readExecutionStart(context) ?? '';
	const keys = ['', `check-service-${start}`].slice(0, count);
	return keys.map((idempotencyKey) => ({ idempotencyKey, timeout: WATCH_SECONDS }));
}

/**
 * Spends at most so many checks, through the paid path: no try of the execution pays for one again.
 * - 1: one check of the wallet.
 * - 2: its request once more, under the same `id`.
 * - 3: another check of the same wallet beside the first.
 * @param readWanted the wallet, found usable.
 * @param knownHash of a check whose result has the package's counts.
 * @returns what was seen. It doesn't throw: a check that may have been paid for is a failure among the checks.
 */
export async function spend(
	run: NodeRun,
	spendChecks: number,
	readWanted: ReadWanted,
	knownHash: string | undefined,
): Promise<PaidObservations> {
	const before = await readUsed(run, knownHash);
	const sights = new Sights(run);
	const screened = run.forFirst(makeOptions(run, spendChecks > 2 ? 2 : 1));
	let outcomes: ItemOutcome[] = [];
	let isScreening = true;
	const screening = screenItems(screened, readWanted).then((ended) => {
		outcomes = ended;
		isScreening = false;
		for (const outcome of ended) if ('outputs' in outcome) noteEnds(outcome, sights);
	});
	await Promise.all([screening, sights.watch(() => isScreening)]);
	const [first] = outcomes;
	const isTaken = first !== undefined && 'outputs' in first;
	const isRepeating = spendChecks > 1 && isTaken;
	const repeated = isRepeating
		? await repeatRequest(run.forFirst(makeOptions(run, 1)), readWanted, otherFinder(run))
		: null;
	const taken = readTaken(run);
	const checks = outcomes.map((outcome) => toPaidCheck(outcome, taken, sights));
	const after = await readUsed(run, checks.find(({ hash }) => hash)?.hash);
	const isFresh = checks.every(({ isEarlier, hash }) => hash !== undefined && !isEarlier);
	return { checks, repeated, watchedMs: sights.watchedMs, used: { before, after }, isFresh };
}

/** A result without a status of its own has ended. */
function noteEnds(
	{ outputs }: { outputs: Array<{ json: Record<string, unknown> }> },
	sights: Sights,
): void {
	for (const { json } of outputs)
		if (typeof json.hash === 'string' && json.status === undefined) sights.noteEnd(json.hash);
}
