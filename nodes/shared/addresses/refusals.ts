import { findForeignAddress } from '../foreignChains';
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

/** Twelve words and more are what a wallet is restored from. */
export const isSeedPhrase = (text: string): boolean => /^([a-z]+[\s,]+){11,}[a-z]+$/i.test(text);

/** Refuses a text that holds no target at all: nothing, a character that no target has, or a name. */
export function refuseUnreadable(text: string, kind: TargetKind): Refusal | undefined {
	const noun = NOUNS[kind];
	if (text === '') return refuse('missing', `The ${noun} is empty`, `Fill in the ${noun}.`);
	if (isName(text)) {
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

/** Refuses a private key, without repeating any of it. */
export const refuseSecret = (kind: TargetKind): Refusal =>
	refuse(
		'privateKey',
		`What was entered as the ${NOUNS[kind]} is a private key or a seed. It was not sent anywhere`,
		`Give the public ${NOUNS[kind]}, and remove the key from your workflow and its data.`,
	);

/** Refuses a target of the other kind. */
export function refuseOtherKind(text: string, wanted: TargetKind): Refusal {
	const [given, operation, need] =
		wanted === 'address'
			? (['transaction', 'Screen Transaction', 'the address of a wallet'] as const)
			: (['address', 'Screen Address', 'the hash of a transaction'] as const);
	const message = `${quote(text)} is ${addArticle(NOUNS[given])}, not ${addArticle(NOUNS[wanted])}`;
	return refuse('wrongKind', message, `Use the operation '${operation}', or give ${need}.`);
}

/** The kind of a text that is no address of the network it should belong to. */
type Likeness =
	| { kind: 'other'; what: string }
	| { kind: 'foreign'; chain: string }
	| { kind: 'mistyped'; network: Network }
	| { kind: 'networks'; names: string; areEvm: boolean }
	| { kind: 'nothing' };

const nameLikely = (networks: readonly Network[]): Likeness => ({
	kind: 'networks',
	names: nameNetworks(networks),
	areEvm: networks.every((one) => NETWORKS[one].isEvm),
});

/** Its kind goes before its form; the form of the wanted network goes before the form of others. */
function readLikeness(
	text: string,
	network: Network | undefined,
	readings: readonly Reading[],
): Likeness {
	const other = readings.find((one) => one.kind === 'other');
	if (other) return { kind: 'other', what: other.what };
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
			return refuse('invalid', `${shown} is ${like.what}`, `Give ${addArticle(wanted)} instead.`);
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
			if (row) {
				const advice = `Choose the network of the address, or give ${addArticle(wanted)}.`;
				return refuse('wrongNetwork', `${isNot}; it looks like one of ${like.names}`, advice);
			}
			const message = `${shown} does not show which network it is of: it could be ${like.names}`;
			const advice = like.areEvm
				? "To screen it, choose 'EVM Network'."
				: "Choose its network in 'Currency'.";
			return refuse('networkUnclear', message, advice);
		}
		case 'nothing': {
			const why = /\s/.test(text) ? ': there is white space inside it' : '';
			const start = row ? `Addresses of ${row.name} start with ${row.addressStart}. ` : '';
			return refuse('invalid', `${isNot}${why}`, `${start}${COPY_AGAIN}`);
		}
	}
}

/** Refuses a text that is no transaction hash. */
export function refuseTransaction(text: string, network: Network): Refusal {
	const digits = /^(?:0x)?([\da-f]+)$/i.exec(text)?.[1].length;
	const why = digits === undefined ? '' : `: it has ${digits} hexadecimal digits`;
	const { name, isEvm } = NETWORKS[network];
	const wanted = `${isEvm ? '“0x” and 64' : '64'} hexadecimal digits`;
	const advice = `A transaction hash of ${name} is ${wanted}. ${COPY_AGAIN}`;
	return refuse('invalid', `${quote(text)} is not a transaction hash${why}`, advice);
}
