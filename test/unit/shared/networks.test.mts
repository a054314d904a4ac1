/** The table of networks: whole, without contradictions, and nothing left out that belongs to a network. */
import { checkAddress } from '../../../nodes/shared/addresses/index.ts';
import { ALIASES, codeOf } from '../../../nodes/shared/assets.ts';
import {
	ALIAS_CODES,
	CHECK_CURRENCY_CODES,
	CHECK_CURRENCY_OPTIONS,
	DETECT_OPTIONS,
	readCurrency,
	readCurrencyChoice,
	readReportCurrency,
	REPORT_CURRENCY_OPTIONS,
	REPORT_NETWORKS,
} from '../../../nodes/shared/currencies.ts';
import {
	NETWORK_CODES,
	NETWORKS,
	groupNetworks,
	filterNetworks,
	type Network,
} from '../../../nodes/shared/networks.ts';
import { findTokenContract } from '../../../nodes/shared/tokens.ts';
import { REPORT_NETWORKS as SANDBOX_REPORTS } from '../../../sandbox/networks.mts';
import { CURRENCY_LIST } from '../../../sandbox/server.mts';
import { ALIASES as SANDBOX_ALIASES } from '../../../sandbox/tokens.mts';
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

	it('has reports and tokens in the sandbox where the table says so, and nowhere else', () => {
		const known = new Set<string>(SANDBOX_REPORTS);
		const agrees = (network: Network) => known.has(network) === NETWORKS[network].hasReports;
		expect(missing(agrees, 'has reports in only one of table and sandbox')).toEqual([]);
		const withTokens = new Set(
			CURRENCY_LIST.filter(({ issuer }) => issuer !== null).map(({ currency }) => currency),
		);
		const hasRow = (network: Network) => NETWORKS[network].hasTokens || !withTokens.has(network);
		expect(missing(hasRow, 'has tokens in the sandbox, and none in the table')).toEqual([]);
	});

	it('shares what names it with no other network', () => {
		for (const members of [
			({ links }: (typeof NETWORKS)[Network]) => links.split(' '),
			({ segwit }: (typeof NETWORKS)[Network]) => (segwit === undefined ? undefined : [segwit]),
		])
			for (const [, networks] of groupNetworks<string>(members)) expect(networks).toHaveLength(1);
	});

	it('shares a version of addresses only where it means the same there', () => {
		const versions = groupNetworks(({ base58 }) => Object.keys(base58 ?? {}).map(Number));
		for (const [version, networks] of versions)
			expect(new Set(networks.map((network) => NETWORKS[network].base58?.[version])).size).toBe(1);
	});
});

describe('an alias', () => {
	it('is known to the sandbox, and means the same token there', () => {
		for (const { network, alias: code, token: own } of ALIASES) {
			const known = SANDBOX_ALIASES.get(code);
			expect({ code, network: known?.network }).toEqual({ code, network });
			if (own.id) expect(known?.tokenId).toBe(own.id);
			const token = CURRENCY_LIST.find(
				(entry) => entry.currency === network && String(entry.token_id) === known?.tokenId,
			);
			expect({ code, symbol: token?.symbol }).toEqual({ code, symbol: own.symbol });
			expect(checkAddress(own.contract, network).ok).toBe(true);
			expect(token?.issuer?.toLowerCase()).toBe(own.contract.toLowerCase());
			expect(findTokenContract(own.contract, { entries: [] })).toBe(own.symbol);
		}
		const all = ['USDCBEP20', 'USDCERC20', 'USDCTRC20', 'USDTBEP20', 'USDTERC20', 'USDTTRC20'];
		expect(ALIAS_CODES).toEqual(expect.arrayContaining(all));
	});

	it('names its token where the document does', () => {
		expect(readCurrency('USDT ERC20')).toMatchObject({
			alias: 'USDTERC20',
			network: 'ETH',
			token: { symbol: 'USDT', id: '94252' },
		});
		expect(readCurrency('USDCTRC20')?.token).toMatchObject({ symbol: 'USDC' });
		expect(readCurrency('USDCTRC20')?.token?.id).toBeUndefined();
	});
});

describe('the lists', () => {
	it('are those of the document', () => {
		const all = ['BCH', 'BSC', 'BSV', 'BTC', 'ETC', 'ETH', 'LTC', 'MATIC', 'TRX', 'XLM', 'XRP'];
		const withReports = ['BCH', 'BSV', 'BTC', 'ETC', 'ETH', 'LTC', 'TRX', 'XLM', 'XRP'];
		expect(NETWORK_CODES).toEqual(expect.arrayContaining(all));
		expect(REPORT_NETWORKS).toEqual(expect.arrayContaining(withReports));
		expect([...REPORT_NETWORKS]).toEqual([...REPORT_NETWORKS].sort());
		expect(CHECK_CURRENCY_CODES).toEqual([...NETWORK_CODES, ...ALIAS_CODES].sort());
		const evm = filterNetworks(({ isEvm }) => isEvm === true);
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
				expect(codeOf(readCurrency(text)!)).toBe(value);
	});

	it('of what follows the address can be typed in too, and are no codes', () => {
		for (const { name, value } of DETECT_OPTIONS) {
			expect(readCurrency(value)).toBeUndefined();
			expect(readCurrencyChoice(name)).toEqual(readCurrencyChoice(String(value)));
		}
	});
});

describe('a currency', () => {
	it.each([
		['Bitcoin', 'BTC'],
		['bitcoin cash', 'BCH'],
		['Bitcoin-SV', 'BSV'],
		['eth', 'ETH'],
		['binance smart chain', 'BSC'],
		['bnb', 'BSC'],
		['Ethereum (ETH)', 'ETH'],
		['ripple', 'XRP'],
		['USDT TRC20', 'USDTTRC20'],
		['usdt-trc-20', 'USDTTRC20'],
		['TRC20 USDT', 'USDTTRC20'],
		['Tether (TRC20)', 'USDTTRC20'],
		['tether usd on ethereum', 'USDTERC20'],
		['USD Coin BSC', 'USDCBEP20'],
		['USDC on BNB Smart Chain (BEP-20)', 'USDCBEP20'],
	])('is read from %j: %s', (text, code) => {
		expect(codeOf(readCurrency(text)!)).toBe(code);
		expect(readCurrencyChoice(text)).toMatchObject({
			kind: 'asset',
			network: readCurrency(text)?.network,
		});
	});

	it.each<[string, object]>([
		['detect', { kind: 'detect' }],
		['all', { kind: 'all' }],
		['All Assets of the Network', { kind: 'all' }],
		['Native Currency of the Network', { kind: 'detect' }],
		['native currency', { kind: 'detect' }],
		['usdt', { kind: 'asset', symbol: 'USDT' }],
		['Tether', { kind: 'asset', symbol: 'USDT' }],
		['USD₮', { kind: 'asset', symbol: 'USDT' }],
		['usdc', { kind: 'asset', symbol: 'USDC' }],
		['USD Coin', { kind: 'asset', symbol: 'USDC' }],
	])('that follows the address is read from %j', (text, choice) => {
		expect(readCurrencyChoice(text)).toEqual(choice);
		expect(readCurrency(text)).toBeUndefined();
	});

	it.each([
		['trc20', "write USDTTRC20 or USDCTRC20. For the network's own coin write TRX."],
		['ERC-20', 'write USDTERC20 or USDCERC20'],
		['bep20', 'write USDTBEP20 or USDCBEP20'],
		['solana', "of Solana, which the service doesn't check"],
		['doge', "of Dogecoin, which the service doesn't check"],
		['usd', 'Use detect, all, USDC, USDT, BCH, BSC'],
		['DAI', 'is not one the service checks'],
		['constructor', 'is not one the service checks'],
	])('is refused with what would fit: %j', (text, words) => {
		const choice = readCurrencyChoice(text);
		expect('ok' in choice && `${choice.message}. ${choice.advice}`).toContain(words);
		expect(readCurrency(text)).toBeUndefined();
	});

	it('has reports by its network alone', () => {
		expect(readReportCurrency('litecoin')).toBe('LTC');
		for (const text of ['USDTERC20', 'BSC', 'polygon', 'USDT'])
			expect(readReportCurrency(text)).toBeUndefined();
	});
});
