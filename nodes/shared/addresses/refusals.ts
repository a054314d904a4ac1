import { findForeignAddress } from '../foreignChains';
import { nameNetworks, NETWORKS, networksWhere } from '../networks';
import type { Network } from '../networks';
import type { Reading } from './reading';

/** What can be checked on a network: a wallet address, or a transaction by its hash. */
export type TargetKind = 'address' | 'transaction';

/** Why a target is refused before anything is paid. */
export type RefusalReason =
	| 'missing'
	| 'invalid'
	| 'wrongNetwork'
	| 'unsupportedNetwork'
	| 'nameNotResolved'
	| 'wrongKind'
	| 'privateKey'
	| 'notAWallet'
	| 'severalTargets'
	| 'networkUnclear';

/** A refused target: what is wrong with it (`message`) and the one thing to do about it (`advice`). */
export interface Refusal {
	ok: false;
	reason: RefusalReason;
	message: string;
	advice: string;
}

export function refuse(reason: RefusalReason, message: string, advice: string): Refusal {
	return { ok: false, reason, message, advice };
}

/** Tells a refusal from what else a reader returns. */
export const isRefusal = (value: unknown): value is Refusal =>
	typeof value === 'object' && value !== null && 'advice' in value;

const COPY_AGAIN = 'Copy it again from where it comes from, without retyping it.';

export const NOUNS: Readonly<Record<TargetKind, string>> = {
	address: 'address',
	transaction: 'transaction hash',
};

/** Characters that show nothing and are no ordinary white space, and fillers that are drawn blank. */
const INVISIBLE =
	/(?![\t-\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/u;

/** Whether a character shows nothing. */
export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/**
 * A target for a message. No private key or seed can be read in it, and nothing in it hides or breaks the line.
 * @param text any text.
 * @returns in quotation marks, at most the first six and the last four characters.
 */
export function quote(text: string): string {
	const ends = Array.from(text.length > 60 ? `${text.slice(0, 20)}${text.slice(-20)}` : text);
	const shown = ends.length <= 10 ? ends : [...ends.slice(0, 6), '…', ...ends.slice(-4)];
	return `“${shown.map((one) => (isInvisible(one) || /\s/.test(one) ? '·' : one)).join('')}”`;
}

const codePoint = (character: string) =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Refuses a text that holds no target at all: nothing, a character that no target has, a name, or several words.
 * @param text cleaned text.
 * @param kind what it is meant as.
 * @returns the refusal, or undefined if there is something to read.
 */
export function refuseUnreadable(text: string, kind: TargetKind): Refusal | undefined {
	const noun = NOUNS[kind];
	if (text === '') return refuse('missing', `The ${noun} is empty.`, `Fill in the ${noun}.`);
	// Twelve words and more are what a wallet is restored from.
	if (/^([a-z]+[\s,]+){11,}[a-z]+$/i.test(text)) return refuseSecret(kind);
	const odd = Array.from(text).find((one) => isInvisible(one) || one > '~');
	if (odd !== undefined) {
		const what = isInvisible(odd) ? 'an invisible character' : `“${odd}”`;
		const message = `The ${noun} ${quote(text)} contains ${what} (${codePoint(odd)}).`;
		return refuse('invalid', message, `Delete the text and type or copy the ${noun} again.`);
	}
	// ENS and the like, e-mail addresses of wallets, and names that begin with a sign.
	if (/^[@$]?[\w-]+([.@][\w-]+)*[.@][a-z][\w-]*$|^[@$][\w-]+$/i.test(text))
		return refuse(
			'nameNotResolved',
			`${quote(text)} is a name, not ${kind === 'address' ? 'an address' : 'a transaction hash'}.`,
			'Resolve the name first: it can point to another address tomorrow.',
		);
	return undefined;
}

/** Refuses a private key, without repeating any of it. */
export function refuseSecret(kind: TargetKind): Refusal {
	return refuse(
		'privateKey',
		`What was entered as the ${NOUNS[kind]} is a private key or a seed. It was not sent anywhere.`,
		`Give the public ${NOUNS[kind]}, and remove the key from your workflow and its data.`,
	);
}

/** Refuses a text that is a target of the other kind. */
export function refuseOtherKind(text: string, wanted: TargetKind): Refusal {
	return wanted === 'address'
		? refuse(
				'wrongKind',
				`${quote(text)} is a transaction hash, not an address.`,
				'Use the operation Screen Transaction, or give the address of a wallet.',
			)
		: refuse(
				'wrongKind',
				`${quote(text)} is an address, not a transaction hash.`,
				'Use the operation Screen Address, or give the hash of a transaction.',
			);
}

/** A network's name with its article; XRP is read letter by letter. */
const withArticle = (name: string) => (/^[AEIOX]/.test(name) ? `an ${name}` : `a ${name}`);

/**
 * Refuses an address by what it is, or by what it looks like.
 * @param text cleaned text.
 * @param network the network that it should belong to; none where any would do.
 * @param readings what the families made of it, none of them an address of that network.
 */
export function refuseAddress(
	text: string,
	network: Network | undefined,
	readings: readonly Reading[],
): Refusal {
	const valid = readings.flatMap((one) => (one.kind === 'address' ? one.networks : []));
	const shaped = networksWhere(({ shape }) => shape.test(text));
	const name = network && NETWORKS[network].name;
	const other = readings.find((one) => one.kind === 'other');
	if (other) {
		const advice = `Give ${name ? withArticle(name) : 'an'} address instead.`;
		return refuse('invalid', `${quote(text)} is ${other.what}.`, advice);
	}
	const isNot = `${quote(text)} is not a valid ${name ? `${name} ` : ''}address`;
	const foreign = valid.length === 0 ? findForeignAddress(text) : undefined;
	const isOwn = network !== undefined && shaped.includes(network);
	if (foreign && !isOwn)
		return refuse(
			'unsupportedNetwork',
			`${isNot}; it looks like one of ${foreign.name}, which the service doesn't check.`,
			"Leave this item out: the service can't screen it.",
		);
	const meant = shaped.length > 0 ? shaped : undefined;
	if (valid.length === 0 && meant && (network === undefined || isOwn)) {
		const own = isOwn ? network : meant[0];
		const message = `The ${NETWORKS[own].name} address ${quote(text)} is mistyped or incomplete.`;
		return refuse('invalid', message, COPY_AGAIN);
	}
	const like = valid.length > 0 ? valid : meant;
	if (network === undefined && valid.length > 0)
		return refuse(
			'networkUnclear',
			`${quote(text)} does not show which network it is of: it could be ${nameNetworks(valid)}.`,
			'Choose its network in Currency.',
		);
	if (network && like)
		return refuse(
			'wrongNetwork',
			`${isNot}; it looks like one of ${nameNetworks(like)}.`,
			`Choose the network of the address, or give ${withArticle(NETWORKS[network].name)} address.`,
		);
	const why = /\s/.test(text) ? ': there is white space inside it' : '';
	const start = network && `Addresses of ${name} start with ${NETWORKS[network].addressStart}. `;
	return refuse('invalid', `${isNot}${why}.`, `${start ?? ''}${COPY_AGAIN}`);
}

/** Refuses a text that is no transaction hash. */
export function refuseTransaction(text: string, network: Network): Refusal {
	const digits = /^(?:0x)?([\da-f]+)$/i.exec(text)?.[1].length;
	const why = digits === undefined ? '' : `: it has ${digits} hexadecimal digits`;
	const message = `${quote(text)} is not a transaction hash${why}.`;
	const wanted = NETWORKS[network].hash === 'evm' ? '“0x” and 64' : '64';
	const { name } = NETWORKS[network];
	return refuse(
		'invalid',
		message,
		`A transaction hash of ${name} is ${wanted} hexadecimal digits. ${COPY_AGAIN}`,
	);
}
