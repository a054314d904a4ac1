import type { FamilyVectors } from './types.mts';

/**
 * Bitcoin Cash: cashaddr with and without its prefix, token-aware cashaddr, legacy base58.
 *
 * An arrow is between what is entered and what is sent. The derived valid ones encode published hashes with an implementation
 * of cashaddr independent of the one tested (a transcription of the specification's pseudo code, in Python).
 */
export const BCH: FamilyVectors = {
	networks: ['BCH'],
	valid: {
		'cashaddr specification, examples of address translation: cashaddr': [
			'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r',
			'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
			'bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37',
		],
		'the same without their prefix': [
			'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a -> bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq -> bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
		],
		'the same in capitals': [
			'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A -> bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'BITCOINCASH:QR95SY3J9XWD2AP32XKYKTTR4CVCU7AS4Y0QVERFUY -> bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy',
		],
		'cashaddr specification, examples of address translation: legacy': [
			'1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu -> bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb -> bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r',
			'3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC -> bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
			'31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw -> bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37',
		],
		'cashaddr specification, larger test vectors (type 0)': [
			'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2',
			'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0',
			'bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz',
			'bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake',
			'bitcoincash:qnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv39gr3uvz',
			'bitcoincash:qh3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqex2w82sl',
			'bitcoincash:qmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqscw8jd03f',
			'bitcoincash:qlg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg96mtky5sv5w',
		],
		'CHIP-2022-02 CashTokens, test-vectors/cashaddr.json: token-aware types': [
			'bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe -> bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2',
			'bitcoincash:zr7fzmep8g7h7ymfxy74lgc0v950j3r295z4y4gq0v -> bitcoincash:qr7fzmep8g7h7ymfxy74lgc0v950j3r2959lhtxxsl',
			'bitcoincash:rpawqn2h74a4t50phuza84kdp3794pq3cct3k50p0y -> bitcoincash:ppawqn2h74a4t50phuza84kdp3794pq3ccvm92p8sh',
			'bitcoincash:rqv53dwyatxse2xh7nnlqhyr6ryjgfdtag38xjkhc5 -> bitcoincash:pqv53dwyatxse2xh7nnlqhyr6ryjgfdtagkd4vc388',
		],
		"derived: hashes of Bitcoin Core's base58_keys_valid.json in cashaddr": [
			'bitcoincash:qpj6zczese9zlk78exdywgag89duduvgavzjep9ega',
			'bitcoincash:pp60yz0ka2g8ut4y3a604czhs2hg5ejj2ugn82jfsr',
		],
	},
	broken: {
		'derived: the first two of its examples under the prefix of SLP tokens': [
			'simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvg3pncxyr',
			'simpleledger:qr95sy3j9xwd2ap32xkykttr4cvcu7as4yrm8zkfz6',
		],
		'cashaddr specification and CashTokens, test vectors of test networks': [
			'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t',
			'bchtest:p9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2u94tsynr',
			'bchtest:qr7fzmep8g7h7ymfxy74lgc0v950j3r295pdnvy3hr',
			'bchtest:zr7fzmep8g7h7ymfxy74lgc0v950j3r295x8qj2hgs',
			'bchreg:qr7fzmep8g7h7ymfxy74lgc0v950j3r295m39d8z59',
			'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ',
			'2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK',
		],
		'cashaddr specification, test vectors under prefixes of no network': [
			'pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5',
			'prefix:0r6m7j9njldwwzlg9v7v53unlr4jkmx6ey3qnjwsrf',
		],
		'cashaddr specification: a prefix of another network in front of a valid payload': [
			'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'bchreg:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
		],
		'derived: eCash, which has the same form under its own prefix': [
			'ecash:qpm2qsznhks23z7629mms6s4cwef74vcwva87rkuu2',
		],
		'derived: mixed case, which the specification forbids': [
			'bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
			'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gDX6A',
		],
		'derived: 20 bytes of data under a version byte that says 24, a set reserved bit, a set spare bit, with fitting checksums':
			[
				'bitcoincash:q9m2qsznhks23z7629mms6s4cwef74vcwvtn0d2s8a',
				'bitcoincash:spm2qsznhks23z7629mms6s4cwef74vcwv4glwxl5g',
				'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwdhfnr59fu',
			],
	},
};
