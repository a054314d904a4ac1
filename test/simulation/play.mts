/** Plays worlds: each poll works on a copy of the last stored state, and a delivery counts only if it is stored. */

import type { Delivery, ReportAnswer } from '../../nodes/AmlCheckTrigger/decide.ts';
import { makeRules } from '../../nodes/AmlCheckTrigger/rules.ts';
import type { TriggerSettings } from '../../nodes/AmlCheckTrigger/rules.ts';
import type { TriggerState } from '../../nodes/AmlCheckTrigger/memory.ts';
import { poll, type Service } from '../../nodes/AmlCheckTrigger/poll.ts';
import { PRESETS } from '../../nodes/shared/level/rules.ts';
import type { CheckRecord } from '../../nodes/shared/service/schemas.ts';
import { SimService } from './service.mts';
import { EPOCH, MINUTE, type Step, type Watch, type World } from './world.mts';

interface Committed {
	watch: Watch;
	deliveries: Delivery[];
	began: number;
	ended: number;
	/** Whether everything was decided afterwards. */
	isWhole: boolean;
	calls: number;
	bytes: number;
}

export interface Course {
	world: World;
	service: SimService;
	committed: Committed[];
	activation: { from: number; to: number };
	/** Requests of the last poll, and whether one page shows all that it has to. */
	idle: { calls: number; fitsOnePage: boolean };
	loud: string[];
	polls: number;
}

class Fault extends Error {}

/** The state may hold each check of the busiest such span, with the shortest lookback. */
export const BUSY_SPAN_MS = 150 * MINUTE;

/** Of the requests of a poll, pages take a share as they do of its time, where it includes reports. */
const PAGES_SHARE = 0.67;

/** So many polls are a minute apart before the last check ends. */
const CALM_MINUTES = 12;

export function settingsOf(world: World, watch: Watch): TriggerSettings {
	const { triggerOn, network, type, riskScoreFrom, includeReport, lookbackFactor } = watch;
	return {
		triggerOn,
		network,
		type,
		riskScoreFrom: riskScoreFrom > 0 ? riskScoreFrom : undefined,
		riskScoreTo: undefined,
		riskLevel: [],
		includeReport,
		lookbackMinutes: world.lookbackMinutes * lookbackFactor,
		startFrom: world.startFrom,
		simplify: true,
		riskRules: 'credential',
		rules: {
			source: 'credential',
			name: 'balanced',
			rules: PRESETS.balanced,
			scale: 'percent',
		},
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
		activation: { from: now, to: now },
		idle: { calls: 0, fitsOnePage: false },
		loud: [],
		polls: 0,
	};
	const connect = (step: Step, { includeReport }: Watch): Service => {
		const failsAt = typeof step.fate === 'object' ? step.fate.failsAt : -1;
		const spend = () => {
			calls++;
			now += step.callMs;
			if (failsAt === calls - 1) throw new Fault('no answer');
		};
		const answer = (hash: string): ReportAnswer => {
			try {
				spend();
			} catch {
				return { missing: 'no answer' };
			}
			const check = service.result(hash, now, step.hasReports);
			if (check === null) return { missing: 'no such report' };
			return { report: { check: check as object as CheckRecord, usage: null } };
		};
		const pages = includeReport ? Math.floor(step.calls * PAGES_SHARE) : step.calls;
		return {
			account: now < world.newTokenAt ? 'account' : 'new token',
			now: Math.floor((now + world.ways.aheadMs) / 1000),
			fetchPage: async (page, size) => {
				if (calls >= pages) return null;
				try {
					spend();
				} catch (thrown) {
					if (calls === 1) throw thrown;
					return null;
				}
				return service.page(page, size, now);
			},
			fetchReports: async (checks) =>
				new Map(checks.slice(0, step.calls - calls).map(({ hash }) => [hash, answer(hash)])),
		};
	};
	const pollOnce = async (step: Step, watch: Watch): Promise<number> => {
		course.polls++;
		const began = now;
		calls = 0;
		const rules = makeRules(settingsOf(world, watch));
		try {
			const before = stored === undefined ? undefined : (JSON.parse(stored) as object);
			const { deliveries, state, warnings } = await poll(before, rules, connect(step, watch));
			course.loud.push(...warnings);
			if (step.fate === 'discard') return 0;
			stored = JSON.stringify(state);
			const isWhole = state.page === null && warnings.length === 0 && calls < step.calls;
			const bytes = stored.length;
			course.committed.push({ watch, deliveries, began, ended: now, isWhole, calls, bytes });
			// n8n saves a trigger's data with a delivery and at activation, and with nothing else.
			if (deliveries.length > 0 || saved.state === undefined)
				saved = { state: stored, polls: course.committed.length };
			return deliveries.length;
		} catch (thrown) {
			if (thrown instanceof Fault) return 0;
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
	for (let quiet = 0, polls = 0; quiet < 12 && polls < most; polls++) {
		now += MINUTE;
		if (polls === CALM_MINUTES) now = Math.max(now, last);
		const isNew = (await pollOnce({ ...calm, calls: isTight ? 3 : calm.calls }, watch)) > 0;
		const state = JSON.parse(stored ?? '{}') as TriggerState;
		const isSettled = state.page === null && !/(^| )[1-9]/.test(state.open);
		quiet = isNew || !isSettled || polls < CALM_MINUTES ? 0 : quiet + 1;
		const size = Object.values(state.seen).join('').length / 11;
		const fitsOnePage = size < 900 && state.open === '' && quiet > 2;
		course.idle = { calls, fitsOnePage };
	}
	return course;
}
