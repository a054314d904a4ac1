import { BTC } from './btc.mts';
import type { FamilyVectors } from './types.mts';

const { valid, broken } = BTC;
const KEY_IO_VALID = 'Bitcoin Core, src/test/data/key_io_valid.json';
const PRIVATE_KEYS = 'Bitcoin Core, key_io_valid.json: private keys';
const TEST_NETWORKS = 'Bitcoin Core, key_io_valid.json and BIP-350: test networks';

const isBase58 = (address: string) => /^[123mn]/.test(address);

/**
 * Bitcoin SV: base58 (P2PKH, P2SH) as Bitcoin's. The network has no specification of its own: its node took over the
 * address code of Bitcoin Core, and these are that code's own vectors.
 */
export const BSV: FamilyVectors = {
	networks: ['BSV'],
	valid: {
		'Bitcoin Core, src/test/data/base58_keys_valid.json': [
			'1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i',
			'3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou',
			'1Ax4gZtb7gAit2TivwejZHYtNNLT18PUXJ',
			'3QjYXhTkvuj8qPaXHTTWb5wjXhdsLAAWVy',
			'1C5bSj1iEGUgSTbziymG7Cn18ENQuT36vv',
			'3AnNxabYGoTxYiTEZwFEnerUoeFXK2Zoks',
		],
		[KEY_IO_VALID]: valid[KEY_IO_VALID]!.filter(isBase58),
		'the coinbase output of the genesis block': ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
	},
	broken: {
		'Bitcoin Core, key_io_valid.json: test networks': broken[TEST_NETWORKS]!.filter(isBase58),
		'segwit, which Bitcoin SV does not have: BIP-84, BIP-86': [
			...valid['BIP-84']!,
			...valid['BIP-86']!,
		],
		'cashaddr specification: Bitcoin Cash alone': [
			'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy',
			'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r',
			'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
		],
		'Bitcoin Core, key_io_invalid.json: length': [
			'1GAdfviErV2Ew95FPtZyikz2qGP3gyCB6Hyu94sedAkPpA523m3fQwps9YKUZkKgQckGPKhRsFR',
		],
		'Bitcoin Core, key_io_invalid.json: a version of no network': [
			'KzNbAQ4mexfAxa6RKBzHQqfoTycaeWpv2p',
		],
		[PRIVATE_KEYS]: broken[PRIVATE_KEYS]!,
	},
};
