import { hashKey } from '../../shared/checks/hash';
import { readDate, readDateSeconds, ZONES_MS } from '../../shared/dates';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { compareAsset } from '../../shared/reports/asset';
import { isAbout, isSurelyAbout } from '../../shared/reports/subject';
import type { Span } from '../../shared/rpc/serviceClock';
import type { Target } from './target';

/** The service's dates are whole seconds, and its clock may differ from the one in front of it, in milliseconds. */
const TOLERANCE_MS = 2_000;

/** Within which a record may still be ours where the clocks are worse than they look, in milliseconds. */
const DOUBT_MS = 20_000;

/** As {@link DOUBT_MS}, where no answer has told the service's time. */
const BLIND_DOUBT_MS = 3_600_000;

/** What a record of the history is held against. */
export interface LostSubmission {
	target: Target;
	/** When it left and was given up, on this machine's clock, in Unix milliseconds. */
	sent: Span;
	/** The same on the service's clock; undefined where that is not known, or nothing may be proven by it. */
	moments?: Span;
	/** The present, on the clock of `moments` or else of `sent`, in Unix milliseconds. */
	now: number;
	/** Whether the history's dates are known to go by no clock that is known. */
	areDatesOff?: boolean;
	/** Whether a hash belongs to somebody else: another wanted check, node, run or execution. */
	isOthers: (hash: string) => boolean;
}

/** What the history tells of a lost submission. */
export interface Match {
	/** The one record that is proven to be it. */
	proven?: HistoryItem;
	/** The hashes of all records that may be it. */
	candidates: string[];
	/** Whether a record that may be it has no hash. */
	isNameless: boolean;
}

/** Whether a moment that is known to a second, a minute or a day may lie within a span. */
function overlaps(
	firstMs: number,
	lastsMs: number,
	{ from, to }: Span,
	toleranceMs: number,
): boolean {
	return firstMs + lastsMs - 1 >= from - toleranceMs && firstMs <= to + toleranceMs;
}

/** Zones differ by quarters of an hour. */
const ZONE_STEP_MS = 900_000;

/**
 * Whether a record may have begun within a span although its date says otherwise: one that can't be read, or is still to
 * come, tells nothing; one without an offset may be of any zone. For what is not to be paid for again, not for a pass.
 */
function mayBeOf(item: HistoryItem, span: Span, toleranceMs: number, now: number): boolean {
	const date = readDate(item.initDate);
	if (date === null) return true;
	const reach = date.hasOffset ? 0 : ZONES_MS;
	const begun = date.seconds * 1000;
	if (begun - reach > now + toleranceMs) return true;
	for (let offset = -reach; offset <= reach; offset += ZONE_STEP_MS)
		if (overlaps(begun + offset, date.lastsMs, span, toleranceMs)) return true;
	return false;
}

/** A record whose date can't be read may have begun at any time. */
function canBeOf(item: HistoryItem, span: Span, toleranceMs: number): boolean {
	const begun = readDateSeconds(item.initDate);
	return begun === null || overlaps(begun * 1000, 1_000, span, toleranceMs);
}

/** The hashes of records, each once: a page that was shifted while it was read shows a check twice. */
const checksOf = (records: readonly HistoryItem[]): string[] => [
	...new Map(records.map(({ hash }) => [hashKey(hash), hash])).values(),
];

/**
 * Finds what the history shows of a submission whose answer was lost; pure (design 5: proof before a pass).
 * @param records of the history.
 * @param lost what was submitted, and when.
 * @returns the record that is proven to be it, and all that may be.
 */
export function matchLost(records: readonly HistoryItem[], lost: LostSubmission): Match {
	const { target, sent, now, areDatesOff = false, isOthers } = lost;
	const moments = areDatesOff ? undefined : lost.moments;
	const doubt = moments ? { span: moments, ms: DOUBT_MS } : { span: sent, ms: BLIND_DOUBT_MS };
	const possible = records.filter(
		(item) =>
			isAbout(item, target) &&
			compareAsset(item, target) !== 'other' &&
			!(item.hash !== '' && isOthers(item.hash)) &&
			(areDatesOff || mayBeOf(item, doubt.span, doubt.ms, now)),
	);
	const named = possible.filter(({ hash }) => hash !== '');
	const timely = moments ? possible.filter((item) => canBeOf(item, moments, TOLERANCE_MS)) : [];
	const [only] = timely;
	const isProven =
		checksOf(timely).length === 1 &&
		timely.every(
			(item) =>
				readDateSeconds(item.initDate) !== null &&
				isSurelyAbout(item, target) &&
				compareAsset(item, target) === 'same',
		);
	return {
		proven: isProven && only.hash !== '' ? only : undefined,
		candidates: checksOf(named),
		isNameless: named.length < possible.length,
	};
}

/**
 * Whether the history's dates go by another clock than the service's answers, as checks tell of which it is known when
 * they were sent; pure. Then a date says nothing about a check that was lost.
 * @param records of the history.
 * @param sentAt when a check was sent, on the service's clock, where that is known.
 * @returns false also where nothing tells.
 */
export function areDatesOff(
	records: readonly HistoryItem[],
	sentAt: (hash: string) => Span | undefined,
): boolean {
	const known = records.flatMap((item) => {
		const span = item.hash === '' ? undefined : sentAt(item.hash);
		return span && readDateSeconds(item.initDate) !== null ? [{ item, span }] : [];
	});
	return known.length > 0 && !known.some(({ item, span }) => canBeOf(item, span, DOUBT_MS));
}

/**
 * Whether a check began before an execution or a submission, so that it is not of it; pure.
 * @param check with the service's date.
 * @param moment when that began, on the service's clock.
 * @returns false where it can't be told.
 */
export function isFromBefore(
	check: { initDate?: string | null },
	moment: Span | undefined,
): boolean {
	const begun = readDateSeconds(check.initDate);
	return begun !== null && moment !== undefined && begun * 1000 + 999 < moment.from - TOLERANCE_MS;
}
