import { fetchCurrencies, tryFetchCurrencies } from '../../shared/service/currencyList';
import type { RpcSession } from '../../shared/service/session';
import { giveWay } from '../../shared/base/slices';
import { isObject } from '../../shared/base/values';
import type { TargetKind } from '../../shared/wallet/addresses';
import {
	decide,
	needsList,
	parseEntered,
	type Decision,
	type Saying,
} from '../../shared/wallet/decide';
import { nameNetworks, NETWORK_CODES } from '../../shared/wallet/networks';
import type { GivenToken } from '../../shared/wallet/tokens';
import * as fields from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { addressCheckSchema, transactionCheckSchema } from '../items/schemas';
import type { Parameters } from '../parameters';
import type { WalletFacts } from '../items/wallet';
import { screenItems } from '../screening';
import { accept, type Operation } from './operation';

const UNREAD = 'since the currency list could not be read';

/** What the item of a wallet says of the assets that it has no check of. */
const toFacts = ({ notScreened, missing }: NonNullable<Decision['wallet']>): WalletFacts => ({
	notScreened,
	missing: missing.map((asset) => ({ asset, why: UNREAD })),
});

/** Reads the token of an item. An expression may give the bare value in place of the locator. */
function parseToken(parameters: Parameters, index: number): GivenToken {
	const given = parameters.given('token', index, '');
	const mode = isObject(given) ? given.mode : undefined;
	const value = parameters.text('token', index);
	if (mode === 'contract') return { mode, value };
	return mode === 'list' || mode === 'id' ? { mode: 'id', value } : { value };
}

/** Reads what the parameters of an item say. Throws for what can't be read. */
function parseItem(parameters: Parameters, index: number, kind: TargetKind): Saying {
	const asset = parameters.text('asset', index);
	const wanted = parseEntered({
		network: parameters.text('network', index),
		asset,
		token: asset.toLowerCase() === 'token' ? parseToken(parameters, index) : { value: '' },
		address: parameters.text('address', index),
		transaction: kind === 'transaction' ? parameters.text('transaction', index) : undefined,
	});
	return accept(wanted);
}

/** Decides what an item screens. Throws for a target that can't be screened: nothing is paid for it then. */
async function decideItem(session: RpcSession, wanted: Saying): Promise<Decision> {
	const list = needsList(wanted) ? await tryFetchCurrencies(session) : { entries: [] };
	const first = decide(wanted, list);
	// The asset is known to the list alone: its outage is the reason of this item, or passes.
	const decided =
		first === 'unread' ? decide(wanted, { entries: await fetchCurrencies(session) }) : first;
	if (decided === 'unread') throw new Error('The list was read');
	return accept(decided);
}

/** A sentence about the addresses that were read as Bitcoin's, and that other networks have, too. */
function describeSharedForms(decisions: readonly Decision[]): string[] {
	const shared = decisions.filter(({ otherNetworks }) => otherNetworks.length > 0);
	if (shared.length === 0) return [];
	const forms = [...new Set(shared.map(({ written }) => `${written[0]}…`))].sort();
	const others = new Set(shared.flatMap(({ otherNetworks }) => otherNetworks));
	const named = nameNetworks(NETWORK_CODES.filter((network) => others.has(network)));
	return [
		`${forms.join(' and ')} ${forms.length === 1 ? 'was' : 'were'} read as Bitcoin (BTC). If ${named} is meant, choose it in 'Network'.`,
	];
}

/** Makes the run of a paid operation. */
function screenEach(kind: TargetKind): Operation['run'] {
	return async (run) => {
		const decisions = new Map<number, Decision>();
		const { session } = run;
		const outcomes = await screenItems(run, async (index) => {
			const decision = await decideItem(session, parseItem(run.parameters, index, kind));
			decisions.set(index, decision);
			const { targets, written, wallet } = decision;
			return { targets, written, wallet: wallet && toFacts(wallet) };
		});
		await giveWay();
		const screened = [...decisions].filter(([index]) => 'outputs' in outcomes[index]);
		const hints = describeSharedForms(screened.map(([, decision]) => decision));
		run.sentences.push(...hints);
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
