import {
	cleanTarget,
	findAddressKey,
	findNetworks,
	hasChecksum,
	holdsKey,
	isTransactionHash,
	refuseSecret,
	refuseText,
	type TargetKind,
} from '../addresses';
import { isRefusal, NOUNS, refuse, type Refusal } from '../addresses/refusals';
import { isPhrase, KEY_LABEL } from '../addresses/secrets';
import { filterNetworks, type Network } from '../networks';
import { isName } from '../quote';
import { findForeignAddress } from './chains';
import { cutPieces, joinNamed, readLink, type ReadLink } from './links';
import { readWordsBeside, type Named } from './words';

/* The one reader of what people paste. */

/** A text with its one target, which isn't checked against a network yet. */
export interface ReadText {
	target: string;
	named: Named;
	/** Whether it stands in a link of a site of which nobody knows whose addresses it shows. */
	isUnknownSite?: boolean;
	/** What names the network, for people. */
	source: 'link' | 'text';
	/** Whether no words stand beside it. */
	isAlone: boolean;
	/** Words in capitals, any of which may be the symbol of a token of the currency list. */
	capitals: readonly string[];
}

/** Longer texts hold no target that anybody pastes; taking them apart would only take time. */
const MAX_TEXT_LENGTH = 4096;

/** Forms shorter than this are words, even if the form of some address fits. */
const SHORTEST = 25;

/** Whether a piece is a target of its kind, or has the form of one with a slip in it. */
function isCandidate(piece: string, kind: TargetKind): boolean {
	if (kind === 'transaction') return isTransactionHash(piece);
	if (findNetworks(piece).length > 0) return true;
	if (piece.length < SHORTEST || isTransactionHash(piece)) return false;
	return (
		filterNetworks(({ shape }) => shape.test(piece)).length > 0 ||
		findForeignAddress(piece) !== undefined
	);
}

/** The pieces that are different targets: spellings of one wallet or transaction count once. */
function dropEqual(pieces: readonly string[]): string[] {
	const keyOf = (piece: string) => findAddressKey(piece) ?? piece.toLowerCase().replace(/^0x/, '');
	return [...new Map(pieces.map((piece) => [keyOf(piece), piece])).values()];
}

/** The words of a text between everything that surrounds one: blanks, quotes, brackets, marks of Markdown. */
const cutTokens = (text: string): string[] =>
	text
		.split(/["'`´“”„‟‘’‚‛«»‹›()[\]{}<>|,;，、；＂＇\s]+/)
		.map((token) => cleanTarget(token.replace(/^[*_~•·#:!?&–—→>-]+|[*_~•·#:!?&–—→-]+$/g, '')))
		.filter((token) => token !== '');

/** All that the tokens of a text hold. */
interface Parts {
	links: ReadLink[];
	/** Pieces beside the links that can be targets. */
	pieces: string[];
	/** The tokens that hold no target. */
	words: string[];
}

function readTokens(tokens: readonly string[], kind: TargetKind): Parts | Refusal {
	const parts: Parts = { links: [], pieces: [], words: [] };
	for (const token of tokens) {
		const link = isCandidate(token, kind) ? undefined : readLink(token, kind);
		if (isRefusal(link)) return link;
		if (link) {
			parts.links.push(link);
			continue;
		}
		const pieces = isCandidate(token, kind) ? [token] : cutPieces(token);
		const candidates = pieces.filter((piece) => isCandidate(piece, kind));
		if (candidates.length > 0) parts.pieces.push(...candidates);
		else parts.words.push(token);
	}
	return parts;
}

/** Why a text holds no target of a kind: what it holds instead, if that can be said. */
function refuseNone(
	{ links, words }: Parts,
	text: string,
	kind: TargetKind,
	network: Network | undefined,
): Refusal {
	const pieces = [
		...links.flatMap((link) => link.pieces),
		...words.flatMap((word) => [word, ...cutPieces(word)]),
	];
	const isOther = (piece: string) =>
		isTransactionHash(piece) ||
		findNetworks(piece).length > 0 ||
		findForeignAddress(piece) !== undefined;
	const telling =
		pieces.find(isOther) ?? pieces.find(isName) ?? pieces.find((piece) => piece.length >= 20);
	return refuseText(telling ?? text, kind, network);
}

/** Whether a text may hold the words of a seed: one target with a checksum says that it is a message. */
const isSeed = (text: string, targets: readonly string[]): boolean =>
	isPhrase(text) && !(targets.length === 1 && hasChecksum(targets[0]));

function joinParts({ links, words }: Parts): Named | Refusal {
	const beside = readWordsBeside(words.join(' '));
	const all = [...links.map(({ named }) => named), beside];
	return all.reduce<Named | Refusal>((joined, one) => {
		if (isRefusal(joined) || isRefusal(one)) return isRefusal(joined) ? joined : one;
		return joinNamed(joined, one, 'The text');
	}, {});
}

const findCapitals = (words: readonly string[]): string[] =>
	words.filter((word) => /^[A-Z][A-Z\d]{1,9}$/.test(word));

/** What the parts of a text hold as targets, each once. */
const findTargets = ({ links, pieces }: Parts, kind: TargetKind): string[] =>
	dropEqual([
		...pieces,
		...links.flatMap((link) => link.pieces.filter((piece) => isCandidate(piece, kind))),
	]);

function refuseSeveral(count: number, kind: TargetKind): Refusal {
	const things = kind === 'address' ? 'addresses' : 'transactions';
	const advice = `Paste the ${NOUNS[kind]} that you mean alone.`;
	return refuse('severalTargets', `The text holds ${count} different ${things}`, advice);
}

/** Reads a text that is more than its target. */
function readParts(
	text: string,
	kind: TargetKind,
	network: Network | undefined,
): ReadText | Refusal {
	const parts = readTokens(cutTokens(text), kind);
	if (isRefusal(parts)) return isPhrase(text) ? refuseSecret(kind) : parts;
	const targets = findTargets(parts, kind);
	if (isSeed(text, targets)) return refuseSecret(kind);
	if (targets.length > 1) return refuseSeveral(targets.length, kind);
	if (targets.length === 0) return refuseNone(parts, text, kind, network);
	const isLabelled = kind === 'transaction' && parts.words.length > 0 && KEY_LABEL.test(text);
	if (isLabelled) return refuseSecret(kind);
	const named = joinParts(parts);
	if (isRefusal(named)) return named;
	const isUnknownSite = parts.pieces.length === 0 && parts.links.some((link) => link.isUnknownSite);
	const capitals = findCapitals(parts.words);
	const isAlone = parts.words.length === 0;
	const source = isAlone && parts.links.length > 0 ? 'link' : 'text';
	return { target: targets[0], named, source, isUnknownSite, capitals, isAlone };
}

/**
 * Reads what was pasted: the one address or transaction in it, and the coin and network that it names. Its target isn't
 * checked against a network yet. Never throws.
 * @param network the one that it should belong to, for the words of a refusal.
 */
export function readText(text: string, kind: TargetKind, network?: Network): ReadText | Refusal {
	const cleaned = cleanTarget(text);
	if (holdsKey(cleaned)) return refuseSecret(kind);
	if (isCandidate(cleaned, kind))
		return { target: cleaned, named: {}, source: 'text', capitals: [], isAlone: true };
	if (cleaned === '') return refuseText(cleaned, kind);
	if (cleaned.length <= MAX_TEXT_LENGTH) return readParts(cleaned, kind, network);
	return isPhrase(cleaned) ? refuseSecret(kind) : refuseText(cleaned, kind);
}
