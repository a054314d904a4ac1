import type { FamilyVectors } from './types.mts';

/** XRP Ledger: classic addresses, and X-addresses, which are sent as the classic address in them. */
export const XRP: FamilyVectors = {
	networks: ['XRP'],
	valid: {
		'XRPL documentation: special addresses (genesis account, ACCOUNT_ZERO, ACCOUNT_ONE, black hole, NaN)':
			[
				'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
				'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
				'rrrrrrrrrrrrrrrrrrrrBZbvji',
				'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
				'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
			],
		'ripple-address-codec, tests: classic addresses': [
			'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K',
			'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
		],
		'XLS-5, encoding for the main network': [
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV8zpDURx7DzBCkrQE7 -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
		],
		'derived: an X-address with a tag of 64 bits': [
			'XVLhHMPHU98es4dbozjVtdWzVrDjtVxcDFEb2y1RoKCCojD -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
		],
		'ripple-address-codec, tests: X-addresses': [
			'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ -> r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu -> r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'XVZVpQj8YSVpNyiwXYSqvQoQqgBttTxAZwMcuJd4xteQHyt -> rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K',
			'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm -> rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
		],
	},
	broken: {
		'XLS-5, encoding for the test network': [
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE',
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQnTryP9tG9TW8GeMBmd',
		],
		'ripple-address-codec, tests: an invalid address': ['rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw2'],
		'ripple-address-codec, tests: seeds of accounts': [
			'sn259rEFXrQrWyx3Q7XneWcwV6dfL',
			'sEdTM1uX8pu2do5XvTnutH6HsouMaM2',
		],
		'derived: an X-address with a reserved flag, and one without a tag whose tag is not zero, with fitting checksums':
			[
				'XVLhHMPHU98es4dbozjVtdWzVrDjtWsSRa5NrPo2B1QAY5G',
				'XVLhHMPHU98es4dbozjVtdWzVrDjtV53jSo8mAyvfybtDtz',
			],
	},
};
