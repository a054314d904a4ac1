/** Plays a world to its end: executions, deaths and retries on n8n's engine, in virtual time. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	NodeOutput,
} from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { startExecution } from '../../engine/harness/execution.mts';
import { Clock, setTimezone } from './clock.mts';
import type { Course, Life, Try } from './course.mts';
import { type Caller, Network } from './network.mts';
import { Neighbours } from './neighbours.mts';
import { type Process, Processes, witnesses } from './processes.mts';
import { type Asker, sameRun } from './check.mts';
import { Service } from './service.mts';
import type { ExecutionPlan, World } from './types.mts';
import {
	feeds,
	indexOfFeeder,
	indexOfNode,
	itemOf,
	LAST_FEEDER,
	planOf,
	wishesOf,
} from './workflow.mts';

/** How often Retry is pressed at most. */
const LIVES = 5;

const DAY = 86_400_000;

const EPOCH = Date.UTC(2031, 0, 15, 12);

let histories = 0;

const callers = new AsyncLocalStorage<Caller>();

class Stage {
	private readonly clock: Clock;

	private readonly service: Service;

	private readonly neighbours: Neighbours;

	private readonly network: Network;

	private readonly processes: Processes;

	private readonly machines: Process[];

	private readonly lives: Life[] = [];

	private readonly bereaved = new Map<Process, Array<() => void>>();

	private readonly began: number;

	private readonly token: string;

	constructor(private readonly world: World) {
		// What the processes' modules remember of the histories before is about other services, and old.
		this.began = EPOCH + ++histories * 3 * DAY;
		this.token = `tok-${this.began.toString(36)}-never-shown`;
		this.clock = new Clock(this.began);
		this.service = new Service(world.ways, this.began);
		this.neighbours = new Neighbours(world, this.clock, this.service);
		this.network = new Network(
			...([this.clock, this.service, world.faults, this.token] as const),
			() => callers.getStore()!,
			(process) => this.kill(process),
			(call) => this.neighbours.notice(call),
		);
		const deaths = world.executions.flatMap((plan) => plan.deaths.filter((death) => death));
		this.processes = new Processes(world.skews.length + deaths.length);
		this.machines = world.skews.map((skewMs) => this.processes.start(skewMs));
	}

	async play(): Promise<Course> {
		const uninstall = this.clock.install(this.world.seed);
		const moveBack = setTimezone(this.world.timezone);
		try {
			this.network.install();
			for (const stranger of this.world.strangers) this.expect(stranger);
			this.neighbours.settle();
			let left = this.world.executions.length;
			let crashed: unknown;
			this.world.executions.forEach((plan, root) => {
				this.execute(plan, root)
					.catch((error: unknown) => void (crashed ??= error))
					.finally(() => left--);
			});
			await this.clock.runUntil(() => left === 0 || crashed !== undefined);
			if (crashed !== undefined) throw crashed;
		} finally {
			moveBack();
			uninstall();
		}
		const { world, began, service, lives, token } = this;
		return { world, began, service, calls: this.network.calls, lives, token };
	}

	private expect(stranger: World['strangers'][number]): void {
		if (stranger.at < 0) this.service.addStrangers(stranger);
		else this.clock.after(stranger.at, undefined, () => this.service.addStrangers(stranger));
	}

	private kill(process: Process): void {
		process.isDead = true;
		for (const tell of this.bereaved.get(process) ?? []) tell();
	}

	/** The process of a machine; n8n is started again where it has died. */
	private processOn(machine: number): Process {
		const process = this.machines[machine]!;
		if (!process.isDead) return process;
		return (this.machines[machine] = this.processes.start(process.skewMs));
	}

	private async execute(plan: ExecutionPlan, root: number): Promise<void> {
		await this.clock.wait(plan.startAt);
		const failures = new Map<string, number>();
		let saved: IRunExecutionData | undefined;
		for (let number = 0; number < LIVES; number++) {
			if (number > 0) await this.clock.wait(plan.retryAfter);
			const process = this.processOn(
				number % 2 === 1 && plan.moves ? 1 - plan.machine : plan.machine,
			);
			const death = plan.deaths[number] ?? null;
			const { clock } = this;
			const life: Life = {
				...{ root, number, process, startedAt: clock.now },
				...{ endedAt: 0, tries: [], isStopped: false },
			};
			this.lives.push(life);
			saved = await this.live(life, plan, { death, failures, saved });
			life.endedAt = this.clock.now;
			// Who has stopped an execution gets no Retry.
			life.isStopped =
				plan.stopAfter !== null && number === 0 && this.hasLasted(life, plan.stopAfter);
			if (!saved || life.isStopped || life.run?.status === 'success') return;
		}
	}

	private hasLasted({ startedAt, endedAt, run }: Life, ms: number): boolean {
		return run?.status === 'canceled' || endedAt - startedAt >= ms;
	}

	/** @returns what n8n has saved of the execution when it is over. */
	private async live(
		life: Life,
		plan: ExecutionPlan,
		fate: { death: Caller['death']; failures: Map<string, number>; saved?: IRunExecutionData },
	): Promise<IRunExecutionData | undefined> {
		const { process, number } = life;
		const credentials = [{ type: AmlCheckApi, data: this.credentialOf(life, plan) }];
		const workflow = planOf(this.world, process.AmlCheck, number > 0);
		const begin = () => {
			const mode = number > 0 ? ('retry' as const) : ('trigger' as const);
			const cancelAfterMs = number === 0 ? (plan.stopAfter ?? undefined) : undefined;
			return startExecution(workflow, { credentials, mode, cancelAfterMs }, fate.saved);
		};
		const nobody: Asker = { ...this.askerOf(life), node: '', runIndex: 0 };
		const caller: Caller = { asker: nobody, process, death: fate.death, requests: 0 };
		const feeding = (name: string) => this.feed(name, plan, fate.failures);
		const watching = async (context: IExecuteFunctions, run: () => Promise<NodeOutput>) =>
			await this.witness(life, plan, caller, context, run);
		const started = this.clock.as(process, () =>
			callers.run(caller, () => feeds.run(feeding, () => witnesses.run(watching, begin))),
		);
		const died = new Promise<undefined>((resolve) => {
			const told = this.bereaved.get(process) ?? [];
			this.bereaved.set(process, [...told, () => resolve(undefined)]);
		});
		life.run = await Promise.race([started.result, died]);
		return life.run ? life.run.saved : started.savedAtStart();
	}

	/** The credential, as it is whenever a node reads it. */
	private credentialOf({ number, tries }: Life, plan: ExecutionPlan) {
		const { lifeWithoutCredential, triesWithCredential } = plan;
		const { token } = this;
		const isThere = () => {
			const last = tries.at(-1)?.asker;
			const count = tries.filter(({ asker }) => last && sameRun(asker, last)).length;
			return number !== lifeWithoutCredential && count <= (triesWithCredential ?? Infinity);
		};
		return {
			baseUrl: `https://service-${this.began}.example.com`,
			get accessToken() {
				return isThere() ? token : '';
			},
		};
	}

	private askerOf({ root, number, process }: Life): Pick<Asker, 'life' | 'process' | 'root'> {
		return { root, life: number, process };
	}

	/** What the nodes between the AML Checks do. */
	private feed(name: string, plan: ExecutionPlan, failures: Map<string, number>) {
		if (name === 'Start') return [{}];
		const node = this.world.nodes[indexOfFeeder(name)];
		const failed = failures.get(name) ?? 0;
		if (failed < (name === LAST_FEEDER ? this.world.failsAtEnd : (node?.failsBefore ?? 0))) {
			failures.set(name, failed + 1);
			throw new Error('A node that has nothing to do with AML did not work out');
		}
		return node ? wishesOf(node, plan.wallets).map(itemOf) : [{}];
	}

	/** Writes down what a try of a node came to. */
	private async witness(
		life: Life,
		plan: ExecutionPlan,
		caller: Caller,
		context: IExecuteFunctions,
		run: () => Promise<NodeOutput>,
	): Promise<NodeOutput> {
		const node = context.getNode().name;
		const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
		const asker: Asker = { ...this.askerOf(life), node, runIndex };
		const { nodes } = this.world;
		const wishes = wishesOf(nodes[indexOfNode(node)]!, plan.wallets);
		const seen: Try = { asker, wishes, startedAt: this.clock.now };
		life.tries.push(seen);
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
			seen.endedAt = this.clock.now;
		}
	}
}

/** Plays a world to its end. */
export async function play(world: World): Promise<Course> {
	return await new Stage(world).play();
}
