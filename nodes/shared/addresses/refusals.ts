import { findForeignAddress } from '../reading/chains';
import { nameNetworks, NETWORKS, filterNetworks, type Network } from '../networks';
import type { Reason } from '../failures/failure';
import { isInvisible, isName, quote } from '../quote';
import type { Reading } from './reading';

/** A network has two kinds of targets: wallet addresses, and transactions by their hash. */
export type TargetKind = 'address' | 'transaction';

/** A refused target: what is wrong with it (`message`) and the one thing to do about it (`advice`). */
export type Refusal = ReturnType<typeof refuse>;

export const refuse = (reason: Reason, message: string, advice: string) =>
	({ ok: false, reason, message, advice }) as const;

export const isRefusal = (value: unknown): value is Refusal =>
	typeof value === 'object' && value !== null && 'advice' in value;

const COPY_AGAIN = 'Copy it again from where it comes from, without retyping it.';

/** The advice for what is of a blockchain that the service doesn't know. */
export const LEAVE_OUT = "Leave this item out: the service can't screen it.";

export const NOUNS = { address: 'address', transaction: 'transaction hash' } as const;

/** "a Bitcoin address", "an address"; XRP is read letter by letter. */
const addArticle = (name: string) => `${/^[AEIOXa]/.test(name) ? 'an' : 'a'} ${name}`;

/** Refuses a text that holds no target at all: nothing, a character that no target has, or a name. */
export function refuseUnreadable(text: string, kind: TargetKind): Refusal | undefined {
	const noun = NOUNS[kind];
	if (text === '') return refuse('missing', `The ${noun} is empty`, `Fill in the ${noun}.`);
	if (isName(text) && findForeignAddress(text) === undefined) {
		const advice = 'Resolve the name first: it can point to another address tomorrow.';
		return refuse('nameNotResolved', `${quote(text)} is a name, not ${addArticle(noun)}`, advice);
	}
	const odd = Array.from(text).find((one) => isInvisible(one) || one > '~');
	if (odd === undefined) return undefined;
	const code = (odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const what = isInvisible(odd) ? 'an invisible character' : `“${odd}”`;
	const message = `The ${noun} ${quote(text)} contains ${what} (U+${code})`;
	return refuse('invalid', message, `Delete the text and type or copy the ${noun} again.`);
}

/**
 * Refuses a private key, without repeating any of it.
 * @param what was asked for: a kind of target, or what a field holds, such as `token`.
 */
export function refuseSecret(what: string): Refusal {
	const noun = what === 'transaction' ? NOUNS.transaction : what;
	const wanted = what in NOUNS ? `public ${noun}` : noun;
	return refuse(
		'privateKey',
		`What was entered as the ${noun} is a private key or a seed. It was not sent anywhere`,
		`Give the ${wanted}, and remove the key from your workflow and its data.`,
	);
}

/** Refuses a target of the other kind. */
export function refuseOtherKind(text: string, wanted: TargetKind): Refusal {
	const shown = quote(text);
	if (wanted === 'address') {
		const message = `${shown} is a transaction hash or a private key, not an address`;
		return refuse('wrongKind', message, 'Give the address of a wallet. Never send a private key.');
	}
	const advice = "Use the operation 'Screen Address', or give the hash of a transaction.";
	return refuse('wrongKind', `${shown} is an address, not a transaction hash`, advice);
}

/** The kind of a text that is no address of the network it should belong to. */
type Likeness =
	| { kind: 'other'; what: string; reason: Reason }
	| { kind: 'foreign'; chain: string }
	| { kind: 'mistyped'; network: Network }
	| { kind: 'networks'; names: string; areEvm: boolean }
	| { kind: 'nothing' };

const nameLikely = (networks: readonly Network[]): Likeness => ({
	kind: 'networks',
	names: nameNetworks(networks),
	areEvm: networks.every((one) => NETWORKS[one].isEvm),
});

/** Points of the curve of Bitcoin and Ethereum, and keys of the XRP Ledger. */
const PUBLIC_KEY = /^(0x)?(0[23][\da-f]{64}|04[\da-f]{128})$|^a[BK][1-9A-HJ-NP-Za-km-z]{50,51}$/i;

/** Its kind goes before its form; the form of the wanted network goes before the form of others. */
function readLikeness(
	text: string,
	network: Network | undefined,
	readings: readonly Reading[],
): Likeness {
	const other = readings.find((one) => one.kind === 'other');
	if (other) return other;
	if (PUBLIC_KEY.test(text)) return { kind: 'other', what: 'a public key', reason: 'invalid' };
	const valid = readings.flatMap((one) => (one.kind === 'address' ? one.networks : []));
	if (valid.length > 0) return nameLikely(valid);
	const shaped = filterNetworks(({ shape }) => shape.test(text));
	const own = shaped.find((one) => one === (network ?? one));
	const chain = own === undefined || network === undefined ? findForeignAddress(text) : undefined;
	if (chain) return { kind: 'foreign', chain };
	if (own !== undefined) return { kind: 'mistyped', network: own };
	if (shaped.length > 0) return nameLikely(shaped);
	return { kind: 'nothing' };
}

/**
 * Refuses an address by what it is, or by what it looks like.
 * @param network the network that it should belong to; none where any would do.
 * @param readings what the families read in it, none of them an address of that network.
 */
export function refuseAddress(
	text: string,
	network: Network | undefined,
	readings: readonly Reading[],
): Refusal {
	const shown = quote(text);
	const row = network && NETWORKS[network];
	const wanted = row ? `${row.name} address` : 'address';
	const isNot = `${shown} is not a valid ${wanted}`;
	const like = readLikeness(text, network, readings);
	switch (like.kind) {
		case 'other':
			return refuse(like.reason, `${shown} is ${like.what}`, `Give ${addArticle(wanted)} instead.`);
		case 'foreign': {
			const message = `${isNot}; it looks like one of ${like.chain}, which the service doesn't check`;
			return refuse('unsupportedNetwork', message, LEAVE_OUT);
		}
		case 'mistyped': {
			const { name } = NETWORKS[like.network];
			return refuse(
				'invalid',
				`The ${name} address ${shown} is mistyped or incomplete`,
				COPY_AGAIN,
			);
		}
		case 'networks': {
			if (network === 'TRX' && /^(0x)?[\da-f]{40}$/i.test(text)) {
				const message = `${isNot}: the 41 at its beginning is missing`;
				const where = /^0x/i.test(text) ? 'in place of 0x' : 'before it';
				const advice = `Write 41 ${where}, or give the address that begins with T.`;
				return refuse('wrongNetwork', message, advice);
			}
			if (row) {
				const advice = `Choose the network of the address, or give ${addArticle(wanted)}.`;
				return refuse('wrongNetwork', `${isNot}; it looks like one of ${like.names}`, advice);
			}
			const message = `${shown} does not show which network it is of: it could be ${like.names}`;
			const advice = like.areEvm
				? "To screen it, choose 'Network'."
				: "Choose its network in 'Network'.";
			return refuse('networkUnclear', message, advice);
		}
		case 'nothing': {
			const why = /\s/.test(text) ? ': there is white space inside it' : '';
			const start = row ? `Addresses of ${row.name} start with ${row.addressStart}. ` : '';
			return refuse('invalid', `${isNot}${why}`, `${start}${COPY_AGAIN}`);
		}
	}
}

/** Refuses a target that is cut by blanks. */
export const refuseBroken = (joined: string, kind: TargetKind): Refusal =>
	refuse(
		'invalid',
		`The ${NOUNS[kind]} ${quote(joined)} has white space inside it`,
		`Write the ${NOUNS[kind]} without blanks and line breaks.`,
	);

/** Refuses 64 digits that begin as no hash does. */
export const refusePadded = (text: string): Refusal =>
	refuse(
		'wrongKind',
		`${quote(text)} is an address that was filled up with zeros, or the hash of a block`,
		`Give the hash of the transaction.`,
	);

/** Refuses a text that is no transaction hash. */
export function refuseTransaction(text: string, network?: Network): Refusal {
	const digits = /^(?:0x)?([\da-f]+)$/i.exec(text)?.[1].length;
	const why = digits === undefined ? '' : `: it has ${digits} hexadecimal digits`;
	const { name, isEvm } = network ? NETWORKS[network] : { name: '', isEvm: false };
	const wanted = `${isEvm ? '“0x” and 64' : '64'} hexadecimal digits`;
	const advice = `A transaction hash${name && ` of ${name}`} is ${wanted}. ${COPY_AGAIN}`;
	return refuse('invalid', `${quote(text)} is not a transaction hash${why}`, advice);
}
