import {
	checkAddress,
	checkTransactionHash,
	isRefusal,
	isSecret,
	refuseSecret,
} from '../../shared/addresses';
import type { Network, Refusal, TargetKind } from '../../shared/addresses';
import { ALL, DETECT, readEvmNetwork } from '../../shared/currencies';
import { tryCurrencies } from '../../shared/currencyList';
import { decideTarget, describeReadings } from '../../shared/detect';
import type { Decided, WantedWallet } from '../../shared/detect';
import type { AmlCheckError } from '../../shared/failures/failure';
import { nameNetworks } from '../../shared/networks';
import { quote } from '../../shared/quote';
import type { SubjectKind, WantedTarget } from '../../shared/targets';
import { findAssets, findListedId, findTokenContract, hasContracts } from '../../shared/tokens';
import * as fields from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { addressCheckSchema, transactionCheckSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import { screenItems } from '../screening';
import type { Operation } from './operation';
import { isNative, readTokenLocator, refuseItem, resolveToken } from './token';

const toItemFailure = ({ message, advice, reason }: Refusal): AmlCheckError =>
	refuseItem(message, advice).with({ reason });

/** Checks a text by its network's rules. Unchecked, an empty text is still refused and a private key never sent. */
function checkText(text: string, kind: TargetKind, network: Network): string {
	const check = kind === 'address' ? checkAddress : checkTransactionHash;
	const verdict = isSecret(text) ? refuseSecret(kind) : check(text, network);
	if (verdict.ok) return verdict.value;
	throw toItemFailure(verdict);
}

/** The contract of a token is no customer's wallet. */
async function refuseContract(run: NodeRun, network: Network, address: string): Promise<void> {
	if (!hasContracts(network)) return;
	const symbol = findTokenContract(await tryCurrencies(run.session), network, address);
	if (symbol === undefined) return;
	throw refuseItem(
		`${quote(address)} is the contract of ${symbol}, not a wallet`,
		`Give the address of the wallet, and choose ${symbol} in 'Currency' or 'Token'.`,
	).with({ reason: 'notAWallet' });
}

/** The targets of an item, and the decision which network they are on. */
interface ReadItem {
	targets: WantedTarget[];
	wallet?: { notScreened: string[] };
	/** Networks of which nothing but the native currency is known, although everything is wanted. */
	nativeOnly?: Network[];
	decided: Decided;
}

/** The targets of an item that wants a whole wallet: one for each asset that the service screens. */
async function readWallet(run: NodeRun, decided: Decided, wanted: WantedWallet): Promise<ReadItem> {
	const [network] = wanted.networks;
	const address = checkText(decided.address, 'address', network);
	for (const one of wanted.networks) await refuseContract(run, one, address);
	const entries = await tryCurrencies(run.session);
	const { found, notScreened, nativeOnly } = findAssets(wanted, entries);
	const targets = found.map(({ currency, tokenId, coin }): WantedTarget => {
		const listedId = findListedId(entries, currency);
		return { kind: 'address', currency, address, tokenId, coin, listedId };
	});
	return { targets, wallet: { notScreened }, nativeOnly, decided };
}

/** The text of Currency. A model that gives none gets the default. */
function readCurrencyText(run: NodeRun, index: number, kind: SubjectKind): string {
	const byDefault = run.isTool ? (kind === 'address' ? ALL : DETECT) : '';
	return run.text('currency', index) || byDefault;
}

/** Reads what an item wants screened. Throws for a target that can't be screened: nothing is paid for it then. */
async function readItem(run: NodeRun, index: number, kind: SubjectKind): Promise<ReadItem> {
	const evmNetwork = readEvmNetwork(run.text('evmNetwork', index));
	if (isRefusal(evmNetwork)) throw toItemFailure(evmNetwork);
	const token = readTokenLocator(run, index);
	const decided = decideTarget({
		currency: readCurrencyText(run, index, kind),
		address: run.text('address', index),
		transaction: kind === 'transaction' ? run.text('transaction', index) : undefined,
		evmNetwork,
		hasToken: !isNative(token.value),
	});
	if (isRefusal(decided)) throw toItemFailure(decided);
	if (decided.wallet) return await readWallet(run, decided, decided.wallet);
	const { currency, transaction: hash } = decided;
	const { network } = currency;
	const address = checkText(decided.address, 'address', network);
	const transaction = hash === undefined ? undefined : checkText(hash, 'transaction', network);
	const ofToken = await resolveToken(run, currency, token);
	if (kind === 'address') await refuseContract(run, network, address);
	const needsId = currency.alias !== undefined && currency.alias.tokenId === undefined;
	const listedId = needsId ? findListedId(await tryCurrencies(run.session), currency) : undefined;
	const wanted: WantedTarget = {
		kind,
		currency,
		address,
		named: { transaction },
		listedId,
		...ofToken,
	};
	return { targets: [wanted], decided };
}

const describeNativeOnly = (networks: readonly Network[]): string[] =>
	[...new Set(networks)].map(
		(network) =>
			`On ${nameNetworks([network])} only the native currency was screened: the service has no USDT and no USDC there.`,
	);

/** Makes the run of a paid operation. */
function screenEach(kind: SubjectKind): Operation['run'] {
	return async (run) => {
		const items = new Map<number, ReadItem>();
		const outcomes = await screenItems(run, async (index) => {
			const item = await readItem(run, index, kind);
			items.set(index, item);
			return item;
		});
		const screened = [...items]
			.filter(([index]) => 'outputs' in outcomes[index])
			.map(([, item]) => item);
		const hints = [
			...describeReadings(screened.map(({ decided }) => decided)),
			...describeNativeOnly(screened.flatMap(({ nativeOnly }) => nativeOnly ?? [])),
		];
		run.hints.push(
			...hints.map((message) => ({ type: 'info', location: 'outputPane', message }) as const),
		);
		return outcomes;
	};
}

/** The fields of both operations after the target. */
const COMMON_FIELDS = [fields.TOKEN, fields.WAIT_FOR_RESULT, ...LAST_FIELDS.paid];

export const screenAddress: Operation = {
	resource: 'check',
	value: 'checkAddress',
	name: 'Screen Address',
	action: 'Screen wallet',
	description: 'Screen a wallet address for money laundering risk',
	method: 'checkup.checkaddr',
	shortCost: 'costs 1 check per asset',
	costNotice: '1 check per asset: 1 to 3 checks a wallet, up to 10 on all EVM networks',
	cost: 'Costs 1 check per asset: 1 to 3 for all assets of a wallet, up to 10 on all EVM networks.',
	properties: [
		fields.WALLET_CURRENCY,
		fields.ALL_NOTICE,
		fields.WALLET_DETECT_NOTICE,
		fields.WALLET_EVM_NETWORK,
		fields.ADDRESS,
		...COMMON_FIELDS,
	],
	output: addressCheckSchema,
	run: screenEach('address'),
};

export const screenTransaction: Operation = {
	resource: 'check',
	value: 'checkTransaction',
	name: 'Screen Transaction',
	action: 'Screen transaction',
	description: 'Screen a transaction and its output address for money laundering risk',
	method: 'checkup.checktx',
	properties: [
		fields.CHECK_CURRENCY,
		fields.DETECT_NOTICE,
		fields.EVM_NETWORK,
		fields.TRANSACTION,
		fields.OUTPUT_ADDRESS,
		...COMMON_FIELDS,
	],
	output: transactionCheckSchema,
	run: screenEach('transaction'),
};
