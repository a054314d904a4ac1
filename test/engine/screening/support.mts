/**
 * What the tests of the paid path share: worlds in virtual time, the node run in them on n8n's engine, and the audit of
 * what was charged and shown.
 */
import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/requests.ts';
import {
	bookAddress,
	bookKind,
	makeAddress,
	type Sandbox,
	type SandboxOptions,
	type StoredCheck,
} from '../../../sandbox/server.mts';
import {
	defineNode,
	place,
	runNode,
	startNodeRun,
	type HarnessCredential,
	type NodeOptions,
	type NodeRun,
	type NodeSettings,
} from '../harness/index.mts';
import type { Passage, Way } from '../harness/virtual/wire.mts';
import { inVirtualTime, type World } from '../harness/virtual/world.mts';

export type { World } from '../harness/virtual/world.mts';

/** Nothing else that is sent or shown looks like it. */
export const TOKEN = 'tok-aa07c2-must-never-be-shown';

export const SUBMIT = 'checkup.checkaddr';
export const RESULT = 'checkup.getresult';
export const HISTORY = 'checkup.getcheckshistory';

/** What a service does with a request id that it has seen before. */
export const REPEATED_ID = ['replay', 'refuse', 'charge'] as const;

/** How On Error and Retry On Fail are set in a node. */
export const RETRY: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 };
export const STOP: NodeSettings = {};
export const REGULAR: NodeSettings = { onError: 'continueRegularOutput' };
export const SPLIT: NodeSettings = { onError: 'continueErrorOutput' };
export const MODES: Record<string, NodeSettings> = { stop: STOP, regular: REGULAR, split: SPLIT };

/** Wallets whose result is known: low, medium, high, high, and one without a score. */
const KINDS = ['low', 'medium', 'high', 'sanctioned', 'unscored'] as const;
export const WALLETS = KINDS.map((kind) => bookAddress('ETH', kind));

/** The same on a network without tokens, where a record proves its asset. */
export const BTC_WALLETS = KINDS.map((kind) => bookAddress('BTC', kind));

export const wallets = (count: number): IDataObject[] =>
	WALLETS.slice(0, count).map((address) => ({ address }));

export const btcWallets = (count: number): IDataObject[] =>
	BTC_WALLETS.slice(0, count).map((address) => ({ address }));

/** Any number of wallets that nobody else has. */
export const rows = (count: number, network = 'BTC'): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ address: makeAddress(network, `row ${n}`) }));

/** Plays work in virtual time with a sandbox of its own, in a process that begins with it. */
export const inWorld = async <T,>(
	options: SandboxOptions,
	work: (world: World) => Promise<T>,
): Promise<T> =>
	await inVirtualTime({ token: TOKEN, ...options }, async (world) => {
		forgetRequests();
		return await work(world);
	});

/** The credential for a sandbox. */
export function credentialFor(sandbox: Sandbox, data: IDataObject = {}): HarnessCredential {
	return {
		type: AmlCheckApi,
		data: { baseUrl: sandbox.baseUrl, accessToken: TOKEN, ...data } as HarnessCredential['data'],
	};
}

/** The parameters of a paid operation; the address is the item's own. */
export const screen = (
	options: INodeParameters = {},
	more: INodeParameters = {},
): INodeParameters => ({
	resource: 'check',
	operation: 'checkAddress',
	network: 'ETH',
	asset: 'coin',
	address: '={{ $json.address }}',
	...place(options),
	...more,
});

/** As {@link screen}, on a network without tokens. */
export const screenBtc = (options: INodeParameters = {}): INodeParameters =>
	screen(options, { network: 'BTC', asset: 'coin' });

export type ScreeningRun = Partial<NodeOptions>;

const optionsOf = (sandbox: Sandbox, more: ScreeningRun): NodeOptions => ({
	node: AmlCheck,
	parameters: screen(),
	credentials: [credentialFor(sandbox)],
	...more,
});

/** Runs Screen Address, or what `parameters` say, against a sandbox. */
export async function run(sandbox: Sandbox, more: ScreeningRun = {}): Promise<NodeRun> {
	return await runNode(optionsOf(sandbox, more));
}

/** Screens addresses on Bitcoin, where a record proves its asset. */
export const runBtc = async (
	sandbox: Sandbox,
	items: IDataObject[],
	options: INodeParameters = {},
	settings: NodeSettings = STOP,
): Promise<NodeRun> => await run(sandbox, { items, parameters: screenBtc(options), settings });

/** As {@link run}, to be cancelled on the way. */
export function start(
	sandbox: Sandbox,
	more: ScreeningRun = {},
): { result: Promise<NodeRun>; cancel(): void } {
	return startNodeRun(optionsOf(sandbox, more));
}

/** A workflow that hands the node one list of items after the other. */
export function loopOver(
	rounds: IDataObject[][],
	parameters: INodeParameters,
	settings: NodeSettings = STOP,
) {
	const Loop = defineNode(
		'loop',
		async function () {
			const round = rounds[Number(this.getWorkflowDataProxy(0).$runIndex)];
			return round ? [[], round.map((json) => ({ json }))] : [[{ json: {} }], []];
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

/** Takes away what the nodes of a saved execution remember, as the death of their process does. */
export function forget({ saved }: NodeRun): void {
	saved.executionData!.contextData = {};
	delete saved.resultData.runData.Node;
	saved.resultData.lastNodeExecuted = 'Start';
}

/** The level of a wallet of the book; every other wallet's follows its score. */
const BOOK_LEVELS: Record<string, string> = {
	sanctioned: 'high',
	newSignal: 'unknown',
	unscoredSanctioned: 'high',
	unscored: 'unknown',
};

function levelOf({ currency, address, riskscore, status }: StoredCheck): string {
	if (status !== 'SUCCESS') return 'unknown';
	const known = BOOK_LEVELS[bookKind(currency as 'ETH', address) ?? ''];
	if (known || typeof riskscore !== 'number') return known ?? 'unknown';
	return riskscore < 25 ? 'low' : riskscore < 70 ? 'medium' : 'high';
}

/** Whether an item of the success output looks like a screened wallet although it is none, or not that one. */
export function isFalsePass(sandbox: Sandbox, { json }: INodeExecutionData): boolean {
	if (typeof json.error === 'string') return json.riskLevel !== 'unknown' || 'riskScore' in json;
	const { hash, riskLevel } = json;
	const check = sandbox.checks().find((one) => one.hash === hash);
	// With a score, only a signal that nobody knows makes it unknown.
	if (riskLevel === 'unknown')
		return 'riskScore' in json && (!check || levelOf(check) !== 'unknown');
	const isSameWallet = check?.address.toLowerCase() === String(json.address).toLowerCase();
	return !check || !isSameWallet || levelOf(check) !== riskLevel;
}

export interface Audit {
	charged: number;
	/** Charges beyond one for each target. */
	twice: number;
	/** Checks that were charged and whose hash is nowhere to be found. */
	lost: string[];
	/** Targets that were charged, and of which every item says that they were not. */
	denied: string[];
	falsePasses: IDataObject[];
}

export const CLEAN = { twice: 0, lost: [], denied: [], falsePasses: [] };

/** Where a hash counts as had: the outputs; of an execution that failed, its words or what a retry goes on from. */
function placesOf({ main, error, failure, saved, status }: NodeRun): string {
	if (status === 'success') return JSON.stringify([main, error]);
	const { message, description } = failure ?? {};
	return JSON.stringify([message, description, saved.executionData?.contextData]);
}

export const detailsOf = ({ json }: INodeExecutionData): IDataObject =>
	(json.details ?? json) as IDataObject;

/** The items of both outputs, in the order of the input. */
export const itemsOf = ({ main, error }: NodeRun): INodeExecutionData[] =>
	[...main, ...error].sort((a, b) => pairOf(a) - pairOf(b));

/** Looks at what a finished run, the only one of its sandbox, charged, showed and lost. */
export function audit(sandbox: Sandbox, result: NodeRun): Audit {
	const { charges, chargesByTarget } = sandbox.stats();
	const places = placesOf(result);
	const charged = sandbox.checks().filter(({ requestId }) => requestId !== null);
	const isDenied = ({ address }: StoredCheck): boolean => {
		const own = itemsOf(result).map(detailsOf);
		const same = own.filter((one) => String(one.address).toLowerCase() === address.toLowerCase());
		return same.length > 0 && same.every((one) => one.charged === false);
	};
	return {
		charged: charges,
		twice: Object.values(chargesByTarget).reduce((sum, count) => sum + count - 1, 0),
		lost: charged.map(({ hash }) => hash).filter((hash) => !places.includes(hash)),
		denied: charged.filter(isDenied).map(({ address }) => address),
		falsePasses: result.main.filter((item) => isFalsePass(sandbox, item)).map(({ json }) => json),
	};
}

/** What becomes of the submissions, in their order or by their number from 1, and of the pages of the history. */
export function route(
	wire: World['wire'],
	ways: Array<Passage | Way | undefined> | ((number: number) => Passage | undefined),
	page: Way = () => undefined,
): void {
	let number = 0;
	wire.way = (call) => {
		if (call.method === HISTORY) return page(call);
		if (call.method !== SUBMIT) return undefined;
		const way = typeof ways === 'function' ? ways(++number) : ways[number++];
		return typeof way === 'function' ? way(call) : way;
	};
}

/** The number of submissions that reached the sandbox, taken or not. */
export const submissions = (sandbox: Sandbox): number => sandbox.stats().calls[SUBMIT] ?? 0;

/** Which input item an output is paired with. */
export const pairOf = ({ pairedItem }: INodeExecutionData): number =>
	(pairedItem as { item: number }).item;

/** Rows in which each pair of values of two columns occurs: far fewer than all combinations. */
export function allPairs<T extends Record<string, readonly unknown[]>>(
	columns: T,
): Array<{ [K in keyof T]: T[K][number] }> {
	type Row = { [K in keyof T]: T[K][number] };
	const names = Object.keys(columns);
	const idOf = (a: string, x: unknown, b: string, y: unknown) => JSON.stringify([a, x, b, y]);
	const open = new Set<string>();
	names.forEach((a, i) => {
		for (const b of names.slice(i + 1))
			for (const x of columns[a]!) for (const y of columns[b]!) open.add(idOf(a, x, b, y));
	});
	const rowsOfPairs: Row[] = [];
	while (open.size > 0) {
		const [a, x, b, y] = JSON.parse([...open][0]!) as [string, unknown, string, unknown];
		const row: Record<string, unknown> = { [a]: x, [b]: y };
		const pairs = () =>
			names.flatMap((one, i) =>
				names
					.slice(i + 1)
					.filter((other) => one in row && other in row)
					.map((other) => idOf(one, row[one], other, row[other])),
			);
		for (const name of names.filter((one) => !(one in row))) {
			const gainOf = (value: unknown): number => {
				row[name] = value;
				return pairs().filter((id) => open.has(id)).length;
			};
			const values = columns[name]!;
			const gains = values.map(gainOf);
			row[name] = values[gains.indexOf(Math.max(...gains))];
		}
		for (const id of pairs()) open.delete(id);
		rowsOfPairs.push(row as Row);
	}
	return rowsOfPairs;
}
