/**
 * What the tests of the paid path share: one sandbox for each case, so that many cases, most of which only wait, run
 * side by side; the node run against it on n8n's engine; and the audit of what was charged and shown.
 */
import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import {
	bookAddress,
	bookKind,
	startSandbox,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/server.mts';
import {
	defineNode,
	runNode,
	startNodeRun,
	type HarnessCredential,
	type NodeOptions,
	type NodeRun,
	type NodeSettings,
} from '../harness/index.mts';

export const SEED = 20;

/** Nothing else that is sent or shown looks like it. */
export const TOKEN = 'tok-aa07c2-must-never-be-shown';

/** Wallets whose result is known, of every level. */
const KINDS = ['low', 'medium', 'high', 'sanctioned', 'newSignal'] as const;
export const WALLETS = KINDS.map((kind) => bookAddress('ETH', kind));

/** The same on a network without tokens, where the history can prove whose check is whose. */
export const BTC_WALLETS = (['low', 'medium', 'high', 'sanctioned', 'unscored'] as const).map(
	(kind) => bookAddress('BTC', kind),
);

/** How On Error and Retry On Fail are set in a node. */
export const RETRY: NodeSettings = { retryOnFail: true, maxTries: 4, waitBetweenTries: 10 };
export const STOP: NodeSettings = {};
export const REGULAR: NodeSettings = { onError: 'continueRegularOutput' };
export const SPLIT: NodeSettings = { onError: 'continueErrorOutput' };

/** A sandbox of its own for one piece of work, closed whatever becomes of it. */
export async function withSandbox<T>(
	options: SandboxOptions,
	work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
	const sandbox = await startSandbox({ token: TOKEN, seed: SEED, ...options });
	try {
		return await work(sandbox);
	} finally {
		await sandbox.close();
	}
}

/** As {@link withSandbox}, for work that needs no options of the sandbox. */
export const play = async <T,>(
	work: (sandbox: Sandbox) => Promise<T>,
	options: SandboxOptions = {},
): Promise<T> => await withSandbox(options, work);

/** The credential for a sandbox. */
export function credentialFor(sandbox: Sandbox, data: IDataObject = {}): HarnessCredential {
	return {
		type: AmlCheckApi,
		data: { baseUrl: sandbox.baseUrl, accessToken: TOKEN, ...data } as HarnessCredential['data'],
	};
}

/** The parameters of a paid operation; every value of the items' own is taken by an expression. */
export const screen = (
	options: INodeParameters = {},
	more: INodeParameters = {},
): INodeParameters => ({
	resource: 'check',
	operation: 'checkAddress',
	currency: 'ETH',
	address: '={{ $json.address }}',
	options,
	...more,
});

export type ScreeningRun = Omit<Partial<NodeOptions>, 'node'>;

const optionsOf = (sandbox: Sandbox, more: ScreeningRun): NodeOptions => ({
	node: AmlCheck,
	parameters: screen(),
	credentials: [credentialFor(sandbox)],
	...more,
});

/** Runs Check Address, or what `parameters` say, against a sandbox. */
export async function run(sandbox: Sandbox, more: ScreeningRun = {}): Promise<NodeRun> {
	return await runNode(optionsOf(sandbox, more));
}

/** As {@link run}, to be cancelled on the way. */
export function start(
	sandbox: Sandbox,
	more: ScreeningRun = {},
): { result: Promise<NodeRun>; cancel(): void } {
	return startNodeRun(optionsOf(sandbox, more));
}

/** A workflow that hands the node one item after the other. */
export function loopOver(
	items: IDataObject[],
	parameters: INodeParameters,
	settings: NodeSettings,
) {
	const Loop = defineNode(
		'loop',
		async function () {
			const run = Number(this.getWorkflowDataProxy(0).$runIndex);
			return run < items.length ? [[], [{ json: items[run] }]] : [[{ json: {} }], []];
		},
		{ outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] },
	);
	return {
		nodes: [
			{ name: 'Loop', node: Loop },
			{ name: 'Check', node: AmlCheck, parameters, settings },
		],
		connections: [
			{ from: 'Start', to: 'Loop' },
			{ from: 'Loop', output: 1, to: 'Check' },
			{ from: 'Check', to: 'Loop' },
		],
	};
}

export const wallets = (count: number): IDataObject[] =>
	WALLETS.slice(0, count).map((address) => ({ address }));

export const btcWallets = (count: number): IDataObject[] =>
	BTC_WALLETS.slice(0, count).map((address) => ({ address }));

/** As {@link screen}, on a network without tokens. */
export const screenBtc = (options: INodeParameters = {}): INodeParameters =>
	screen(options, { currency: 'BTC' });

/** The level that a wallet of the book gets under the default policy. */
const LEVELS: Record<string, string> = {
	low: 'low',
	medium: 'medium',
	high: 'high',
	sanctioned: 'high',
	newSignal: 'low',
	unscoredSanctioned: 'high',
};

/** Whether an item of the success output looks like a screened wallet although it is none, or not that one. */
export function isFalsePass(sandbox: Sandbox, { json }: INodeExecutionData): boolean {
	if (typeof json.error === 'string') return Object.keys(json).sort().join() !== 'details,error';
	const { hash, riskLevel } = json;
	if (riskLevel === 'unknown') return 'riskScore' in json;
	const check = sandbox.checks().find((one) => one.hash === hash);
	if (!check || check.status !== 'SUCCESS') return true;
	const isSameWallet = check.address.toLowerCase() === String(json.address).toLowerCase();
	return (
		!isSameWallet || LEVELS[bookKind(check.currency as 'ETH', check.address) ?? ''] !== riskLevel
	);
}

export interface Audit {
	wanted: number;
	charged: number;
	/** Charges beyond one for each wanted check. */
	twice: number;
	/** Checks that were paid for and are nowhere to be found, by hash. */
	lost: string[];
	/** Checks whose hash never came through: an item says that it isn't known, and under which request id to look. */
	unsure: string[];
	falsePasses: IDataObject[];
	/** Targets that were submitted under more than one request id. */
	severalIds: string[];
}

/** A wanted check keeps its request id for life; here each target is wanted once. */
function targetsWithSeveralIds(sandbox: Sandbox): string[] {
	const ids = new Map<string, Set<string>>();
	for (const { method, id, params } of sandbox.stats().requests) {
		if (method !== 'checkup.checkaddr' && method !== 'checkup.checktx') continue;
		const target = JSON.stringify(params);
		ids.set(target, (ids.get(target) ?? new Set()).add(id));
	}
	return [...ids].filter(([, own]) => own.size > 1).map(([target]) => target);
}

/** Where a hash counts as had: the outputs; of an execution that failed, its words or what a retry goes on from. */
function placesOf({ main, error, failure, saved, status }: NodeRun): string {
	if (status === 'success') return JSON.stringify([main, error]);
	const { message, description } = failure ?? {};
	return JSON.stringify([message, description, saved.executionData?.contextData]);
}

/** Looks at what a finished run charged, showed and lost; `wanted` checks, each of another target. */
export function audit(sandbox: Sandbox, result: NodeRun, wanted: number): Audit {
	const { charges, chargesByTarget } = sandbox.stats();
	const places = placesOf(result);
	const hidden = sandbox.checks().filter(({ hash }) => !places.includes(hash));
	const isTold = ({ requestId }: { requestId: string | null }) =>
		requestId !== null && places.includes(requestId);
	return {
		wanted,
		charged: charges,
		twice: Object.values(chargesByTarget).reduce((sum, count) => sum + count - 1, 0),
		lost: hidden.filter((check) => !isTold(check)).map(({ hash }) => hash),
		unsure: hidden.filter(isTold).map(({ hash }) => hash),
		falsePasses: result.main.filter((item) => isFalsePass(sandbox, item)).map(({ json }) => json),
		severalIds: targetsWithSeveralIds(sandbox),
	};
}

/** Which input item an output is paired with. */
export const pairOf = ({ pairedItem }: INodeExecutionData): number =>
	(pairedItem as { item: number }).item;

/** Runs work on each entry, a bounded number at a time; results come as promises in the order of the entries. */
export function inPool<T, R>(
	entries: readonly T[],
	size: number,
	work: (entry: T) => Promise<R>,
): Array<Promise<R>> {
	let free = size;
	const waiting: Array<() => void> = [];
	const enter = async () => {
		if (free > 0) free--;
		else await new Promise<void>((go) => waiting.push(go));
	};
	const leave = () => {
		const next = waiting.shift();
		if (next) next();
		else free++;
	};
	return entries.map(async (entry) => {
		await enter();
		try {
			return await work(entry);
		} finally {
			leave();
		}
	});
}
