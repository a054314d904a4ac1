/** The table of networks: whole, without contradictions, and nothing left out that belongs to a network. */
import { checkAddress, cleanTarget } from '../../../nodes/shared/addresses/index.ts';
import {
	ALIAS_CODES,
	CHECK_CURRENCY_CODES,
	CHECK_CURRENCY_OPTIONS,
	hasTokens,
	readCurrency,
	readReportCurrency,
	REPORT_CURRENCY_OPTIONS,
	REPORT_NETWORKS,
} from '../../../nodes/shared/currencies.ts';
import {
	NETWORK_CODES,
	NETWORKS,
	networksBy,
	networksWhere,
	type Network,
} from '../../../nodes/shared/networks.ts';
import { CHECK_NETWORKS, REPORT_NETWORKS as SANDBOX_REPORTS } from '../../../sandbox/networks.mts';
import { CURRENCY_LIST, makeAddress } from '../../../sandbox/server.mts';
import { FAMILIES } from '../addresses/vectors/index.mts';

/** A sentence for each network that something is missing for. */
const missing = (isThere: (network: Network) => boolean, what: string): string[] =>
	NETWORK_CODES.filter((network) => !isThere(network)).map((network) => `${network} ${what}`);

describe('a network', () => {
	it('has address vectors', () => {
		const covered = new Set(
			Object.values(FAMILIES).flatMap(({ valid }) => valid.flatMap(({ networks }) => networks)),
		);
		expect(missing((network) => covered.has(network), 'has no address vectors')).toEqual([]);
	});

	it('is in the sandbox, with addresses that are its own', () => {
		const known = new Set<string>(CHECK_NETWORKS);
		expect(missing((network) => known.has(network), 'is not in the sandbox')).toEqual([]);
		const isValid = (network: Network) => checkAddress(makeAddress(network, 'own'), network).ok;
		expect(missing(isValid, 'has no valid addresses in the sandbox')).toEqual([]);
		const hasNative = (network: Network) =>
			CURRENCY_LIST.some(({ currency, issuer }) => currency === network && issuer === null);
		expect(missing(hasNative, 'has no native currency in the sandbox')).toEqual([]);
	});

	it('has reports in the sandbox where the table says so, and nowhere else', () => {
		const known = new Set<string>(SANDBOX_REPORTS);
		const agrees = (network: Network) => known.has(network) === NETWORKS[network].hasReports;
		expect(missing(agrees, 'has reports in only one of table and sandbox')).toEqual([]);
	});

	it('has tokens in the sandbox only where the table says so', () => {
		const withTokens = new Set(
			CURRENCY_LIST.filter(({ issuer }) => issuer !== null).map(({ currency }) => currency),
		);
		const agrees = (network: Network) => hasTokens(network) || !withTokens.has(network);
		expect(missing(agrees, 'has tokens in the sandbox, and none in the table')).toEqual([]);
	});

	it('is meant by no name of another one', () => {
		for (const network of NETWORK_CODES) {
			const { name, otherNames } = NETWORKS[network];
			for (const text of [network, name, ...otherNames, `${name} (${network})`])
				for (const one of [text, text.toLowerCase(), ` ${text.toUpperCase()} `])
					expect(readCurrency(one)).toEqual({ code: network, network });
		}
	});

	it('shares a version or a prefix of addresses only where it means the same there', () => {
		const versions = networksBy(({ base58 }) => Object.keys(base58?.versions ?? {}).map(Number));
		for (const [version, networks] of versions) {
			const scripts = networks.map((network) => NETWORKS[network].base58?.versions[version]);
			expect({ version, scripts: new Set(scripts).size }).toEqual({ version, scripts: 1 });
		}
		const prefixes = NETWORK_CODES.flatMap((network) => {
			const form = NETWORKS[network].bech32;
			return form ? [form.segwit, ...form.opaque, ...form.test] : [];
		});
		expect(new Set(prefixes).size).toBe(prefixes.length);
	});

	it('has its schemes cleaned off a link', () => {
		for (const [scheme, networks] of networksBy(({ schemes }) => schemes)) {
			expect(networks).toHaveLength(1);
			expect(cleanTarget(`${scheme}:${'1'.repeat(30)}?amount=1`)).toBe('1'.repeat(30));
		}
	});
});

describe('the lists', () => {
	it('are those of the document', () => {
		const all = ['BCH', 'BSC', 'BSV', 'BTC', 'ETC', 'ETH', 'LTC', 'MATIC', 'TRX', 'XLM', 'XRP'];
		const withReports = ['BCH', 'BSV', 'BTC', 'ETC', 'ETH', 'LTC', 'TRX', 'XLM', 'XRP'];
		const aliases = ['USDCBEP20', 'USDCERC20', 'USDCTRC20', 'USDTBEP20', 'USDTERC20', 'USDTTRC20'];
		expect(NETWORK_CODES).toEqual(expect.arrayContaining(all));
		expect(REPORT_NETWORKS).toEqual(expect.arrayContaining(withReports));
		expect([...REPORT_NETWORKS]).toEqual([...REPORT_NETWORKS].sort());
		expect(ALIAS_CODES).toEqual(expect.arrayContaining(aliases));
		expect(CHECK_CURRENCY_CODES).toEqual([...NETWORK_CODES, ...ALIAS_CODES].sort());
		const evm = networksWhere(({ isEvm }) => isEvm === true);
		expect(evm).toEqual(expect.arrayContaining(['BSC', 'ETC', 'ETH', 'MATIC']));
	});

	it.each([
		['what can be checked', CHECK_CURRENCY_OPTIONS],
		['what has reports', REPORT_CURRENCY_OPTIONS],
	])('of %s are in alphabetical order, and each entry can be typed in', (_, options) => {
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		for (const { name, value } of options)
			for (const text of [name, name.toLowerCase(), String(value)])
				expect(readCurrency(text)?.code).toBe(value);
	});
});

it('no network has what no row lists', () => {
	expect(networksBy(() => undefined).size).toBe(0);
	expect(networksBy(({ name }) => (name === 'Bitcoin' ? ['x'] : undefined))).toEqual(
		new Map([['x', ['BTC']]]),
	);
});

describe('a currency', () => {
	it.each([
		['Bitcoin', 'BTC'],
		['bitcoin', 'BTC'],
		[' btc\n', 'BTC'],
		['bitcoin cash', 'BCH'],
		['Bitcoin-SV', 'BSV'],
		['Tron', 'TRX'],
		['TRON', 'TRX'],
		['binance smart chain', 'BSC'],
		['Ethereum (ETH)', 'ETH'],
		['Ethereum Classic', 'ETC'],
		['polygon', 'MATIC'],
		['ripple', 'XRP'],
		['USDT TRC20', 'USDTTRC20'],
		['USDT_TRC20', 'USDTTRC20'],
		['usdt-trc-20', 'USDTTRC20'],
		['USDT (TRC20)', 'USDTTRC20'],
		['USDT on Tron', 'USDTTRC20'],
		['usdc erc20', 'USDCERC20'],
		['USDC on BNB Smart Chain (BEP-20)', 'USDCBEP20'],
	])('is read from %j: %s', (text, code) => expect(readCurrency(text)?.code).toBe(code));

	it.each([
		'',
		' ',
		'USDT',
		'USDC',
		'TRC20',
		'bit',
		'BTCX',
		'DAI',
		'0',
		'constructor',
		5,
		null,
		undefined,
		{},
	])('is not read from %j', (text) => expect(readCurrency(text)).toBeUndefined());

	it('names its token where the document does', () => {
		expect(readCurrency('USDT ERC20')).toEqual({
			code: 'USDTERC20',
			network: 'ETH',
			alias: { symbol: 'USDT', tokenId: '94252' },
		});
		expect(readCurrency('USDCTRC20')?.alias).toEqual({ symbol: 'USDC', tokenId: undefined });
	});

	it('has reports by its network alone', () => {
		expect(readReportCurrency('litecoin')).toBe('LTC');
		expect(readReportCurrency('USDTERC20')).toBeUndefined();
		expect(readReportCurrency('BSC')).toBeUndefined();
		expect(readReportCurrency('polygon')).toBeUndefined();
	});
});
