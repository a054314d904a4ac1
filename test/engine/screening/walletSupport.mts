/** Wallets of several assets, and what the tests ask of their items. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress, type StoredCheck } from '../../../sandbox/server.mts';
import { jsonAnswer, lostAfter, lostBefore, refused, type Call } from '../harness/virtual/wire.mts';
import { REGULAR, RESULT, run, screen, SUBMIT, type ScreeningRun, type World } from './support.mts';

export const TRON = bookAddress('TRX', 'low');
export const DIRTY = bookAddress('TRX', 'dirtyUsdt');
export const EVM = bookAddress('ETH', 'low');

export const all = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters =>
	screen(options, { network: 'detect', asset: 'all', ...more });

export const rowsOf = (...addresses: string[]): IDataObject[] =>
	addresses.map((address) => ({ address }));

export const tronWallets = (count: number): IDataObject[] =>
	rowsOf(...Array.from({ length: count }, (_, n) => makeAddress('TRX', `wallet ${n}`)));

export const walletRun = async ({ sandbox }: World, more: ScreeningRun = {}) =>
	await run(sandbox, { parameters: all(), items: rowsOf(TRON), settings: REGULAR, ...more });

type Listed = IDataObject & { asset: string; hash?: string; candidates?: string[] };
export const checksOf = (item: INodeExecutionData): Listed[] =>
	(item.json.details as { checks: Listed[] }).checks;

/** The asset of a stored check. */
export const assetOf = ({ currency, tokenId }: Pick<StoredCheck, 'currency' | 'tokenId'>) =>
	({ TRX: { 9: 'USDT', 31: 'USDC' } as Record<string, string> })[currency]?.[tokenId ?? ''] ??
	currency;

export const assetOfCall = ({ params }: Call) =>
	({ TRX: 'TRX', USDTTRC20: 'USDT', USDCTRC20: 'USDC' })[String(params.currency)];

export const chargedOf = ({ sandbox }: World) =>
	sandbox.checks().filter(({ requestId }) => requestId !== null);

/** Every hash that was charged is in the outputs. */
export function expectNothingLost(world: World, result: Awaited<ReturnType<typeof run>>): void {
	const { main, error, failure, saved } = result;
	const { message, description } = failure ?? {};
	const shown = JSON.stringify([main, error, message, description, failure && saved.executionData]);
	for (const { hash } of chargedOf(world)) expect(shown).toContain(hash);
}

/** What can become of one asset, and the level that it then has; undefined for one that is missing. */
export const ENDS = {
	low: { level: 'low' },
	medium: { level: 'medium' },
	high: { level: 'high' },
	unscored: { level: 'unknown' },
	failed: { level: 'unknown' },
	pending: { level: 'unknown' },
	lost: { level: undefined, fault: 'payment' },
	refused: { level: undefined, fault: 'input' },
	notTaken: { level: undefined, fault: 'setup' },
	otherResult: { level: undefined, fault: 'service' },
} as const;

export type End = keyof typeof ENDS;
export const ASSETS = ['TRX', 'USDT', 'USDC'] as const;
export const SCORES = { low: 4, medium: 48, high: 92 };

/** Has each asset of the one wallet end as it should. */
export function arrange({ sandbox, wire }: World, ends: readonly End[]): void {
	const endOf = (asset: string | undefined) => ends[ASSETS.indexOf(asset as 'TRX')]!;
	wire.way = (call) => {
		if (call.method !== SUBMIT) return undefined;
		const end = endOf(assetOfCall(call));
		if (end === 'lost') return lostAfter();
		if (end === 'refused') return refused('No')(call);
		if (end !== 'notTaken') return undefined;
		return lostBefore(jsonAnswer({ error: 'Not enough checks', code: 1001 }));
	};
	wire.says = (method, result) => {
		const check = result.check as IDataObject | undefined;
		if (method !== RESULT || !check) return;
		const stored = sandbox.checks().find(({ hash }) => hash === check.hash)!;
		const end = endOf(assetOf(stored));
		if (end in SCORES)
			check.report = { riskscore: SCORES[end as 'low'], signals: { exchange_licensed: 1 } };
		if (end === 'unscored') check.report = { riskscore: null, signals: { exchange_licensed: 1 } };
		if (end === 'failed') Object.assign(check, { status: 'FAILED', report: null });
		if (end === 'pending') Object.assign(check, { status: 'PENDING', report: null });
		if (end === 'otherResult') check.address = bookAddress('TRX', 'high');
	};
}
