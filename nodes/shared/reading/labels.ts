import { isRefusal, type Refusal } from '../addresses/refusals';
import { readChain } from './links';
import { BESIDE, holdsName, readName, refuseUnknown, type Named } from './words';

/* The one reader of labels: what stands behind or in one that says coin or network is a name, and no prose. */

const COIN_LABELS =
	'coin asset token symbol ticker currency crypto cryptocurrency монета валюта криптовалюта токен актив 币种 幣種 代币 代幣 货币 通貨 コイン トークン 코인 통화 토큰 عملة العملة moneda criptomoneda activo moeda criptomoeda ativo monnaie devise jeton währung münze valuta waluta';
const NETWORK_LABELS =
	'network networkid net chain chainid blockchain protocol сеть блокчейн 网络 網絡 網路 链 鏈 ネットワーク チェーン 네트워크 체인 شبكة الشبكة red rede réseau rete netzwerk netwerk sieć mạng ağ jaringan नेटवर्क kette';

const toSet = (words: string) => new Set(words.split(' '));
const IS_COIN = toSet(COIN_LABELS);
const IS_NETWORK = toSet(NETWORK_LABELS);

/** Labels in scripts that set no blanks between words, at the end of a longer one. */
const UNSPACED_LABELS = /(币种|幣種|代币|代幣|货币|通貨|网络|網絡|網路|네트워크|코인)$/;

/** A pair of a label and what stands behind it, up to the next sign or label. */
const LABELLED =
	/([\p{L}\p{M}][\p{L}\p{M}\p{N}_ -]{0,40}?)["'`”“*_ ]*[:：=]+[\s*_~`"'“”«»]*(?=([^\n\r\t,;|&{}"'`“”«»，；]{0,80}))/gu;

/** Where a value ends: at a sentence's end, an address, or the next label. */
const AFTER_VALUE = /[.!?。！？](\s|$).*|[\w:]{25,}.*|[\p{L}\p{M}\p{N}_-]+\s*[:：=].*/su;

/** The money in which an amount is counted. */
const MONEY: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isMoney = (word: string) => MONEY.has(word.toUpperCase());

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
	const head = UNSPACED_LABELS.exec(last)?.[0] ?? last;
	if (IS_COIN.has(head)) return 'coin';
	return IS_NETWORK.has(head) ? 'network' : undefined;
}

function readNamed(kind: 'coin' | 'network', text: string): Named | Refusal | undefined {
	const value = text.replace(AFTER_VALUE, '').trim();
	if (NOTHING.test(value)) return undefined;
	if (kind === 'network') return readChain(value, BESIDE);
	if (isMoney(value)) return undefined;
	// The number of a token in some list is no name, and no chain.
	if (/^\d+$/.test(value)) return refuseUnknown(BESIDE, value);
	// An amount may stand beside a coin.
	const name = value.replace(/^[\d.]+\s+(?=\p{L})|(?<=\p{L})\s+[\d.]+$/gu, '');
	return readName(name, BESIDE);
}

/** Writes a colon behind labels without one: in a line of their own, before a dash, a number or an address, or as a tag or an object. */
const spellPairs = (text: string): string =>
	text
		.replace(/(?:^|<)([\p{L}_-]{2,30})>/gu, '\n$1: ')
		.replace(/<[^<>]{1,200}>/g, '\n')
		.replace(/:\s*(?:\{\s*["'](?:name|symbol|code)["']\s*:|\[)\s*(?=["'])/g, ': ')
		.replace(
			/^([\p{L}\p{M}_-]+(?: [\p{L}\p{M}_-]+)?)(?: ?(?:[-=]>|→) ?| [-–—] |[ \t]*[\r\n]+)/gmu,
			(all, label: string) => (findKind(label) ? `${label}: ` : all),
		)
		.replace(/\bchain(?:[ _-]?id)?[ :=_#-]*(\d+|0x[\da-f]{1,8})(?!\w)/gi, 'chain: $1;')
		.replace(/^(\p{L}{3,10})(?= \S{2,20} \w{25,}$)/u, (all, label: string) =>
			findKind(label) ? `${label}:` : all,
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

const CHAIN_NAME = String.raw`(?:\p{Lu}[\p{L}\p{N}]+\s+){1,3}`;
const ADDRESS_PATTERN = String.raw`[\s:=→>-]*\w{25,}`;
const SYMBOL = String.raw`[A-Z][A-Z\d]{2,5}`;

/** Places in a sentence where nothing but an asset or a network is named. */
const PLACES = [
	// An amount of it, or the deposit of it: `100 LDO to 0x…`, `Deposit LDO: 0x…`.
	String.raw`(?:\d[\d.,]*|[Dd]eposit|[Rr]eceive|[Ss]end|[Ww]ithdraw)\s+(${SYMBOL})(?=,?\s+(?:to|on|via|into|in)[\s:]|${ADDRESS_PATTERN})`,
	// `LDO on Ethereum`.
	String.raw`(${SYMBOL})\s+on\s+(?:the\s+)?(\p{Lu}[\p{L}\p{N}]+)`,
	// `on the Lisk network`.
	String.raw`(?:[Oo]n|[Vv]ia|[Oo]ver|[Uu]sing)\s+(?:[Tt]he\s+)?(${CHAIN_NAME}(?:[Nn]etwork|[Bb]lockchain|[Cc]hain))(?![\p{L}\p{N}])`,
	// A line that begins with `Lisk Network: 0x…` or `Lisk Coin: 0x…`.
	String.raw`(?<=^[^\p{L}\n\r]{0,5})(${CHAIN_NAME}(?:[Nn]etwork|[Bb]lockchain|[Cc]hain|[Cc]oin|[Tt]oken|USD))(?=${ADDRESS_PATTERN})`,
].map((place) => new RegExp(String.raw`(?<![\p{L}\p{N}.,-])${place}`, 'gmu'));

/** The names in such places, read whole: they refuse where they aren't understood. */
const findRefused = (text: string): Refusal[] =>
	PLACES.flatMap((place) => [...text.matchAll(place)])
		.filter(([, name, network]) => !isMoney(name) && (network === undefined || holdsName(network)))
		.map(([, name]) => readName(name, BESIDE))
		.filter(isRefusal);

/** What the labels and keys of a text name, each by itself. What isn't understood there refuses. */
export function readLabels(text: string): Array<Named | Refusal> {
	const plain = spellPairs(text.normalize('NFKC').replace(LINK, ' '));
	const pairs = [...plain.matchAll(LABELLED), ...pairRows(plain).matchAll(LABELLED)];
	const named = pairs.flatMap(([, label, value]) => {
		const kind = findKind(label);
		const read = kind && readNamed(kind, value);
		return read === undefined ? [] : [read];
	});
	return [...named, ...findRefused(plain)];
}
