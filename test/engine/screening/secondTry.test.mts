/**
 * Every free call can break in the second try, after the first one has paid: no item loses its hash, none is called
 * unpaid, and nothing is paid for again (design 5: no failure leaves without its hashes).
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { type FaultKind, makeAddress, type Sandbox } from '../../../sandbox/server.mts';
import { runNode, type NodeRun, type NodeSettings } from '../harness/index.mts';
import {
	credentialFor,
	inPool,
	REGULAR,
	RETRY,
	screen,
	SPLIT,
	STOP,
	WALLETS,
	withSandbox,
} from './support.mts';

const METHODS = ['checkup.currencylist', 'checkup.getresult', 'checkup.getcheckshistory'] as const;
const KINDS: FaultKind[] = ['rpcError', 'html', 'flat401', 'emptyResult', 'lostAnswer', 'redirect'];
const MODES: Record<string, NodeSettings> = { stop: STOP, regular: REGULAR, split: SPLIT };

interface Case {
	mode: keyof typeof MODES;
	/** None for a credential that can't be used any more. */
	method?: (typeof METHODS)[number];
	kind?: FaultKind;
	count: number;
}

const CASES: Case[] = Object.keys(MODES).flatMap((mode) => [
	{ mode, count: 2 },
	...METHODS.flatMap((method) => KINDS.map((kind) => ({ mode, method, kind, count: 2 }))),
]);

/** The token makes the node read the currency list in each try. */
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const parameters = screen(
	{ timeout: 4 },
	{ token: { __rl: true, mode: 'contract', value: CONTRACT } },
);

/** The node, whose first try has paid and comes to nothing all the same, and what happens before the second one. */
function nodeWith(beforeSecondTry: (context: IExecuteFunctions) => void): typeof AmlCheck {
	let tries = 0;
	return class extends AmlCheck {
		execute = async function (this: IExecuteFunctions) {
			if (++tries === 2) beforeSecondTry(this);
			const output = await AmlCheck.prototype.execute.call(this);
			if (tries === 1) throw new Error('The first try comes to nothing');
			return output;
		};
	};
}

/** More than the book has are made up. */
const walletsOf = (count: number): string[] =>
	Array.from({ length: count }, (_, n) => WALLETS[n] ?? makeAddress('ETH', n));

/** What stands in the way of the second try. */
function hinder(sandbox: Sandbox, { method, kind }: Case, context: IExecuteFunctions): void {
	if (method && kind) sandbox.fault({ method, kind, times: Infinity });
	else
		Object.defineProperty(context, 'getCredentials', {
			value: async () => ({ baseUrl: sandbox.baseUrl, accessToken: '' }),
		});
}

async function playWith(
	sandbox: Sandbox,
	{ mode, count }: Case,
	hindering: (context: IExecuteFunctions) => void,
): Promise<NodeRun> {
	return await runNode({
		node: nodeWith(hindering),
		parameters,
		items: walletsOf(count).map((address) => ({ address })),
		credentials: [credentialFor(sandbox)],
		settings: { ...MODES[mode], ...RETRY, maxTries: 2 },
	});
}

async function play(one: Case): Promise<{ result: NodeRun; hashes: string[]; charges: number }> {
	return await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
		const result = await playWith(sandbox, one, (context) => hinder(sandbox, one, context));
		const hashes = sandbox.checks().map(({ hash }) => hash);
		return { result, hashes, charges: sandbox.stats().charges };
	});
}

const timesIn = (text: string, hash: string): number => text.split(hash).length - 1;

describe('the second try, where the first one has paid', () => {
	let playing: Array<ReturnType<typeof play>> = [];

	beforeAll(() => {
		playing = inPool(CASES, 20, play);
		for (const promise of playing) promise.catch(() => undefined);
	});

	it.each(
		CASES.map((one, index) => ({
			...{ ...one, index, what: one.method ?? 'the credential' },
			kind: one.kind ?? 'gone',
		})),
	)(
		'$mode, $what: $kind',
		async ({ index, mode, count }) => {
			const { result, hashes, charges } = await playing[index]!;
			expect(charges).toBe(count);
			if (result.failure) {
				expect(mode).toBe('stop');
				const { message, description } = result.failure;
				for (const hash of hashes) expect(timesIn(`${message} ${description}`, hash)).toBe(1);
				return expect(`${message} ${description}`).not.toMatch(/nothing was paid/i);
			}
			const items = [...result.main, ...result.error].map(({ json }) => json);
			expect(items).toHaveLength(count);
			const told = items.map((json) => (json.details ?? json) as IDataObject);
			expect(told.map(({ hash }) => hash).sort()).toEqual([...hashes].sort());
			expect(told.map(({ charged }) => charged)).toEqual(items.map(() => true));
		},
		120_000,
	);
});

describe('a second try that stops before it gets to any item', () => {
	it.each([undefined, METHODS[0]])(
		'names all of forty that were paid for, each once: without %s',
		async (method) => {
			const one: Case = { mode: 'stop', count: 40, ...(method && { method, kind: 'rpcError' }) };
			const { result, hashes } = await play(one);
			const words = `${result.failure?.message} ${result.failure?.description}`;
			expect(hashes).toHaveLength(40);
			expect(hashes.map((hash) => timesIn(words, hash))).toEqual(hashes.map(() => 1));
		},
		60_000,
	);
});

describe('the second try, where the first one has lost an answer', () => {
	it.each(
		Object.keys(MODES).flatMap((mode) =>
			[undefined, METHODS[0], METHODS[2]].map((method) => ({
				...{ mode, method, what: method ?? 'the credential' },
			})),
		),
	)(
		'names what it may be: $mode, without $what',
		async ({ mode, method }) => {
			const one: Case = { mode, count: 1, ...(method && { method, kind: 'rpcError' }) };
			await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
				const result = await playWith(sandbox, one, (context) => hinder(sandbox, one, context));
				const [{ hash, requestId }] = sandbox.checks();
				const [item] = [...result.main, ...result.error];
				if (!item) return expect(result.failure?.description).toContain(hash);
				expect(item.json.details).toMatchObject({ candidates: [hash], requestId });
				expect(item.json.details).not.toHaveProperty('charged');
				expect(sandbox.stats().charges).toBe(1);
			});
		},
		60_000,
	);
});
