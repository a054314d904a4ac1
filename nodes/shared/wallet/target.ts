import {
	cleanTarget,
	findAddressKey,
	findHashDigits,
	findNetworks,
	type TargetKind,
} from './addresses';
import { findChain, findScheme } from './names';
import { nameNetworks, NETWORKS, type Network } from './networks';
import { findPage } from './pages';
import { quote, shortenWords } from './quote';
import { isRefusal, refuse, refuseSecret, type Refusal } from './refusals';
import { holdsKey, isPhrase } from './secrets';

/*
 * The one reader of an address and of a transaction. A field holds one thing: nothing is looked for in a sentence, so no
 * word in it can be misunderstood.
 */

/** A target that isn't checked against a network yet. */
export interface ParsedTarget {
	/** As it was written, cut out of what surrounds it. */
	target: string;
	/** The network that a URI or a page names. */
	network?: Network;
	/** The address that stands behind a transaction hash. */
	output?: string;
}

const NOUNS = { address: 'address', transaction: 'transaction hash' } as const;

/** Longer texts hold no target that anybody pastes; taking them apart would only take time. */
const LONGEST = 2048;

const refuseInvalid = (message: string, kind: TargetKind): Refusal =>
	refuse('invalid', message, `Write the ${NOUNS[kind]} alone.`);

const refuseSeveral = (things: string): Refusal =>
	refuse('severalTargets', `The text holds two ${things} or more`, 'Write one.');

const refuseLink = (what: string, kind: TargetKind): Refusal =>
	refuse(
		'networkUnclear',
		`The link ${what}`,
		`Write the ${NOUNS[kind]} alone, and choose its network in 'Network'.`,
	);

const NO_CHAIN = 'names a chain that the service does not check';

/** The pieces of a text that a reader reads, by what it makes of them. */
const findPieces = (text: string, read: (piece: string) => string | undefined): string[] =>
	text.split(/[^A-Za-z\d]+/).flatMap((piece) => read(piece) ?? []);

/** Reads the page of an explorer. @returns undefined for a text that is no page. */
function parsePage(text: string, kind: TargetKind): ParsedTarget | Refusal | undefined {
	const page = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,}\/\S+)$/i.exec(text)?.[1];
	if (page === undefined) return undefined;
	return findPage(page) ?? refuseLink(`shows no ${NOUNS[kind]} on a page that is known here`, kind);
}

/** Parameters of a URI that say nothing about the payee, the asset and the network. */
const HARMLESS = /^(amount|value|label|message|memo|msg|dt|tag|)$/i;

/** The parameter of a query that isn't known to be harmless. */
const findOdd = (query: string, known = ''): string | undefined =>
	query
		.split('&')
		.map((one) => one.split('=')[0])
		.find((key) => !HARMLESS.test(key) && key.toLowerCase() !== known);

/** The network of Ethereum's URIs by the number of its chain; wallets write them for every Ethereum-like network. */
const findEvmChain = (id: string): Network | undefined =>
	/^(\d+|0x[\da-f]+)$/i.test(id) ? findChain(`eip155:${Number(id)}`) : undefined;

/** Reads a URI (BIP-21, EIP-681 and others of their form). */
function parseUri(scheme: string, rest: string): ParsedTarget | Refusal {
	const [path, query = ''] = rest.split(/\?(.*)/s);
	const isEthereum = scheme === 'ethereum';
	const [, target, inPath] = /^(?:pay-)?(\w+)(?:@(\w+))?$/.exec(path) ?? [];
	const own = findScheme(scheme);
	const odd = findOdd(query, isEthereum ? 'chain_id' : '');
	if (own === undefined || target === undefined || odd !== undefined) {
		const unread = own === undefined ? scheme : (odd ?? path);
		return refuseLink(`has “${shortenWords(unread)}”, which is not read here`, 'address');
	}
	const inQuery = [...query.matchAll(/(?:^|&)chain_id=([^&]*)/gi)].map(([, id]) => id);
	const ids = inPath === undefined ? inQuery : [inPath, ...inQuery];
	const [network, ...others] = isEthereum ? new Set(ids.map(findEvmChain)) : [own];
	const isClear = ids.length === 0 || (isEthereum && network !== undefined && others.length === 0);
	return isClear ? { target, network } : refuseLink(NO_CHAIN, 'address');
}

/** Reads a link or an account ID (CAIP-10) that shows an address. */
function parseLink(text: string): ParsedTarget | Refusal | undefined {
	const page = parsePage(text, 'address');
	if (page !== undefined) return page;
	const [, chain, account] =
		/^(?:did:pkh:)?((?:eip155|bip122|tron|xrpl|stellar):\w+):(\w+)$/i.exec(text) ?? [];
	const network = chain && findChain(chain);
	if (chain !== undefined)
		return network ? { target: account, network } : refuseLink(NO_CHAIN, 'address');
	const [, scheme, rest] = /^([a-z][a-z\d-]{1,20}):(?:\/\/)?(\S+)$/i.exec(text) ?? [];
	if (scheme !== undefined) return parseUri(scheme.toLowerCase(), rest);
	const [, target, query] = /^(\w+)\?(\S+)$/.exec(text) ?? [];
	return target !== undefined && findOdd(query) === undefined ? { target } : undefined;
}

/** Refuses the address of another network than is meant, or of one that nobody can see. */
export function refuseNetwork(address: string, network?: Network): Refusal {
	const places = nameNetworks(findNetworks(address));
	return network === undefined
		? refuse(
				'networkUnclear',
				`${quote(address)} does not show its network: it could be ${places}`,
				"Choose the network in 'Network'.",
			)
		: refuse(
				'wrongNetwork',
				`${quote(address)} is an address of ${places}, not of ${NETWORKS[network].name}`,
				'Correct the network or the address.',
			);
}

/** Says why a text is no address. What may be a key is not repeated. */
function refuseAddress(text: string): Refusal {
	const addresses = findPieces(text, findAddressKey);
	if (addresses.length > 1) return refuseSeveral('addresses');
	if (addresses.length === 0 && isPhrase(text)) return refuseSecret(NOUNS.address);
	if (/[\da-f]{60}/i.test(text))
		return refuse(
			'wrongKind',
			'What was entered as the address may be a private key or a transaction hash. It was not sent anywhere',
			'Write the address of the wallet.',
		);
	if (addresses.length === 1)
		return refuseInvalid('The text holds more than the address', 'address');
	if (findAddressKey(text.replace(/\s+/g, '')) !== undefined)
		return refuseInvalid('The address has white space inside it', 'address');
	const message = `${quote(text)} is no valid address`;
	return /^[\w:]{20,120}$/.test(text)
		? refuse(
				'invalid',
				`${message}: it has a slip, or is of another blockchain`,
				'Copy it again from where it comes from, without retyping it.',
			)
		: refuseInvalid(message, 'address');
}

function parseAddress(text: string): ParsedTarget | Refusal {
	if (findNetworks(text).length > 0) return { target: text };
	// Where tokens have issuers, a tag or a memo tells the customers of one address apart.
	const tagged = /^(\w+)(?:\?(?:dt=)?|:|\s+)\d{1,20}$/.exec(text)?.[1] ?? '';
	if (findNetworks(tagged).some((network) => NETWORKS[network].hasIssuers))
		return { target: tagged };
	const isLink = findPieces(text, findAddressKey).length > 0;
	const link = isLink ? parseLink(text) : undefined;
	if (link === undefined) return refuseAddress(text);
	if (isRefusal(link)) return link;
	const networks = findNetworks(link.target);
	if (networks.length === 0) return refuseAddress(link.target);
	if (link.network !== undefined && !networks.includes(link.network))
		return refuseNetwork(link.target, link.network);
	const plain = text.replace(/(?<=[?&](label|message|memo|msg)=)[^&]*/gi, '');
	const isOne = new Set(findPieces(plain, findAddressKey)).size <= 1;
	return isOne ? link : refuseSeveral('addresses');
}

/** A hash, and behind it the place of an output, its address, or an ID. */
const TAGGED_HASH = /^((?:0x)?[\da-f]{64})(?:[:/-](\d{1,6}|[\w:]+)|@[\w-]{1,64})?$/i;

/** Zeros that no hash begins with: an address that was filled up, or the hash of a block. */
const PADDED = /^(0x)?0{24}/i;

/** Says why a text is no hash of a transaction. */
function refuseHash(text: string): Refusal {
	const hashes = findPieces(text, findHashDigits);
	if (hashes.length > 1) return refuseSeveral('transactions');
	if (hashes.length === 1)
		return refuseInvalid('The text holds more than the transaction hash', 'transaction');
	if (isPhrase(text)) return refuseSecret(NOUNS.transaction);
	return findNetworks(text).length > 0
		? refuse(
				'wrongKind',
				`${quote(text)} is an address, not a transaction hash`,
				"Write the hash of the transaction, or use the operation 'Screen Address'.",
			)
		: refuseInvalid(`${quote(text)} is no transaction hash`, 'transaction');
}

function parseHash(text: string): ParsedTarget | Refusal {
	const page = parsePage(text, 'transaction');
	if (isRefusal(page)) return page;
	const [, target, behind = ''] = TAGGED_HASH.exec(page?.target ?? text) ?? [];
	const isPlace = /^\d{0,6}$/.test(behind);
	if (target === undefined || (!isPlace && findNetworks(behind).length === 0))
		return refuseHash(text);
	if (PADDED.test(target))
		return refuse(
			'wrongKind',
			`${quote(target)} is an address that was filled up with zeros, or the hash of a block`,
			'Write the hash of the transaction.',
		);
	return { target, network: page?.network, output: isPlace ? undefined : behind };
}

/**
 * Reads the one address or transaction hash of a field. Never throws.
 * @returns the target, which isn't checked against a network yet; or why there is none.
 */
export function parseTarget(text: string, kind: TargetKind): ParsedTarget | Refusal {
	const cleaned = cleanTarget(text);
	const noun = NOUNS[kind];
	if (cleaned === '') return refuse('missing', `The ${noun} is empty`, `Fill in the ${noun}.`);
	if (holdsKey(cleaned)) return refuseSecret(noun);
	if (cleaned.length > LONGEST) return refuseInvalid(`The text is no ${noun}`, kind);
	return kind === 'address' ? parseAddress(cleaned) : parseHash(cleaned);
}
