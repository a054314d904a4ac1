import type { NodeExecutionHint } from 'n8n-workflow';

import {
	checkAddress,
	checkTransactionHash,
	isPlainAddress,
	isRefusal,
	isSecret,
	quote,
	refuseSecret,
} from '../../shared/addresses';
import type { Network, Refusal, TargetVerdict } from '../../shared/addresses';
import type { CurrencyCode } from '../../shared/currencies';
import { readCurrencies, tryCurrencies } from '../../shared/currencyList';
import { decideTarget, nameField, networkHints } from '../../shared/detect';
import type { Decided } from '../../shared/detect';
import { NETWORKS } from '../../shared/networks';
import { invalidInput } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { aliasedBy, findByContract, findTokenContract, hasContracts } from '../../shared/tokens';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { screenItems } from '../screening';
import type { TargetKind, WantedTarget } from '../../shared/targets';

/**
 * The token of an item; a bare number is an ID, all else a contract.
 * @throws AmlCheckError where an expression yields nothing: the native currency would be screened in place of the token
 * that is meant. A blank text is an answer: the native currency.
 */
function readTokenLocator(run: NodeRun, index: number): { mode: string; value: string } {
	const raw = run.context.getNodeParameter('token', index, '') as unknown;
	// An expression may give the bare value in place of the locator.
	const isLocator = typeof raw === 'object' && raw !== null;
	const { mode, value } = (isLocator ? raw : { value: raw }) as { mode?: string; value?: unknown };
	if (value === undefined || value === null)
		throw invalidInput(
			"'Token' holds nothing: give it a value or remove it",
			"Its expression yields nothing for this item. For the network's own currency let it yield an empty text. Nothing was paid for this item.",
		);
	const text = String(value).trim();
	return { mode: mode ?? (/^\d*$/.test(text) ? 'id' : 'contract'), value: text };
}

async function idOfContract(
	run: NodeRun,
	{ network }: CurrencyCode,
	contract: string,
): Promise<string> {
	const entry = findByContract(await readCurrencies(run.session), network, contract);
	if (entry) return String(entry.token_id);
	throw invalidInput(
		`Token: the service knows no token with the contract ${isPlainAddress(contract) ? contract : quote(contract)} on ${NETWORKS[network].name}`,
		'Check the contract address and the currency, or choose the token from the list. Nothing was paid for this item.',
	);
}

/**
 * Resolves the token of an item (service 4.2, 4.3).
 * @returns no `token_id` for the native currency, or where a stablecoin alias names the token already.
 * @throws AmlCheckError for a token that can't be meant.
 */
async function resolveToken(
	run: NodeRun,
	currency: CurrencyCode,
	{ mode, value }: { mode: string; value: string },
): Promise<Pick<WantedTarget, 'symbol' | 'tokenId'>> {
	if (isNative(value)) return { tokenId: '' };
	const isContract = mode === 'contract';
	const given = isContract ? await idOfContract(run, currency, value) : value;
	if (!/^\d+$/.test(given))
		throw invalidInput(
			`Token: ${quote(value)} is not a token ID`,
			'A token ID is a number, e.g. 94252. To give a contract address, switch the field to By Contract Address. Nothing was paid for this item.',
		);
	const tokenId = given.replace(/^0+/, '');
	const { alias, code, network } = currency;
	if (alias && alias.tokenId !== tokenId)
		throw invalidInput(
			`Token: the currency ${code} already names its token`,
			`Leave Token empty, or choose ${NETWORKS[network].name} as currency. Nothing was paid for this item.`,
		);
	if (alias) return { tokenId: '' };
	return { tokenId, symbol: isContract ? aliasedBy(network, value) : undefined };
}

const toFailure = ({ message, advice, reason }: Refusal): AmlCheckError =>
	invalidInput(message, `${advice} Nothing was paid for this item.`).with({ reason });

/** A private key is sent nowhere, whatever the options say. */
function checkText(
	text: string,
	kind: TargetKind,
	check: ((text: string) => TargetVerdict) | undefined,
): string {
	const verdict = isSecret(text)
		? refuseSecret(kind)
		: (check?.(text) ?? { ok: true, value: text });
	if (verdict.ok) return verdict.value;
	throw toFailure(nameField(verdict, kind));
}

/** The contract of a token is no customer's wallet. */
async function refuseContract(run: NodeRun, network: Network, address: string): Promise<void> {
	if (!hasContracts(network)) return;
	const symbol = findTokenContract(await tryCurrencies(run.session), network, address);
	if (symbol === undefined) return;
	throw invalidInput(
		`${address} is the contract of ${symbol}, not a wallet`,
		`Give the address of the wallet, and choose ${symbol} in Currency or Token. Nothing was paid for this item.`,
	).with({ reason: 'notAWallet' });
}

const isNative = (token: string): boolean => /^0*$/.test(token);

async function readItem(
	run: NodeRun,
	index: number,
	kind: TargetKind,
): Promise<{ wanted: WantedTarget; decided: Decided }> {
	const { evmNetwork, validateTargets: validate } = run.optionsOf(index);
	const token = readTokenLocator(run, index);
	const decided = decideTarget({
		currency: run.text('currency', index),
		address: run.text('address', index),
		transaction: kind === 'transaction' ? run.text('transaction', index) : undefined,
		evmNetwork,
		hasToken: !isNative(token.value),
	});
	if (isRefusal(decided)) throw toFailure(decided);
	const { currency } = decided;
	const check = (one: typeof checkAddress) =>
		validate ? (text: string) => one(text, currency.network) : undefined;
	const address = checkText(decided.address, 'address', check(checkAddress));
	const transaction =
		decided.transaction === undefined
			? undefined
			: checkText(decided.transaction, 'transaction', check(checkTransactionHash));
	const ofToken = await resolveToken(run, currency, token);
	if (validate && kind === 'address') await refuseContract(run, currency.network, address);
	const wanted = { kind, currency: currency.code, address, transaction, ...ofToken, validate };
	return { wanted, decided };
}

/**
 * Makes the run of a paid operation: reads what each item wants checked, and screens it.
 * @param kind an address or a transaction.
 */
export function screenEach(kind: TargetKind): (run: NodeRun) => Promise<ItemOutcome[]> {
	return async (run) => {
		const decisions = new Map<number, Decided>();
		const outcomes = await screenItems(run, async (index) => {
			const { wanted, decided } = await readItem(run, index, kind);
			decisions.set(index, decided);
			return wanted;
		});
		const screened = [...decisions].filter(([index]) => 'outputs' in outcomes[index]);
		const hints = networkHints(screened.map(([, decided]) => decided));
		const show = (message: string): NodeExecutionHint => ({
			type: 'info',
			location: 'outputPane',
			message,
		});
		run.context.addExecutionHints?.(...hints.map(show));
		return outcomes;
	};
}
