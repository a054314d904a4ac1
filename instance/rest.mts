/** A client of the REST API behind n8n's editor: what a person would click, for a program. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'flatted';
import type {
	Account,
	Execution,
	ExecutionItem,
	ExecutionSummary,
	Publication,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from './restTypes.mts';

export type * from './restTypes.mts';

const ACTIVATION_TIMEOUT_MS = 60_000;
const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** A connection that is kept is found dead by the first request after n8n's restart, which then fails. */
export const ONE_CONNECTION_EACH = { Connection: 'close' };

/** Answers other than 2xx; the message is n8n's own. */
class N8nRestError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** One session with one n8n. */
export class N8nRest {
	/**
	 * @param url where n8n is, without a slash at the end
	 * @param cookie of a session that is signed in already
	 */
	constructor(
		readonly url: string,
		public cookie = '',
	) {}

	/**
	 * Sends one request as the signed-in person.
	 *
	 * @throws N8nRestError with n8n's message on anything but 2xx
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				...ONE_CONNECTION_EACH,
				...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
				...(this.cookie ? { Cookie: this.cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const session = response.headers
			.getSetCookie()
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0];
		const text = await response.text();
		const answer = (text.startsWith('{') ? JSON.parse(text) : { message: text }) as {
			data?: unknown;
			message?: string;
		};
		if (!response.ok) {
			throw new N8nRestError(
				response.status,
				`${method} ${path}: ${answer.message ?? response.status}`,
			);
		}
		return answer.data as T;
	}

	/**
	 * The content of a file that an execution has put out.
	 *
	 * @throws N8nRestError when n8n has no such file
	 */
	async file(id: string): Promise<Buffer> {
		const path = `/binary-data?id=${encodeURIComponent(id)}&action=download`;
		const headers = { ...ONE_CONNECTION_EACH, Cookie: this.cookie };
		const response = await fetch(`${this.url}/rest${path}`, { headers });
		if (!response.ok) throw new N8nRestError(response.status, `GET ${path}: ${response.status}`);
		return Buffer.from(await response.arrayBuffer());
	}

	/**
	 * Signs in; on a new instance the account becomes the owner first.
	 *
	 * @throws N8nRestError when the instance belongs to another account
	 */
	async signIn(account: Account): Promise<void> {
		const settings = await this.request<{ userManagement: { showSetupOnFirstLoad?: boolean } }>(
			'GET',
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', account);
			return;
		}
		const { email, password } = account;
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Finds a credential by its name and type. */
	async findCredential(name: string, type: string): Promise<StoredCredential | undefined> {
		const known = await this.request<StoredCredential[]>('GET', '/credentials');
		return known.find((credential) => credential.name === name && credential.type === type);
	}

	/** What a credential holds, without its secrets. */
	async credentialData({ id }: StoredCredential): Promise<Record<string, unknown>> {
		const path = `/credentials/${id}?includeData=true`;
		return (await this.request<{ data?: Record<string, unknown> }>('GET', path)).data ?? {};
	}

	/** Creates a credential, or overwrites the one of the same name and type. Returns it without its data. */
	async putCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		const old = await this.findCredential(name, type);
		return old
			? await this.request('PATCH', `/credentials/${old.id}`, { name, type, data })
			: await this.request('POST', '/credentials', { name, type, data });
	}

	/** Runs a credential's test, as the editor does on saving. Status is "OK" (green) or "Error" (red). */
	async testCredential(
		credential: StoredCredential,
		data: Record<string, unknown>,
	): Promise<{ status: string; message: string }> {
		return await this.request('POST', '/credentials/test', {
			credentials: { ...credential, data },
		});
	}

	/** The workflows of the instance, without their nodes. */
	async workflows(): Promise<Array<Pick<StoredWorkflow, 'id' | 'name' | 'active'>>> {
		return await this.request('GET', '/workflows');
	}

	/** Imports a workflow. */
	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings = {} } = workflow;
		return await this.request('POST', '/workflows', { name, nodes, connections, settings });
	}

	/**
	 * Publishes a workflow and waits until its triggers run: n8n 2.41 starts them after it has answered.
	 *
	 * @throws Error with n8n's reason when a trigger refuses to start
	 */
	async activate(workflow: Pick<StoredWorkflow, 'id' | 'versionId'>): Promise<void> {
		await this.request('POST', `/workflows/${workflow.id}/activate`, {
			versionId: workflow.versionId,
		});
		const deadline = Date.now() + ACTIVATION_TIMEOUT_MS;
		while (Date.now() < deadline) {
			const { status, triggers } = await this.publicationOf(workflow);
			if (status === 'published') return;
			const failed = triggers.find((trigger) => trigger.status === 'failed');
			if (status !== 'in_progress' && failed)
				throw new Error(failed.errorMessage ?? 'The trigger did not start.');
			await sleep(200);
		}
		throw new Error(
			`Workflow ${workflow.id} is not active after ${ACTIVATION_TIMEOUT_MS / 1000} s.`,
		);
	}

	/** How far n8n is with starting the triggers of a published workflow. */
	async publicationOf(workflow: Pick<StoredWorkflow, 'id'>): Promise<Publication> {
		return await this.request('GET', `/workflows/${workflow.id}/publication-status`);
	}

	/** Stops the triggers of a workflow. */
	async deactivate(workflow: Pick<StoredWorkflow, 'id'>): Promise<void> {
		await this.request('POST', `/workflows/${workflow.id}/deactivate`, {});
	}

	/** Runs a stored workflow by hand. */
	async start(workflow: Pick<StoredWorkflow, 'id'>, trigger: string): Promise<string> {
		const path = `/workflows/${workflow.id}/run`;
		const answer = await this.request<{ executionId?: string }>('POST', path, {
			triggerToStartFrom: { name: trigger },
		});
		if (!answer.executionId) throw new Error(`n8n did not start workflow ${workflow.id}.`);
		return answer.executionId;
	}

	/** The executions of a workflow, ended or not, newest first. */
	async runs(workflow: Pick<StoredWorkflow, 'id'>): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const answer = await this.request<{ results: ExecutionSummary[] }>(
			'GET',
			`/executions?filter=${filter}&limit=100`,
		);
		return answer.results;
	}

	/** The executions of a workflow that have ended, newest first. */
	async executions(workflow: Pick<StoredWorkflow, 'id'>): Promise<ExecutionSummary[]> {
		const runs = await this.runs(workflow);
		return runs.filter((execution) => ENDED.includes(execution.status));
	}

	/** An execution with the data of its nodes, which n8n writes down in the notation of the library "flatted". */
	async execution(id: string): Promise<Execution> {
		const raw = await this.request<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return { ...raw, data: parse(raw.data) as Execution['data'] };
	}

	/**
	 * Waits for the end of an execution.
	 *
	 * @throws Error when it has not ended by then
	 */
	async ended(id: string, timeoutMs = 120_000): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		while (Date.now() < deadline) {
			const execution = await this.execution(id);
			if (ENDED.includes(execution.status)) return execution;
			await sleep(250);
		}
		throw new Error(`Execution ${id} has not ended after ${timeoutMs / 1000} s.`);
	}

	/** Runs a stored workflow by hand and waits for its end. */
	async run(
		workflow: Pick<StoredWorkflow, 'id'>,
		trigger: string,
		timeoutMs?: number,
	): Promise<Execution> {
		return await this.ended(await this.start(workflow, trigger), timeoutMs);
	}
}

/** The items that a node put out in an execution. */
export function outputOf(execution: Execution, node: string, output = 0, run = 0): ExecutionItem[] {
	return execution.data.resultData.runData[node]?.[run]?.data?.main?.[output] ?? [];
}
