import { isRefusal, type Network, type Refusal } from '../../shared/addresses';
import { readCurrencies, tryCurrencies, type CurrencyList } from '../../shared/currencyList';
import type { AmlCheckError } from '../../shared/failures/failure';
import { nameNetworks } from '../../shared/networks';
import { needsList, readGiven, type ReadGiven } from '../../shared/reading/given';
import { decideMeant, describeReadings, type Meant } from '../../shared/reading/meant';
import type { RpcSession } from '../../shared/rpc/session';
import { giveWay } from '../../shared/slices';
import type { SubjectKind, WantedTarget } from '../../shared/targets';
import * as fields from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { addressCheckSchema, transactionCheckSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { WalletFacts } from '../run/wallet';
import { screenItems } from '../screening';
import { readChoiceText, toCurrency } from './choice';
import type { Operation } from './operation';
import { readToken, refuseItem } from './token';

const toItemFailure = ({ message, advice, reason }: Refusal): AmlCheckError =>
	refuseItem(message, advice).with({ reason });

/** The list before it is read, for what doesn't need it. */
const NO_LIST: CurrencyList = { entries: [] };

/** The targets of an item: one for each asset. */
interface ReadItem {
	targets: WantedTarget[];
	wallet?: WalletFacts;
	meant: Meant;
}

const UNREAD = 'since the currency list could not be read';

/** What the item of a wallet says of the assets that it has no check of. */
const toFacts = ({ notScreened, unread }: NonNullable<Meant['wallet']>): WalletFacts => ({
	notScreened,
	missing: unread.map((asset) => ({ asset, why: UNREAD })),
});

/** Reads what the parameters of an item say. Throws for what can't be read. */
function readItem(run: NodeRun, index: number, kind: SubjectKind): ReadGiven {
	const isTransaction = kind === 'transaction';
	const address = run.text('address', index);
	const { currency, evmNetwork, isToken } = toCurrency(
		readChoiceText(run, 'network', index),
		readChoiceText(run, 'asset', index),
		address,
		isTransaction,
	);
	const read = readGiven({
		currency,
		evmNetwork,
		address,
		transaction: isTransaction ? run.text('transaction', index) : undefined,
		token: isToken ? readToken(run, index) : undefined,
	});
	if (isRefusal(read)) throw toItemFailure(read);
	return read;
}

/** Decides what an item screens. Throws for a target that can't be screened: nothing is paid for it then. */
async function decideItem(
	session: RpcSession,
	read: ReadGiven,
	kind: SubjectKind,
): Promise<ReadItem> {
	const list = needsList(read) ? await tryCurrencies(session) : NO_LIST;
	const first = decideMeant(read, list);
	// The asset is known to the list alone: its outage is the reason of this item, or passes.
	const meant =
		first === 'unread' ? decideMeant(read, { entries: await readCurrencies(session) }) : first;
	if (meant === 'unread') throw new Error('The list was read');
	if (isRefusal(meant)) throw toItemFailure(meant);
	const { address, transaction, assets, wallet } = meant;
	const targets = assets.map((asset): WantedTarget => ({
		kind,
		asset,
		address,
		named: { transaction },
	}));
	return { targets, wallet: wallet && toFacts(wallet), meant };
}

/** The networks of whole wallets of which nothing but the native currency is known. */
function findNativeOnly(items: readonly ReadItem[]): Network[] {
	const networks = items
		.filter(({ wallet }) => wallet !== undefined && wallet.notScreened.length > 0)
		.flatMap(({ targets }) => targets.map(({ asset }) => asset.network));
	const withTokens = new Set(
		items.flatMap(({ targets }) =>
			targets.filter(({ asset }) => asset.token).map(({ asset }) => asset.network),
		),
	);
	return [...new Set(networks)].filter((network) => !withTokens.has(network));
}

const describeNativeOnly = (items: readonly ReadItem[]): string[] =>
	findNativeOnly(items).map(
		(network) =>
			`On ${nameNetworks([network])} only the native currency was screened: the service has no USDT and no USDC there.`,
	);

/** Makes the run of a paid operation. */
function screenEach(kind: SubjectKind): Operation['run'] {
	return async (run) => {
		const items = new Map<number, ReadItem>();
		const { session } = run;
		let listing: Promise<unknown> | undefined;
		const outcomes = await screenItems(run, (index) => {
			const read = readItem(run, index, kind);
			if (needsList(read)) listing ??= tryCurrencies(session);
			return async () => {
				await listing;
				const item = await decideItem(session, read, kind);
				items.set(index, item);
				return item;
			};
		});
		await giveWay();
		const screened = [...items]
			.filter(([index]) => 'outputs' in outcomes[index])
			.map(([, item]) => item);
		const hints = [
			...describeReadings(screened.map(({ meant }) => meant)),
			...describeNativeOnly(screened),
		];
		run.hints.push(
			...hints.map((message) => ({ type: 'info', location: 'outputPane', message }) as const),
		);
		return outcomes;
	};
}

export const screenAddress: Operation = {
	resource: 'check',
	value: 'checkAddress',
	name: 'Screen Address',
	action: 'Screen a wallet',
	description: 'Screen the address of a wallet for money laundering risk',
	price: '1 check per asset',
	method: 'checkup.checkaddr',
	properties: [
		fields.WALLET_NETWORK,
		fields.WALLET_ASSET,
		fields.TOKEN,
		fields.ADDRESS,
		fields.WAIT_FOR_RESULT,
		...LAST_FIELDS.paid,
	],
	output: addressCheckSchema,
	run: screenEach('address'),
};

export const screenTransaction: Operation = {
	resource: 'check',
	value: 'checkTransaction',
	name: 'Screen Transaction',
	action: 'Screen a transaction',
	description: 'Screen a transaction and its output address for money laundering risk',
	price: '1 check',
	method: 'checkup.checktx',
	properties: [
		fields.TRANSACTION_NETWORK,
		fields.TRANSACTION_ASSET,
		fields.TOKEN,
		fields.TRANSACTION,
		fields.OUTPUT_ADDRESS,
		fields.WAIT_FOR_RESULT,
		...LAST_FIELDS.paid,
	],
	output: transactionCheckSchema,
	run: screenEach('transaction'),
};
