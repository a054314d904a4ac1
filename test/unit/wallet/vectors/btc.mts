import type { FamilyVectors } from './types.mts';

/**
 * Bitcoin: base58 (P2PKH, P2SH), bech32 (segwit version 0), bech32m (taproot and later versions).
 *
 * The derived ones are typing slips made from vectors of the sources named.
 */
export const BTC: FamilyVectors = {
	networks: ['BTC'],
	valid: {
		'BIP-350, valid segwit addresses (bc)': [
			'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 -> bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
			'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
			'BC1SW50QGDZ25J -> bc1sw50qgdz25j',
			'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
			'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
		],
		'BIP-84': [
			'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
			'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
			'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
		],
		'BIP-86': [
			'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
			'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
			'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
		],
		'BIP-341, wallet-test-vectors.json': [
			'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
			'bc1pjxmy65eywgafs5tsunw95ruycpqcqnev6ynxp7jaasylcgtcxczs6n332e',
		],
		'Bitcoin Core, src/test/data/key_io_valid.json': [
			'1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
			'36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm',
			'1FjL87pn8ky6Vbavd1ZHeChRXtoxwRGCRd',
			'3BZECeAH8gSKkjrTx8PwMrNQBLG18yHpvf',
			'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv',
			'bc1qyucykdlhp62tezs0hagqury402qwhk589q80tqs5myh3rxq34nwqhkdhv7',
			'bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu',
			'bc1z2rksukkjr8',
			'bc1zmjtqxkzs89',
		],
		'the anchor output P2A (segwit version 1, program 4e73), which Bitcoin Core 28 introduced': [
			'bc1pfeessrawgf',
		],
	},
	broken: {
		'BIP-352, send_and_receive_test_vectors.json: silent payment addresses, which no ledger shows':
			[
				'sp1qqgrz6j0lcqnc04vxccydl0kpsj4frfje0ktmgcl2t346hkw30226xqupawdf48k8882j0strrvcmgg2kdawz53a54dd376ngdhak364hzcmynqtn',
			],
		"BIP-350, invalid segwit addresses: the other encoding's checksum, witness version, length": [
			'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
			'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
			'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
			'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
			'bc1pw5dgrnzv',
			'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
			'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
			'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
			'bc1gmk9yu',
		],
		'BIP-350 and BIP-173, invalid segwit addresses: a character that is not in the alphabet, the checksum':
			[
				'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
				'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
			],
		'BIP-173, invalid segwit addresses: witness version, length': [
			'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
			'bc1rw5uspcuh',
			'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
			'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
		],
		'Bitcoin Core, key_io_invalid.json: wrong length, version or program': [
			'1GAdfviErV2Ew95FPtZyikz2qGP3gyCB6Hyu94sedAkPpA523m3fQwps9YKUZkKgQckGPKhRsFR',
			'37G2kMDLpmWVhimxRdzwNfE8JFvWXnJYnVcXeeGrek2qumdJuK7XArcVVpRtLLjRra3t64BEPF2',
			'bc1qpu6d26mrulzetu4jqhd7rsunv9aqru26f5c4j8',
			'bc1p702xksx4z3uqf0u2phllxkfe5cgu0adxptqs0uelx0tqt8e885sqryes2l',
		],
		'Bitcoin Core, key_io_invalid.json, and BIP-350: a version, a prefix of no network': [
			'KzNbAQ4mexfAxa6RKBzHQqfoTycaeWpv2p',
			'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
			'tc1qdlapns4zkn03juf2k9xwwpct209suj6mgcd9gh',
		],
		'Bitcoin Core, key_io_valid.json and BIP-350: test networks': [
			'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ',
			'2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK',
			'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ',
			'2MxFajLApXpYk4VodBSZSt7rw8y4ryABkfA',
			'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54',
			'tb1p35n52jy6xkm4wd905tdy8qtagrn73kqdz73xe4zxpvq9t3fp50aqk3s6gz',
			'tb1rgv5m6uvdk3kc7qsuz0c79v88ycr5w4wa',
			'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9',
			'bcrt1pfwxjqvtt4tcxrtdluukfmy2dv7xd2qzdfy6kajv5nwn4yam3wxkq3553uh',
		],
		'Bitcoin Core, key_io_valid.json: private keys': [
			'5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9',
			'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd',
		],
	},
};
