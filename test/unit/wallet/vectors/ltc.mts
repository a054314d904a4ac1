import type { FamilyVectors } from './types.mts';

/**
 * Litecoin: base58 (L, M, and the 3 that M replaced), bech32 and bech32m.
 *
 * The derived valid ones encode published hashes with an implementation of base58check and bech32 independent of the
 * one tested (written in Python from the BIPs).
 */
export const LTC: FamilyVectors = {
	networks: ['LTC'],
	valid: {
		'Litecoin Core, src/test/data/key_io_valid.json: base58': [
			'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA',
			'MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2',
			'M9dw1FAoWpHC6PcMzoCHhqQ9McvTyG5Ywj',
			'LbfVMz974gbbGFqXF7FZUpSBWSbwBHDwR5',
		],
		'Litecoin Core, src/test/data/key_io_valid.json: bech32, bech32m': [
			'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w',
			'ltc1qa9dykljtgeayhm8ygx25sc22p0wzgudpe4hw9dyvaz0ye3j5kduq9mf68z',
			'ltc1ppu2gv0tujus0f6eggrk7eqmaf0567x6zer4fcuhz4z7ztzq9u9yseqxltc',
		],
		'the same in capitals': [
			'LTC1QHDHVRWE6RGQNS8FZ28TEE0HPHR5X7ULW5EXV4W -> ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w',
		],
		'script addresses of before the letter M (Litecoin Core still reads them): Bitcoin Core, base58_keys_valid.json':
			[
				'3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou -> MJZWZqmykQ32rvH8vUnW9jEPbyGg7agWQZ',
				'3QjYXhTkvuj8qPaXHTTWb5wjXhdsLAAWVy -> MWwgqasit2aZdtrRPLSrQjC8rQEKMrGPit',
			],
		"derived: hashes of Bitcoin Core's base58_keys_valid.json and of BIP-350 under Litecoin's versions and prefix":
			[
				'LUVKqDPPVBQcjUwt1S21Pa5ybgPaDEZhXR',
				'MJZWZqmykQ32rvH8vUnW9jEPbyGg7agWQZ',
				'ltc1qvkskqkvxfghah37fnfrj82pet0r0rz8tcyj7s5',
				'ltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qmu8tk5',
			],
	},
	broken: {
		'Litecoin Core, MWEB tests: addresses that no ledger shows': [
			'ltcmweb1qq0yq03ewm830ugmkkvrvjmyyeslcpwk8ayd7k27qx63sryy6kx3ksqm3k6jd24ld3r5dp5lzx7rm7uyxfujf8sn7v4nlxeqwrcq6k6xxwqdc6tl3',
		],
		'Litecoin Core, key_io_valid.json: test networks': [
			'mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs',
			'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z',
			'tltc1qpftpsvdn6mjp8celrkj0qxqy4jlapl959rlwg9',
			'tltc1pfnh6ljtrdgk4hh3acvu39a742vaqmd2khnd0tp9d0prcnvpq6zgqn0ecgk',
		],
		'Litecoin Core, key_io_valid.json: private keys': [
			'6vqpCruyRS9bEY6ZVrL8S9EL5h2MnQZffzzqrpNP9i8YozvXTKs',
			'T5MZ5z9WqJxzVxYyVPecTJUSDkzDWrUYe1JuSX2AqJ9jKmLJrvTE',
		],
		'derived: witness version 17, a program of 41 bytes, version 0 with 16 bytes, with fitting checksums':
			[
				'ltc13qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqsmzd32s',
				'ltc1pqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyvymmj9',
				'ltc1qqyqszqgpqyqszqgpqyqszqgpqya5gh6f',
			],
	},
};
