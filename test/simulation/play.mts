/** Plays worlds: each poll works on a copy of the last stored state, and a delivery counts only if it is stored. */

import { poll } from '../../nodes/AmlCheckTrigger/cursor.ts';
import type { Delivery } from '../../nodes/AmlCheckTrigger/judge.ts';
import { CursorError } from '../../nodes/AmlCheckTrigger/reading.ts';
import type { Service } from '../../nodes/AmlCheckTrigger/results.ts';
import { makeRules } from '../../nodes/AmlCheckTrigger/rules.ts';
import type { TriggerSettings } from '../../nodes/AmlCheckTrigger/rules.ts';
import type { TriggerState } from '../../nodes/AmlCheckTrigger/state.ts';
import { DEFAULT_RISK_POLICY } from '../../nodes/shared/risk/policy.ts';
import type { CheckRecord } from '../../nodes/shared/rpc/schemas.ts';
import { SimService } from './service.mts';
import { EPOCH, MINUTE, type Step, type Watch, type World } from './world.mts';

interface Committed {
	watch: Watch;
	deliveries: Delivery[];
	began: number;
	ended: number;
	/** Whether everything was decided afterwards. */
	isWhole: boolean;
	/** Whether no more checks can wait for their report. Then those that end have to wait as well. */
	isFull: boolean;
	calls: number;
	bytes: number;
	/** Checks that have been unfinished for longer than the state's limit looks back. */
	overdue: number;
}

export interface Course {
	world: World;
	service: SimService;
	committed: Committed[];
	/** Its moments, and the addresses of the checks that it has read. */
	activation: { from: number; to: number; seen: Set<string> };
	/** Requests of the last poll, and whether one page shows all that it has to. */
	idle: { calls: number; fitsOnePage: boolean };
	loud: string[];
	polls: number;
}

class Fault extends Error {}

/** The state may hold each check of the busiest such span, with the shortest lookback. */
export const BUSY_SPAN_MS = 150 * MINUTE;

/** The most pages of a poll, as the node limits them. */
const MOST_PAGES = 100;

/** So many polls are a minute apart before the last check ends. */
const CALM_MINUTES = 12;

/** The number of the request that fails, and of the one with an empty answer. */
const NO_FAULT = { failsAt: -1, emptyAt: -1 };

export function settingsOf(world: World, watch: Watch): TriggerSettings {
	const { triggerOn, network, type, riskScoreFrom, includeReport, lookbackFactor } = watch;
	return {
		triggerOn,
		filter: { ...(network && { network }), ...(type && { type }) },
		riskScoreFrom: riskScoreFrom > 0 ? riskScoreFrom : null,
		riskScoreTo: null,
		riskLevels: null,
		includeUnscored: true,
		includeReport,
		lookbackMinutes: world.lookbackMinutes * lookbackFactor,
		startFrom: world.startFrom,
		simplify: true,
		rules: { source: 'credential', rules: 'balanced', policy: DEFAULT_RISK_POLICY },
		includeDetails: false,
	};
}

/** Plays a world to its end, then polls in calm until nothing new comes. */
export async function play(world: World): Promise<Course> {
	const service = new SimService(world.ways, world.checks);
	let now = EPOCH;
	let stored: string | undefined;
	/** The database of n8n, and how many polls it knows of. */
	let saved: { state: string | undefined; polls: number } = { state: undefined, polls: 0 };
	let calls = 0;
	const course: Course = {
		world,
		service,
		committed: [],
		activation: { from: now, to: now, seen: new Set() },
		idle: { calls: 0, fitsOnePage: false },
		loud: [],
		polls: 0,
	};
	const connect = (step: Step): Service => {
		const { failsAt, emptyAt } = { ...NO_FAULT, ...(typeof step.fate === 'object' && step.fate) };
		const spend = () => {
			calls++;
			now += step.callMs;
			if (failsAt === calls - 1) throw new Fault('no answer');
		};
		const mayAsk = () => calls < step.calls;
		let pages = 0;
		return {
			account: now < world.newTokenAt ? 'account' : 'new token',
			now: () => Math.floor(now / 1000),
			page: async (page, size) => {
				if (!mayAsk() || ++pages > MOST_PAGES) return null;
				spend();
				if (emptyAt === calls - 1 && page === 0) return { records: [], count: 0, total: 0 };
				const answer = service.page(page, size, now);
				if (course.polls === 1)
					for (const { address } of answer.records) course.activation.seen.add(address);
				return answer;
			},
			results: async (checks) =>
				checks.map(({ hash }) => {
					if (!mayAsk()) return 'notAsked';
					try {
						spend();
					} catch {
						return { missing: 'no answer' };
					}
					const check = service.result(hash, now, step.hasReports);
					if (check === null) return { missing: 'no such report' };
					return { report: { check: check as object as CheckRecord, usage: null } };
				}),
		};
	};
	const pollOnce = async (step: Step, watch: Watch): Promise<number> => {
		course.polls++;
		const began = now;
		calls = 0;
		const rules = makeRules(settingsOf(world, watch), 'percent');
		try {
			const before = stored === undefined ? undefined : (JSON.parse(stored) as unknown);
			const { deliveries, state, warnings } = await poll(before, rules, connect(step));
			course.loud.push(...warnings);
			if (step.fate === 'discard' || state === null) return 0;
			stored = JSON.stringify(state);
			const isCut = warnings.some((text) => /early|empty/.test(text));
			const isWhole = state.place.at === 'top' && !isCut;
			const isFull = state.waiting.length >= 100;
			const limit = (now - BUSY_SPAN_MS * watch.lookbackFactor) / 1000;
			const overdue = state.unfinished.filter(([, [since]]) => since < limit).length;
			course.committed.push({
				watch,
				deliveries,
				began,
				ended: now,
				isWhole,
				isFull,
				calls,
				bytes: stored.length,
				overdue,
			});
			// n8n saves a trigger's data with a delivery and at activation, and with nothing else.
			if (deliveries.length > 0 || saved.state === undefined)
				saved = { state: stored, polls: course.committed.length };
			return deliveries.length;
		} catch (thrown) {
			if (thrown instanceof Fault || thrown instanceof CursorError) {
				if (thrown instanceof CursorError) course.loud.push(thrown.message);
				return 0;
			}
			throw thrown;
		}
	};
	const calm: Step = {
		gap: MINUTE,
		calls: 10_000,
		callMs: 100,
		fate: 'commit',
		restart: 'none',
		watch: null,
		hasReports: true,
	};
	let { watch } = world;
	await pollOnce(calm, watch);
	course.activation.to = now;
	for (const step of world.steps) {
		watch = step.watch ?? watch;
		now += step.gap;
		if (step.restart === 'forgets') {
			stored = saved.state;
			course.committed.length = saved.polls;
		}
		await pollOnce(step, watch);
	}
	const ends = world.checks.map((check) => service.endShownAt(check)).filter(Number.isFinite);
	now = Math.max(now, ...world.checks.map(({ startedAt }) => startedAt)) + 5 * MINUTE;
	const last = ends.reduce((a, b) => Math.max(a, b), now) + 5 * MINUTE;
	const { isTight } = world;
	const most = 1_000 + 4 * world.checks.length;
	let isSettled = false;
	for (let quiet = 0, patience = 12, polls = 0; quiet < patience && polls < most; polls++) {
		now += MINUTE;
		if (polls === CALM_MINUTES) now = Math.max(now, last);
		const isNew = (await pollOnce({ ...calm, calls: isTight ? 1 : calm.calls }, watch)) > 0;
		const state = JSON.parse(stored ?? '{}') as TriggerState;
		const isWaiting = state.waiting.length > 0;
		isSettled = !isNew && (isSettled || state.place.at === 'top');
		quiet = isNew || isWaiting || !isSettled || polls < CALM_MINUTES ? 0 : quiet + 1;
		const size = Object.values(state.known).flat().join('').length / 11;
		// Unfinished checks are asked for in turn: ten in a poll, or with room for few requests one in a reading.
		patience = 12 + (isTight ? 4 + size / 25 : 0.2) * state.unfinished.length;
		const fitsOnePage =
			size < 900 &&
			world.ways.cap === 1000 &&
			world.ways.purge === null &&
			state.unfinished.length === 0 &&
			quiet > 2;
		course.idle = { calls, fitsOnePage };
	}
	return course;
}
