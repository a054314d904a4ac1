import type { Network } from '../networks';

export type { Network };

/** What can be checked on a network: a wallet address, or a transaction by its hash. */
export type TargetKind = 'address' | 'transaction';

/** Why a target is refused before anything is paid (design 5, plan). */
export type RefusalReason =
	'empty' | 'invisibleCharacters' | 'checksum' | 'wrongNetwork' | 'testNetwork' | 'format';

/** A refused target: what is wrong with it (`message`) and what to do about it (`advice`). */
export interface Refusal {
	ok: false;
	reason: RefusalReason;
	message: string;
	advice: string;
}

/** The outcome of a check: what to send to the service, or why nothing should be sent. */
export type TargetVerdict = { ok: true; value: string } | Refusal;

/**
 * What one address family makes of a text. A family knows nothing of the network a user chose: it only says what the
 * text is, or what it would have been.
 *
 * - `address`: an address of these networks. `value` is the form to send, `key` is equal for equal targets.
 * - `unknown`: the checksum fits, but the form is not one we know. It is let through for these networks.
 * - `test`: an address of a test network of these networks.
 * - `elsewhere`: an address of a blockchain the service does not check.
 * - `secret`: a private key, which must be neither sent nor quoted.
 * - `other`: something these networks have, but not an address (`what` says it with its article).
 * - `checksum`: would be an address of these networks if its checksum did fit.
 * - `malformed`: meant as an address of these networks, but misshapen (`what` completes "The address …").
 */
export type Reading =
	| { state: 'address'; networks: readonly Network[]; value: string; key: string }
	| { state: 'unknown'; networks: readonly Network[]; value: string }
	| { state: 'test'; networks: readonly Network[] }
	| { state: 'elsewhere'; name: string }
	| { state: 'secret' }
	| { state: 'other'; networks: readonly Network[]; what: string; advice: string }
	| { state: 'checksum'; networks: readonly Network[] }
	| { state: 'malformed'; networks: readonly Network[]; what: string };

/** Reads a cleaned text as one family of addresses; undefined when it is nothing of that family. Never throws. */
export type AddressReader = (text: string) => Reading | undefined;
