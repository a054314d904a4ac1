import type { Refusal } from '../addresses/refusals';
import { readChain } from './links';
import { BESIDE, readName, type Named } from './words';

/* The one reader of labels: what stands behind or in one that says coin or network is a name, and no prose. */

const COIN_LABELS =
	'coin asset token symbol ticker currency crypto cryptocurrency монета валюта криптовалюта токен актив 币种 幣種 代币 代幣 货币 通貨 コイン トークン 코인 통화 토큰 عملة العملة moneda criptomoneda activo moeda criptomoeda ativo monnaie devise jeton währung münze valuta waluta';
const NETWORK_LABELS =
	'network net chain blockchain protocol сеть блокчейн 网络 網絡 網路 链 鏈 ネットワーク チェーン 네트워크 체인 شبكة الشبكة red rede réseau rete netzwerk netwerk sieć mạng ağ jaringan';

const toSet = (words: string) => new Set(words.split(' '));
const IS_COIN = toSet(COIN_LABELS);
const IS_NETWORK = toSet(NETWORK_LABELS);

/** Labels in scripts that set no blanks between words, at the end of a longer one. */
const UNSPACED = /(币种|幣種|代币|代幣|货币|通貨|网络|網絡|網路|네트워크|코인)$/;

/** A pair of a label and what stands behind it, up to the next sign or label. */
const PAIRS =
	/([\p{L}\p{M}][\p{L}\p{M}\p{N}_ -]{0,40}?)["'`”“*_ ]*[:：=]+[\s*_~`"'“”«»]*([^\n\r\t,;|&{}"'`“”«»，；]*)/gu;

/** Where a value ends: at a sentence's end, an address, or the next label. */
const AFTER_VALUE = /[.!?。！？](\s|$).*|[\w:]{25,}.*|[\p{L}\p{M}\p{N}_-]+\s*[:：=].*/su;

/** Values that name nothing, or the money in which an amount is counted. */
const NOTHING =
	/^(null|none|n\/?a|undefined|unknown|any|all|nil|false|true|usd|eur|gbp|chf|jpy|cny|rub|uah|try|inr|brl|krw|pln|aed|cad|aud|[-–—?.\s]*)$/i;

const LINK = /[^\s"'<>,{}]*:\/\/[^\s"'<>{}]*|[a-z][\w+]*:[^\s"'<>{}?]*\?[^\s"'<>{}]*/gi;

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
	if (NOTHING.test(value)) return undefined;
	if (kind === 'network') return readChain(value, BESIDE);
	// An amount may stand beside a coin.
	const name =
		kind === 'coin' ? value.replace(/^[\d.]+\s+(?=\p{L})|(?<=\p{L})\s+[\d.]+$/gu, '') : value;
	return readName(name, BESIDE);
}

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
		.flatMap((cells) => cells.map((cell, at) => `${head[at]}: ${cell}`))
		.join('\n');
}

/** What the labels and keys of a text name, each by itself. What isn't understood there refuses. */
export function readLabels(text: string): Array<Named | Refusal> {
	const plain = text
		.normalize('NFKC')
		.replace(LINK, ' ')
		.replace(/<[^<>]{1,200}>/g, '\n');
	const pairs = [...plain.matchAll(PAIRS), ...pairRows(plain).matchAll(PAIRS)];
	return pairs.flatMap(([, label, value]) => {
		const kind = findKind(label);
		const named = kind && readValue(kind, value);
		return named === undefined ? [] : [named];
	});
}
