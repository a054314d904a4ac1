import { findAddressKey, refuse, type Refusal } from '../addresses';
import type { CurrencyList } from '../currencyList';
import { quote } from '../quote';
import { findTokenContract } from '../tokens';
import { COIN_NAMES } from './words';

/* What is no wallet, although it has the form of an address. */

/** Addresses that nobody has the key of, by a spelling of each. Zeros are recognized by their form. */
const NOBODYS = [
	'0xdead000000000000000042069420694206942069',
	'0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
	'0x00000000000000000000000000000000deadbeef',
	'0x1111111111111111111111111111111111111111',
	'0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
	'0xffffffffffffffffffffffffffffffffffffffff',
	'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
	'1BitcoinEaterAddressDontSendf59kuE',
	'1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
	'bc1pfeessrawgf',
	'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
	'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
	'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
];

/** Keys of nothing but zeros, and of the small numbers that the networks themselves use. */
const ZEROS = /^(0x|tron:|xrp:|p2pkh:|p2sh:)0{36}[\da-f]{4}$|^segwit:(bc|ltc)1[qp]q{32,}/;

let nobodys: ReadonlySet<string | undefined> | undefined;

/** Whether nobody can have the key of an address. */
function isNobodys(address: string): boolean {
	nobodys ??= new Set(NOBODYS.map(findAddressKey));
	const key = findAddressKey(address);
	return key !== undefined && (ZEROS.test(key) || nobodys.has(key));
}

/**
 * Refuses the contract of a token and nobody's address, for a wallet and for the output of a transaction.
 * @param address in the form in which it is sent; `shown` is how it was entered.
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
			`Give the address of the wallet, and choose ${symbol} in '${symbol in COIN_NAMES ? 'Asset' : 'Token'}'.`,
		);
	if (/^C[A-Z2-7]{55}$/.test(address))
		return refuse(
			'notAWallet',
			`${quote(shown)} is a contract of Stellar, which no key owns`,
			'Give the address of the account, which begins with G.',
		);
	// Every spelling of an address has one key.
	return isNobodys(shown)
		? refuse(
				'notAWallet',
				`${quote(shown)} is nobody's address: no key for it is known`,
				'Give the address of the wallet.',
			)
		: undefined;
}
