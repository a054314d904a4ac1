/*
 * Blockchains that the service doesn't check, but that people ask for. A refusal names them. A blockchain that isn't
 * here gets a refusal as well.
 */

/**
 * A chain: its name, its other names, and the form of its addresses. The other names are words for it or its coin, with
 * `_` between the words of one name, schemes and short names of links, chain IDs (with a colon), and hosts of explorers
 * (with a dot). Those that begin with `~` are ordinary words of English, too.
 */
type Chain = readonly [name: string, names: string, shape?: RegExp];

const B58 = '[1-9A-HJ-NP-Za-km-z]';
const base58 = (start: string, length: number | string) =>
	new RegExp(`^${start}${B58}{${length}}$`);

/** Chains of which nothing but a name is needed: an unknown chain ID refuses by itself. */
const NAMED_CHAINS =
	'Ancient8 Bitcoin_Cash_ABC Bitcoin_Private Bitcoin_Vault Bitlayer Boba Botanix B2_Network ~Corn ~Cyber Cyberchain ~Degen DFK_Chain Edu_Chain Etherlink Evmos ~Fusion_Network GOAT_Network Haqq HashKey_Chain HECO ~Hemi IoTeX KCC Kinto Kroma ~Lens Lens_Chain LightLink Lisk Lukso Manta Manta_Pacific MegaETH Merlin_Chain ~Meter Mezo Milkomeda ~Mint Mint_Chain ~Morph Neon_EVM Oasys OKC OKTC OKExChain ~Plume ~Polynomial RARI_Chain ~Redstone Sanko ~Shape SKALE Songbird Superposition Superseed Swellchain Syscoin Telos Tenet ThunderCore TomoChain Vana Viction Wanchain WAX X_Layer Xai Zero_Network ZetaChain Zircuit ZKFair zkLink';

/** A test network and another chain that nobody names come last: their forms are the widest. */
const CHAINS: readonly Chain[] = [
	...NAMED_CHAINS.split(' ').map((name): Chain => [
		name.replace('~', '').replaceAll('_', ' '),
		name.startsWith('~') ? name.toLowerCase() : '',
	]),
	['Abstract', '~abstract abstract_chain eip155:2741 abscan.org'],
	['Aleo', 'aleo', /^aleo1[a-z\d]{58}$/],
	['Algorand', '~algo algoexplorer.io allo.info', /^[A-Z2-7]{58}$/],
	['ApeChain', 'eip155:33139 apescan.io'],
	['Aptos', '~apt aptoscan.com'],
	[
		'Arbitrum',
		'~arb арбитрум arbitrum_one arb1 arbitrum_nova eip155:42161 eip155:42170 arbiscan.io',
	],
	['Astar', 'astr eip155:592'],
	['Aurora', 'eip155:1313161554 aurorascan.dev'],
	[
		'Avalanche',
		'avax c-chain avalanche_c-chain avaxc eip155:43114 snowtrace.io routescan.io avascan.info',
		/^[XPC]-(avax|fuji)1[a-z\d]{38}$/,
	],
	['Base', '~base base_chain base_mainnet eip155:8453 basescan.org'],
	['Berachain', 'bera eip155:80094 berascan.com'],
	['Bitcoin Diamond', 'bcd'],
	['Bitcoin Gold', 'btg'],
	['Bittensor', '~tao taostats.io'],
	['BitTorrent Chain', 'bttc eip155:199 bttcscan.com'],
	['Blast', '~blast blast_l2 eip155:81457 blastscan.io'],
	[
		'BNB Beacon Chain',
		'bep2 binance_chain binance_dex bnb_beacon explorer.bnbchain.org',
		/^bnb1[a-z\d]{38}$/,
	],
	['BNB Greenfield', 'greenfield eip155:1017 greenfieldscan.com'],
	['Canton', '~canton'],
	['Canto', '~canto eip155:7700'],
	['Cardano', '~ada cardanoscan.io', /^(addr|stake)1[a-z\d]{20,}$|^(Ae2|DdzFF)[1-9A-Za-z]{40,}$/],
	['Casper', '~casper cspr'],
	['Celo', 'celo eip155:42220 celoscan.io'],
	['Chia', 'xch', /^xch1[a-z\d]{58}$/],
	['Chiliz', 'chz eip155:88888 chiliscan.com'],
	['Conflux', 'cfx eip155:1030 confluxscan.org confluxscan.io', /^cfx:[a-z\d.:]{42,60}$/i],
	['Core', '~core core_dao coredao eip155:1116'],
	[
		'Cosmos',
		'~cosmos ~atom osmosis celestia injective dydx ~terra terra_classic ~luna thorchain ~rune ~noble mintscan.io',
		/^(cosmos|osmo|celestia|inj|juno|sei|kava|axelar|dydx|terra|secret|stars|akash|thor|evmos|persistence|cro|noble|neutron)1[a-z\d]{30,}$/,
	],
	['Cronos', 'cro eip155:25 cronoscan.com'],
	['Dash', '~dash insight.dash.org', base58('[X7]', 33)],
	['Decred', 'dcr', base58('D[sce]', 33)],
	['DigiByte', 'dgb', /^dgb1[a-z\d]{38,}$/],
	['Dogecoin', 'doge догикоин dogechain dogechain.info dogechain.dog', base58('[D9]', 33)],
	['eCash', 'xec bcha bitcoin_abc explorer.e.cash', /^ecash:/i],
	['Energy Web', 'energyweb ewt eip155:246'],
	['EOS', 'eos vaulta'],
	['Ergo', '~ergo'],
	['EthereumPoW', 'ethw eip155:10001 ethwscan.com'],
	['Fantom', 'ftm eip155:250 ftmscan.com'],
	['Filecoin', '~fil filfox.info', /^f[0-4][a-z\d]{5,90}$/],
	['Flare', '~flare flr eip155:14 flarescan.com'],
	['Flow', '~flow flowscan.io', /^0x[\da-f]{16}$/],
	['Fractal Bitcoin', '~fractal fractal_bitcoin fractalbitcoin fractalbitcoin.io uniscan.cc'],
	['Fraxtal', 'eip155:252 fraxscan.com'],
	['Fuse', '~fuse eip155:122'],
	['Gnosis', 'gno xdai gnosis_chain eip155:100 gnosisscan.io'],
	['Gravity', '~gravity eip155:1625'],
	['Groestlcoin', 'grs', /^grs1[a-z\d]{38,}$/],
	['Handshake', '~handshake hns'],
	['Harmony', '~harmony harmony_one eip155:1666600000', /^one1[a-z\d]{38}$/],
	['Hedera', 'hbar eip155:295 hashscan.io', /^0\.0\.\d{1,12}(-[a-z]{5})?$/],
	['Horizen', '', base58('z[nst]', 33)],
	['Hyperliquid', '~hype hyperevm eip155:999 hypurrscan.io hyperevmscan.io purrsec.com'],
	['Immutable', 'immutable_zkevm eip155:13371'],
	['Ink', '~ink inkonchain eip155:57073'],
	['Internet Computer', 'icp', /^[a-z\d]{5}(-[a-z\d]{5}){4,9}-[a-z\d]{3}$/],
	['IOTA', 'miota eip155:8822', /^iota1[a-z\d]{59}$/],
	['Kadena', 'kda', /^k:[\da-f]{64}$/i],
	['Kaia', 'klay klaytn eip155:8217 kaiascan.io klaytnscope.com'],
	['Kaspa', 'kas explorer.kaspa.org', /^kaspa:[a-z\d]{40,}$/i],
	['Katana', '~katana katanascan.com'],
	['Kava', 'kava eip155:2222 kavascan.com'],
	['Komodo', 'kmd'],
	['Kusama', 'ksm', base58('[C-HJ]', 46)],
	[
		'the Lightning Network',
		'lightning lightning_network ln lnurl bolt11 amboss.space 1ml.com',
		/^(ln(bc|tb|bcrt)[a-z\d]*1[a-z\d]{20,}|lnurl1[a-z\d]{20,}|lno1[a-z\d]{20,})$/i,
	],
	['Linea', '~linea eip155:59144 lineascan.build'],
	[
		'Liquid',
		'~liquid liquid_network lbtc l-btc liquidnetwork liquid.network',
		/^((lq|ex)1[a-z\d]{38,}|VJL[1-9A-Za-z]{77}|VT[pj][1-9A-Za-z]{77})$/,
	],
	['Mantle', '~mantle mnt eip155:5000 mantlescan.xyz'],
	['Metis', 'metis eip155:1088'],
	['Mina', '~mina minascan.io', /^B62[1-9A-Za-z]{52}$/],
	['Mode', '~mode eip155:34443 modescan.io'],
	['Monad', 'monad eip155:143 monadscan.com'],
	['Monero', 'xmr монеро xmrchain.net', base58('[48]', '94,105')],
	['Moonbeam', 'glmr eip155:1284 eip155:1285 moonriver moonscan.io'],
	['MultiversX', 'egld elrond', /^erd1[a-z\d]{58}$/],
	['Nano', '~nano xno', /^(nano|xrb)_[13][a-z\d]{59}$/],
	['Near', '~near nearprotocol near_protocol nearblocks.io'],
	['NEO', '~neo gas_neo', base58('[AN]', 33)],
	['Nervos', 'ckb', /^ckb1[a-z\d]{40,}$/],
	['Nexa', 'nexa', /^nexa:[a-z\d]{40,}$/i],
	['opBNB', 'opbnb eip155:204 opbnb.bscscan.com'],
	[
		'Optimism',
		'~optimism оптимизм ~op op_mainnet oeth eip155:10 optimistic optimistic.etherscan.io',
	],
	['Pi', '~pi pi_network minepi pi_coin minepi.com piscan.io explorepi.info'],
	['Plasma', '~plasma eip155:9745 plasmascan.to'],
	['Polkadot', '~polkadot ~dot subscan.io', base58('(1|5)', '46,47')],
	['Polygon zkEVM', 'zkevm eip155:1101'],
	['PulseChain', 'eip155:369'],
	['Qtum', 'qtum', base58('Q', 33)],
	['Radiant', '~radiant rxd radiantexplorer radiantexplorer.com'],
	['Radix', 'xrd'],
	['Ravencoin', 'rvn', base58('R', 33)],
	['Ronin', '~ronin ~ron roninchain eip155:2020', /^ronin:[\da-f]{40}$/i],
	['Rootstock', 'rsk rbtc eip155:30'],
	['Scroll', '~scroll eip155:534352 scrollscan.com'],
	['Sei', '~sei eip155:1329 seistream.app seitrace.com seiscan.io'],
	['Siacoin', 'siacoin'],
	[
		'Solana',
		'~sol spl solana солана explorer.solana.com solscan.io solana.fm',
		base58('', '43,44'),
	],
	['Somnia', 'somnia eip155:5031'],
	['Soneium', 'soneium eip155:1868'],
	['Sonic', '~sonic eip155:146 sonicscan.org'],
	['Sophon', 'sophon eip155:50104 sophscan.xyz'],
	['Stacks', '~stacks stx', /^S[PM][A-HJ-NP-Z\d]{38,40}$/],
	['Starknet', 'strk starkscan.co voyager.online', /^0x0[\da-f]{62,63}$/i],
	['Story', '~story eip155:1514 storyscan.io'],
	['Sui', '~sui suiscan.xyz suivision.xyz'],
	['Taiko', 'taiko eip155:167000 taikoscan.io'],
	['Tezos', 'xtz tzkt.io', base58('(tz[1-4]|KT1)', 33)],
	['Theta', '~theta tfuel eip155:361'],
	[
		'TON',
		'~ton toncoin theopennetwork the_open_network ton_network jetton tonscan.org tonviewer.com',
		/^[EUk0]Q[\w+/-]{46}$|^-?[01]:[\da-fA-F]{64}$/,
	],
	['Unichain', 'unichain eip155:130 uniscan.xyz'],
	['VeChain', '~vet vechainstats.com'],
	['Velas', 'vlx eip155:106'],
	['Verge', '~verge xvg'],
	['Waves', '~waves', base58('3P', 33)],
	['Wemix', 'eip155:1111 wemixscan.com'],
	['World Chain', 'worldchain eip155:480 worldscan.org'],
	['Xahau', 'xah xahauexplorer.com xahscan.com xahau.network'],
	['XDC', 'xdc xinfin eip155:50 xdcscan.com', /^xdc[\da-f]{40}$/i],
	[
		'Zcash',
		'zec zcashblockexplorer.com',
		/^t[13][1-9A-HJ-NP-Za-km-z]{33}$|^(zs1[a-z\d]{75}|u1[a-z\d]{100,})$/,
	],
	['Zilliqa', 'zil eip155:32769', /^zil1[a-z\d]{38}$/],
	['zkSync', 'zksync_era eip155:324 era.zksync.network'],
	['Zora', '~zora eip155:7777777'],
	[
		'a test network',
		'~test ~mumbai ~nile ~chapel testnet testnet3 testnet4 sepolia goerli ropsten rinkeby kovan holesky hoodi amoy shasta signet regtest chipnet futurenet devnet preprod fuji bep20_testnet tbnb teth bchreg bchtest nileex nileex.io mutinynet mutinynet.com explorer.bc-2.jp eip155:5 eip155:97 eip155:17000 eip155:80002 eip155:11155111',
		/^(tb|bcrt|tsp|tltc|rltc|tmweb|addr_test|stake_test)1[a-z\d]+$|^bch(test|reg):|^([mn2y]|tm)[1-9A-HJ-NP-Za-km-z]{33,34}$|^T[1-9A-HJ-NP-Za-km-z]{45,47}$|^a0[\da-fA-F]{40}$/,
	],
	['another blockchain', '', /^(?!(bc|ltc|sp|ltcmweb)1)[a-z]{2,15}1[02-9ac-hj-np-z]{38,58}$/],
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
	CHAINS.find(([, , shape]) => shape?.test(text))?.[0];

/** A chain that a word names, and whether it is an ordinary word, too. */
interface NamedChain {
	name: string;
	isOrdinary: boolean;
}

/** Every name of a chain that the service doesn't check, normalized. */
export const CHAIN_NAMES: ReadonlyMap<string, NamedChain> = new Map(
	CHAINS.flatMap(([name, names]) => {
		const others = names.split(' ').filter((one) => one !== '');
		const isOrdinary = (one: string) => others.includes(`~${one.toLowerCase()}`);
		return [name, ...others].map(
			(one) =>
				[normalize(one), { name, isOrdinary: one.startsWith('~') || isOrdinary(one) }] as const,
		);
	}),
);

/** The name of the chain that a scheme, a chain ID, or a host names. */
export const findForeignLink = (link: string): string | undefined =>
	CHAIN_NAMES.get(normalize(link))?.name;
