import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { detailsSchema, simplifiedCheckSchema } from '../../../nodes/shared/check/schema.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { forgetServices } from '../harness/forget.mts';
import { runPoll, type PollOptions, type PollRun } from '../harness/index.mts';

export const MINUTE = 60_000;

/** Nobody paid for what a trigger delivers. */
const itemSchema = simplifiedCheckSchema.omit({ charged: true }).extend({
	details: detailsSchema.omit({ requestId: true, reused: true }).optional(),
});

/** A trigger in a workflow: polls it, and keeps its static data as n8n does. */
export class Workflow {
	staticData: IDataObject = {};

	/** What n8n's database holds: it saves a trigger's data with a delivery and at activation alone. */
	private saved: IDataObject = {};

	constructor(
		private readonly sandbox: Sandbox,
		public parameters: INodeParameters = {},
		private readonly more: Partial<PollOptions> = {},
	) {}

	/** One whose first poll is over, which delivers nothing of what is there. */
	static async begun(...given: ConstructorParameters<typeof Workflow>): Promise<Workflow> {
		const workflow = new Workflow(...given);
		await workflow.hashes();
		return workflow;
	}

	async poll(more: Partial<PollOptions> = {}): Promise<PollRun> {
		const { baseUrl, token } = this.sandbox;
		const run = await runPoll({
			node: AmlCheckTrigger,
			parameters: this.parameters,
			credentials: [{ type: AmlCheckApi, data: { baseUrl, accessToken: token } }],
			staticData: this.staticData,
			...this.more,
			...more,
		});
		if (this.parameters.simplify !== false)
			for (const { json } of run.items ?? [])
				expect(itemSchema.safeParse(json).error?.issues ?? []).toEqual([]);
		// What n8n's database keeps is JSON: a restart between any two polls changes nothing.
		this.staticData = JSON.parse(JSON.stringify(run.staticData));
		const isSaved = (run.items ?? []).length > 0 || more.activation !== undefined;
		if (isSaved && more.mode !== 'manual') this.saved = this.staticData;
		return run;
	}

	/** n8n starts again: every poll since the last delivery is forgotten, and the first poll comes at once. */
	restart(): void {
		this.staticData = this.saved;
	}

	/** Polls and gives the hashes out; a failed poll is a failed test. */
	async hashes(more: Partial<PollOptions> = {}): Promise<unknown[]> {
		const { items, failure } = await this.poll(more);
		if (failure) throw failure;
		return (items ?? []).map(({ json }) => json.hash);
	}

	/** How many calls of the service a poll makes. */
	async calls(): Promise<number> {
		const count = () =>
			Object.values(this.sandbox.stats().calls).reduce((sum, calls) => sum + calls, 0);
		const before = count();
		await this.hashes();
		return count() - before;
	}

	stateBytes(): number {
		return JSON.stringify(this.staticData).length;
	}
}

/** A sandbox and a trigger whose clocks stand still unless a test moves them. Each test begins with an empty history. */
export function useService(seed: number) {
	let sandbox: Sandbox;
	const clock = { now: 0, pass: (minutes: number) => void (clock.now += minutes * MINUTE) };
	beforeAll(async () => {
		sandbox = await startSandbox({ now: () => clock.now, seed });
	});
	afterAll(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});
	beforeEach(() => {
		clock.now = Date.UTC(2033, 1, 3, 10, 0, 0);
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
		sandbox.reset();
		sandbox.clearFaults();
		sandbox.configure({ history: { showPending: true, orderBy: 'initDate', lagMs: 0 } });
		forgetServices();
	});
	return { sandbox: () => sandbox, clock };
}
