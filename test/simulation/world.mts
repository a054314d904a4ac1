import {
	CursorError,
	planPoll,
	readState,
	serviceNow,
	type Delivery,
	type PageRequest,
	type Polling,
	type PollAnswer,
	type PollPlan,
	type PollRequest,
	type PollResult,
	type ReportAnswer,
	type TriggerState,
} from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import { planOf as planOfSettings } from '../../nodes/AmlCheckTrigger/judge.ts';
import type { TriggerSettings } from '../../nodes/AmlCheckTrigger/settings.ts';
import { DEFAULT_RISK_POLICY } from '../../nodes/shared/risk/index.ts';
import { fractions } from '../../sandbox/random.mts';
import { checksOf, EPOCH, HOUR, MINUTE, type History, type Step } from './arbitraries.mts';
import { ServiceModel, type SimCheck } from './model.mts';

/** A poll whose state and delivery were committed together. */
export interface CommittedPoll {
	deliveries: Delivery[];
	/** When the poll began, or the first poll of the backlog that it goes on with. */
	since: number;
}

/** What came of a history. */
export interface Course {
	model: ServiceModel;
	checks: SimCheck[];
	/**
	 * When activation began and ended, whether it had to leave out by date what it could not read, and whether the
	 * history was empty then and at the next poll that read it.
	 */
	activation: { from: number; to: number; isByDate: boolean; isEmpty: boolean };
	committed: CommittedPoll[];
	polls: number;
	calls: number;
	maxStateBytes: number;
	/** The most calls of one poll. */
	maxCalls: number;
	/** How many polls said that they can't follow the history. */
	loud: number;
	/** What polls said that does not fit. */
	warnings: Set<string>;
	/** Calls of the very last poll, in which nothing was new, and whether its window fits a page. */
	idle: { calls: number; fitsOnePage: boolean };
}

/** How many polls a backlog may take to drain once the world stands still: this many, and some for each check. */
const PATIENCE = 500;
const PATIENCE_PER_CHECK = 12;

class Fault extends Error {}

const CALM: Step = { gap: 0, callMs: 100, budget: Infinity, fate: 'commit' };

/** The node's settings under which a history is played. */
export function settingsOf(history: History): TriggerSettings {
	return {
		triggerOn: history.triggerOn,
		filter: {},
		riskScoreFrom: history.riskScoreFrom > 0 ? history.riskScoreFrom : null,
		riskScoreTo: null,
		riskLevels: null,
		includeUnscored: true,
		includeReport: history.includeReport,
		lookbackMinutes: history.lookbackMinutes,
		startFrom: history.startFrom,
		simplify: true,
		policy: { ...DEFAULT_RISK_POLICY, riskScoreScale: 'percent' },
		includeDetails: false,
		includeRiskPolicy: false,
	};
}

/**
 * Runs the cursor through a history: the service's clock moves with every call, each poll works on a copy of the last
 * committed state, and a delivery counts only if the state is committed with it.
 */
export class World {
	private readonly checks: SimCheck[];

	private readonly byHash: Map<string, SimCheck>;

	private readonly model: ServiceModel;

	private readonly plan: PollPlan;

	private readonly random: () => number;

	/** In how many polls each report was asked for. */
	private readonly asked = new Map<string, number>();

	private now: number;

	private stored: string | null = null;

	private sweepSince: number | null = null;

	private isCalm = false;

	/** What was answered with nothing by mistake: the next answer to it is right. */
	private readonly slips = new Set<string>();

	private readonly course: Course;

	constructor(private readonly history: History) {
		this.checks = checksOf(history);
		this.byHash = new Map(this.checks.map((check) => [check.hash, check]));
		this.model = new ServiceModel(history.ways, history.quirks, this.checks, EPOCH);
		this.plan = { ...planOfSettings(settingsOf(history), 'account'), pageSize: history.pageSize };
		this.random = fractions(this.checks.length + history.activateAt);
		this.now = EPOCH + history.activateAt;
		this.course = {
			model: this.model,
			checks: this.checks,
			activation: { from: this.now, to: this.now, isByDate: false, isEmpty: false },
			committed: [],
			polls: 0,
			calls: 0,
			maxStateBytes: 0,
			maxCalls: 0,
			loud: 0,
			warnings: new Set(),
			idle: { calls: 0, fitsOnePage: false },
		};
	}

	/** Plays the history to its end, then polls on until everything has been delivered. */
	play(): Course {
		this.activate();
		for (const step of this.history.steps) {
			this.now += step.gap;
			this.poll(step);
		}
		this.drain();
		return this.course;
	}

	/** One that fails is tried again, as a person does who activates a workflow. */
	private activate(): void {
		while (this.stored === null) {
			this.course.activation.from = this.now;
			this.poll({ ...CALM, callMs: 500 });
		}
		this.course.activation.to = this.now;
		this.course.activation.isByDate = this.state()?.skipUntil !== undefined;
	}

	/** From here on calls neither fail nor come back empty; all that is wrong otherwise stays wrong. */
	private drain(): void {
		this.isCalm = true;
		const moments = this.checks.flatMap((check) => [this.model.endShownAt(check), check.startedAt]);
		const last = moments.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), this.now);
		this.now = last + HOUR;
		const budget = this.history.drainBudget;
		// Each check takes some polls of one call, and its report a share of what a poll gets.
		const slowness = (budget === 1 ? 1 : 0) + 1 / this.history.quirks.reportsPerPoll;
		const patience = PATIENCE + PATIENCE_PER_CHECK * slowness * this.checks.length;
		let quiet = 0;
		for (
			let polls = 0;
			quiet < (budget === 1 && this.lacksSome() ? 300 : 8) && polls < patience;
			polls++
		) {
			const before = this.stored;
			const callsBefore = this.course.calls;
			this.now += MINUTE;
			const isNew = this.poll({ ...CALM, budget }) > 0;
			this.course.idle = {
				calls: this.course.calls - callsBefore,
				fitsOnePage: before === this.stored && this.windowFitsOnePage(),
			};
			// With time for one call a poll, a window of several pages is read again and again, over many polls.
			const isBusy = budget !== 1 && this.state()?.sweep !== undefined;
			quiet = isNew || isBusy || this.state()?.waiting ? 0 : quiet + 1;
		}
	}

	/** Whether a check that happened after activation was not delivered yet: for created ones that may never end. */
	private lacksSome(): boolean {
		const { activation, committed } = this.course;
		const delivered = new Set(
			committed.flatMap(({ deliveries }) => deliveries.map(({ item }) => item.hash)),
		);
		return this.checks.some(
			(check) =>
				Number.isFinite(happens(this.history, this.model, check)) &&
				happens(this.history, this.model, check) > activation.to &&
				isWanted(this.history, check) &&
				!delivered.has(check.hash),
		);
	}

	private windowFitsOnePage(): boolean {
		const state = this.state();
		if (!state || Object.keys(state.overdue).length > 0) return false;
		const dateFrom = state.floor === null ? undefined : state.floor - 1;
		const query = { page: 0, pageSize: 100_000, dateFrom };
		return this.model.read(query, this.now).count <= this.history.pageSize;
	}

	/** @returns how many checks were delivered. */
	private poll(step: Step): number {
		this.course.polls++;
		const began = this.now;
		const callsBefore = this.course.calls;
		const before = this.state();
		const asked = new Set<string>();
		try {
			const poll = planPoll(before, this.plan);
			const other = step.fate === 'overlap' ? planPoll(this.state(), this.plan) : null;
			const result = this.run(poll, step, other, asked);
			if (step.fate === 'discard') return 0;
			return this.commit(before, result, began);
		} catch (thrown) {
			if (thrown instanceof Fault) return 0;
			if (!(thrown instanceof CursorError)) throw thrown;
			this.course.loud++;
			return 0;
		} finally {
			const calls = this.course.calls - callsBefore;
			if (step.fate !== 'overlap') this.course.maxCalls = Math.max(this.course.maxCalls, calls);
		}
	}

	/** Runs a poll, and another one that began with the same state between its calls. */
	private run(
		poll: Polling<PollResult>,
		step: Step,
		other: Polling<PollResult> | null,
		asked: Set<string>,
	): PollResult {
		const before = this.state();
		const began = this.now;
		let turn = poll.next();
		let otherTurn = other?.next();
		let isOtherDone = false;
		const meter = { calls: 0, reports: 0 };
		while (!turn.done) {
			const isStruck = typeof step.fate === 'object' && meter.calls + 1 === step.fate.fault;
			if (isStruck && turn.value.kind === 'page') throw new Fault();
			turn = poll.next(this.answer(turn.value, step, meter, asked));
			if (otherTurn && !otherTurn.done && other)
				otherTurn = other.next(this.answer(otherTurn.value, step, meter, asked));
			if (otherTurn?.done && !isOtherDone) {
				isOtherDone = true;
				this.commit(before, otherTurn.value, began);
			}
		}
		return turn.value;
	}

	private answer(
		request: PollRequest,
		step: Step,
		meter: { calls: number; reports: number },
		asked: Set<string>,
	): PollAnswer {
		if (request.kind === 'reports') {
			const reports = request.checks.map(({ hash }, index) => {
				const isOver = meter.reports >= this.history.quirks.reportsPerPoll;
				if ((meter.calls >= step.budget && index > 0) || isOver) return 'notAsked';
				this.tick(step, meter);
				meter.reports++;
				return this.report(hash, asked);
			});
			const isOver = meter.reports >= this.history.quirks.reportsPerPoll;
			return { kind: 'reports', reports, timeLeft: meter.calls < step.budget && !isOver };
		}
		this.tick(step, meter);
		const timeLeft = meter.calls < step.budget;
		const { failures, empties } = this.history.quirks;
		if (!this.isCalm && this.random() * 100 < failures)
			return { kind: 'failed', failure: new Error('not available'), timeLeft };
		const now = this.clock();
		if (this.slip(request, empties))
			return { kind: 'page', records: [], count: 0, total: 0, pageCount: 0, now, timeLeft };
		return { kind: 'page', ...this.model.read(request, this.now), now, timeLeft };
	}

	/** Whether an answer is empty by mistake; only of a first page it may be so several times in a row. */
	private slip(request: PageRequest, percent: number): boolean {
		const key = JSON.stringify(request);
		const isFirst = request.page === 0 && request.dateTo === undefined;
		const mayBeEmpty = !this.isCalm && (isFirst || !this.slips.delete(key));
		const isEmpty = mayBeEmpty && this.random() * 100 < percent;
		if (isEmpty) this.slips.add(key);
		return isEmpty;
	}

	private tick(step: Step, meter: { calls: number }): void {
		this.course.calls++;
		meter.calls++;
		this.now += step.callMs;
	}

	private report(hash: string, asked: Set<string>): ReportAnswer {
		const check = this.byHash.get(hash);
		if (!check) return { missing: 'There is no such check' };
		if (!asked.has(hash)) this.asked.set(hash, (this.asked.get(hash) ?? 0) + 1);
		asked.add(hash);
		return this.model.reportOf(check, this.now, this.asked.get(hash) ?? 1);
	}

	private clock(): number {
		const { quirks, skewMs } = this.history;
		const header = quirks.hasDateHeader ? this.model.stamp(this.now) : undefined;
		return serviceNow(header, this.now + skewMs, this.state()?.newest ?? null);
	}

	/** What the node does at the end of a poll: nothing at all if another one was first, or if it got nowhere. */
	private commit(before: TriggerState | null, result: PollResult, began: number): number {
		const { deliveries, next, gotFurther, failure, warning } = result;
		if (!gotFurther && failure !== undefined) return 0;
		if (this.state()?.sequence !== before?.sequence) return 0;
		if (warning !== undefined) this.course.warnings.add(warning);
		this.sweepSince = before?.sweep ? this.sweepSince : began;
		if (deliveries.length > 0)
			this.course.committed.push({ deliveries, since: this.sweepSince ?? began });
		this.stored = JSON.stringify(next);
		const isEmpty = next?.newest === null && next.skipUntil === undefined;
		if (before?.skipUntil !== undefined && isEmpty) this.course.activation.isEmpty = true;
		this.course.maxStateBytes = Math.max(this.course.maxStateBytes, this.stored.length);
		return deliveries.length;
	}

	private state(): TriggerState | null {
		return this.stored === null ? null : readState(JSON.parse(this.stored));
	}
}

/** When a reader of the history can first know what the trigger waits for; infinity for never. */
export function happens(
	{ triggerOn }: Pick<History, 'triggerOn'>,
	model: ServiceModel,
	check: SimCheck,
): number {
	return triggerOn === 'checkCompleted' ? model.endShownAt(check) : model.firstShownAt(check);
}

/** Whether the report of a check can be had and is its own, sooner or later. */
export function hasUsableReport({ report, poison }: SimCheck): boolean {
	if (report === 'ofAnother') return poison === 'address';
	return report !== 'never' && report !== 'nullForGood';
}

/** Whether a check passes the history's own filter. */
export function isWanted(history: History, check: SimCheck): boolean {
	const { riskScoreFrom, triggerOn, includeReport } = history;
	if (triggerOn === 'checkCreated' || riskScoreFrom === 0 || check.isFailing) return true;
	const isScored = check.riskscore !== null;
	const isHigh = isScored && (check.riskscore ?? 0) >= riskScoreFrom;
	if (!includeReport) return !isScored || check.poison === 'score' || isHigh;
	if (!hasUsableReport(check)) return true;
	return !isScored || isHigh || check.isSanctioned;
}
