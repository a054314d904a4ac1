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
import { refuse, refuseSecret, type Refusal } from './refusals';
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

type Parsed = ParsedTarget | Refusal | undefined;

export const NOUNS = { address: 'address', transaction: 'transaction hash' } as const;

const COPY_AGAIN = 'Copy it again from where it comes from, without retyping it.';

/** Longer texts hold no target that anybody pastes; taking them apart would only take time. */
const LONGEST = 2048;

/** Zeros that no hash begins with: an address that was filled up, or the hash of a block. */
const PADDING = '0'.repeat(24);

const isTarget = (text: string, kind: TargetKind): boolean =>
	kind === 'address' ? findNetworks(text).length > 0 : findHashDigits(text) !== undefined;

const writeAlone = (kind: TargetKind) => `Write the ${NOUNS[kind]} alone.`;

/** 64 digits where an address is asked for: they are not repeated. */
const refuseDigits = (): Refusal =>
	refuse(
		'wrongKind',
		'What was entered as the address may be a private key or a transaction hash. It was not sent anywhere',
		'Write the address of the wallet.',
	);

/** Reads a target that stands alone. */
function parseAlone(text: string, kind: TargetKind): Parsed {
	const digits = findHashDigits(text);
	if (digits !== undefined && kind === 'address') return refuseDigits();
	if (digits?.startsWith(PADDING))
		return refuse(
			'wrongKind',
			`${quote(text)} is an address that was filled up with zeros, or the hash of a block`,
			'Write the hash of the transaction.',
		);
	if (isTarget(text, kind)) return { target: text };
	return kind === 'transaction' && isTarget(text, 'address')
		? refuse(
				'wrongKind',
				`${quote(text)} is an address, not a transaction hash`,
				"Write the hash of the transaction, or use the operation 'Screen Address'.",
			)
		: undefined;
}

/** Whether people are told apart by a tag or a memo behind an address. */
const hasTags = (address: string): boolean => {
	const networks = findNetworks(address);
	return networks.length > 0 && networks.every((network) => NETWORKS[network].hasIssuers);
};

/** Cuts off what belongs to a target: the tag of an address, the place of an output in its transaction. */
function parseTagged(text: string, kind: TargetKind): Parsed {
	if (kind === 'address') {
		const address = /^(\w+)(?:\?(?:dt=)?|:|\s+)\d{1,20}$/.exec(text)?.[1] ?? '';
		return hasTags(address) ? { target: address } : undefined;
	}
	const [, hash, mark, behind] =
		/^((?:0x)?[\da-f]{64})(?:([:/-])(\d{1,6}|[\w:]+)|@[\w-]{1,64})$/i.exec(text) ?? [];
	if (hash === undefined) return undefined;
	if (mark === undefined || /^\d{1,6}$/.test(behind)) return parseAlone(hash, kind);
	if (!isTarget(behind, 'address')) return undefined;
	const parsed = parseAlone(hash, kind);
	return parsed && 'target' in parsed ? { target: hash, output: behind } : parsed;
}

const refuseLink = (what: string, kind: TargetKind): Refusal =>
	refuse(
		'networkUnclear',
		`The link ${what}`,
		`${writeAlone(kind)} Choose its network in 'Network'.`,
	);

const refuseChain = (kind: TargetKind): Refusal =>
	refuseLink('names a chain that the service does not check', kind);

/** Parameters of a URI that say nothing about the payee, the asset and the network. */
const HARMLESS = /^(amount|value|label|message|memo|msg|dt|tag)$/;

/** The parameter of a query that isn't known to be harmless. */
const findOdd = (query: string, known = ''): string | undefined =>
	query
		.split('&')
		.map((one) => one.split('=')[0].toLowerCase())
		.find((key) => key !== '' && !HARMLESS.test(key) && key !== known);

/** The network of Ethereum's URIs by the number of its chain; wallets write them for every Ethereum-like network. */
const findEvmChain = (id: string): Network | undefined =>
	/^(\d+|0x[\da-f]+)$/i.test(id) ? findChain(`eip155:${Number(id)}`) : undefined;

/** Reads a URI (BIP-21, EIP-681 and others of their form). */
function parseUri(scheme: string, rest: string, kind: TargetKind): Parsed {
	const [path, query = ''] = rest.split(/\?(.*)/s);
	const isEthereum = scheme === 'ethereum';
	const [, target, inPath] = /^(?:pay-)?(\w+)(?:@(\w+))?$/.exec(path) ?? [];
	const own = findScheme(scheme);
	const odd = findOdd(query, isEthereum ? 'chain_id' : '');
	if (own === undefined || target === undefined || odd !== undefined)
		return refuseLink(
			`has “${shortenWords(own ? (odd ?? path) : scheme)}”, which is not read here`,
			kind,
		);
	const inQuery = [...query.matchAll(/(?:^|&)chain_id=([^&]*)/gi)].map(([, id]) => id);
	const ids = inPath === undefined ? inQuery : [inPath, ...inQuery];
	const [network, ...others] = isEthereum ? new Set(ids.map(findEvmChain)) : [own];
	const isClear = ids.length === 0 || (isEthereum && network !== undefined && others.length === 0);
	return isClear ? { target, network } : refuseChain(kind);
}

/** Reads an account ID (CAIP-10), also as a DID. */
function parseAccount(text: string, kind: TargetKind): Parsed {
	const [, chain, target] =
		/^(?:did:pkh:)?((?:eip155|bip122|tron|xrpl|stellar):\w+):(\w+)$/i.exec(text) ?? [];
	if (chain === undefined) return undefined;
	const network = findChain(chain);
	return network === undefined ? refuseChain(kind) : { target, network };
}

/** Reads a link of any kind; its target may be none. 64 digits in a payment link are more likely a key than a hash. */
function parseLink(text: string, kind: TargetKind): Parsed {
	const page = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,}\/\S+)$/i.exec(text)?.[1];
	const noPage = `shows no ${NOUNS[kind]} of an explorer that is known here`;
	if (page !== undefined) return findPage(page) ?? refuseLink(noPage, kind);
	if (kind === 'transaction') return undefined;
	const account = parseAccount(text, kind);
	if (account !== undefined) return account;
	const [, scheme, rest] = /^([a-z][a-z\d-]{1,20}):(?:\/\/)?(\S+)$/i.exec(text) ?? [];
	if (scheme !== undefined) return parseUri(scheme.toLowerCase(), rest, kind);
	const [, address, query] = /^(\w+)\?(\S+)$/.exec(text) ?? [];
	return address !== undefined && findOdd(query) === undefined ? { target: address } : undefined;
}

/** The different targets that stand in a text, without what only looks like one. */
function findTargets(text: string, kind: TargetKind): string[] {
	const pieces = text.split(/[^A-Za-z\d]+/).filter((piece) => isTarget(piece, kind));
	const keyOf = (piece: string) => findAddressKey(piece) ?? findHashDigits(piece);
	return [...new Map(pieces.map((piece) => [keyOf(piece), piece])).values()];
}

/** Checks that what a link shows is a target of its network, and the only one. */
function checkLink(link: ParsedTarget, text: string, kind: TargetKind): ParsedTarget | Refusal {
	const { target, network } = link;
	const isOwn =
		network === undefined || kind === 'transaction' || findNetworks(target).includes(network);
	if (!isTarget(target, kind) || !isOwn) return refuseOther(target, kind, network);
	const plain = text.replace(/(?<=[?&](label|message|memo|msg)=)[^&]*/gi, '');
	return findTargets(plain, kind).length > 1 ? refuseSeveral(kind) : link;
}

const refuseSeveral = (kind: TargetKind): Refusal => {
	const things = kind === 'address' ? 'addresses' : 'transactions';
	return refuse('severalTargets', `The text holds two ${things} or more`, 'Write one.');
};

/** Says why a text is no target of its kind. */
function refuseOther(text: string, kind: TargetKind, network?: Network): Refusal {
	const noun = NOUNS[kind];
	const targets = findTargets(text, kind);
	if (targets.length > 1) return refuseSeveral(kind);
	if (targets.length === 0 && isPhrase(text)) return refuseSecret(noun);
	if (kind === 'address' && /[\da-f]{60}/i.test(text)) return refuseDigits();
	if (kind === 'address' && findNetworks(text).length > 0) return refuseNetwork(text, network);
	if (targets.length === 1)
		return refuse('invalid', `The text holds more than the ${noun}`, writeAlone(kind));
	if (isTarget(text.replace(/\s+/g, ''), kind))
		return refuse('invalid', `The ${noun} has white space inside it`, writeAlone(kind));
	const isWord = kind === 'address' && /^[\w:]{20,120}$/.test(text);
	const message = `${quote(text)} is no valid ${noun}`;
	return isWord
		? refuse('invalid', `${message}: it has a slip, or is of another blockchain`, COPY_AGAIN)
		: refuse('invalid', message, writeAlone(kind));
}

/** Refuses the address of another network than is meant, or of one that nobody can see. */
export function refuseNetwork(address: string, network?: Network): Refusal {
	const places = nameNetworks(findNetworks(address));
	if (network === undefined)
		return refuse(
			'networkUnclear',
			`${quote(address)} does not show its network: it could be ${places}`,
			"Choose the network in 'Network'.",
		);
	const { name } = NETWORKS[network];
	return refuse(
		'wrongNetwork',
		`${quote(address)} is an address of ${places}, not of ${name}`,
		'Correct the network or the address.',
	);
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
	if (cleaned.length > LONGEST)
		return refuse('invalid', `The text is no ${noun}`, writeAlone(kind));
	const own = parseAlone(cleaned, kind) ?? parseTagged(cleaned, kind);
	if (own !== undefined) return own;
	if (findTargets(cleaned, kind).length === 0) return refuseOther(cleaned, kind);
	const link = parseLink(cleaned, kind);
	if (link === undefined) return refuseOther(cleaned, kind);
	return 'ok' in link ? link : checkLink(link, cleaned, kind);
}
