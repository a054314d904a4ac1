import {
	CursorError,
	planPoll,
	readState,
	type Polling,
	type PollPlan,
	type PollResult,
	type TriggerState,
} from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import { planOf } from '../../nodes/AmlCheckTrigger/judge.ts';
import { MAX_WAITING } from '../../nodes/AmlCheckTrigger/cursor/state.ts';
import { Answering, type Meter } from './answering.mts';
import { checksOf, EPOCH, HOUR, MINUTE, type History, type Step } from './arbitraries.mts';
import { firstWatch, watchAt, type Watch } from './changing.mts';
import { newCourse, type Course } from './course.mts';
import { ServiceModel } from './model.mts';
import type { SimCheck } from './simCheck.mts';
import { happens, isWanted, settingsOf } from './wanted.mts';

/** How many polls a backlog may take to drain once the world stands still: this many, and some for each check. */
const PATIENCE = 500;
const PATIENCE_PER_CHECK = 12;

/** Whether something new is in the history only, unread or behind those that wait. */
const isUnread = ({ sweep, waiting = [] }: TriggerState) =>
	sweep !== undefined || waiting.length >= MAX_WAITING;

class Fault extends Error {}

const CALM: Step = { gap: 0, callMs: 100, budget: Infinity, fate: 'commit' };

/**
 * Runs the cursor through a history: the service's clock moves with every call, each poll works on a copy of the last
 * committed state, and a delivery counts only if the state is committed with it.
 */
export class World {
	private readonly checks: SimCheck[];

	private readonly model: ServiceModel;

	private plan: PollPlan;

	private watching: Watch;

	private readonly service: Answering;

	private stored: string | null = null;

	/** Whether the poll that runs has asked for a page. */
	private hasRead = false;

	private sweepSince: number | null = null;

	private readonly course: Course;

	constructor(private readonly history: History) {
		this.checks = checksOf(history);
		this.model = new ServiceModel(history.ways, history.quirks, this.checks, EPOCH);
		this.service = new Answering(
			history,
			this.model,
			this.checks,
			() => this.state()?.newest ?? null,
		);
		this.course = newCourse(this.model, this.checks, this.service.now);
		this.watching = firstWatch(history);
		this.plan = this.watch(this.watching);
	}

	/** Plays the history to its end, then polls on until everything has been delivered. */
	play(): Course {
		this.activate();
		for (const [index, step] of this.history.steps.entries()) {
			this.plan = this.watch(watchAt(this.history, this.watching, index));
			this.service.now += step.gap;
			this.poll(step);
		}
		this.drain();
		return { ...this.course, calls: this.service.calls };
	}

	/** A person sets the trigger to this. */
	private watch(watch: Watch): PollPlan {
		const { pageSize, changing } = this.history;
		this.watching = watch;
		this.service.filter = changing?.isFilterIgnored ? {} : watch;
		return { ...planOf(settingsOf(this.history, watch), 'account'), pageSize };
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
				Number.isFinite(happens(this.watching, this.model, check)) &&
				happens(this.watching, this.model, check) > activation.to &&
				isWanted(this.watching, check) &&
				!delivered.has(check.hash),
		);
	}

	private windowFitsOnePage(): boolean {
		const state = this.state();
		if (!state || Object.keys(state.overdue).length > 0) return false;
		const dateFrom = state.floor === null ? undefined : state.floor - 1;
		const query = { page: 0, pageSize: 100_000, dateFrom, filter: this.service.filter };
		return this.model.read(query, this.service.now).count <= this.history.pageSize;
	}

	/** @returns how many checks were delivered. */
	private poll(step: Step): number {
		this.course.polls++;
		const began = this.service.now;
		this.hasRead = false;
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
			if (turn.value.kind === 'page') this.hasRead = true;
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
		const isOther = before !== null && before.settings !== this.plan.settings;
		this.sweepSince = before?.sweep && !isOther ? this.sweepSince : began;
		this.course.committed.push({
			...{ deliveries, watch: this.watching, began, ended: this.service.now },
			since: this.sweepSince ?? began,
			isWhole: this.hasRead && failure === undefined && next?.sweep === undefined,
			isWaiting: next?.waiting !== undefined,
			newest: next?.newest ?? null,
			left: isOther ? { isEmpty: before.newest === null, isBacklog: isUnread(before) } : null,
			isByDate: next?.byStart === true,
		});
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
