import { networkName } from '../../shared/currencies';
import type { CurrencyCode } from '../../shared/currencies';
import { unusableValue } from '../../shared/parameters';
import { aliasedBy, findByContract } from '../../shared/tokens';
import type { NodeRun } from '../run/nodeRun';
import { requireCurrency } from '../screening/target';
import type { CheckKind, WantedTarget } from '../screening/target';

interface Locator {
	mode: string;
	value: string;
}

/**
 * An expression may give the bare value in place of the locator; a number is then an ID, all else a contract.
 * @throws AmlCheckError where an expression yields nothing: the native currency would be screened in place of the token
 * that is meant. A blank text is an answer: the native currency.
 */
function readLocator(run: NodeRun, index: number): Locator {
	const raw = run.context.getNodeParameter('token', index, '') as unknown;
	const isLocator = typeof raw === 'object' && raw !== null;
	const { mode, value } = (isLocator ? raw : { value: raw }) as Partial<Locator>;
	if (value === undefined || value === null)
		throw unusableValue(
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
	const entry = findByContract(await run.currencies(), network, contract);
	if (entry) return String(entry.token_id);
	throw unusableValue(
		`Token: the service knows no token with the contract '${contract.slice(0, 80)}' on ${networkName(network)}`,
		'Check the contract address and the currency, or choose the token from the list. Nothing was paid for this item.',
	);
}

/**
 * The token of an item (service 4.2, 4.3).
 * @returns no `token_id` for the native currency, or where a stablecoin alias names the token already.
 * @throws AmlCheckError for a token that can't be meant.
 */
async function readToken(
	run: NodeRun,
	index: number,
	currency: CurrencyCode,
): Promise<Pick<WantedTarget, 'symbol' | 'tokenId'>> {
	const { mode, value } = readLocator(run, index);
	if (/^0*$/.test(value)) return { tokenId: '' };
	const isContract = mode === 'contract';
	const given = isContract ? await idOfContract(run, currency, value) : value;
	if (!/^\d+$/.test(given))
		throw unusableValue(
			`Token: '${value.slice(0, 80)}' is not a token ID`,
			'A token ID is a number, e.g. 94252. To give a contract address, switch the field to By Contract Address. Nothing was paid for this item.',
		);
	const tokenId = given.replace(/^0+/, '');
	const { alias, code, network } = currency;
	if (alias && alias.tokenId !== tokenId)
		throw unusableValue(
			`Token: the currency ${code} already names its token`,
			`Leave Token empty, or choose ${networkName(network)} as currency. Nothing was paid for this item.`,
		);
	if (alias) return { tokenId: '' };
	return { tokenId, symbol: isContract ? aliasedBy(network, value) : undefined };
}

/**
 * Reads what one item of a paid operation wants checked.
 * @param kind an address or a transaction.
 * @returns a reader for the screening; it throws AmlCheckError for values that can't be used.
 */
export function wantedReader(
	kind: CheckKind,
): (run: NodeRun, index: number) => Promise<WantedTarget> {
	return async (run, index) => {
		const currency = run.text('currency', index);
		return {
			kind,
			currency,
			address: run.text('address', index),
			transaction: kind === 'transaction' ? run.text('transaction', index) : undefined,
			...(await readToken(run, index, requireCurrency(currency))),
			validate: run.optionsOf(index).validateTargets,
		};
	};
}
