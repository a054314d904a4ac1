import type { FamilyVectors } from './types.mts';

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
			'1Gqk4Tv79P91Cc1STQtU3s1W6277M2CVWu',
			'33vt8ViH5jsr115AGkW6cEmEz9MpvJSwDk',
			'1JwMWBVLtiqtscbaRHai4pqHokhFCbtoB4',
			'3QCzvfL4ZRvmJFiWWBVwxfdaNBT8EtxB5y',
			'19dcawoKcZdQz365WpXWMhX6QCUpR9SY4r',
			'37Sp6Rv3y4kVd1nQ1JV5pfqXccHNyZm1x3',
			'13p1ijLwsnrcuyqcTvJXkq2ASdXqcnEBLE',
			'3ALJH9Y951VCGcVZYAdpA3KchoP9McEj1G',
		],
		'Bitcoin Core, src/test/data/key_io_valid.json': [
			'1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
			'36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm',
			'1FjL87pn8ky6Vbavd1ZHeChRXtoxwRGCRd',
			'3BZECeAH8gSKkjrTx8PwMrNQBLG18yHpvf',
			'1G9A9j6W8TLuh6dEeVwWeyibK1Uc5MfVFV',
			'33GA3ZXbw5o5HeUrBEaqkWXFYYZmdxGRRP',
		],
		'the coinbase output of the genesis block': ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
	},
	broken: {
		'Bitcoin Core, key_io_valid.json: test networks': [
			'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ',
			'2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK',
			'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ',
			'2MxFajLApXpYk4VodBSZSt7rw8y4ryABkfA',
		],
		'segwit, which Bitcoin SV does not have: BIP-84, BIP-86': [
			'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
			'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
			'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
			'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
			'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
			'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
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
		'Bitcoin Core, key_io_valid.json: private keys': [
			'5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9',
			'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd',
		],
	},
};
