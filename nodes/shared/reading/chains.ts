/*
 * Blockchains that the service doesn't check, but that people ask for. A refusal names them. A blockchain that isn't
 * here gets a refusal as well.
 */

interface Chain {
	name: string;
	/** Words for it or its coin, with `_` between the words of one name. */
	words: string;
	/** The same, where they are ordinary words of English, too: they count in capitals, or where nothing else is said. */
	ordinary?: string;
	/** Its names in a link: schemes, chain IDs, hosts of explorers, and words of hosts and paths. */
	links?: string;
	/** The form of its addresses. */
	shape?: RegExp;
}

const B58 = '[1-9A-HJ-NP-Za-km-z]';
const base58 = (start: string, length: number | string) =>
	new RegExp(`^${start}${B58}{${length}}$`);

const CHAINS: readonly Chain[] = [
	{ name: 'Algorand', words: 'algo', links: 'algoexplorer.io allo.info', shape: /^[A-Z2-7]{58}$/ },
	{ name: 'Aptos', words: 'apt', links: 'explorer.aptoslabs.com aptoscan.com' },
	{
		name: 'Arbitrum',
		words: 'arb arbitrum_one arb1 arbitrum_nova',
		links: 'eip155:42161 arb1 arbiscan.io arbitrum-one',
	},
	{
		name: 'Avalanche',
		words: 'avax c-chain avalanche_c-chain avaxc',
		links: 'eip155:43114 snowtrace.io avalanche.routescan.io avax',
		shape: /^[XPC]-(avax|fuji)1[a-z\d]{38}$/,
	},
	{
		name: 'Base',
		words: 'base_chain base_mainnet',
		ordinary: 'base',
		links: 'eip155:8453 basescan.org',
	},
	{ name: 'Berachain', words: 'bera', links: 'eip155:80094 berascan.com' },
	{ name: 'Bitcoin Gold', words: 'btg' },
	{ name: 'Blast', words: 'blast_l2', ordinary: 'blast', links: 'eip155:81457 blastscan.io' },
	{
		name: 'BNB Beacon Chain',
		words: 'bep2 binance_chain binance_dex bnb_beacon',
		links: 'explorer.bnbchain.org binance-chain',
		shape: /^bnb1[a-z\d]{38}$/,
	},
	{
		name: 'Cardano',
		words: 'ada',
		links: 'cardanoscan.io',
		shape: /^(addr|stake)1[a-z\d]{20,}$|^(Ae2|DdzFF)[1-9A-Za-z]{40,}$/,
	},
	{ name: 'Casper', words: 'cspr' },
	{ name: 'Celo', words: 'celo', links: 'eip155:42220 celoscan.io' },
	{
		name: 'Cosmos',
		words: 'osmosis celestia injective dydx terra_classic luna',
		ordinary: 'cosmos atom',
		links: 'mintscan.io',
		shape:
			/^(cosmos|osmo|celestia|inj|juno|sei|kava|axelar|dydx|terra|secret|stars|akash|thor|evmos|persistence|cro|noble|neutron)1[a-z\d]{30,}$/,
	},
	{ name: 'Cronos', words: 'cro', links: 'eip155:25 cronoscan.com' },
	{
		name: 'Dash',
		words: '',
		ordinary: 'dash',
		links: 'insight.dash.org dash',
		shape: base58('[X7]', 33),
	},
	{ name: 'DigiByte', words: 'dgb', shape: /^dgb1[a-z\d]{38,}$/ },
	{ name: 'Dogecoin', words: 'doge', links: 'dogechain.info doge', shape: base58('[DA9]', 33) },
	{ name: 'eCash', words: 'xec', links: 'explorer.e.cash', shape: /^ecash:/i },
	{ name: 'EthereumPoW', words: 'ethw', links: 'eip155:10001' },
	{ name: 'Fantom', words: 'ftm', links: 'eip155:250 ftmscan.com' },
	{ name: 'Filecoin', words: 'fil', links: 'filfox.info', shape: /^f[0-4][a-z\d]{5,90}$/ },
	{ name: 'Flare', words: 'flr', ordinary: 'flare', links: 'eip155:14' },
	{ name: 'Flow', words: '', ordinary: 'flow', links: 'flowscan.io' },
	{
		name: 'Fractal Bitcoin',
		words: 'fractal_bitcoin fractalbitcoin',
		ordinary: 'fractal',
		links: 'fractalbitcoin.io uniscan.cc',
	},
	{ name: 'Gnosis', words: 'gno xdai', links: 'eip155:100 gnosisscan.io gnosis' },
	{ name: 'Harmony', words: 'harmony_one', ordinary: 'harmony', shape: /^one1[a-z\d]{38}$/ },
	{ name: 'Hedera', words: 'hbar', links: 'hashscan.io', shape: /^0\.0\.\d{1,12}(-[a-z]{5})?$/ },
	{ name: 'Hyperliquid', words: 'hype hyperevm', links: 'eip155:999 hypurrscan.io' },
	{
		name: 'Internet Computer',
		words: 'icp',
		shape: /^[a-z\d]{5}(-[a-z\d]{5}){4,9}-[a-z\d]{3}$/,
	},
	{ name: 'IOTA', words: 'miota', shape: /^iota1[a-z\d]{59}$/ },
	{ name: 'Kaia', words: 'klay klaytn', links: 'eip155:8217' },
	{ name: 'Kaspa', words: 'kas', links: 'explorer.kaspa.org', shape: /^kaspa:[a-z\d]{40,}$/i },
	{ name: 'Kusama', words: 'ksm', shape: base58('[C-HJ]', 46) },
	{
		name: 'the Lightning Network',
		words: 'lightning ln lnurl bolt11',
		links: 'lightning amboss.space 1ml.com',
		shape: /^(ln(bc|tb|bcrt)[a-z\d]+1[a-z\d]{20,}|lnurl1[a-z\d]{20,}|lno1[a-z\d]{20,})$/i,
	},
	{ name: 'Linea', words: 'linea', links: 'eip155:59144 lineascan.build' },
	{
		name: 'Liquid',
		words: 'liquid_network lbtc l-btc',
		ordinary: 'liquid',
		links: 'liquid liquidnetwork liquid.network',
		shape: /^((lq|ex)1[a-z\d]{38,}|VJL[1-9A-Za-z]{77}|VT[pj][1-9A-Za-z]{77})$/,
	},
	{ name: 'Mantle', words: 'mnt', ordinary: 'mantle', links: 'eip155:5000 mantlescan.xyz' },
	{ name: 'Mina', words: '', links: 'minascan.io', shape: /^B62[1-9A-Za-z]{52}$/ },
	{ name: 'Monad', words: 'monad', links: 'eip155:143' },
	{ name: 'Monero', words: 'xmr', links: 'xmrchain.net', shape: base58('[48]', '94,105') },
	{ name: 'Moonbeam', words: 'glmr', links: 'eip155:1284 moonscan.io' },
	{ name: 'MultiversX', words: 'egld elrond', shape: /^erd1[a-z\d]{58}$/ },
	{ name: 'Nano', words: 'xno', shape: /^(nano|xrb)_[13][a-z\d]{59}$/ },
	{ name: 'Near', words: 'nearprotocol near_protocol', ordinary: 'near', links: 'nearblocks.io' },
	{ name: 'NEO', words: 'neo gas_neo' },
	{ name: 'opBNB', words: 'opbnb', links: 'eip155:204 opbnb.bscscan.com' },
	{
		name: 'Optimism',
		words: 'op_mainnet oeth',
		ordinary: 'optimism op',
		links: 'eip155:10 oeth optimistic.etherscan.io optimism',
	},
	{
		name: 'Pi',
		words: 'pi_network minepi',
		ordinary: 'pi',
		links: 'pi blockexplorer.minepi.com minepi.com piscan.io',
	},
	{
		name: 'Polkadot',
		words: '',
		ordinary: 'polkadot dot',
		links: 'subscan.io',
		shape: base58('1', '46,47'),
	},
	{ name: 'Polygon zkEVM', words: 'zkevm', links: 'eip155:1101 zkevm.polygonscan.com' },
	{ name: 'PulseChain', words: 'pls', links: 'eip155:369 scan.pulsechain.com' },
	{ name: 'Qtum', words: 'qtum' },
	{ name: 'Ravencoin', words: 'rvn', shape: base58('R', 33) },
	{ name: 'Ronin', words: 'ron', links: 'eip155:2020', shape: /^ronin:[\da-f]{40}$/i },
	{ name: 'Rootstock', words: 'rsk rbtc', links: 'eip155:30' },
	{ name: 'Scroll', words: '', ordinary: 'scroll', links: 'eip155:534352 scrollscan.com' },
	{ name: 'Sei', words: '', ordinary: 'sei', links: 'eip155:1329 seistream.app' },
	{
		name: 'Solana',
		words: 'spl solana',
		ordinary: 'sol',
		links: 'explorer.solana.com solscan.io solana.fm solana sol',
		shape: base58('', '43,44'),
	},
	{ name: 'Sonic', words: '', ordinary: 'sonic', links: 'eip155:146 sonicscan.org' },
	{ name: 'Stacks', words: 'stx', ordinary: 'stacks', shape: /^S[PM][A-HJ-NP-Z\d]{38,40}$/ },
	{
		name: 'Starknet',
		words: 'strk',
		links: 'starkscan.co voyager.online',
		shape: /^0x0[\da-f]{62,63}$/i,
	},
	{ name: 'Sui', words: 'sui', links: 'suiscan.xyz suivision.xyz' },
	{ name: 'Tezos', words: 'xtz', links: 'tzkt.io', shape: base58('(tz[1-4]|KT1)', 33) },
	{
		name: 'TON',
		words: 'toncoin theopennetwork the_open_network ton_network jetton',
		ordinary: 'ton',
		links: 'tonscan.org tonviewer.com ton',
		shape: /^[EUk0]Q[\w+/-]{46}$|^-?[01]:[\da-fA-F]{64}$/,
	},
	{ name: 'Unichain', words: 'unichain', links: 'eip155:130 uniscan.xyz' },
	{ name: 'VeChain', words: 'vet', links: 'vechainstats.com' },
	{ name: 'Waves', words: '', ordinary: 'waves', shape: base58('3P', 33) },
	{ name: 'World Chain', words: 'worldchain', links: 'eip155:480 worldscan.org' },
	{ name: 'Xahau', words: 'xah', links: 'xahau xahauexplorer.com xahscan.com xahau.network' },
	{ name: 'XDC', words: 'xdc xinfin', links: 'eip155:50 xdcscan.com', shape: /^xdc[\da-f]{40}$/i },
	{
		name: 'Zcash',
		words: 'zec',
		links: 'zcash zcashblockexplorer.com',
		shape: /^t[13][1-9A-HJ-NP-Za-km-z]{33}$|^(zs1[a-z\d]{75}|u1[a-z\d]{100,})$/,
	},
	{ name: 'Zilliqa', words: 'zil', shape: /^zil1[a-z\d]{38}$/ },
	{ name: 'zkSync', words: 'zksync_era', links: 'eip155:324 era.zksync.network' },
	{
		name: 'a test network',
		words:
			'testnet testnet3 testnet4 sepolia goerli ropsten rinkeby kovan holesky hoodi amoy shasta signet regtest chipnet futurenet devnet preprod fuji bep20_testnet',
		ordinary: 'test mumbai nile chapel',
		links: 'bchreg bchtest',
		shape:
			/^(tb|bcrt|tsp|tltc|rltc|tmweb|addr_test|stake_test)1[a-z\d]+$|^bch(test|reg):|^[mn2Q][1-9A-HJ-NP-Za-km-z]{33,34}$|^T[1-9A-HJ-NP-Za-km-z]{45,47}$|^a0[\da-fA-F]{40}$/,
	},
];

/** The letters and digits of a text, in capitals: all that two spellings of a name are compared by. */
export const normalize = (text: string): string =>
	text
		.normalize('NFKC')
		.toUpperCase()
		.replaceAll('₮', 'T')
		.replace(/[^\p{L}\p{N}]+/gu, '');

/** The name of the chain that an address looks like one of. */
export const findForeignAddress = (text: string): string | undefined =>
	CHAINS.find(({ shape }) => shape?.test(text))?.name;

const split = (text: string): string[] => text.split(' ').filter((one) => one !== '');

/** Every name of a chain that the service doesn't check, and whether it is an ordinary word, too. */
export const CHAIN_NAMES: ReadonlyArray<{ word: string; chain: string; isOrdinary: boolean }> =
	CHAINS.flatMap(({ name, words, ordinary = '', links = '' }) => {
		const ordinaries = split(ordinary).map(normalize);
		const ids = split(links).filter((link) => link.includes(':'));
		return [name, ...split(words), ...split(ordinary), ...ids].map((one) => {
			const word = normalize(one);
			return { word, chain: name, isOrdinary: ordinaries.includes(word) };
		});
	});

const BY_LINK = new Map(
	CHAINS.flatMap(({ name, links = '' }) => split(links).map((link) => [link, name] as const)),
);

/** The name of the chain that a scheme, a chain ID, or the host of an explorer names. */
export const findForeignLink = (link: string): string | undefined =>
	BY_LINK.get(link.toLowerCase());
