import type { FamilyVectors } from './types.mts';

/**
 * Ethereum, Ethereum Classic, BNB Smart Chain, Polygon: 40 hexadecimal digits, EIP-55 where the case is mixed; ICAP.
 *
 * Where all letters are capitals, small letters are sent. Two entries of ERC-1191's list for Ethereum (0x3599…, 0x66f9…)
 * contradict the algorithm that stands beside them and are left out; every other one was checked with a second
 * implementation of Keccak-256 (in Python).
 */
export const EVM: FamilyVectors = {
	valid: [
		{
			networks: ['ETH', 'ETC', 'BSC', 'MATIC'],
			source: 'ERC-55 and ERC-1191 (eth_mainnet), test cases',
			targets: [
				'0x27b1fdb04752bbc536007a920d24acb045561c26',
				'0x42712D45473476b98452f434e72461577D686318',
				[
					'0x52908400098527886E0F7030069857D2E4169EE7',
					'0x52908400098527886e0f7030069857d2e4169ee7',
				],
				'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
				'0x6549f4939460DE12611948b3f82b88C3C8975323',
				[
					'0x8617E340B3D01FA5F11F306F4090FD50E238070D',
					'0x8617e340b3d01fa5f11f306f4090fd50e238070d',
				],
				[
					'0x88021160C5C792225E4E5452585947470010289D',
					'0x88021160c5c792225e4e5452585947470010289d',
				],
				'0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
				'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
				'0xde709f2102306220921060314715629080e2fb77',
				'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
			],
		},
		{
			networks: ['ETH', 'ETC', 'BSC', 'MATIC'],
			source: 'ERC-55, the same in small letters, in capitals and without 0x',
			targets: [
				'0x6549f4939460de12611948b3f82b88c3c8975323',
				[
					'0x6549F4939460DE12611948B3F82B88C3C8975323',
					'0x6549f4939460de12611948b3f82b88c3c8975323',
				],
				[
					'0X6549F4939460DE12611948B3F82B88C3C8975323',
					'0x6549f4939460de12611948b3f82b88c3c8975323',
				],
				['6549f4939460DE12611948b3f82b88C3C8975323', '0x6549f4939460DE12611948b3f82b88C3C8975323'],
				['6549f4939460de12611948b3f82b88c3c8975323', '0x6549f4939460de12611948b3f82b88c3c8975323'],
			],
		},
		{
			networks: ['ETH', 'ETC', 'BSC', 'MATIC'],
			source:
				"derived: hashes of Bitcoin Core's base58_keys_valid.json, cased by that second implementation",
			targets: [
				'0x65a16059864a2FDBc7C99a4723A8395bc6f188EB',
				'0x74f209F6Ea907E2Ea48f74FAE05782Ae8A665257',
				'0x6D23156cbBDcC82A5A47eEe4C2C7C583C18B6bf4',
				'0xfcc5460dd6e2487C7D75B1963625dA0e8F4c5975',
				'0x7987CCAa53D02C8873487Ef919677CD3Db7a6912',
			],
		},
		{
			networks: ['ETH', 'ETC', 'BSC', 'MATIC'],
			source: 'published contracts of tokens, as their issuers write them',
			targets: [
				'0xdAC17F958D2ee523a2206206994597C13D831ec7',
				'0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
				'0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
				'0x6B175474E89094C44Da98b954EedeAC495271d0F',
				'0x00000000219ab540356cBB839Cbe05303d7705Fa',
				'0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
				'0x514910771AF9Ca656af840dff83E8264EcF986CA',
				'0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
				'0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
				'0x55d398326f99059fF775485246999027B3197955',
				'0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
				'0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
			],
		},
		{
			networks: ['ETH'],
			source: "ICAP, from the specification's example (direct form)",
			targets: [
				['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', '0x00c5496aEe77C1bA1f0854206A26DdA82a81D6D8'],
			],
		},
	],
	broken: [
		{
			source: "ERC-1191: checksums of RSK's networks, which do not fit elsewhere",
			reasons: ['checksum'],
			targets: [
				'0x27b1FdB04752BBc536007A920D24ACB045561c26',
				'0x3599689E6292B81B2D85451025146515070129Bb',
				'0x42712D45473476B98452f434E72461577d686318',
				'0x52908400098527886E0F7030069857D2E4169ee7',
				'0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
				'0x66F9664f97f2B50F62d13EA064982F936de76657',
				'0x8617E340b3D01Fa5f11f306f4090fd50E238070D',
				'0x88021160c5C792225E4E5452585947470010289d',
				'0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB',
				'0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB',
				'0xDe709F2102306220921060314715629080e2FB77',
				'0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359',
				'0x27B1FdB04752BbC536007a920D24acB045561C26',
				'0x3599689e6292b81b2D85451025146515070129Bb',
				'0x52908400098527886E0F7030069857D2e4169EE7',
				'0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd',
				'0x6549f4939460dE12611948b3f82b88C3c8975323',
				'0x66f9664F97F2b50f62d13eA064982F936DE76657',
				'0x8617e340b3D01fa5F11f306F4090Fd50e238070d',
				'0xd1220a0CF47c7B9Be7A2E6Ba89f429762E7b9adB',
				'0xdbF03B407C01E7cd3cbEa99509D93f8dDDc8C6fB',
				'0xDE709F2102306220921060314715629080e2Fb77',
				'0xFb6916095CA1dF60bb79CE92ce3Ea74C37c5D359',
			],
		},
		{
			source: 'derived: the case of one letter of a valid vector flipped',
			reasons: ['checksum'],
			targets: [
				'0x42712d45473476b98452f434e72461577D686318',
				'0x5aAeB6053F3E94C9b9A09f33669435E7Ef1BeAed',
				'0x6549f4939460dE12611948b3f82b88C3C8975323',
				'0xD1220A0Cf47c7B9Be7A2E6BA89F429762e7b9aDb',
				'0xdbF03B407C01E7cD3CBea99509d93f8DDDC8C6FB',
				'0xfB6916095Ca1df60bB79Ce92cE3Ea74c37c5d359',
				'0xdAC17F958d2ee523a2206206994597C13D831ec7',
				'0xA0b86991c6218B36c1d19D4a2e9Eb0cE3606eB48',
				'0xC02aaA39b223fE8D0A0e5C4F27eAD9083C756Cc2',
				'0x6B175474E89094c44Da98b954EedeAC495271d0F',
			],
		},
		{
			source: 'derived: a digit left out, doubled, or no hexadecimal digit',
			reasons: ['format', 'checksum'],
			targets: [
				'0x6549f4939460DE12611948b3f82b88C3C897532',
				'0x6549f4939460DE12611948b3f82b88C3C8975323d',
				'0x6549f493460DE12611948b3f82b88C3C8975323',
				'0xde709f2102306220921060314715629080e2fb7',
				'0xde709f2102306220921060314715629080e2fb777',
				'0xdeg09f2102306220921060314715629080e2fb77',
				'x06549f4939460DE12611948b3f82b88C3C8975323x',
				'0x',
			],
		},
		{
			source:
				"derived: ICAP with two letters swapped (on Ethereum; elsewhere it is another network's)",
			reasons: ['checksum', 'wrongNetwork'],
			targets: ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPSZ'],
		},
		{
			source: "other networks: Bitcoin Core, BIP-84, TRON's documentation, XRPL",
			reasons: ['wrongNetwork'],
			targets: [
				'1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
				'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
				'TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM',
				'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
			],
		},
	],
};
