import { networksBy } from '../networks';

/**
 * What stands around a target in a spreadsheet cell, a chat or a payment link, and is not part of it: quotes of all
 * kinds, brackets, separators, the equals sign of an Excel text formula. None of them occurs in an address or a hash.
 */
const WRAPPING: ReadonlySet<string> = new Set('"\'`´“”„‟‘’‚‛«»‹›()[]{}<>,;.|=＂＇');

/** Longer texts are no target; cleaning them would only take time. */
const MAX_LENGTH = 4096;

/**
 * Schemes of payment links (BIP-21, EIP-681, SEP-7 and their like), chain short names (EIP-3770) and CAIP-2
 * namespaces. `bitcoincash:` is not here: it is part of an address and is looked at separately.
 */
const SCHEMES: ReadonlySet<string> = new Set([
	...networksBy(({ schemes }) => schemes).keys(),
	'bip122',
	'eip155',
	'pay',
]);

/**
 * Takes a target out of what surrounds it: white space (no-break spaces, line breaks and a byte order mark included),
 * quotes, brackets, trailing separators, and a payment link's scheme and query (`bitcoin:…?amount=1`,
 * `ethereum:pay-0x…@1`). The target itself is not touched: invisible characters inside it, or at its edges, stay and
 * are refused by the checks. (design 5, plan)
 *
 * @param text what a user or a sheet holds
 * @returns the target in it; an empty string if there is nothing but wrapping
 */
export function cleanTarget(text: string): string {
	if (text.length > MAX_LENGTH) return text.trim();
	let current = text;
	// A link can be quoted, and a quoted target can be in a link: unwrap until nothing changes.
	for (;;) {
		const next = withoutScheme(unwrap(current));
		if (next === current) return current;
		current = next;
	}
}

/** Cuts white space and wrapping characters from both ends. */
function unwrap(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isWrapping(text[start])) start++;
	while (end > start && isWrapping(text[end - 1])) end--;
	return text.slice(start, end);
}

function isWrapping(character: string): boolean {
	return WRAPPING.has(character) || /\s/.test(character);
}

/** Takes the target out of a payment link; any other text is returned as it is. */
function withoutScheme(text: string): string {
	const match = /^([a-z][a-z0-9+-]{1,30}):(?:\/\/)?(.*)$/is.exec(text);
	if (match === null) return text;
	const [, rawScheme, rest] = match;
	const scheme = rawScheme.toLowerCase();
	if (scheme === 'bitcoincash') return cleanBitcoinCash(text, rest);
	if (/^bch(?:test|reg)$/.test(scheme)) return withoutQuery(text);
	return SCHEMES.has(scheme) ? payee(rest) : text;
}

/** `bitcoincash:` belongs to a cashaddr (q, p, z, r …), and is a mere scheme in front of a legacy address. */
function cleanBitcoinCash(text: string, rest: string): string {
	const target = withoutQuery(rest);
	if (!/^[qpzr]/i.test(target)) return target;
	return `${text.slice(0, text.indexOf(':'))}:${target}`;
}

/** Who is paid by a link, after its scheme. */
function payee(rest: string): string {
	const named = namedPayee(rest);
	if (named !== undefined) return named;
	// CAIP-10: namespace:reference:address.
	const withoutReference = withoutQuery(rest).replace(/^[-_a-z0-9]{1,32}:/i, '');
	return withoutReference.replace(/^pay-/i, '').replace(/[@/].*$/s, '');
}

/**
 * The payee where it is not the first thing in the link: an ERC-20 transfer (EIP-681) names the token's contract
 * first and the recipient as a parameter, Stellar (SEP-7) has only parameters.
 */
function namedPayee(rest: string): string | undefined {
	const isTransfer = /^[^?]*\/transfer\?/i.test(rest);
	const isStellarPayment = /^pay\?/i.test(rest);
	if (!isTransfer && !isStellarPayment) return undefined;
	const name = isTransfer ? 'address' : 'destination';
	const query = rest.slice(rest.indexOf('?') + 1).split('&');
	return query.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}

function withoutQuery(text: string): string {
	return text.replace(/[?#].*$/s, '');
}
