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
import { isRefusal, NOUNS, refuse, refuseBroken, type Refusal } from '../addresses/refusals';
import { isPhrase, KEY_LABEL } from '../secrets';
import { filterNetworks, type Network } from '../networks';
import { isName } from '../quote';
import { keepRecent } from '../values';
import { findForeignAddress } from './chains';
import { readLabels } from './labels';
import { cutPieces, joinAll, readLink, type ReadLink } from './links';
import { dropKnown, readWordsBeside, type Named } from './words';

/* The one reader of what people paste. */

/** A text with its one target, which isn't checked against a network yet. */
export interface ReadText {
	target: string;
	named: Named;
	/** Whether it stands in a link of a site of which nobody knows whose addresses it shows. */
	isUnknownSite?: boolean;
	/** What names the network, for people. */
	source: 'link' | 'text';
	/** Whether no words stand beside it, but for numbers. */
	isAlone: boolean;
	/** Unknown words in capitals, any of which may be the symbol of a token of the currency list. */
	capitals: readonly string[];
	/** Unknown words next to the target, which may be the name of such a token. */
	names: readonly string[];
}

/** Longer texts hold no target that anybody pastes; taking them apart would only take time. */
const MAX_TEXT_LENGTH = 4096;

/** Forms shorter than this are words, even if the form of some address fits. */
const SHORTEST = 25;

const isValid = (piece: string, kind: TargetKind): boolean =>
	kind === 'transaction' ? isTransactionHash(piece) : findNetworks(piece).length > 0;

/** Whether a piece is a target of its kind, or has the form of one with a slip in it. */
function isCandidate(piece: string, kind: TargetKind): boolean {
	if (kind === 'transaction' || isValid(piece, kind)) return isValid(piece, kind);
	if (piece.length < SHORTEST || isTransactionHash(piece)) return false;
	// A link of an older form, such as `bitcoincash:1…`, is no slip.
	if (isValid(piece.replace(/^\w+:/, ''), kind)) return false;
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
		// No name ends with a stablecoin.
		.replace(/(\w{25})\.(?=USD[CT])/gi, '$1 ')
		.split(/["'`´“”„‟‘’‚‛«»‹›()[\]{}<>|,;，、；＂＇\s]+/)
		.map((token) => cleanTarget(token.replace(/^[*_~•·#:!?&–—→>-]+|[*_~•·#:!?&–—→-]+$/g, '')))
		.filter((token) => token !== '');

/** A name whose first part is an address is a name, such as `0x….eth`: it is not cut. */
const isWhole = (token: string) => /^\w{25,}([.*]|@[^\s@]+\.)\p{L}/u.test(token);

/** The words beside the targets of a token. Pieces without the letters of other scripts would lose a name. */
const cutBeside = (token: string, targets: readonly string[]): string[] =>
	targets
		.reduce((rest, target) => rest.replaceAll(target, ' '), token)
		.split(/[^\p{L}\p{M}\p{N}.₮]+/u)
		.filter((word) => word !== '');

/** All that the tokens of a text hold. */
interface Parts {
	links: ReadLink[];
	/** Pieces beside the links that can be targets. */
	pieces: string[];
	/** The tokens that hold targets. */
	holders: string[];
	/** All else: tokens, or what stands beside a target in one. */
	words: string[];
}

function readTokens(tokens: readonly string[], kind: TargetKind): Parts | Refusal {
	const parts: Parts = { links: [], pieces: [], holders: [], words: [] };
	for (const token of tokens) {
		const link = isCandidate(token, kind) ? undefined : readLink(token, kind);
		if (isRefusal(link)) return link;
		if (link) {
			parts.links.push(link);
			parts.holders.push(token);
			continue;
		}
		const isOne = isCandidate(token, kind) || isWhole(token);
		const pieces = isOne ? [token] : cutPieces(token);
		const candidates = pieces.filter((piece) => isCandidate(piece, kind));
		parts.pieces.push(...candidates);
		parts.holders.push(...candidates);
		parts.words.push(...(candidates.length > 0 ? cutBeside(token, candidates) : [token]));
	}
	return parts;
}

/** Whether a text may hold the words of a seed: one target with a checksum says that it is a message. */
const isSeed = (text: string, targets: readonly string[]): boolean =>
	isPhrase(text) && !(targets.length === 1 && hasChecksum(targets[0]));

/** Whether a text is a key that is cut by blanks. */
function isBrokenKey(text: string): boolean {
	const joined = text.replace(/\s+/g, '');
	return /\d/.test(joined) && holdsKey(joined);
}

/** Replaces every target of a text. */
const TARGET = 'x'.repeat(SHORTEST);

/** The unknown words directly before and behind the targets in their lines, up to a sign. */
function findNextTo(text: string): string[] {
	const cut = (part: string) =>
		part
			.split(/[^\p{L}\p{M}\p{N} ]+/u)
			.map((words) => dropKnown(words.trim()))
			.filter((words) => words !== '');
	return text.split(/[\r\n]+/).flatMap((line) => {
		const [before, ...others] = line.split(TARGET);
		const after = others.at(-1);
		return after === undefined ? [] : [...cut(before).slice(-1), ...cut(after).slice(0, 1)];
	});
}

/** All that the words of a text say, whatever its targets are. */
type ReadAround = Pick<ReadText, 'capitals' | 'names'> & { named: Named | Refusal };

/** Rows of one sheet have the same words around their targets. */
const MAX_KNOWN = 256;
const knownWords = new Map<string, ReadAround>();

function readAround({ holders, words }: Parts, whole: string): ReadAround {
	const text = holders.reduce((rest, holder) => rest.replaceAll(holder, TARGET), whole);
	const key = [text, ...words].join('\0');
	const known = knownWords.get(key) ?? {
		named: joinAll([...readLabels(text), readWordsBeside(words.join(' '))], 'The text'),
		capitals: words.filter((word) => /^[A-Z][A-Z\d]{1,9}$/.test(word) && dropKnown(word) !== ''),
		names: findNextTo(text),
	};
	return keepRecent(knownWords, key, known, MAX_KNOWN);
}

/** Why a text holds no target of a kind: what it holds instead, if that can be said. */
function refuseNone(
	parts: Parts,
	text: string,
	kind: TargetKind,
	network: Network | undefined,
): Refusal {
	const { links, words } = parts;
	const joined = text.replace(/\s+/g, '');
	const inLinks = links.flatMap((link) => link.pieces);
	const pieces = [...inLinks, ...words.flatMap((word) => [word, ...cutPieces(word)])];
	const isOther = (piece: string) =>
		isTransactionHash(piece) ||
		findNetworks(piece).length > 0 ||
		findForeignAddress(piece) !== undefined;
	const inWords = words.flatMap((word) => [word, ...word.split(/[/?#&=:;,|\\]+/)]);
	const names = [...inLinks, ...inWords.map((word) => word.replace(/@(\d+|0x[\da-f]+)$/i, ''))];
	const telling = pieces.find(isOther) ?? names.find(isName);
	if (telling === undefined && isValid(joined, kind)) return refuseBroken(joined, kind);
	const long = telling ?? pieces.find((piece) => piece.length >= 20);
	if (long !== undefined && isTransactionHash(long) && KEY_LABEL.test(text))
		return refuseSecret(kind);
	const named = long === undefined ? readAround(parts, text).named : {};
	const isForeign = isRefusal(named) && named.reason === 'unsupportedNetwork';
	return isForeign ? named : refuseText(long ?? text, kind, network);
}

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
	if (isRefusal(parts)) {
		const held = dropEqual(cutPieces(text).filter((piece) => isValid(piece, kind)));
		return isSeed(text, held) ? refuseSecret(kind) : parts;
	}
	const targets = findTargets(parts, kind);
	if (!targets.some((target) => isValid(target, kind)) && isBrokenKey(text))
		return refuseSecret(kind);
	if (isSeed(text, targets)) return refuseSecret(kind);
	if (targets.length > 1) return refuseSeveral(targets.length, kind);
	if (targets.length === 0) return refuseNone(parts, text, kind, network);
	if (kind === 'transaction' && KEY_LABEL.test(text)) return refuseSecret(kind);
	const { capitals, names, ...around } = readAround(parts, text);
	const named = joinAll([...parts.links.map((link) => link.named), around.named], 'The text');
	if (isRefusal(named)) return named;
	const isUnknownSite = parts.pieces.length === 0 && parts.links.some((link) => link.isUnknownSite);
	const isAlone = parts.words.every((word) => /^\d+$/.test(word));
	const source = isAlone && parts.links.length > 0 ? 'link' : 'text';
	return { target: targets[0], named, source, isUnknownSite, capitals, names, isAlone };
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
		return { target: cleaned, named: {}, source: 'text', capitals: [], names: [], isAlone: true };
	if (cleaned === '') return refuseText(cleaned, kind);
	if (cleaned.length <= MAX_TEXT_LENGTH) return readParts(cleaned, kind, network);
	return isPhrase(cleaned) ? refuseSecret(kind) : refuseText(cleaned, kind);
}
