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
			'rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo',
			'rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW',
			'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
			'rJrRMgiRgrU6hDF4pgu5DXQdWyPbY35ErN',
			'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1',
			'rLUEXYuLiQptky37CqLcm9USQpPiz5rkpD',
		],
		'XLS-5, encoding for the main network': [
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDC -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV8zpDURx7DzBCkrQE7 -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtVoKj3MnFGMXEFMnvJV -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtVqrDUk2vDpkTjPsY73 -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV1kAsixQTdMjbWi39u -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
			'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
		],
		'derived: an X-address with a tag of 64 bits': [
			'XVLhHMPHU98es4dbozjVtdWzVrDjtVxcDFEb2y1RoKCCojD -> rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
		],
		'ripple-address-codec, tests: X-addresses': [
			'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ -> r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu -> r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGo2K5VpXpmCqbV2gS -> r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A -> r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
			'XVZVpQj8YSVpNyiwXYSqvQoQqgBttTxAZwMcuJd4xteQHyt -> rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K',
			'X7YenJqxv3L66CwhBSfd3N8RzGXxYqPopMGMsCcpho79rex -> rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo',
			'X7YenJqxv3L66CwhBSfd3N8RzGXxYqV56ZkTCa9UCzgaao1 -> rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo',
			'X7d3eHCXzwBeWrZec1yT24iZerQjYL8m8zCJ16ACxu1BrBY -> rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW',
			'X7d3eHCXzwBeWrZec1yT24iZerQjYLo2CJf8oVC5CMWey5m -> rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW',
			'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm -> rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
			'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2m4Er6SnvjVLpMWPjR -> rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
			'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2qwGkhgc48zzcx6Gkr -> rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
		],
	},
	broken: {
		'XLS-5, encoding for the test network': [
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE',
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQnSy8RHqGHoGJ59spi2',
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQnSz1uDimDdPYXzSpyw',
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQnTryP9tG9TW8GeMBmd',
			'TVE26TYGhfLC7tQDno7G8dGtxSkYQnT2oqaCDzMEuCDAj1j',
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
		'other networks: Bitcoin Core, EIP-55, SEP-23': [
			'1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
			'0x6549f4939460DE12611948b3f82b88C3C8975323',
			'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
		],
	},
};
