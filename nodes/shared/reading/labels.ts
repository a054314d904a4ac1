import { isRefusal, type Refusal } from '../addresses/refusals';
import { readChain } from './links';
import { BESIDE, holdsName, readName, refuseUnknown, type Named } from './words';

/* The one reader of labels: what stands behind or in one that says coin or network is a name, and no prose. */

const COIN_LABELS =
	'coin asset token symbol ticker currency crypto cryptocurrency монета валюта криптовалюта токен актив 币种 幣種 代币 代幣 货币 通貨 コイン トークン 코인 통화 토큰 عملة العملة moneda criptomoneda activo moeda criptomoeda ativo monnaie devise jeton währung münze valuta waluta';
const NETWORK_LABELS =
	'network net chain blockchain protocol сеть блокчейн 网络 網絡 網路 链 鏈 ネットワーク チェーン 네트워크 체인 شبكة الشبكة red rede réseau rete netzwerk netwerk sieć mạng ağ jaringan नेटवर्क kette';

const toSet = (words: string) => new Set(words.split(' '));
const IS_COIN = toSet(COIN_LABELS);
const IS_NETWORK = toSet(NETWORK_LABELS);

/** Labels in scripts that set no blanks between words, at the end of a longer one. */
const UNSPACED = /(币种|幣種|代币|代幣|货币|通貨|网络|網絡|網路|네트워크|코인)$/;

/** A pair of a label and what stands behind it, up to the next sign or label. */
const PAIRS =
	/([\p{L}\p{M}][\p{L}\p{M}\p{N}_ -]{0,40}?)["'`”“*_ ]*[:：=]+[\s*_~`"'“”«»]*(?=([^\n\r\t,;|&{}"'`“”«»，；]{0,80}))/gu;

/** Where a value ends: at a sentence's end, an address, or the next label. */
const AFTER_VALUE = /[.!?。！？](\s|$).*|[\w:]{25,}.*|[\p{L}\p{M}\p{N}_-]+\s*[:：=].*/su;

/** The money in which an amount is counted. */
const MONEY =
	/^(usd|eur|gbp|chf|jpy|cny|rub|uah|try|inr|brl|krw|pln|czk|sek|nok|dkk|aed|ils|hkd|sgd|cad|aud|ngn|mxn|zar|thb|vnd|kzt)$/i;

/** Values that name nothing. */
const NOTHING = /^(null|none|n\/?a|undefined|unknown|any|all|nil|false|true|[-–—?.\s]*)$/i;

const LINK =
	/(?<![^\s"'<>,{}])[^\s"'<>,{}]*:\/\/[^\s"'<>{}]*|[a-z][\w+]*:[^\s"'<>{}?]*\?[^\s"'<>{}]*/gi;

/** What a label or a key announces: its last word tells, as in `Deposit network` and `tokenSymbol`. */
function findKind(label: string): 'coin' | 'network' | undefined {
	const words = label
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[\s_-]+/)
		.filter((word) => word !== '');
	const isEnding = words.length > 1 && /^(id|name|code|type|no|number)$/.test(words.at(-1) ?? '');
	const last = words.at(isEnding ? -2 : -1) ?? '';
	const head = UNSPACED.exec(last)?.[0] ?? last;
	if (IS_COIN.has(head)) return 'coin';
	return IS_NETWORK.has(head) ? 'network' : undefined;
}

function readValue(kind: 'coin' | 'network', text: string): Named | Refusal | undefined {
	const value = text.replace(AFTER_VALUE, '').trim();
	if (NOTHING.test(value) || MONEY.test(value)) return undefined;
	if (kind === 'network') return readChain(value, BESIDE);
	// The number of a token in some list is no name, and no chain.
	if (/^\d+$/.test(value)) return refuseUnknown(BESIDE, value);
	// An amount may stand beside a coin.
	const name = value.replace(/^[\d.]+\s+(?=\p{L})|(?<=\p{L})\s+[\d.]+$/gu, '');
	return readName(name, BESIDE);
}

/** Writes a colon behind the labels that stand in a line of their own, before a dash or an arrow, or as a tag or an object. */
const spellPairs = (text: string): string =>
	text
		.replace(/(?:^|<)([\p{L}_-]{2,30})>/gu, '\n$1: ')
		.replace(/<[^<>]{1,200}>/g, '\n')
		.replace(/:\s*(?:\{\s*["'](?:name|symbol|code)["']\s*:|\[)\s*(?=["'])/g, ': ')
		.replace(
			/^([\p{L}\p{M}_-]+(?: [\p{L}\p{M}_-]+)?)(?: ?(?:[-=]>|→) ?| [-–—] |[ \t]*[\r\n]+)/gmu,
			(all, label: string) => (findKind(label) ? `${label}: ` : all),
		);

/** Whether a cell can be a heading: sentences have commas, too. */
const isShort = (cell: string): boolean => /^\S+( \S+)?$/.test(cell);

/** The rows of a table under its heading, as pairs. */
function pairRows(text: string): string {
	const rows = text
		.split(/[\r\n]+/)
		.map((line) =>
			line
				.replace(/^\s*\||\|\s*$/g, '')
				.split(/[,;\t|]/)
				.map((cell) => cell.trim()),
		)
		.filter((cells) => cells.length > 1 && !cells.every((cell) => /^[-: ]*$/.test(cell)));
	const [head = [], ...others] = rows;
	return others
		.filter(({ length }) => length === head.length)
		.flatMap((cells) => cells.map((cell, at) => (isShort(head[at]) ? `${head[at]}: ${cell}` : '')))
		.join('\n');
}

/** The words directly before an address, up to a sign. */
const BEFORE =
	/(?:^|[\n\r\t,;|"'`“”<>(){}.!?:：=])\s{0,20}([^\s,;|"'`“”<>(){}.!?:：=][^\n\r\t,;|"'`“”<>(){}.!?:：=]{1,59}?)[\s*_]*[:：=–—-]+[\s*_`"'“]*\w{25,}/gu;

/** Words in the label of a wallet that are no part of an asset's name. */
const PROSE =
	/(?<![\p{L}\p{N}])(donat\w+|pay(?:ments?|out|outs|able|ee|ing)?|invoice|withdraw\w*|refunds?|transfer|customers?|clients?|company|business|personal|our|your|his|her|their|the|please|from|for|mr|mrs|ms|new|adress\w*|adresse|empfänger\w*|zahlung|auszahlung|einzahlung|meine?|unsere?|mi|billetera|cartera|cuenta|dirección|carteira|conta|endereço|mon|notre|compte|portefeuille|indirizzo|portafoglio|cold|hot|storage|metamask|ledger(?:\s+nano(?:\s+[xs])?)?|trezor|exodus|phantom|trust|safepal|electrum|[#№]?\d[\d.]*)(?![\p{L}\p{N}])/giu;

/** Words in capitals that people write before an address, and that have the form of a ticker. */
const ORDINARY =
	/^(vip|ceo|cfo|coo|cto|iban|swift|from|paid|unpaid|note|name|user|admin|fyi|hello|this|here|mine|ours|main|live|prod|cold|bank|cash|fund|ltd|llc|inc|gmbh|kyc|aml|otc|atm|info|item|txn|ref|uid|url|p2p|b2b|b2c|boss|shop|home|work|team|sale|new|old|safe|good|done|urgent|order|vault|fee|fees|tax|mom|dad|son|wife|loan|rent|gift|bonus|tips?|wage|job|sales|lead|deal|case|file|data|list|yes|not|same|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|sent|high|low|risk|todo|open|usa|uae|pcs|kg|am|pm|days?|times|items|only|also|use)$/i;

const TICKERS = [
	// An amount of something.
	/(?<![\p{L}\p{N}.,-])\d[\d.,]*[ \t]+([A-Z][A-Z\d]{1,5})(?=,?\s+(?:to|on|via|into|in)[\s:]|[\s:=→>-]+\w{25,})/gu,
	/(?<![\p{L}\p{N}])([A-Z][A-Z\d]{2,4})[\s(-]+(?:TRC|BEP|ERC)-?20(?!\d)/gu,
	/(?<![\p{L}\p{N}])(?:[Dd]eposit|[Rr]eceive|[Ss]end|[Ww]ithdraw)\s+([A-Z][A-Z\d]{2,4})(?=\s+to\s|[\s:=>-]+\w{25,})/gu,
	// On a network that is known.
	/(?<![\p{L}\p{N}])([A-Z][A-Z\d]{2,4})\s+on\s+(?:the\s+)?(\p{Lu}[\p{L}\p{N}]+)/gu,
	// All that stands beside an address.
	/^[^\p{L}\p{N}]*([A-Z][A-Z\d]{2,4})[^\p{L}\p{N}]*[A-Za-z\d]{25,}[^\p{L}\p{N}]*$/gu,
	/^[^\p{L}\p{N}]*[A-Za-z\d]{25,}[^\p{L}\p{N}]+([A-Z][A-Z\d]{2,4})[^\p{L}\p{N}]*$/gu,
];

/** Names before or after the word for a network, in capitals as names have: `on the X network`, `X network 0x…`, `Network X 0x…`. */
const NETWORK_NAMES = [
	/(?<![\p{L}\p{N}])(?:[Oo]n|[Vv]ia|[Oo]ver|[Uu]sing)\s+(?:[Tt]he\s+)?((?:\p{Lu}[\p{L}\p{N}]+\s+){1,3}(?:[Nn]etwork|[Bb]lockchain|[Cc]hain)(?![\p{L}\p{N}]))/gu,
	/^((?:\p{Lu}[\p{L}\p{N}]+[ \t]+){1,3}(?:[Nn]etwork|[Bb]lockchain|[Cc]hain))[\s:=>-]*\w{25,}/gmu,
	/(?<![\p{L}\p{N}])(?:[Nn]etwork|[Bb]lockchain|[Cc]hain)\s+((?:\p{Lu}[\p{L}\p{N}]+[\s:=>,-]+){1,3})\w{25,}/gu,
];

/** Names of assets and networks that are in no label: read whole, they refuse where they aren't understood. */
function findRefused(text: string): Refusal[] {
	const labels = [...text.matchAll(BEFORE)]
		.map(([, label]) => (label.split(/\s[-–—]\s/).at(-1) ?? '').replace(PROSE, ' ').trim())
		.filter((label) => isAssetName(label));
	const tickers = TICKERS.flatMap((form) => [...text.matchAll(form)])
		.filter(([, , network]) => network === undefined || holdsName(network))
		.map(([, word]) => word)
		.filter((word) => !ORDINARY.test(word) && !MONEY.test(word) && !holdsName(word));
	const networks = NETWORK_NAMES.flatMap((form) => [...text.matchAll(form)]).map(([, words]) =>
		words
			.replace(PROSE, ' ')
			.split(/[\s:=>,-]+/)
			.filter((word) => !ORDINARY.test(word))
			.join(' '),
	);
	return [...labels, ...tickers, ...networks]
		.map((name) => readName(name, BESIDE))
		.filter(isRefusal);
}

/** Whether words have the form of a name, and one of them is of a coin: `Tether Gold`, `First Digital USD`. */
function isAssetName(label: string): boolean {
	const words = label.split(/\s+/);
	// Other scripts have no capitals, or no blanks.
	const isTitle =
		!/\p{Ll}(?<!\p{Script=Latin})/u.test(label) &&
		words.every((word) => /^[^\p{Ll}\p{Lo}]|\p{Lu}/u.test(word));
	return (
		isTitle &&
		words.length > 1 &&
		(holdsName(label) || /\s(coin|token|usd|chain|network|mainnet)$/i.test(label))
	);
}

/** What the labels and keys of a text name, each by itself. What isn't understood there refuses. */
export function readLabels(text: string): Array<Named | Refusal> {
	const plain = spellPairs(text.normalize('NFKC').replace(LINK, ' '));
	const pairs = [...plain.matchAll(PAIRS), ...pairRows(plain).matchAll(PAIRS)];
	const named = pairs.flatMap(([, label, value]) => {
		const kind = findKind(label);
		const read = kind && readValue(kind, value);
		return read === undefined ? [] : [read];
	});
	return [...named, ...findRefused(plain)];
}
