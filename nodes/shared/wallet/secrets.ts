import { isCheckedKey } from './addresses/base58';

/*
 * What must never be sent or shown: private keys of any kind, with a slip in them or without, and the words of a seed.
 * It goes by the form alone, since a key with a slip is as good as the key.
 */

/** Forms of private keys. Letters that base58 leaves out are the likeliest slips. */
const KEYS: readonly RegExp[] = [
	// In wallet import format, of Bitcoin, Litecoin, Dogecoin, Dash and of test networks; encrypted ones (BIP-38).
	/^[5KLT69cQX7][A-Za-z\d]{49,52}$/,
	/^6P[A-Za-z\d]{55,57}$/,
	// Extended ones (BIP-32, SLIP-132).
	/^[a-zA-Z]prv[A-Za-z\d]{100,110}$/,
	// Seeds of XRP and Stellar, and the small keys of Casascius.
	/^s(?=[A-Za-z\d]*\d)[A-Za-z\d]{27,29}$/,
	/^sEd[A-Za-z\d]{27,29}$/,
	/^(S[A-Z\d]{54,56}|s[a-z\d]{54,56})$/,
	/^S(?=[A-Za-z\d]*\d)[A-Za-z\d]{29}$/,
	// Of Solana, or a signature of 64 bytes: nobody can tell them apart.
	/^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
	// Of Nostr, Sui, Tezos, Cardano.
	/^(nsec1|suiprivkey1|ed25519e?_sk1|xprv1|addr_xsk1|root_xsk1|acct_xsk1)[a-z\d]{20,}$/,
	/^(edsk|edesk|spsk|p2sk)[A-Za-z\d]{40,}$/,
	// 64 bytes in hexadecimal digits are what words are turned into (BIP-39).
	/^(0x)?[\da-f]{128}$/i,
];

/** Keys in a text of their own form: a list of bytes, the numbers of Xaman, a file of a key, the label of Aptos. */
const KEY_TEXTS: readonly RegExp[] = [
	/(\d{1,3}\s*,\s*){31,}\d{1,3}/,
	/(?<!\d)(\d{6}[\s,;-]+){7}\d{6}(?!\d)/,
	/-BEGIN [A-Z ]*PRIVATE KEY-/,
	/-priv-0x[\da-f]{64}/i,
];

/** The parts of a text that can be a key. */
const findKeyPieces = (text: string): string[] =>
	text.split(/[^A-Za-z\d_]+/).filter((piece) => piece.length >= 28);

/** Whether a text has the form of a key, or a part of it has. */
export const holdsKey = (text: string): boolean =>
	KEY_TEXTS.some((form) => form.test(text)) ||
	findKeyPieces(text).some((piece) => KEYS.some((form) => form.test(piece)));

/** A wallet is restored from so many words, or more. */
const FEWEST_WORDS = 12;

/** So many words without anything between them, in one case or each with its capital: no other word is as long. */
const JOINED_WORDS =
	/(?<![A-Za-z\d])(?=[A-Za-z]{40})(?:[a-z]*(?:[A-Z][a-z]{2,})*|[A-Z]+)(?![A-Za-z\d])/;

/**
 * Whether a text may be the words that a wallet is restored from: so many groups of letters of any script, whatever
 * stands between them. A character of Chinese is a word.
 */
export function isPhrase(text: string): boolean {
	if (text.length < FEWEST_WORDS) return false;
	if (JOINED_WORDS.test(text)) return true;
	let count = 0;
	for (const [group] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
		const word = group.replace(/^\p{N}+|\p{N}+$/gu, '');
		if (word === '' || /\p{N}/u.test(word)) continue;
		const characters = word.match(/\p{Script=Han}/gu)?.length ?? 0;
		count += characters || 1;
	}
	return count >= FEWEST_WORDS;
}

/** Whether a text may be a private key or a seed, so that it is neither sent nor shown. */
export const isSecret = (text: string): boolean => holdsKey(text) || isPhrase(text);

/** Whether a text is a key whose checksum fits, or may be the words of a seed, where the form of a key alone says nothing. */
export const isSurelySecret = (text: string): boolean =>
	isPhrase(text) || findKeyPieces(text).some(isCheckedKey);
