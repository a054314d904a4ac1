/** The one decision: what two columns of a file and an address mean, and nothing where they say several things. */
import { CURRENCY_LIST } from '../../../sandbox/tokens.mts';
import type { Asset } from '../../../nodes/shared/wallet/assets.ts';
import {
	decide,
	needsList,
	parseEntered,
	parseSearched,
	type Decision,
	type Entered,
} from '../../../nodes/shared/wallet/decide.ts';
import type { Network } from '../../../nodes/shared/wallet/networks.ts';
import { isRefusal, type Refusal } from '../../../nodes/shared/wallet/refusals.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import type { CurrencyList } from '../../../nodes/shared/wallet/tokens.ts';
import formats from './fields.json';
import meant from './meant.json';
import { BTC, CASH_LEGACY, ETH, HASH, TOKEN, TRX, XLM, XLM_MUXED, XRP } from './samples.mts';

const LIST: CurrencyList = { entries: CURRENCY_LIST };
const OUTAGE: CurrencyList = { entries: [], failure: makeFailure('unavailable') };

type Given = Partial<Omit<Entered, 'address' | 'token'>> & {
	address?: string | string[];
	token?: string;
};

/** What is decided for an item; a list that isn't needed isn't there. */
function decideGiven(given: Given, list = LIST): Decision | Refusal | 'unread' {
	const { network = '', asset = '', token = '', transaction } = given;
	const [address = ''] = [given.address ?? ETH].flat();
	const wanted = parseEntered({
		network,
		asset,
		token: { value: token },
		address,
		transaction,
	});
	if (isRefusal(wanted)) return wanted;
	return decide(wanted, needsList(wanted) ? list : { entries: [] });
}

const nameOf = ({ network, alias, token }: Asset) =>
	alias ?? (token ? `${token.symbol ?? token.id} on ${network}` : network);

/** What is screened, as the codes of the service; or why nothing is. */
function tell(given: Given, list = LIST): string {
	const decided = decideGiven(given, list);
	if (decided === 'unread') return decided;
	return isRefusal(decided)
		? `refused: ${decided.reason}`
		: decided.targets.map(({ asset }) => nameOf(asset)).join(', ');
}

describe('rows of exports, webhooks and lists', () => {
	const rows = formats.flatMap(({ format, rows: all }) => all.map((row) => ({ format, ...row })));
	type Right = { network: string; asset: string } | 'refused';

	function wantedOf(right: Right): string | RegExp {
		if (right === 'refused') return 'refused';
		const { network, asset } = right;
		if (asset === 'coin') return network;
		const standard = { ETH: 'ERC20', TRX: 'TRC20', BSC: 'BEP20' }[network];
		const nameToken = (symbol: string) =>
			standard ? symbol + standard : `${symbol} on ${network}`;
		if (asset !== 'all') return nameToken(asset);
		return network === 'BTC' ? 'BTC' : [network, nameToken('USDT'), nameToken('USDC')].join(', ');
	}

	it.each(rows)('$format: $asset, $network, $address', (row) => {
		const { address, asset, network } = row;
		expect(tell({ address, asset, network }).replace(/:.*/, '')).toBe(wantedOf(row.right as Right));
		if (!('transaction' in row)) return;
		const screened = tell({ address, asset, network, transaction: row.transaction });
		expect(screened).toBe(wantedOf(row.rightTransaction as Right));
	});
});

describe('what people enter', () => {
	interface Row {
		kind: string;
		given: Given & { operation?: string; target?: string; list?: number };
		expect: {
			refused?: boolean;
			screened?: string | string[];
			address?: string;
			says?: string;
			neverSays?: string;
			level?: string;
		};
	}
	const rows = (meant as Row[]).filter(({ given }) => given.operation !== 'getResult');
	const told = ({ given, expect: wanted }: Row) => [JSON.stringify(given), wanted] as const;

	it.each(rows.map((row) => [...told(row), row] as const))('%s: %j', (_, wanted, { given }) => {
		const { target, network = '', operation, list } = given;
		const decided =
			operation === 'find'
				? parseSearched([target ?? ''].flat().join(), network as Network)
				: decideGiven(given, list === 503 ? OUTAGE : LIST);
		if (isRefusal(decided)) {
			expect(wanted).toHaveProperty('refused', true);
			const said = `${decided.message}. ${decided.advice}`;
			if (wanted.says !== undefined) expect(said).toContain(wanted.says);
			if (wanted.neverSays !== undefined) expect(said).not.toContain(wanted.neverSays);
			return;
		}
		const { targets, wallet } = decided as Decision;
		if (wanted.level !== undefined)
			expect(wallet?.missing).toEqual(['USDT on Polygon', 'USDC on Polygon']);
		else expect(targets.map(({ asset }) => nameOf(asset))).toEqual([wanted.screened].flat());
		if (wanted.address !== undefined)
			expect(new Set(targets.map(({ address }) => address))).toEqual(new Set([wanted.address]));
	});
});

describe('a wallet', () => {
	it('on all EVM networks has ten checks, and names what is not screened', () => {
		const decided = decideGiven({ network: 'evm', asset: 'all' }) as Decision;
		expect(decided.targets).toHaveLength(10);
		expect(decided.wallet).toEqual({
			notScreened: ['USDT on Ethereum Classic', 'USDC on Ethereum Classic'],
			missing: [],
		});
		expect(tell({ network: 'evm', asset: 'coin' })).toBe('ETH, ETC, BSC, MATIC');
		expect(tell({ network: 'evm', address: TRX })).toBe('refused: wrongNetwork');
		expect(tell({ network: 'evm', asset: 'coin', transaction: HASH })).toBe(
			'refused: networkUnclear',
		);
	});

	it('without the list names what it would have added', () => {
		expect(tell({ network: 'MATIC', asset: 'all' }, OUTAGE)).toBe('MATIC');
		expect(tell({ network: 'MATIC', asset: 'USDT' }, OUTAGE)).toBe('unread');
		expect(tell({ network: 'ETH', asset: 'all' }, OUTAGE)).toBe('ETH, USDTERC20, USDCERC20');
		expect(tell({ asset: 'all', address: XLM }, OUTAGE)).toBe('XLM');
		expect(tell({ asset: 'USDC', address: XLM })).toBe('USDC on XLM');
		expect(tell({ asset: 'USDC', address: XLM }, { entries: [] })).toBe('refused: wrongAsset');
	});

	it('of a form that networks share is Bitcoin’s, and the others are named', () => {
		const others = (given: Given) => (decideGiven(given) as Decision).otherNetworks;
		expect(others({ address: CASH_LEGACY })).toEqual(['BCH', 'BSV']);
		expect(others({ address: CASH_LEGACY, network: 'BTC' })).toEqual([]);
		expect(others({ address: TRX })).toEqual([]);
		expect(tell({ address: CASH_LEGACY, network: 'BCH' })).toBe('BCH');
	});

	it('is sent in its network’s form, and told as it was written', () => {
		const { targets, written } = decideGiven({
			network: 'ETH',
			asset: 'coin',
			address: `ethereum:${ETH.toLowerCase()}@1`,
			transaction: HASH,
		}) as Decision;
		expect(targets).toMatchObject([{ address: ETH, transaction: `0x${HASH}` }]);
		expect(written).toBe(ETH.toLowerCase());
		expect(decideGiven({ address: XLM_MUXED, asset: 'coin' })).toMatchObject({
			targets: [{ address: XLM }],
			written: XLM_MUXED,
		});
	});
});

describe('fields and links that contradict each other', () => {
	it.each<Given>([
		{ network: 'ETH', address: `ethereum:${ETH}@56` },
		{ asset: 'BNB', address: `https://etherscan.io/address/${ETH}` },
		{ network: 'TRX', address: BTC },
		{ asset: 'LTC', address: BTC },
		{
			asset: 'coin',
			address: `https://bscscan.com/address/${ETH}`,
			transaction: `https://etherscan.io/tx/0x${HASH}`,
		},
	])('are refused: %j', (given) => expect(tell(given)).toBe('refused: wrongNetwork'));

	it('are refused where another address stands behind the hash', () => {
		const transaction = `${HASH}:${CASH_LEGACY}`;
		expect(tell({ transaction, address: CASH_LEGACY })).toBe('BTC');
		expect(tell({ transaction, address: BTC })).toBe('refused: severalTargets');
	});
});

describe('a token', () => {
	const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f';
	it.each([
		['ETH', '94261', ETH, 'DAI on ETH'],
		['ETH', '0094261', ETH, 'DAI on ETH'],
		['ETH', DAI, ETH, 'DAI on ETH'],
		['TRX', '9', TRX, 'USDT on TRX'],
		['XRP', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', XRP, 'RLUSD on XRP'],
	])('of %s is found by %s', (network, token, address, found) =>
		expect(tell({ network, asset: 'token', token, address })).toBe(found),
	);

	it.each([
		['', ETH, 'ETH'],
		['0', ETH, 'ETH'],
		// Left over from another network.
		['94261', TRX, 'TRX'],
		[DAI, ETH, 'BSC'],
		['EUR:rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', XRP, 'XRP'],
		['constructor', ETH, 'ETH'],
	])('%j is none of the network’s, which is a setting', (token, address, network) => {
		const decided = decideGiven({ network, asset: 'token', token, address });
		expect(decided).toMatchObject({ reason: 'wrongAsset', fault: 'setup' });
	});

	it('is read where it is asked for, and an outage is not a list without it', () => {
		expect(tell({ network: 'TRX', asset: 'coin', token: 'nonsense', address: TRX })).toBe('TRX');
		expect(tell({ network: 'ETH', asset: 'token', token: '94261' }, OUTAGE)).toBe('unread');
		const twice = [...CURRENCY_LIST, { currency: 'ETH', issuer: DAI, symbol: 'X', token_id: 7 }];
		expect(tell({ network: 'ETH', asset: 'token', token: DAI }, { entries: twice })).toMatch(
			/^refused/,
		);
	});
});

describe('what is no wallet', () => {
	it.each([
		[TOKEN, 'BSC'],
		['0x6b175474e89094c44da98b954eedeac495271d0f', 'ETH'],
		['0x000000000000000000000000000000000000dEaD', 'ETH'],
		['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TRX'],
		['1111111111111111111114oLvT2', 'BTC'],
		['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'XRP'],
		['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF', 'XLM'],
	])('is refused: %s on %s', (address, network) => {
		for (const transaction of [undefined, HASH])
			expect(tell({ address, network, asset: 'coin', transaction })).toBe('refused: notAWallet');
	});

	it('is refused by the table where the list can’t be read; an issuer is a wallet', () => {
		expect(tell({ address: TOKEN, network: 'ETH', asset: 'coin' }, OUTAGE)).toBe(
			'refused: notAWallet',
		);
		expect(tell({ address: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', asset: 'coin' })).toBe('XRP');
	});
});

it('20,000 tokens without symbols are looked up in a tenth of a second', () => {
	const entries = Array.from({ length: 20_000 }, (_, n) => ({
		currency: 'ETH',
		issuer: `0x${String(n).padStart(40, '0')}`,
		token_id: n + 1,
	}));
	const started = performance.now();
	expect(tell({ network: 'ETH', asset: 'token', token: '19999' }, { entries })).toContain('on ETH');
	expect(performance.now() - started).toBeLessThan(400);
});
