/** What people paste around an address, in many tongues, and what it names. */
import { readSearched } from '../../../nodes/shared/reading/meant.ts';
import { bech32, bech32m } from '@scure/base';
import {
	BTC,
	CASH,
	CASH_LEGACY,
	ETH,
	HASH,
	SEGWIT,
	TOKEN,
	TRX,
	XLM,
	XRP,
} from '../addresses/samples.mts';
import { decide } from './decide.mts';

const EVM = ETH.toLowerCase();
const OTHER_TRX = 'TPJU2LEdw7WAamFoz1S5iE89Ms9DUznfTw';
const USDC_ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
const STELLAR_USDC = `web+stellar:pay?destination=${XLM}&asset_code=USDC&asset_issuer=${USDC_ISSUER}`;
const POLYGON_USDT = '0xc2132D05D31c914a87C6611C10748AEb04B58e8F';
const BSC = { evmNetwork: 'BSC' };

const AROUND = [
	...'**@** ~~@~~ ||@|| （@） 【@】 「@」 @。 @… 👉@👈 @✅ &quot;@&quot; "17","@","ok"'.split(' '),
	...'{"to":"@","amount":"12.5"} =HYPERLINK("@") my-wallet-@ @?amount=100.00&label=x'.split(' '),
	...'@%20 我的地址是@ 收款地址：@，谢谢 私のアドレスは@です 내주소@입니다 ที่อยู่@'.split(' '),
	'1) @',
	'- [ ] @',
	'Wallet address (main): @',
	'Hi!\n\nMy address:\n@\n\nBest,\nAnna',
	'عنواني @',
	'Адрес кошелька:@',
	'Voici ton adresse : @',
	'Das ist eure Adresse: @',
	'<a href="@">@</a>',
	'wallet_1: @',
	'x.y@example.com: @',
	'pls send to @ thx',
	'I just want my money: @',
	'@\n@',
];

it.each(AROUND)('%s', (text) => {
	const put = (address: string) =>
		text.replaceAll('@', () => address).replace(/x\.y.*com/, 'x.y@example.com');
	expect(decide(put(TRX))).toBe(`TRX ${TRX}`);
	expect(decide(put(CASH.slice(12)))).toBe(`BCH ${CASH}`);
	expect(decide(put(XRP))).toBe(`XRP ${XRP}`);
	for (const one of [ETH, EVM]) expect(decide(put(one), 'detect', BSC)).toBe(`BSC ${ETH}`);
});

it.each([
	...':495 ?dt=1&amount=5 -495 _495 +495 #495 |495'.split(' '),
	' (tag 495)',
	'\nTag: 495',
	', Destination Tag: 495',
	' Метка: 495',
	' memo 495',
])('a tag behind an address is dropped: r…%s', (tag) =>
	expect(decide(`${XRP}${tag}`)).toBe(`XRP ${XRP}`),
);

/** T, E, B, G, X stand for addresses. */
const put = (text: string) =>
	text.replace(
		/\b[TEBGX]\b/g,
		(letter) => ({ T: TRX, E: ETH, B: BTC, G: XLM, X: XRP })[letter] ?? letter,
	);

it.each([
	['我的USDT地址是T', 'USDTTRC20'],
	['泰达币地址：T', 'USDTTRC20'],
	['ЮСДТ трон T', 'USDTTRC20'],
	['比特币现金 B', 'BCH'],
	['T（USDT-TRC20）', 'USDTTRC20'],
	['USDT👉T', 'USDTTRC20'],
	['USDT=T', 'USDTTRC20'],
	['USDT/T', 'USDTTRC20'],
	['T-USDT', 'USDTTRC20'],
	['100USDT T', 'USDTTRC20'],
	['Send 100 USDT to T', 'USDTTRC20'],
	['{"coin":"USDT","network":"TRX","address":"T"}', 'USDTTRC20'],
	['Мой кошелек USDT TRC20: T', 'USDTTRC20'],
	['tether:T', 'USDTTRC20'],
	['T, JST', 'JST on TRX'],
	['RLUSD X', 'RLUSD on XRP'],
	['USDC G', 'USDC on XLM'],
	['Coin: TRX\nNetwork: TRC20\nAddress: T', 'TRX'],
	['{"address":"E","chainId":56}', 'BSC'],
	['Chain ID 137: E', 'MATIC'],
	['eip155:56 E', 'BSC'],
	['USDC on Polygon: E', 'USDC on MATIC'],
	['DAI Ethereum E', 'DAI on ETH'],
	['E, BEP20 USDT', 'USDTBEP20'],
	['Bitcoin Cash: B', 'BCH'],
	['bsv:B', 'BSV'],
	['address,network,asset\nE,Polygon,USDC', 'USDC on MATIC'],
	['https://bscscan.com/address/E USDT', 'USDTBEP20'],
	['T (Binance)', 'TRX'],
])('%s names %s', (text, assets) => expect(decide(put(text))).toMatch(new RegExp(`^${assets} `)));

it.each([
	['{"address":"E","chainId":8453}', 'unsupportedNetwork: The link names Base'],
	['{"address":"E","chainId":56}', 'wrongNetwork: '],
	['please send on base to E thanks', 'names Base'],
	['my base wallet is E ok', 'names Base'],
	['E USDT and USDC', 'wrongAsset: '],
	['ETH: E BSC: E', 'names Ethereum and BNB Smart Chain at once'],
	['bridged USDC E', 'names “bridged”'],
	['E, USDX', 'names “USDX”'],
	['USDТ T', 'names “USDТ”'],
	['T USDT nile testnet', 'a test network'],
	['Pi: G', 'names Pi'],
	['Xahau: X', 'names Xahau'],
	['Fractal Bitcoin: B', 'names Fractal Bitcoin'],
	['see https://basescan.org/ E', 'names Base'],
	['T ERC20', 'wrongNetwork'],
	['E BEP20', 'wrongNetwork'],
	['E.eth', ''],
	['T@example.com', ''],
	['My Solana wallet', 'unsupportedNetwork: The text names Solana'],
])('%s under Ethereum is refused: %s', (text, words) => {
	const refused = decide(put(text), 'detect', { evmNetwork: 'ETH' });
	expect(refused).toMatch(/^\w+: /);
	expect(refused).toContain(words);
});

it.each([
	[`BTC address: ${BTC}`, 'USDT', "The text names Bitcoin, but 'Currency' means USDT."],
	[`TRX: ${TRX}`, 'USDT', 'wrongAsset'],
	[`${TRX}, JST`, 'TRX', 'wrongAsset'],
	[`${TRX} JST`, 'all', 'wrongAsset'],
	[STELLAR_USDC, 'USDT', 'wrongAsset'],
	[`ethereum:${TOKEN}@1/transfer?address=${ETH}`, 'ETH', 'wrongAsset'],
])('%s under %s is refused: %s', (text, currency, words) =>
	expect(decide(text, currency)).toContain(words),
);

it.each([
	[STELLAR_USDC, 'XLM+USDC on XLM'],
	[`ethereum:${POLYGON_USDT}@137/transfer?address=${ETH}`, 'MATIC+USDT on MATIC+USDC on MATIC'],
])('a whole wallet holds the stablecoin that %s names', (text, assets) =>
	expect(decide(text, 'all')).toMatch(assets),
);

it('Currency and the text agree on all EVM networks, too', () => {
	const given = (text: string) => decide(text, 'USDT', { evmNetwork: 'all' });
	expect(given(`${ETH} USDC`)).toMatch(/^wrongAsset/);
	expect(given(`USDT ${ETH}`)).toMatch(/^USDTERC20\+USDTBEP20\+USDT on MATIC /);
});

it.each([
	`${TRX}→${OTHER_TRX}`,
	`${TRX}和${OTHER_TRX}`,
	`{"from":"${TRX}","to":"${OTHER_TRX}"}`,
	`[${TRX}](https://tronscan.org/#/address/${OTHER_TRX})`,
	`${TRX} DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L`,
])('%s are several', (text) => expect(decide(text)).toMatch(/^severalTargets/));

it('spellings of one wallet are one', () => {
	expect(decide(`${ETH} ${EVM}\nhttps://etherscan.io/address/${EVM}`)).toBe(`ETH ${ETH}`);
	expect(decide(`${CASH} ${CASH_LEGACY}`, 'BCH')).toBe(`BCH ${CASH}`);
});

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => at);

it.each([
	['alice@', 'nameNotResolved: “alice@”'],
	['₿alice@example.com', 'nameNotResolved'],
	['bob+tag*lobstr.co', 'nameNotResolved'],
	['ethereum:vitalik.eth@1', '“vitalik.eth” is a name'],
	['fio:alice@edge', '“alice@edge” is a name'],
	[
		`${SEGWIT.slice(0, 4)} ${SEGWIT.slice(4)}`,
		`has white space inside it. Write the address without blanks`,
	],
	[`${ETH.slice(0, 20)}\n${ETH.slice(20)}`, 'has white space inside it'],
	[bech32m.encode('ltcmweb', [0, ...bech32m.toWords(bytes(66))], 200), 'notAWallet: '],
	[bech32.encode('agoric', bech32.toWords(bytes(20))), 'unsupportedNetwork: '],
	['0.0.123456-vfmkw', 'one of Hedera'],
	['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'one of Polkadot'],
	['NNLi44dJNXtDNSBkofB48aTVYtb1zZrNEs', 'one of NEO'],
	['DsUZxxoHJSty8DCfwfartwTYbuhmVct7tJu', 'one of Decred'],
	['0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', 'notAWallet: '],
	['0x1654653399040a61', 'one of Flow'],
])('%s: %s', (text, words) =>
	expect(decide(text, 'detect', { evmNetwork: 'ETH' })).toContain(words),
);

it.each([
	[EVM, 'in place of 0x'],
	[EVM.slice(2), 'before it'],
])('%s under TRX: write 41 %s, which works', (digits, where) => {
	expect(decide(digits, 'TRX')).toContain(`Write 41 ${where}`);
	expect(decide(`41${EVM.slice(2)}`, 'TRX')).toMatch(/^TRX T/);
});

const SECRETS = [
	'RivalHurdleAddressInspireTenantAlmostTurkeySafeAssetStepLabBoy',
	'1rival 2hurdle 3address 4inspire 5tenant 6almost 7turkey 8safe 9asset 10step 11lab 12boy',
	'5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyT',
	'5HueCGU8rMjx EXxiPuD5BDku 4MkFqeZyd4dZ 1jvhTVqvbTLvyTJ',
	'sbgwsg6btnckcob3difbgcvmupqfypa2g4o34rmtb343oypxu5djdvmm',
	'554872 394230 209376 323698 140250 387423 652803 258676',
	`-----BEGIN EC PRIVATE KEY-----\nMHQCAQEE\n-----END EC PRIVATE KEY-----`,
	`{"privateKey":"0x${HASH}"}`,
	...['clave privada: ', 'Schlüssel: ', 'https://w.example/import#key%3D'].map((key) => key + HASH),
	...'私钥： PK= key= https://w.example/import?k= ethereum:0x'.split(' ').map((key) => key + HASH),
	`{"key":"0x${HASH}"}`,
	'5Hue CGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
	Array.from({ length: 64 }, (_, at) => at).join(','),
	`https://x.y/?k={"privateKey":"${HASH}"}`,
];

it.each(SECRETS)('%s leaves nowhere', (text) => {
	expect(decide(text)).toMatch(/^privateKey: /);
	expect(decide(TRX, 'detect', { transaction: text })).toMatch(/^privateKey: /);
	expect(readSearched(text, { network: 'TRX' })).toMatchObject({ reason: 'privateKey' });
});

it.each([`It's 0x${HASH}`, `ok: ${HASH}`, `https://w.example/search?apikey=a1&tx=${HASH}`])(
	'%s names no key',
	(transaction) => expect(decide(ETH, 'ETH', { transaction })).toBe(`ETH ${ETH} 0x${HASH}`),
);

it('the code of a network before 64 digits names the network of a transaction', () =>
	expect(decide(BTC, 'detect', { transaction: `BTC:${HASH}` })).toBe(`BTC ${BTC} ${HASH}`));

it('an output of a transaction is searched for as its transaction', () => {
	const search = (text: string) => readSearched(text, { network: 'BTC' });
	expect(search(`${HASH}:0`)).toBe(HASH);
	expect(search(`my hash ${HASH}`)).toMatchObject({ reason: 'wrongKind' });
});

const TEST_NET = 'amount=1&network_passphrase=Test%20SDF%20Network%20%3B%20September%202015';
it.each([
	[
		`web+stellar:pay?destination=${XLM}&${TEST_NET}`,
		'detect',
		'unsupportedNetwork: ',
		'privateKey',
	],
	[`${TOKEN}, my wallet`, 'all', 'notAWallet: ', 'EVM Network'],
	[`FDUSD ${ETH} on BSC`, 'detect', 'Leave this item out', "'Token'"],
	[`EURC: ${XLM}`, 'detect', 'Leave this item out', "'Token'"],
	[`FDUSD ${ETH}`, 'ETH', 'Leave this item out', "'Token'"],
	[`tBTC: ${ETH}`, 'ETH', 'The text names tBTC', 'test network'],
	[`Binance USD: ${ETH}`, 'ETH', "Choose ETH in 'Currency', and BUSD in 'Token'", 'Leave'],
	[`WETH ${ETH} Ethereum`, 'all', "Choose ETH in 'Currency', and WETH in 'Token'", 'Leave'],
	[`${TRX}, USDT`, 'TRX', "Choose USDT in 'Currency'", "'Token'"],
	[`https://etherscan.io/nft/${ETH}`, 'detect', 'Give the address of the wallet.', "'Token'"],
])('the advice about %s under %s works: %s', (text, currency, words, never) => {
	const refused = decide(text, currency);
	expect(refused).toContain(words);
	expect(refused).not.toContain(never);
});

it.each([
	[`${TRX}, USDT`, 'TRX', 'Paste the address alone.'],
	[`https://etherscan.io/nft/${ETH}`, 'ETH', 'Give the address of the wallet.'],
] as const)('a search for %s on %s: %s', (text, network, advice) =>
	expect(readSearched(text, { network })).toMatchObject({ advice }),
);

it.each([
	[`bitcoincash:${CASH_LEGACY}`, 'detect'],
	[`bitcoincash:${CASH_LEGACY}`, 'BCH'],
	[`simpleledger:${CASH_LEGACY}`, 'BCH'],
])('%s under %s is of Bitcoin Cash', (text, currency) =>
	expect(decide(text, currency)).toBe(`BCH ${CASH}`),
);

it.each([
	['8453', 'of Base'],
	['10', 'of Optimism'],
	['0x2105', 'of Base'],
	['USDT Kava', 'of Kava'],
])('the currency %s is %s', (currency, words) =>
	expect(decide(TRX, currency)).toContain(`${words}, which the service doesn't check`),
);

it.each(['network:', 'a:', '_', '|', '=', '(((', 'ABC', 'https://', '币'])(
	'a long text of nothing but %s and an address is read within a tenth of a second',
	(part) => {
		const before = process.cpuUsage();
		decide(part.repeat(4000 / part.length) + ETH);
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(100);
	},
);
