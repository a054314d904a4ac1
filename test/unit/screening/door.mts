/** A gate before submissions in a run whose time and whose requests are in the test's hand, and what happens to it. */
import { Gate } from '../../../nodes/AmlCheck/screening/gate.ts';
import type { Submission } from '../../../nodes/AmlCheck/screening/submit.ts';
import type { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import { makeFailure, type FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import type { FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import type { MethodName } from '../../../nodes/shared/rpc/schemas.ts';

export const HISTORY = 'checkup.getcheckshistory';
export const RESULT = 'checkup.getresult';
export const PING = 'checkup.ping';
export const TOKENS = 'checkup.currencylist';

/** A gate in a run whose time and whose free requests are in the test's hand. */
export class Door {
	now = 1_000;
	leftMs = 60_000;
	isSilent = false;
	readonly signal = new AbortController();
	readonly gate: Gate;
	readonly session: { whenEnded: NodeRun['session']['whenEnded'] };
	private isOpen = () => true;
	private readonly sleepers: Array<{ hasHappened: () => boolean; wake: () => void }> = [];

	constructor({ timeout = 30, maxConcurrent = 50 } = {}) {
		jest.spyOn(performance, 'now').mockImplementation(() => this.now);
		const until = async (hasHappened: () => boolean) => {
			this.isOpen = hasHappened;
			if (!hasHappened())
				await new Promise<void>((wake) => this.sleepers.push({ hasHappened, wake }));
			return true;
		};
		const session = {
			...{ cancelSignal: this.signal.signal, naps: { until }, whenEnded: () => undefined },
			deadline: { leftMs: () => this.leftMs },
		};
		Object.defineProperty(session, 'isSilent', { get: () => this.isSilent });
		this.gate = new Gate({ session, options: { timeout, maxConcurrent } } as unknown as NodeRun);
		this.session = session;
	}

	/** Lets those go on that wait for what has happened. */
	async wake(): Promise<void> {
		for (const one of this.sleepers.splice(0))
			if (one.hasHappened()) one.wake();
			else this.sleepers.push(one);
		await new Promise((resolve) => setImmediate(resolve));
	}

	/** One line. */
	async look(): Promise<string> {
		const { gate } = this;
		// Whoever enters may leave as soon as the gate is open, or where there is a reason that it never will be.
		void gate.enter().then(() => gate.leave());
		await this.wake();
		const reason = gate.reasonToHold;
		const isOpen = this.isOpen() && !reason;
		return [
			isOpen ? 'open' : 'shut',
			...(gate.needsAnswer ? [gate.isUnread ? 'any answer' : 'history'] : []),
			...(gate.failuresInARow > 0 ? [`${gate.failuresInARow} in a row`] : []),
			...(reason ? [reason.message] : []),
		].join(', ');
	}
}

export type Step = (door: Door) => void;
export const failureOf = (kind: FailureKind, more: Partial<FailureFacts> = {}) =>
	makeFailure(kind, more);

export const leaves: Step = ({ gate }) => void gate.letGo();
export const taken: Step = ({ gate }) => gate.returned({ kind: 'taken' } as Submission);
export const unsent: Step = ({ gate }) =>
	gate.returned({ kind: 'unsent', failure: failureOf('timeout') });
const ended =
	(kind: 'notTaken' | 'refused') =>
	(reason: FailureKind, more?: Partial<FailureFacts>): Step =>
	({ gate }) =>
		gate.returned({ kind, failure: failureOf(reason, more) });
export const [notTaken, refused] = [ended('notTaken'), ended('refused')];
export const lost =
	(reason: FailureKind, leftAt?: number, more?: Partial<FailureFacts>): Step =>
	({ gate, now }) =>
		gate.returned({
			...{ kind: 'lost', failure: failureOf(reason, more) },
			...{ leftAt: leftAt ?? now, endedAt: now },
		});
export const answered =
	(method: MethodName, ago = 0): Step =>
	({ session, now }) =>
		session.whenEnded(method, now - ago);
export const failed =
	(method: MethodName, reason: FailureKind = 'unavailable', retryAfterMs?: number): Step =>
	({ session, now }) =>
		session.whenEnded(method, now, failureOf(reason, { retryAfterMs }));
export const confirmed =
	(ago = 0): Step =>
	({ gate, now }) =>
		gate.confirmed(now - ago);
export const proved =
	(reason: FailureKind): Step =>
	({ gate }) =>
		gate.proved(failureOf(reason));
export const later =
	(ms: number): Step =>
	(door) =>
		(door.now += ms);
export const all =
	(...steps: Step[]): Step =>
	(door) =>
		steps.forEach((step) => step(door));

/** A submission is lost in an outage that is over: the history confirms it. */
export const lostAlone = (reason: FailureKind) =>
	all(leaves, lost(reason), later(1), answered(HISTORY), confirmed());

export async function play(steps: Record<string, Step>, door = new Door()): Promise<string[]> {
	const lines: string[] = [];
	for (const [name, step] of Object.entries(steps)) {
		step(door);
		lines.push(`${name}: ${await door.look()}`);
	}
	return lines;
}
