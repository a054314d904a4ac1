/** Derives 10,000 addresses of each form, and prints those that are read as of any network but their own. */
import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2';
import { base58xrp, bech32, bech32m, createBase58check } from '@scure/base';
import { findNetworks, type Network } from '../../../nodes/shared/addresses/index.ts';
import { readGiven } from '../../../nodes/shared/reading/given.ts';
import { decideMeant } from '../../../nodes/shared/reading/meant.ts';
import { makeAddress } from '../../../sandbox/addresses.mts';

const SEED = 20_261_122;
const EACH = 10_000;

const bytesOf = (form: string, n: number) => createHash('sha256').update(`${form} ${n}`).digest();
const base58check = createBase58check(sha256);

const hash = (version: number) => (n: number) =>
	base58check.encode(Buffer.from([version, ...bytesOf(`version ${version}`, n).subarray(0, 20)]));

/** Half of them segwit, half of them taproot. */
const segwit = (prefix: string) => (n: number) => {
	const bytes = bytesOf(prefix, n);
	return n % 2
		? bech32.encode(prefix, [0, ...bech32.toWords(bytes.subarray(0, 20))])
		: bech32m.encode(prefix, [1, ...bech32.toWords(bytes)]);
};

function xrp(n: number): string {
	const body = Buffer.from([0, ...bytesOf('XRP', n).subarray(0, 20)]);
	return base58xrp.encode(Buffer.from([...body, ...sha256(sha256(body)).subarray(0, 4)]));
}

const FORMS: Array<[screened: Network, fits: string, derive: (n: number) => string]> = [
	['BTC', 'BTC', segwit('bc')],
	['BTC', 'BTC BCH BSV', hash(0x00)],
	['BTC', 'BTC BCH BSV LTC', hash(0x05)],
	['LTC', 'LTC', segwit('ltc')],
	['LTC', 'LTC', hash(0x30)],
	['TRX', 'TRX', hash(0x41)],
	['XRP', 'XRP', xrp],
	['XLM', 'XLM', (n) => makeAddress('XLM', n)],
	['ETH', 'ETH ETC BSC MATIC', (n) => `0x${bytesOf('ETH', n).toString('hex').slice(0, 40)}`],
];

const wrong: string[] = [];
let counted = 0;
for (const [screened, fits, derive] of FORMS)
	for (let n = 0; n < EACH; n++) {
		const address = derive(SEED + n);
		const read = readGiven({ currency: 'detect', address, evmNetwork: 'ETH' });
		const decided = 'ok' in read ? read : decideMeant(read, { entries: [] });
		const isRight =
			decided !== 'unread' && 'assets' in decided && decided.assets[0]?.network === screened;
		if (!isRight || findNetworks(address).join(' ') !== fits) wrong.push(address);
		counted++;
	}
console.log(JSON.stringify({ seed: SEED, counted, wrong: wrong.slice(0, 20) }));
