import {
	checkAddress,
	checkTransactionHash,
	isRefusal,
	isSecret,
	quote,
	refuseSecret,
} from '../../shared/addresses';
import type { Network, Refusal, TargetKind } from '../../shared/addresses';
import type { CurrencyCode } from '../../shared/currencies';
import { readCurrencies, tryCurrencies } from '../../shared/currencyList';
import { decideTarget, describeGuesses, type Decided } from '../../shared/detect';
import { NETWORKS } from '../../shared/networks';
import { invalidInput, type AmlCheckError } from '../../shared/failures/failure';
import type { WantedTarget } from '../../shared/targets';
import {
	findAliasedCoin,
	findByContract,
	findTokenContract,
	hasContracts,
} from '../../shared/tokens';
import * as fields from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { addressCheckSchema, transactionCheckSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import { screenItems } from '../screening';
import { NOT_PAID } from '../screening/failures';
import type { Operation } from './operation';

const refuseItem = (message: string, advice: string): AmlCheckError =>
	invalidInput(message, advice).note('payment', NOT_PAID);

const toItemFailure = ({ message, advice, reason }: Refusal): AmlCheckError =>
	refuseItem(message, advice).with({ reason });

const isNative = (token: string): boolean => /^0*$/.test(token);

/**
 * Reads the token of an item. A bare number is an ID, any other text a contract, and an empty text the native currency.
 * An expression without a result is refused: the native currency would be screened in place of the token that is meant.
 */
function readTokenLocator(run: NodeRun, index: number) {
	const raw = run.context.getNodeParameter('token', index, '') as unknown;
	// An expression may give the bare value in place of the locator.
	const isLocator = typeof raw === 'object' && raw !== null;
	const { mode, value } = (isLocator ? raw : { value: raw }) as { mode?: string; value?: unknown };
	if (value === undefined || value === null)
		throw refuseItem(
			"'Token' holds nothing: give it a value or remove it",
			"Its expression yields nothing for this item. For the network's own currency let it yield an empty text.",
		);
	const text = String(value).trim();
	run.refuseFixedExpression('token', text);
	return { mode: mode ?? (/^\d*$/.test(text) ? 'id' : 'contract'), value: text };
}

async function findTokenId(run: NodeRun, network: Network, contract: string): Promise<string> {
	const entry = findByContract(await readCurrencies(run.session), network, contract);
	if (entry) return String(entry.token_id);
	throw refuseItem(
		`'Token': the service knows no token with the contract ${quote(contract)} on ${NETWORKS[network].name}`,
		'Check the contract address and the currency, or choose the token from the list.',
	);
}

/** Resolves the token of an item. The ID is empty for the native currency, and where an alias names the token. */
async function resolveToken(
	run: NodeRun,
	{ alias, code, network }: CurrencyCode,
	{ mode, value }: ReturnType<typeof readTokenLocator>,
): Promise<Pick<WantedTarget, 'symbol' | 'tokenId'>> {
	if (isNative(value)) return { tokenId: '' };
	const isContract = mode === 'contract';
	const given = isContract ? await findTokenId(run, network, value) : value;
	if (!/^\d+$/.test(given))
		throw refuseItem(
			`'Token': ${quote(value)} is not a token ID`,
			'A token ID is a number, e.g. 94252. To give a contract address, switch the field to By Contract Address.',
		);
	const tokenId = given.replace(/^0+/, '');
	if (!alias) return { tokenId, symbol: isContract ? findAliasedCoin(network, value) : undefined };
	if (alias.tokenId === tokenId) return { tokenId: '' };
	throw refuseItem(
		`'Token': the currency ${code} already names its token`,
		`Leave 'Token' empty, or choose ${NETWORKS[network].name} in 'Currency'.`,
	);
}

/** Checks a text by its network's rules. Unchecked, an empty text is still refused and a private key never sent. */
function checkText(text: string, kind: TargetKind, network: Network, validate: boolean): string {
	if (!validate && text !== '' && !isSecret(text)) return text;
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

/** Reads what an item wants screened. Throws for a target that can't be screened: nothing is paid for it then. */
export async function readItem(run: NodeRun, index: number, kind: TargetKind) {
	const { evmNetwork, validateTargets: validate } = run.getOptions(index);
	const token = readTokenLocator(run, index);
	const decided = decideTarget({
		currency: run.text('currency', index),
		address: run.text('address', index),
		transaction: kind === 'transaction' ? run.text('transaction', index) : undefined,
		evmNetwork,
		hasToken: !isNative(token.value),
	});
	if (isRefusal(decided)) throw toItemFailure(decided);
	const { currency, transaction: hash } = decided;
	const { network } = currency;
	const address = checkText(decided.address, 'address', network, validate);
	const transaction =
		hash === undefined ? undefined : checkText(hash, 'transaction', network, validate);
	const ofToken = await resolveToken(run, currency, token);
	if (validate && kind === 'address') await refuseContract(run, network, address);
	const { isNetworkGuessed } = decided;
	const wanted: WantedTarget = {
		...{ kind, currency, address, transaction, isNetworkGuessed },
		...ofToken,
	};
	return { wanted, decided };
}

/** Makes the run of a paid operation. */
function screenEach(kind: TargetKind): Operation['run'] {
	return async (run) => {
		const decisions = new Map<number, Decided>();
		const outcomes = await screenItems(run, async (index) => {
			const { wanted, decided } = await readItem(run, index, kind);
			decisions.set(index, decided);
			return [wanted];
		});
		const screened = [...decisions].filter(([index]) => 'outputs' in outcomes[index]);
		const hints = describeGuesses(screened.map(([, decided]) => decided));
		run.hints.push(
			...hints.map((message) => ({ type: 'info', location: 'outputPane', message }) as const),
		);
		return outcomes;
	};
}

/** What both operations ask for after the target. */
const COMMON_FIELDS = [fields.TOKEN, fields.WAIT_FOR_RESULT, ...LAST_FIELDS.paid];

export const screenAddress: Operation = {
	resource: 'check',
	value: 'checkAddress',
	name: 'Screen Address',
	action: 'Screen wallet',
	description: 'Screen a wallet address for money laundering risk',
	method: 'checkup.checkaddr',
	properties: [fields.CHECK_CURRENCY, fields.ADDRESS, ...COMMON_FIELDS],
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
	properties: [fields.CHECK_CURRENCY, fields.TRANSACTION, fields.OUTPUT_ADDRESS, ...COMMON_FIELDS],
	output: transactionCheckSchema,
	run: screenEach('transaction'),
};
