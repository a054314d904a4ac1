import type { FamilyVectors } from './types.mts';

/**
 * TRON: base58check (T…), and the hexadecimal form of its HTTP API (41…), which is sent as its T form.
 *
 * What the hexadecimal forms are sent as was computed with an implementation of base58check independent of the one tested.
 */
export const TRX: FamilyVectors = {
	networks: ['TRX'],
	valid: {
		'TRON documentation (tronprotocol/documentation-en), addresses in its examples': [
			'TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM',
			'TUznHJfHe6gdYY7gvWmf6bNZHuPHDZtowf',
			'TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g',
			'TTWq4vMEYB2yibAbPV7gQ4mrqTyX92fha6',
			'TDxka3zetrpWsWoeWWjSAQDwM186UmzwQn',
			'TPswDDCAWhJAZGdHPidFg5nEf8TkNToDX1',
			'TMYcx6eoRXnePKT1jVn25ZNeMNJ6828HWk',
			'TLLM21wteSPs4hKjbxgmH1L6poyMjeTbHm',
		],
		"TRON documentation, the HTTP API's addresses in hexadecimal": [
			'41dd791d6b49e190062d650e6a23c575510d35f2f9 -> TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
			'4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a -> TPLkz8rzTT7gKRS1bUm3hBcvw1EExAbKTV',
			'419c7c7049d26108be0dcb5f78479c6ff27ba101d1 -> TQEdV8bvHgtuEqUCbC8N2S6ad6KizNBMtB',
			'41eca9bc828a3005b9a3b909f2cc5c2a54794de05f -> TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
		],
		'the same in capitals and with 0x': [
			'41DD791D6B49E190062D650E6A23C575510D35F2F9 -> TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
			'0x4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a -> TPLkz8rzTT7gKRS1bUm3hBcvw1EExAbKTV',
		],
	},
	broken: {
		"derived: version a0 of TRON's first test network, in both forms": [
			'a0dd791d6b49e190062d650e6a23c575510d35f2f9',
			'27jGYxysdDqWeFvCaN5HPRiwDM5LxL7ezyQ',
		],
		'derived: a hexadecimal digit left out or doubled': [
			'41dd791d6b49e190062d650e6a23c575510d35f2f',
			'41dd791d6b49e190062d650e6a23c575510d35f2f99',
			'441dd791d6b49e190062d650e6a23c575510d35f2f9',
			'dd791d6b49e190062d650e6a23c575510d35f2f9',
		],
	},
};
