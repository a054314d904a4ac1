/** Plays a world to its end: executions, deaths and retries on n8n's engine, in virtual time. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	NodeOutput,
} from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import type { StoredCheck } from '../../../sandbox/server.mts';
import { startExecution } from '../../engine/harness/execution.mts';
import type { WorkflowRun } from '../../engine/harness/index.mts';
import { type Process, Processes, witnesses } from '../../engine/harness/virtual/processes.mts';
import { type Call, type Passage } from '../../engine/harness/virtual/wire.mts';
import { inVirtualTime, type World as VirtualWorld } from '../../engine/harness/virtual/world.mts';
import { Faults, kindOf, type Struck, strangersCheck, write } from './way.mts';
import {
	feeds,
	indexOf,
	itemOf,
	LAST_FEEDER,
	planOf,
	walletOf,
	type Wanted,
	ordersOf,
} from './workflow.mts';
import { OMNI, HOUR, type Death, type ExecutionPlan, type World } from './worlds.mts';

/** Who asked: a run of a node in a life of an execution. */
interface Asker {
	/** Which execution, with all its retries. */
	root: number;
	life: number;
	node: string;
	runIndex: number;
	process: Process;
}

/** A submission, a look, or whatever else was sent, and what became of it. */
export interface Sent {
	call: Call;
	asker: Asker;
	struck?: Struck;
	/** The check that it charged. */
	charged?: string;
	/** The checks that a page of the history listed, those of the crowd apart. */
	listed?: string[];
}

/** One try of a node in one life of an execution. */
export interface Try {
	asker: Asker;
	/** One for each input item. */
	orders: Wanted[];
	startedAt: number;
	/** Undefined while it runs, and for ever where its process died. */
	endedAt?: number;
	items?: INodeExecutionData[];
	thrown?: unknown;
}

/** An execution from its start, or its Retry, to its end. */
export interface Life {
	root: number;
	number: number;
	process: Process;
	startedAt: number;
	endedAt: number;
	tries: Try[];
	/** Undefined where its process died. */
	run?: WorkflowRun;
	isStopped: boolean;
}

/** What came of a world. */
export interface Course {
	world: World;
	began: number;
	checks: readonly StoredCheck[];
	sent: Sent[];
	lives: Life[];
	token: string;
}

/** So many checks of others a large account has. */
export const CROWD = 12_000;

/** After a death nobody can press Retry until n8n has begun anew. */
const RESTART_MS = 15_000;

/** How often Retry is pressed at most. */
const LIVES = 4;

let histories = 0;

/** Who is asking, and whether it is to die over it. */
interface Caller {
	asker: Asker;
	death: Death | null;
	requests: number;
}

const callers = new AsyncLocalStorage<Caller>();

class Stage {
	readonly sent: Sent[] = [];

	readonly lives: Life[] = [];

	readonly began: number;

	private readonly faults: Faults;

	private readonly processes: Processes;

	private readonly machines: Process[];

	private readonly bereaved = new Map<Process, Array<() => void>>();

	constructor(
		private readonly world: World,
		private readonly virtual: VirtualWorld,
		readonly token: string,
	) {
		this.began = virtual.clock.now;
		this.faults = new Faults(world, token, () => virtual.elapsed());
		const deaths = world.executions.flatMap((plan) => plan.deaths.filter((death) => death));
		this.processes = new Processes(world.skews.length + deaths.length, virtual.clock);
		this.machines = world.skews.map((skewMs) => this.processes.start(skewMs));
		virtual.wire.way = (call) => this.send(call);
		virtual.wire.says = (_, result, call) => this.rewrite(result, call);
	}

	async play(): Promise<void> {
		for (const stranger of this.world.strangers) this.expect(stranger);
		await Promise.all(
			this.world.executions.map(async (plan, root) => await this.execute(plan, root)),
		);
	}

	private expect(stranger: World['strangers'][number]): void {
		const { clock, sandbox } = this.virtual;
		const make = () => {
			const initAt = this.began + stranger.at;
			const { ways } = this.world;
			const address = walletOf(stranger);
			const what = { ...strangersCheck(stranger), address };
			sandbox.addCheck({ ...what, initAt, processingMs: ways.processingMs });
		};
		if (stranger.at <= 0) make();
		else clock.after(stranger.at, undefined, make);
	}

	private send(call: Call): Passage {
		const caller = callers.getStore()!;
		const { passage, struck } = this.faults.strike(call);
		const sent: Sent = { call, asker: caller.asker, struck };
		this.sent.push(sent);
		const number = ++caller.requests;
		const dies = (when: Death['when'], after: number) => {
			const { death, asker } = caller;
			if (death?.request !== number || death.when !== when) return;
			this.virtual.clock.after(after, undefined, () => this.kill(asker.process));
		};
		dies('before', 0);
		if (caller.death?.request === number && caller.death.when === 'before')
			return { reaches: 'never' };
		const onReached = () => {
			if (kindOf(call) === 'pay') sent.charged = this.newCheckOf(call.id);
			dies('after', 0);
			dies('answered', (passage.returns ?? 0) + 1);
		};
		return { ...passage, onReached };
	}

	/** The check that a request has just charged. */
	private newCheckOf(id: string): string | undefined {
		const known = new Set(this.sent.map(({ charged }) => charged));
		return this.virtual.sandbox
			.checks()
			.find(({ requestId, hash }) => requestId === id && !known.has(hash))?.hash;
	}

	private rewrite(result: Record<string, unknown>, call: Call): void {
		const checks = this.virtual.sandbox.checks();
		const tokenOf = (hash: string) => checks.find((one) => one.hash === hash)?.tokenId ?? null;
		const {
			history,
			checks: found,
			check,
		} = result as Record<string, Array<Record<string, unknown>>>;
		const own = new Set(checks.map(({ hash }) => hash));
		const listed = (history ?? []).map(({ hash }) => String(hash));
		this.sent.find((one) => one.call === call)!.listed = listed.filter((hash) => own.has(hash));
		if (history && !this.world.ways.saysTotals) result.meta = {};
		for (const record of [history, found, check].flat())
			if (record && 'status' in record) write(record, this.world, tokenOf);
	}

	private kill(process: Process): void {
		process.isDead = true;
		for (const notify of this.bereaved.get(process) ?? []) notify();
	}

	/** The process of a machine; n8n is started again where it has died. */
	private processOn(machine: number): Process {
		const process = this.machines[machine]!;
		if (!process.isDead) return process;
		return (this.machines[machine] = this.processes.start(process.skewMs));
	}

	private async execute(plan: ExecutionPlan, root: number): Promise<void> {
		const { clock } = this.virtual;
		// Those that begin in one millisecond derive one id.
		await clock.wait(plan.startAt + root);
		const failures = new Map<string, number>();
		let saved: IRunExecutionData | undefined;
		let waitMs = 0;
		for (let number = 0; number < LIVES; number++) {
			await clock.wait(waitMs);
			const isAway = number % 2 === 1 && plan.moves;
			const process = this.processOn(isAway ? 1 - plan.machine : plan.machine);
			const startedAt = clock.now;
			const life: Life = {
				...{ root, number, process, startedAt },
				...{ endedAt: Infinity, tries: [], isStopped: false },
			};
			this.lives.push(life);
			saved = await this.live(life, plan, failures, saved);
			life.endedAt = clock.now;
			// Who has stopped an execution gets no Retry.
			const stoppedAt =
				number === 0 && plan.stopAfter !== null ? startedAt + plan.stopAfter : Infinity;
			life.isStopped = life.run?.status === 'canceled' || life.endedAt >= stoppedAt;
			if (!saved || life.isStopped || life.run?.status === 'success') return;
			waitMs = Math.max(plan.retryAfter, life.run ? 0 : RESTART_MS);
		}
	}

	/** @returns what n8n has saved of the execution when it is over. */
	private async live(
		life: Life,
		plan: ExecutionPlan,
		failures: Map<string, number>,
		saved?: IRunExecutionData,
	): Promise<IRunExecutionData | undefined> {
		const { process, number, root } = life;
		const baseUrl = this.virtual.sandbox.baseUrl;
		const credentials = [{ type: AmlCheckApi, data: { baseUrl, accessToken: this.token } }];
		const workflow = planOf(this.world, process.AmlCheck, number > 0);
		const begin = () => {
			const mode = number > 0 ? ('retry' as const) : ('trigger' as const);
			const cancelAfterMs = number === 0 ? (plan.stopAfter ?? undefined) : undefined;
			return startExecution(workflow, { credentials, mode, cancelAfterMs }, saved);
		};
		const nobody: Asker = { root, life: number, process, node: '', runIndex: 0 };
		const caller: Caller = { asker: nobody, death: plan.deaths[number] ?? null, requests: 0 };
		const feeding = async (name: string, round: number) =>
			await this.feed(name, round, plan, failures);
		const watching = async (context: IExecuteFunctions, run: () => Promise<NodeOutput>) =>
			await this.witness(life, plan, caller, context, run);
		const started = this.virtual.clock.as(process, () =>
			callers.run(caller, () => feeds.run(feeding, () => witnesses.run(watching, begin))),
		);
		const died = new Promise<undefined>((resolve) => {
			const others = this.bereaved.get(process) ?? [];
			this.bereaved.set(process, [...others, () => resolve(undefined)]);
		});
		life.run = await Promise.race([started.result, died]);
		return life.run ? life.run.saved : started.savedAtStart();
	}

	/** What the nodes between the AML Checks do. */
	private async feed(
		name: string,
		round: number,
		plan: ExecutionPlan,
		failures: Map<string, number>,
	) {
		if (name === 'Start') return [{}];
		const node = this.world.nodes[indexOf(name)];
		const failed = failures.get(name) ?? 0;
		if (failed < (name === LAST_FEEDER ? this.world.failsAtEnd : (node?.failsBefore ?? 0))) {
			failures.set(name, failed + 1);
			throw new Error('A node that has nothing to do with AML did not work out');
		}
		if (round > 0) await this.virtual.clock.wait(node?.pauseMs ?? 0);
		return node ? ordersOf(node, plan.wallets).map(itemOf) : [{}];
	}

	/** Writes down what a try of a node came to. */
	private async witness(
		{ root, number, process, tries }: Life,
		plan: ExecutionPlan,
		caller: Caller,
		context: IExecuteFunctions,
		run: () => Promise<NodeOutput>,
	): Promise<NodeOutput> {
		const node = context.getNode().name;
		const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
		const asker: Asker = { root, life: number, process, node, runIndex };
		const orders = ordersOf(this.world.nodes[indexOf(node)]!, plan.wallets);
		const { clock } = this.virtual;
		const seen: Try = { asker, orders, startedAt: clock.now };
		tries.push(seen);
		caller.asker = asker;
		try {
			const output = await run();
			// n8n takes error items off the very list.
			seen.items = ((output as INodeExecutionData[][])[0] ?? []).map((item) => ({ ...item }));
			return output;
		} catch (thrown) {
			seen.thrown = thrown;
			throw thrown;
		} finally {
			seen.endedAt = clock.now;
		}
	}
}

/** Plays a world to its end. */
export async function play(world: World): Promise<Course> {
	const { ways } = world;
	const token = `tok-${(0xabcdef12 + ++histories * 0x1f3d5b79).toString(36)}-of-history`;
	const options = {
		...{ token, repeatedId: ways.repeatedId, processingMs: ways.processingMs },
		...{ notReady: ways.notReady, tellAsset: true, find: { includeTokens: true } },
		hashes: ways.hashes,
		omniUsdt: [...world.nodes, ...world.strangers].some(({ asset }) => asset === OMNI),
		history: { orderBy: ways.orderBy, lagMs: ways.lagMs },
	};
	return await inVirtualTime(
		options,
		async (virtual) => {
			const { sandbox, clock } = virtual;
			if (ways.crowd === 'before')
				sandbox.seedHistory(CROWD, { until: clock.now - HOUR, everyMs: 17_000 });
			if (ways.crowd === 'during')
				sandbox.seedHistory(CROWD, { until: clock.now + 2 * HOUR, everyMs: (2 * HOUR) / CROWD });
			const stage = new Stage(world, virtual, token);
			await stage.play();
			const { began, sent, lives } = stage;
			return { world, began, checks: virtual.sandbox.checks(), sent, lives, token };
		},
		world.seed,
	);
}
