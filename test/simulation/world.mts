import { planPoll, readState } from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import type {
	PollPlan,
	PollResult,
	TriggerState,
} from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { HistoryItem } from '../../nodes/shared/rpc/schemas.ts';
import { checksOf, EPOCH, HOUR, MINUTE, type History, type Step } from './arbitraries.mts';
import { ServiceModel, type SimCheck } from './model.mts';

/** A poll whose state and delivery were committed together. */
export interface Delivery {
	hashes: string[];
	/** When the poll began, or the first poll of the backlog that it goes on with. */
	since: number;
}

/** What came of a history. */
export interface Course {
	model: ServiceModel;
	checks: SimCheck[];
	/** When activation began and ended. */
	activation: { from: number; to: number };
	deliveries: Delivery[];
	polls: number;
	calls: number;
	maxStateBytes: number;
	/** Calls of the very last poll, in which nothing was new, and whether its window fits a page. */
	idle: { calls: number; fitsOnePage: boolean };
}

/** How many polls a backlog may take to drain once the world stands still, beyond those its budget explains. */
const PATIENCE = 400;

class Fault extends Error {}

/**
 * Runs the cursor through a history: the service's clock moves with every call, each poll works on a copy of the last
 * committed state, and a delivery counts only if the state is committed with it.
 */
export class World {
	private readonly checks: SimCheck[];

	private readonly model: ServiceModel;

	private readonly plan: PollPlan;

	private now: number;

	private stored: string | null = null;

	private sweepSince: number | null = null;

	private readonly course: Course;

	constructor(private readonly history: History) {
		this.checks = checksOf(history);
		this.model = new ServiceModel(history.ways, this.checks);
		this.plan = planOf(history);
		this.now = EPOCH + history.activateAt;
		this.course = {
			model: this.model,
			checks: this.checks,
			activation: { from: this.now, to: this.now },
			deliveries: [],
			polls: 0,
			calls: 0,
			maxStateBytes: 0,
			idle: { calls: 0, fitsOnePage: false },
		};
	}

	/** Plays the history to its end, then polls on until everything has been delivered. */
	play(): Course {
		const realNow = Date.now;
		Date.now = () => this.now + this.history.skewMs;
		try {
			this.activate();
			for (const step of this.history.steps) {
				this.now += step.gap;
				this.poll(step);
			}
			this.drain();
			return this.course;
		} finally {
			Date.now = realNow;
		}
	}

	private activate(): void {
		this.poll({ ...CALM, callMs: 500 });
		this.course.activation.to = this.now;
	}

	private drain(): void {
		const moments = this.checks.flatMap((check) => [this.model.endShownAt(check), check.startedAt]);
		const last = moments.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), this.now);
		this.now = last + HOUR;
		for (let quiet = 0, polls = 0; quiet < 8 && polls < PATIENCE; polls++) {
			const before = this.stored;
			const callsBefore = this.course.calls;
			this.now += MINUTE;
			const isNew = this.poll(CALM) > 0;
			this.course.idle = {
				calls: this.course.calls - callsBefore,
				fitsOnePage: before === this.stored && this.windowFitsOnePage(),
			};
			quiet = isNew || this.state()?.sweep ? 0 : quiet + 1;
		}
	}

	private windowFitsOnePage(): boolean {
		const state = this.state();
		if (!state || Object.keys(state.overdue).length > 0) return false;
		const dateFrom = state.floor === null ? undefined : state.floor - 1;
		const { total } = this.model.read({ page: 0, pageSize: 1, dateFrom }, this.now);
		return total <= this.history.pageSize;
	}

	/** @returns how many checks were delivered. */
	private poll(step: Step): number {
		this.course.polls++;
		const began = this.now;
		const before = this.state();
		const poll = planPoll(before, this.plan);
		try {
			const others = step.fate === 'overlap' ? planPoll(this.state(), this.plan) : null;
			const result = this.run(poll, step, others);
			if (step.fate === 'discard') return 0;
			return this.commit(before, result, step, began);
		} catch (thrown) {
			if (thrown instanceof Fault) return 0;
			throw thrown;
		}
	}

	/** Runs a poll, and another one that began with the same state between its calls. */
	private run(
		poll: ReturnType<typeof planPoll>,
		step: Step,
		other: ReturnType<typeof planPoll> | null,
	): PollResult {
		const before = this.state();
		const began = this.now;
		let turn = poll.next();
		let otherTurn = other?.next();
		let isOtherDone = false;
		for (let calls = 1; !turn.done; calls++) {
			if (typeof step.fate === 'object' && calls === step.fate.fault) throw new Fault();
			const answer = this.answer(turn.value, step, calls);
			turn = poll.next(answer);
			if (otherTurn && !otherTurn.done && other)
				otherTurn = other.next(this.answer(otherTurn.value, step, calls));
			if (otherTurn?.done && !isOtherDone) {
				isOtherDone = true;
				this.commit(before, otherTurn.value, step, began);
			}
		}
		return turn.value;
	}

	private answer(
		request: Parameters<ServiceModel['read']>[0],
		step: Step,
		calls: number,
	): { items: readonly HistoryItem[]; total: number; timeLeft: boolean } {
		this.course.calls++;
		this.now += step.callMs;
		return { ...this.model.read(request, this.now), timeLeft: calls < step.budget };
	}

	/** What the node does at the end of a poll: nothing at all if another one was first. */
	private commit(
		before: TriggerState | null,
		result: PollResult,
		step: Step,
		began: number,
	): number {
		if (this.state()?.sequence !== before?.sequence) return 0;
		const count = Math.min(result.fresh.length, step.deliver);
		const next = result.settle(count);
		this.sweepSince = before?.sweep ? this.sweepSince : began;
		const hashes = result.fresh.slice(0, count).map(({ hash }) => hash);
		if (count > 0) this.course.deliveries.push({ hashes, since: this.sweepSince ?? began });
		this.stored = JSON.stringify(next);
		this.course.maxStateBytes = Math.max(this.course.maxStateBytes, this.stored.length);
		return count;
	}

	private state(): TriggerState | null {
		return this.stored === null ? null : readState(JSON.parse(this.stored));
	}
}

const CALM: Step = { gap: 0, callMs: 100, budget: Infinity, deliver: Infinity, fate: 'commit' };

/** Whether a check passes the history's own filter. */
export function isWanted(history: History, check: { riskscore: number | null }): boolean {
	if (history.triggerOn === 'checkCreated') return true;
	return check.riskscore === null || check.riskscore >= history.riskScoreFrom;
}

function planOf(history: History): PollPlan {
	return {
		settings: history.triggerOn,
		triggerOn: history.triggerOn,
		pageSize: history.pageSize,
		lookbackSeconds: history.lookbackMinutes * 60,
		startFrom: history.startFrom,
		judge: (item) => {
			const open = item.status === 'PENDING';
			const riskscore = (item.riskscore ?? null) as number | null;
			return {
				open,
				due: history.triggerOn === 'checkCreated' || !open,
				wanted: isWanted(history, { riskscore }),
			};
		},
	};
}
