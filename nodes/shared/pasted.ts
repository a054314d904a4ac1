import {
	cleanTarget,
	isRefusal,
	isSecret,
	isTransactionHash,
	LEAVE_OUT,
	findNetworks,
	NOUNS,
	refuse,
	refuseSecret,
} from './addresses';
import type { Network, Refusal, TargetKind } from './addresses';
import { attempt } from './addresses/reading';
import { readCurrency } from './currencies';
import { findForeignAddress, findForeignName } from './foreignChains';
import { NETWORKS, groupNetworks, filterNetworks } from './networks';

/** A target that isn't checked yet, and the network that a link names. */
type Pasted = { target: string; network?: Network };

/** Longer texts are no link that anybody pastes; taking them apart would only take time. */
const MAX_LINK_LENGTH = 4096;

const LINKS = groupNetworks(({ links }) => links.split(' '));
const NAMESPACES = new Set([...LINKS.keys()].flatMap((link) => link.match(/^\w+(?=:)/) ?? []));

/** Explorers of many networks, whose path names the network. */
const COMMON_EXPLORERS =
	/^(blockchain\.com|blockchair\.com|oklink\.com|tokenview\.io|live\.blockcypher\.com)$/;

const TEST_NETWORK =
	/\b(test(net)?\d*|sepolia|goerli|ropsten|holesky|hoodi|amoy|mumbai|nile|shasta|chapel|futurenet|devnet)\b/i;

function refuseChain(name: string): Refusal {
	const message = `The link names ${name}, which the service doesn't check`;
	return refuse('unsupportedNetwork', message, LEAVE_OUT);
}

function refuseUnclear(message: string, kind: TargetKind): Refusal {
	const advice = `Paste the ${NOUNS[kind]} alone, and choose its network in 'Currency'.`;
	return refuse('networkUnclear', message, advice);
}

/** The network of a chain ID (CAIP-2). */
const findChain = (chain: string): Network | Refusal =>
	LINKS.get(chain)?.[0] ?? refuseChain(findForeignName(chain) ?? `the chain ${chain}`);

/** The network that the scheme of a link names, or a chain ID after it (EIP-681, CAIP-10). */
function findByScheme(scheme: string, rest: string, kind: TargetKind): Network | Refusal {
	const reference = /^([-\w]{1,32}):/.exec(rest)?.[1];
	if (NAMESPACES.has(scheme) && reference !== undefined)
		return findChain(`${scheme}:${reference.toLowerCase()}`);
	const foreign = findForeignName(scheme);
	if (foreign) return refuseChain(foreign);
	const [network] = LINKS.get(scheme) ?? [];
	if (network === undefined)
		return refuseUnclear('The link names no network that is known here', kind);
	const chainId = NETWORKS[network].isEvm ? /^[^/?]*@(\w+)/.exec(rest)?.[1] : undefined;
	if (chainId === undefined) return network;
	const ofChain = findChain(`eip155:${Number(chainId)}`);
	// "ethereum" is the scheme of every Ethereum-like network (EIP-681).
	if (isRefusal(ofChain) || network === 'ETH' || network === ofChain) return ofChain;
	const both = `${NETWORKS[network].name} and ${NETWORKS[ofChain].name}`;
	return refuseUnclear(`The link names ${both} at once`, kind);
}

/** The network that an explorer shows; undefined for a site that isn't known. */
function findByHost(host: string, pieces: readonly string[]): Network | Refusal | undefined {
	const words = COMMON_EXPLORERS.test(host) ? pieces.filter(({ length }) => length < 25) : [];
	const foreign = [host, ...words].map(findForeignName).find((one) => one);
	if (foreign) return refuseChain(foreign);
	const named = words.map((word) => readCurrency(word)?.network);
	return [LINKS.get(host)?.[0], ...named].find((one) => one);
}

/** The parts of a link's path and query, in their order. */
const split = (rest: string): string[] =>
	rest
		.split(/[/?#&=:;,@|\s]+/)
		.map((piece) => cleanTarget(piece.replace(/^pay-/i, '')))
		.filter((piece) => piece !== '');

const looksLikeAddress = (piece: string) =>
	findNetworks(piece).length > 0 ||
	(piece.length >= 25 && filterNetworks(({ shape }) => shape.test(piece)).length > 0);

/** The parts of a payment link that can be its payee: a token transfer (EIP-681) and a Stellar payment name it. */
function findPayees(rest: string): string[] {
	const [path, query = ''] = rest.split(/\?(.*)/s);
	const call = (/\/(\w+)$/.exec(path)?.[1] ?? path).toLowerCase();
	const name = { transfer: 'address', pay: 'destination' }[call];
	if (name === undefined) return path.includes('/') ? [] : split(rest);
	const given = query.split(/[&#]/).filter((part) => part.toLowerCase().startsWith(`${name}=`));
	return given.map((part) => cleanTarget(part.slice(name.length + 1)));
}

/** The texts without those that differ only in case from a later one. */
const dropDuplicates = (texts: readonly string[]) => [
	...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
];

/** The one target in the parts of a link. */
function findTarget(pieces: readonly string[], kind: TargetKind): string | Refusal {
	if (pieces.some(isSecret)) return refuseSecret(kind);
	if (pieces.length === 0) {
		const advice = 'Paste the address of the wallet alone.';
		return refuse('notAWallet', 'The link names no receiver', advice);
	}
	const hashes = dropDuplicates(pieces.filter(isTransactionHash));
	const isAddress = (one: string) => !isTransactionHash(one) && looksLikeAddress(one);
	const addresses = dropDuplicates(pieces.filter(isAddress));
	const wanted = kind === 'address' ? addresses : hashes;
	const others = kind === 'address' ? hashes : addresses;
	if (wanted.length > 1) {
		const noun = kind === 'address' ? 'addresses' : 'transactions';
		const message = `The link holds ${wanted.length} different ${noun}`;
		return refuse('severalTargets', message, `Paste the ${kind} that you mean alone.`);
	}
	const rest = pieces.find((one) => one.length >= 20) ?? pieces[0];
	const piece = [...wanted, ...others][0] ?? rest;
	const before = pieces[pieces.indexOf(piece) - 1] ?? '';
	if (kind === 'transaction' || !/^tokens?\d*$/i.test(before)) return piece;
	const advice = "Give the address of the wallet, and the token in 'Token'.";
	return refuse('notAWallet', "The link shows a token's contract, not a wallet", advice);
}

function readLink(scheme: string, rest: string, kind: TargetKind): Pasted | Refusal {
	// A label or a message may say anything.
	if (TEST_NETWORK.test(rest.replace(/[?&](?!network)[^&#]*/g, '')))
		return refuseChain('a test network');
	const isWeb = scheme === 'http' || scheme === 'https';
	const [authority, ...path] = rest.split(/(?=[/?#])/);
	const host = authority.toLowerCase().replace(/^www\.|:\d*$/g, '');
	const pieces = isWeb ? split(path.join('')) : findPayees(rest.replace(/^([-\w]{1,32}):/, ''));
	const network = isWeb ? findByHost(host, pieces) : findByScheme(scheme, rest, kind);
	if (isRefusal(network)) return network;
	const target = findTarget(pieces, kind);
	if (isRefusal(target)) return target;
	const isClear = network !== undefined || (kind === 'address' && findNetworks(target).length < 2);
	return isClear
		? { target, network }
		: refuseUnclear("The link's site is no explorer whose network is known here", kind);
}

/**
 * Takes the address or the transaction, not checked yet, out of a pasted text. That is the target with whatever
 * surrounds it, or a link: an explorer's, or a payment link (BIP-21, EIP-681, SEP-7). Or it is a chain and an address
 * (CAIP-10, EIP-3770). Never throws.
 */
export function readPasted(text: string, kind: TargetKind): Pasted | Refusal {
	const cleaned = cleanTarget(text);
	const link = /^([a-z][a-z\d+-]*):(?:\/\/)?(.*)$/is.exec(cleaned);
	const isHost = /^[\w-]+(\.[\w-]+)+\/./.test(cleaned);
	const isAlone = findNetworks(cleaned).length > 0 || findForeignAddress(cleaned) !== undefined;
	if ((!link && !isHost) || isAlone || cleaned.length > MAX_LINK_LENGTH) return { target: cleaned };
	const [, scheme, rest] = link ?? [cleaned, 'https', cleaned];
	return readLink(scheme.toLowerCase(), attempt(() => decodeURIComponent(rest)) ?? rest, kind);
}
