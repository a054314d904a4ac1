import {
	cleanTarget,
	isRefusal,
	isSecret,
	isTransactionHash,
	networksOf,
	refuse,
	refuseSecret,
} from './addresses';
import type { Network, Refusal, TargetKind } from './addresses';
import { findForeignAddress, findForeignName } from './foreignChains';
import { readCurrency } from './currencies';
import { NETWORK_CODES, NETWORKS, networksBy } from './networks';

/** What a pasted text holds: the target, not checked yet, and the network that a link names. */
export interface Pasted {
	target: string;
	network?: Network;
}

/** Longer texts are no link that anybody pastes; taking them apart would only take time. */
const MAX_LENGTH = 4096;

const LINKS = networksBy(({ links }) => links);
const NAMESPACES = new Set([...LINKS.keys()].flatMap((link) => link.match(/^\w+(?=:)/) ?? []));

/** Explorers of many networks, whose path names the network. */
const COMMON_EXPLORERS = new Set([
	'blockchain.com',
	'blockchair.com',
	'oklink.com',
	'tokenview.io',
	'live.blockcypher.com',
]);

const TEST_NETWORK =
	/\b(test(net)?\d*|sepolia|goerli|ropsten|holesky|hoodi|amoy|mumbai|nile|shasta|chapel|futurenet|devnet)\b/i;

const ALONE: Readonly<Record<TargetKind, string>> = {
	address: 'Paste the address alone, and choose its network in Currency.',
	transaction: 'Paste the transaction hash alone, and choose its network in Currency.',
};

const refuseChain = (name: string) =>
	refuse(
		'unsupportedNetwork',
		`The link names ${name}, which the service doesn't check.`,
		"Leave this item out: the service can't screen it.",
	);

/** The network of a chain ID (CAIP-2). */
function findChain(namespace: string, reference: string): Network | Refusal {
	const chain = `${namespace}:${reference}`;
	const [network] = LINKS.get(chain) ?? [];
	return network ?? refuseChain(findForeignName(chain)?.name ?? `the chain ${chain}`);
}

/** The network that the scheme of a link names, or a chain ID after it (EIP-681, CAIP-10). */
function findByScheme(scheme: string, rest: string, kind: TargetKind): Network | Refusal {
	const reference = /^([-\w]{1,32}):/.exec(rest)?.[1];
	if (NAMESPACES.has(scheme) && reference !== undefined)
		return findChain(scheme, reference.toLowerCase());
	const foreign = findForeignName(scheme);
	if (foreign) return refuseChain(foreign.name);
	const [network] = LINKS.get(scheme) ?? [];
	if (network === undefined)
		return refuse('networkUnclear', 'The link names no network that is known here.', ALONE[kind]);
	const chainId = NETWORKS[network].isEvm ? /^[^/?]*@(\w+)/.exec(rest)?.[1] : undefined;
	if (chainId === undefined) return network;
	const ofChain = findChain('eip155', String(Number(chainId)));
	// "ethereum" is the scheme of every Ethereum-like network (EIP-681).
	if (isRefusal(ofChain) || network === 'ETH' || network === ofChain) return ofChain;
	const both = `${NETWORKS[network].name} and ${NETWORKS[ofChain].name}`;
	return refuse('networkUnclear', `The link names ${both} at once.`, ALONE[kind]);
}

/** The network that an explorer shows; undefined for a site that isn't known. */
function findByHost(host: string, pieces: readonly string[]): Network | Refusal | undefined {
	const words = COMMON_EXPLORERS.has(host) ? pieces.filter((piece) => piece.length < 25) : [];
	const foreign = [host, ...words].map(findForeignName).find((one) => one);
	if (foreign) return refuseChain(foreign.name);
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
	networksOf(piece).length > 0 ||
	(piece.length >= 25 && NETWORK_CODES.some((code) => NETWORKS[code].shape.test(piece)));

/** The parts of a payment link that can be its payee: a token transfer (EIP-681) and a Stellar payment name it. */
function findPayees(rest: string): string[] {
	const [path, query = ''] = rest.split(/\?(.*)/s);
	const call = (/\/(\w+)$/.exec(path)?.[1] ?? path).toLowerCase();
	const name = { transfer: 'address', pay: 'destination' }[call];
	if (name === undefined) return path.includes('/') ? [] : split(rest);
	const given = query.split(/[&#]/).filter((part) => part.toLowerCase().startsWith(`${name}=`));
	return given.map((part) => cleanTarget(part.slice(name.length + 1)));
}

const distinct = (pieces: readonly string[]) => [
	...new Map(pieces.map((piece) => [piece.toLowerCase(), piece])).values(),
];

/** The one target in the parts of a link. */
function findTarget(pieces: readonly string[], kind: TargetKind): string | Refusal {
	if (pieces.some(isSecret)) return refuseSecret(kind);
	const hashes = distinct(pieces.filter(isTransactionHash));
	const addresses = distinct(
		pieces.filter((one) => !isTransactionHash(one) && looksLikeAddress(one)),
	);
	const [wanted, others] = kind === 'address' ? [addresses, hashes] : [hashes, addresses];
	if (wanted.length > 1) {
		const noun = kind === 'address' ? 'addresses' : 'transactions';
		const message = `The link holds ${wanted.length} different ${noun}.`;
		return refuse('severalTargets', message, `Paste the ${kind} that you mean alone.`);
	}
	const rest = pieces.find((one) => one.length >= 20) ?? pieces[0] ?? '';
	const [piece = rest] = [...wanted, ...others];
	const before = pieces[pieces.indexOf(piece) - 1] ?? '';
	if (kind === 'transaction' || !/^tokens?\d*$/i.test(before)) return piece;
	const advice = 'Give the address of the wallet, and the token in Token.';
	return refuse('notAWallet', "The link shows a token's contract, not a wallet.", advice);
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function readWebLink(rest: string, kind: TargetKind): Pasted | Refusal {
	const [authority, ...path] = rest.split(/(?=[/?#])/);
	const pieces = split(path.join(''));
	const network = findByHost(authority.toLowerCase().replace(/^www\.|:\d*$/g, ''), pieces);
	if (isRefusal(network)) return network;
	const target = findTarget(pieces, kind);
	if (isRefusal(target)) return target;
	const isClear = network !== undefined || (kind === 'address' && networksOf(target).length < 2);
	if (isClear) return { target, network };
	const message = "The link's site is no explorer whose network is known here.";
	return refuse('networkUnclear', message, ALONE[kind]);
}

function readLink(scheme: string, rest: string, kind: TargetKind): Pasted | Refusal {
	// A label or a message may say anything.
	if (TEST_NETWORK.test(rest.replace(/[?&](?!network)[^&#]*/g, '')))
		return refuseChain('a test network');
	if (scheme === 'http' || scheme === 'https') return readWebLink(rest, kind);
	const network = findByScheme(scheme, rest, kind);
	if (isRefusal(network)) return network;
	const payees = findPayees(rest.replace(/^([-\w]{1,32}):/, ''));
	if (payees.length === 0)
		return refuse(
			'notAWallet',
			'The link names no receiver.',
			'Paste the address of the wallet alone.',
		);
	const target = findTarget(payees, kind);
	return isRefusal(target) ? target : { network, target };
}

/**
 * Takes the address or the transaction out of what people paste: the target alone with whatever surrounds it, an
 * explorer's link, a payment link (BIP-21, EIP-681, SEP-7), a chain and an address (CAIP-10, EIP-3770).
 * @param text what the user entered.
 * @param kind what it is meant as.
 * @returns the target, not checked yet, and the network that a link names; or why the link is refused. Never throws.
 */
export function readPasted(text: string, kind: TargetKind): Pasted | Refusal {
	const cleaned = cleanTarget(text);
	const link = /^([a-z][a-z\d+-]*):(?:\/\/)?(.*)$/is.exec(cleaned);
	const isHost = /^[\w-]+(\.[\w-]+)+\/./.test(cleaned);
	const isAlone = networksOf(cleaned).length > 0 || findForeignAddress(cleaned) !== undefined;
	if ((!link && !isHost) || isAlone || cleaned.length > MAX_LENGTH) return { target: cleaned };
	const [, scheme, rest] = link ?? [cleaned, 'https', cleaned];
	return readLink(scheme.toLowerCase(), decode(rest), kind);
}
