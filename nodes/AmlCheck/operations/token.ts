import type { Network } from '../../shared/addresses';
import type { CurrencyCode } from '../../shared/currencies';
import { readCurrencies } from '../../shared/currencyList';
import { invalidInput, type AmlCheckError } from '../../shared/failures/failure';
import { NOT_PAID } from '../../shared/failures/notes';
import { NETWORKS } from '../../shared/networks';
import { quote } from '../../shared/quote';
import { readValue, text as plainText } from '../../shared/options/read';
import type { WantedTarget } from '../../shared/targets';
import { findAliasedCoin, findByContract } from '../../shared/tokens';
import type { NodeRun } from '../run/nodeRun';

/* The token of an item. */

/** The failure of an item that can't be screened as it is. */
export const refuseItem = (message: string, advice: string): AmlCheckError =>
	invalidInput(message, advice).note('payment', NOT_PAID);

/** Whether a token ID means the network's own currency. */
export const isNative = (token: string): boolean => /^0*$/.test(token);

/** The field as n8n keeps it; `cachedResultName` is what the list shows of the choice. */
interface Locator {
	mode?: string;
	value?: unknown;
	cachedResultName?: string;
}

/**
 * Reads the token of an item. A bare number is an ID, any other text a contract, and an empty text the native currency.
 * It refuses an expression without a result, and a choice that n8n has emptied: the native currency would be screened in
 * place of the token that is meant.
 */
export function readTokenLocator(run: NodeRun, index: number) {
	const raw = run.given('token', index, '');
	// An expression may give the bare value in place of the locator.
	const isLocator = typeof raw === 'object' && raw !== null;
	const { mode, value, cachedResultName } = (isLocator ? raw : { value: raw }) as Locator;
	if (value === undefined || value === null)
		throw refuseItem(
			"'Token' holds nothing: give it a value or remove it",
			"Its expression yields nothing for this item. For the network's own currency let it yield an empty text.",
		);
	const text = run.readGiven('token', () => readValue(plainText.default(''), value, 'Token'));
	// n8n empties a choice together with its name, if the list of another credential lacks it or doesn't load.
	if (text === '' && cachedResultName === '')
		throw refuseItem(
			"'Token' is empty since the credential was changed",
			"Choose the token again. For the network's own currency switch the field to By ID, and enter 0.",
		);
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
export async function resolveToken(
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
