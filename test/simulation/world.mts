import {
	CursorError,
	planPoll,
	readState,
	type Delivery,
	type Polling,
	type PollPlan,
	type PollResult,
	type TriggerState,
} from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import { planOf } from '../../nodes/AmlCheckTrigger/judge.ts';
import { Answering, type Meter } from './answering.mts';
import { checksOf, EPOCH, HOUR, MINUTE, type History, type Step } from './arbitraries.mts';
import { ServiceModel } from './model.mts';
import type { SimCheck } from './simCheck.mts';
import { happens, isWanted, settingsOf } from './wanted.mts';

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

/**
 * Runs the cursor through a history: the service's clock moves with every call, each poll works on a copy of the last
 * committed state, and a delivery counts only if the state is committed with it.
 */
export class World {
	private readonly checks: SimCheck[];

	private readonly model: ServiceModel;

	private readonly plan: PollPlan;

	private readonly service: Answering;

	private stored: string | null = null;

	private sweepSince: number | null = null;

	private readonly course: Course;

	constructor(private readonly history: History) {
		this.checks = checksOf(history);
		this.model = new ServiceModel(history.ways, history.quirks, this.checks, EPOCH);
		this.plan = { ...planOf(settingsOf(history), 'account'), pageSize: history.pageSize };
		this.service = new Answering(
			history,
			this.model,
			this.checks,
			() => this.state()?.newest ?? null,
		);
		const { now } = this.service;
		this.course = {
			model: this.model,
			checks: this.checks,
			activation: { from: now, to: now, isByDate: false, isEmpty: false },
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
			this.service.now += step.gap;
			this.poll(step);
		}
		this.drain();
		return { ...this.course, calls: this.service.calls };
	}

	/** One that fails is tried again, as a person does who activates a workflow. */
	private activate(): void {
		while (this.stored === null) {
			this.course.activation.from = this.service.now;
			this.poll({ ...CALM, callMs: 500 });
		}
		this.course.activation.to = this.service.now;
		this.course.activation.isByDate = this.state()?.skipUntil !== undefined;
	}

	/** From here on calls neither fail nor come back empty; all that is wrong otherwise stays wrong. */
	private drain(): void {
		this.service.isCalm = true;
		const moments = this.checks.flatMap((check) => [this.model.endShownAt(check), check.startedAt]);
		const last = moments.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), this.service.now);
		this.service.now = last + HOUR;
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
			const callsBefore = this.service.calls;
			this.service.now += MINUTE;
			const isNew = this.poll({ ...CALM, budget }) > 0;
			this.course.idle = {
				calls: this.service.calls - callsBefore,
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
		return this.model.read(query, this.service.now).count <= this.history.pageSize;
	}

	/** @returns how many checks were delivered. */
	private poll(step: Step): number {
		this.course.polls++;
		const began = this.service.now;
		const callsBefore = this.service.calls;
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
			const calls = this.service.calls - callsBefore;
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
		const began = this.service.now;
		let turn = poll.next();
		let otherTurn = other?.next();
		let isOtherDone = false;
		const meter: Meter = { calls: 0, reports: 0 };
		while (!turn.done) {
			const isStruck = typeof step.fate === 'object' && meter.calls + 1 === step.fate.fault;
			if (isStruck && turn.value.kind === 'page') throw new Fault();
			turn = poll.next(this.service.answer(turn.value, step, meter, asked));
			if (otherTurn && !otherTurn.done && other)
				otherTurn = other.next(this.service.answer(otherTurn.value, step, meter, asked));
			if (otherTurn?.done && !isOtherDone) {
				isOtherDone = true;
				this.commit(before, otherTurn.value, began);
			}
		}
		return turn.value;
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
