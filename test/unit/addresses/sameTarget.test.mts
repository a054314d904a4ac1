/** Which spellings mean one target. */
import { sameTarget, targetKey, type Network } from '../../../nodes/shared/addresses/index.ts';
import { NETWORK_CODES } from '../../../nodes/shared/networks.ts';
import {
	BTC,
	SEGWIT,
	CASH,
	CASH_LEGACY,
	ETH,
	XRP,
	X_TAGGED,
	XLM,
	XLM_MUXED,
	HASH,
	TOKEN,
} from './samples.mts';

const ALL: readonly Network[] = [...NETWORK_CODES].sort();

describe('targetKey and sameTarget', () => {
	it.each<[string, string, Network]>([
		[ETH, ETH.toLowerCase(), 'ETH'],
		[ETH, ETH.toUpperCase(), 'MATIC'],
		[ETH, ETH.slice(2), 'BSC'],
		[ETH, `ethereum:${ETH}@1`, 'ETH'],
		// A checksum that doesn't fit is no reason to pay twice where validation is off.
		[ETH.replace('A', 'a'), ETH, 'ETH'],
		[SEGWIT, SEGWIT.toUpperCase(), 'BTC'],
		[SEGWIT.slice(0, -1), SEGWIT.slice(0, -1).toUpperCase(), 'BTC'],
		[CASH, CASH.slice(12), 'BCH'],
		[CASH, CASH.toUpperCase(), 'BCH'],
		[CASH, CASH_LEGACY, 'BCH'],
		['MV5rN5EcX1imDS2gEh5jPJXeiW5QN8YrK3', '3Nsi4BpeZtsLQvkn8p6PZfHFPoUxKbJ1YY', 'LTC'],
		[
			'41dd791d6b49e190062d650e6a23c575510d35f2f9',
			'0x41DD791D6B49E190062D650E6A23C575510D35F2F9',
			'TRX',
		],
		[X_TAGGED, XRP, 'XRP'],
		[XLM_MUXED, XLM, 'XLM'],
	])('%s and %s are one address on %s', (a, b, network) => {
		expect(targetKey(a, network, 'address')).toBe(targetKey(b, network, 'address'));
		expect(sameTarget(a, ` ${b}\n`, network, 'address')).toBe(true);
	});

	it.each<[string, string, Network]>([
		[BTC, CASH_LEGACY, 'BTC'],
		[BTC, BTC.toLowerCase(), 'BTC'],
		[ETH, TOKEN, 'ETH'],
		[XRP, XRP.toLowerCase(), 'XRP'],
		['bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', SEGWIT, 'BTC'],
		// The hash of a key and the hash of a script are different wallets even where the bytes agree.
		[CASH, 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', 'BCH'],
		['a', 'b', 'BTC'],
	])('%s and %s are two addresses on %s', (a, b, network) => {
		expect(sameTarget(a, b, network, 'address')).toBe(false);
	});

	it('compares transaction hashes without case and 0x', () => {
		for (const network of ALL) {
			expect(sameTarget(HASH, `0x${HASH.toUpperCase()}`, network, 'transaction')).toBe(true);
			expect(sameTarget(HASH, HASH.replace('4', '5'), network, 'transaction')).toBe(false);
		}
	});
});
