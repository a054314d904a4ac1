/** The course of a run in virtual time, whose service says what the test wants; each thing that happens is one line. */
import type { Answers } from '../../../nodes/AmlCheck/screening/existing.ts';
import type { Gate } from '../../../nodes/AmlCheck/screening/gate.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/ids.ts';
import type { HistoryReading } from '../../../nodes/AmlCheck/screening/questions.ts';
import type { Plan, Question, Wish } from '../../../nodes/AmlCheck/screening/wish.ts';
import { makeFailure, type AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import type { FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import type { HistoryItem, MethodName } from '../../../nodes/shared/rpc/schemas.ts';
import { Deadline, Naps, ServiceClock } from '../../../nodes/shared/rpc/time.ts';
import { Clock } from '../../engine/harness/virtual/clock.mts';
import { planOf, sent, wishOf } from './wishes.mts';

/** When each course begins. */
export const BEGINS = Date.UTC(2026, 8, 1);

/** A reading of the history: how long it takes, and what comes of it. A failure that is thrown has no page at all. */
export interface Page {
	ms?: number;
	isWhole?: boolean;
	fails?: FailureKind;
	throws?: FailureKind;
	records?: HistoryItem[];
}

const nameOf = (answers: Answers | AmlCheckError, wish: Wish): string =>
	'byWish' in answers ? (answers.byWish.get(wish)?.kind ?? 'unasked') : `failed ${answers.kind}`;

export class Course {
	/** What happened, and when; what happens again and again is told once. */
	private readonly told: Array<{ times: number[]; line: string }> = [];
	readonly signal = new AbortController();
	readonly plan: Plan;
	private readonly session: object & {
		whenEnded: (method: MethodName, leftAt: number, failure?: AmlCheckError) => void;
	};
	readonly gate = { failuresInARow: 0, needsAnswer: false, isUnread: true };
	/** What the readings find, in their order; the last one again and again. */
	pages: Page[] = [{}];
	pingFails = false;
	private readings = 0;

	constructor(
		readonly clock: Clock,
		seconds: number,
	) {
		const naps = new Naps(this.signal.signal);
		const members = {
			...{ deadline: new Deadline(seconds * 1000), cancelSignal: this.signal.signal, naps },
			...{ clock: new ServiceClock(), whenEnded: () => undefined },
			call: async (method: MethodName, _: unknown, options: object) => {
				const leftAt = performance.now();
				if (method === 'checkup.ping') this.say(`pings ${JSON.stringify(options)}`);
				await Promise.resolve();
				if (this.pingFails) throw new Error('No');
				this.session.whenEnded(method, leftAt);
				return { result: [] };
			},
		};
		const session = (this.session = members);
		const history = {
			...{ records: new Map(), readMoments: this.readMoments },
			readBackTo: async (earliest: () => number, mayContinue: () => boolean) =>
				await this.read(earliest, mayContinue),
		};
		this.plan = planOf({ session }, { history });
	}

	/** Since it began, in seconds. */
	get elapsed(): number {
		return (this.clock.now - BEGINS) / 1000;
	}

	say(line: string): void {
		const last = this.told.at(-1);
		if (last?.line === line) last.times.push(this.elapsed);
		else this.told.push({ times: [this.elapsed], line });
	}

	get lines(): string[] {
		return this.told.map(({ times, line }) => `${times.join(', ')}: ${line}`);
	}

	/** It is off by a second on this machine's clock, and by a minute on any. */
	private readonly readMoments = (since: number, clock: string) => ({
		...{ since, now: this.clock.now, doubtMs: { own: 1_000, unknown: 60_000 }[clock] ?? 0 },
	});

	private async read(earliest: () => number, mayContinue: () => boolean) {
		const {
			ms = 0,
			isWhole = true,
			fails,
			throws,
			records = [],
		} = this.pages[this.readings] ?? this.pages.at(-1)!;
		this.readings++;
		const leftAt = performance.now();
		this.say(`reads back to ${(earliest() - BEGINS) / 1000}`);
		for (let left = ms; left > 0 && mayContinue(); left -= 1_000)
			await this.clock.wait(Math.min(left, 1_000));
		const kind = fails ?? throws;
		const failure = kind && makeFailure(kind);
		this.session.whenEnded('checkup.getcheckshistory', leftAt, failure);
		if (throws) throw failure;
		return { records, isComplete: isWhole && !failure, failure };
	}

	/** The gate, as far as questions know it. */
	get door(): Gate {
		const own = {
			stop: ({ kind }: AmlCheckError) => this.say(`stops for ${kind}`),
			confirmed: (leftAt: number) =>
				this.say(`confirmed by what left at ${(leftAt + performance.timeOrigin) / 1000}`),
		};
		return Object.assign(this.gate, own) as unknown as Gate;
	}

	/** A wish whose request was lost after a second. */
	ask(more: Partial<Question> = {}, options: Parameters<typeof wishOf>[1] = {}): Wish {
		const wish = wishOf(sent({ sentAt: BEGINS - 5_000 }), options);
		const failure = makeFailure('timeout');
		wish.need = { kind: 'prove', paidBy: 'thisTry', failure, endedAt: 0, ...more };
		return wish;
	}

	/** What is decided: those that a function settles go on. */
	follow(names: Map<Wish, string>, settles: (wish: Wish) => boolean) {
		return (wishes: readonly Wish[], { answers, leftAt, isLast }: HistoryReading) => {
			const told = wishes.map(
				(wish) => `${names.get(wish)} ${nameOf(answers, wish)}${isLast(wish) ? ' at last' : ''}`,
			);
			const age = (performance.now() - leftAt) / 1000;
			this.say(`${told.join(', ') || 'nobody'} hears what left ${age} s ago`);
			for (const wish of wishes)
				if (settles(wish) || isLast(wish))
					wish.need = { kind: 'settled', acquisition: { paidBy: 'thisTry' } };
		};
	}
}

/** Plays a course of so many seconds. */
export async function inCourse(
	seconds: number,
	work: (course: Course) => Promise<void>,
): Promise<string[]> {
	const clock = new Clock(BEGINS);
	const uninstall = clock.install(1);
	Object.assign(performance, { timeOrigin: -performance.now() });
	try {
		forgetRequests();
		const course = new Course(clock, seconds);
		let isOver = false;
		let thrown: unknown;
		void work(course)
			.catch((error: unknown) => (thrown = error))
			.finally(() => (isOver = true));
		await clock.runUntil(() => isOver);
		if (thrown !== undefined) throw thrown;
		return course.lines;
	} finally {
		uninstall();
	}
}
