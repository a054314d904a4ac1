import { findAddressKey } from './addresses';
import { quote } from './quote';
import { refuse, type Refusal } from './refusals';
import { findTokenContract, type CurrencyList } from './tokens';

/* What is no wallet, although it has the form of an address. */

/** Keys of nothing but zeros, and of the small numbers and words behind zeros that stand for nobody. */
const NOBODYS = /^(0x|tron:|xrp:|p2pkh:|p2sh:)0{36}[\da-f]{4}$|^segwit:(bc|ltc)1[qp]q{32,}|^GA{51}/;

/**
 * Refuses the contract of a token and nobody's address, for a wallet and for the output of a transaction.
 * @param address in the form in which it is sent; `shown` is how it was written.
 */
export function refuseNonWallet(
	address: string,
	shown: string,
	list: CurrencyList,
): Refusal | undefined {
	const symbol = findTokenContract(address, list);
	if (symbol !== undefined)
		return refuse(
			'notAWallet',
			`${quote(shown)} is the contract of ${symbol}, not a wallet`,
			`Write the address of the wallet, and choose ${symbol} in 'Asset' or 'Token'.`,
		);
	return NOBODYS.test(findAddressKey(address) ?? '')
		? refuse(
				'notAWallet',
				`${quote(shown)} is nobody's address: no key for it is known`,
				'Write the address of the wallet.',
			)
		: undefined;
}
