import type { FamilyVectors } from './types.mts';

/**
 * Ethereum, Ethereum Classic, BNB Smart Chain, Polygon: 40 hexadecimal digits, EIP-55 where the case is mixed.
 *
 * What is sent follows EIP-55. Two entries of ERC-1191's list for Ethereum (0x3599…, 0x66f9…)
 * contradict the algorithm that stands beside them and are left out; every other one was checked with a second
 * implementation of Keccak-256 (in Python).
 */
export const EVM: FamilyVectors = {
	networks: ['ETH', 'ETC', 'BSC', 'MATIC'],
	valid: {
		'ERC-55 and ERC-1191 (eth_mainnet), test cases': [
			'0x27b1fdb04752bbc536007a920d24acb045561c26',
			'0x42712D45473476b98452f434e72461577D686318',
			'0x52908400098527886E0F7030069857D2E4169EE7',
			'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
			'0x6549f4939460DE12611948b3f82b88C3C8975323',
			'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
			'0xde709f2102306220921060314715629080e2fb77',
			'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
		],
		'ERC-55, the same in small letters and in capitals': [
			'0x6549f4939460de12611948b3f82b88c3c8975323 -> 0x6549f4939460DE12611948b3f82b88C3C8975323',
			'0x6549F4939460DE12611948B3F82B88C3C8975323 -> 0x6549f4939460DE12611948b3f82b88C3C8975323',
			'0X6549F4939460DE12611948B3F82B88C3C8975323 -> 0x6549f4939460DE12611948b3f82b88C3C8975323',
		],
		"derived: hashes of Bitcoin Core's base58_keys_valid.json, cased by that second implementation":
			['0x65a16059864a2FDBc7C99a4723A8395bc6f188EB', '0x74f209F6Ea907E2Ea48f74FAE05782Ae8A665257'],
		'published contracts of tokens, as their issuers write them': [
			'0xdAC17F958D2ee523a2206206994597C13D831ec7',
			'0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
			'0x00000000219ab540356cBB839Cbe05303d7705Fa',
			'0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
		],
	},
	broken: {
		"ERC-1191: checksums of RSK's networks, which do not fit elsewhere": [
			'0x27b1FdB04752BBc536007A920D24ACB045561c26',
			'0x42712D45473476B98452f434E72461577d686318',
			'0x52908400098527886E0F7030069857D2E4169ee7',
			'0x27B1FdB04752BbC536007a920D24acB045561C26',
			'0x6549f4939460dE12611948b3f82b88C3c8975323',
		],
		'derived: the case of one letter of a valid vector flipped': [
			'0x42712d45473476b98452f434e72461577D686318',
			'0x5aAeB6053F3E94C9b9A09f33669435E7Ef1BeAed',
			'0xdAC17F958d2ee523a2206206994597C13D831ec7',
		],
		'ERC-55, the same without 0x': [
			'6549f4939460DE12611948b3f82b88C3C8975323',
			'6549f4939460de12611948b3f82b88c3c8975323',
		],
		'derived: a digit left out, doubled, or no hexadecimal digit': [
			'0x6549f4939460DE12611948b3f82b88C3C897532',
			'0x6549f4939460DE12611948b3f82b88C3C8975323d',
			'0x6549f493460DE12611948b3f82b88C3C8975323',
			'0xde709f2102306220921060314715629080e2fb7',
			'0xde709f2102306220921060314715629080e2fb777',
			'0xdeg09f2102306220921060314715629080e2fb77',
			'x06549f4939460DE12611948b3f82b88C3C8975323x',
			'0x',
		],
		'ICAP, which the Ethereum project gave up': ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS'],
	},
};
