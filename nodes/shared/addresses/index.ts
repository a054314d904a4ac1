import { cleanTarget } from './clean';
import { readAddress } from './families';
import {
	refuseAddress,
	refuseOtherKind,
	refuseSecret,
	refuseTransactionShape,
	refuseUnreadable,
} from './refusals';
import { readTransactionHash, writeTransactionHash } from './transactions';
import type { Network, Reading, TargetKind, TargetVerdict } from './types';

export { cleanTarget } from './clean';
export type { Network, Refusal, RefusalReason, TargetKind, TargetVerdict } from './types';

/**
 * Checks a wallet address against its network, before anything is paid (design 5). It never refuses a valid address:
 * a form whose checksum fits but that we don't know is let through.
 *
 * @param text what the user entered; what surrounds the address is cleaned away first
 * @param network the network it should belong to
 * @returns the address in the form to send, or why it is refused and what to do. Never throws
 */
export function checkAddress(text: string, network: Network): TargetVerdict {
	const target = cleanTarget(text);
	const unreadable = refuseUnreadable(target, 'address');
	if (unreadable !== undefined) return unreadable;
	const readings = readAddress(target);
	const own = findOwn(readings, network);
	if (own !== undefined) return { ok: true, value: own.value };
	if (readTransactionHash(target) !== undefined) return refuseOtherKind(target, 'address');
	return refuseAddress(target, network, readings);
}

/**
 * Checks a transaction hash, before anything is paid (design 5, plan).
 *
 * @param text what the user entered; what surrounds the hash is cleaned away first
 * @param network the network of the transaction
 * @returns the hash in the form to send (that of the network's own explorers), or why it is refused. Never throws
 */
export function checkTransactionHash(text: string, network: Network): TargetVerdict {
	const target = cleanTarget(text);
	const unreadable = refuseUnreadable(target, 'transaction');
	if (unreadable !== undefined) return unreadable;
	const digits = readTransactionHash(target);
	if (digits !== undefined) return { ok: true, value: writeTransactionHash(digits, network) };
	const readings = readAddress(target);
	if (readings.some((reading) => reading.state === 'secret')) return refuseSecret('transaction');
	const isAddress = readings.some(
		({ state }) => state === 'address' || state === 'test' || state === 'elsewhere',
	);
	return isAddress
		? refuseOtherKind(target, 'transaction')
		: refuseTransactionShape(target, network);
}

/**
 * Whether a text may be shown whole, as it is plainly an address: of whichever network, checked by the service or not.
 * What is none may be a secret key with a slip in it.
 *
 * @param text cleaned text
 */
export function isPlainAddress(text: string): boolean {
	const states = readAddress(text).map(({ state }) => state);
	const isAddress = states.some((one) => ['address', 'elsewhere', 'test'].includes(one));
	return isAddress && !states.includes('secret');
}

/**
 * Whether a text is the hash of a transaction, of whichever network.
 *
 * @param text as anybody wrote it
 */
export function isTransactionHash(text: string): boolean {
	return readTransactionHash(cleanTarget(text)) !== undefined;
}

/**
 * What makes a target the same as another on its network: spellings that mean one wallet, or one transaction, have
 * one key. Case does not count where a format has none (Ethereum-like, bech32, cashaddr, hashes), nor do prefixes and
 * `0x`; forms of one script (legacy and cashaddr, Litecoin's 3… and M…) are equal, as are an X-address or a muxed
 * account and the account in it. Texts that are no valid target are compared as they are, after cleaning.
 *
 * @param value an address or a transaction hash, checked or not
 * @param network its network
 * @param kind which of the two it is
 * @returns a key to compare and to group by; not meant to be shown or sent. Never throws
 */
export function targetKey(value: string, network: Network, kind: TargetKind): string {
	const target = cleanTarget(value);
	if (kind === 'transaction') return readTransactionHash(target) ?? target;
	const own = findOwn(readAddress(target), network);
	if (own !== undefined) return own.state === 'address' ? own.key : own.value;
	// Unchecked targets reach this when validation is off: what has no case on its network still has none.
	return /^0x[0-9a-f]+$|^[a-z]+1[02-9ac-hj-np-z]+$/i.test(target) ? target.toLowerCase() : target;
}

/**
 * Whether two spellings mean the same target, for comparing what the service echoes with what was sent.
 *
 * @param a one target
 * @param b the other
 * @param network the network of both
 * @param kind what both are
 * @returns true if they are equal on that network. Never throws
 */
export function sameTarget(a: string, b: string, network: Network, kind: TargetKind): boolean {
	return a === b || targetKey(a, network, kind) === targetKey(b, network, kind);
}

/** The reading that makes a text a target of this network: a known form first, then one that is let through. */
function findOwn(
	readings: readonly Reading[],
	network: Network,
): Extract<Reading, { state: 'address' | 'unknown' }> | undefined {
	const usable = readings.filter(
		(reading): reading is Extract<Reading, { state: 'address' | 'unknown' }> =>
			reading.state === 'address' || reading.state === 'unknown',
	);
	const own = usable.filter((reading) => reading.networks.includes(network));
	return own.find((reading) => reading.state === 'address') ?? own[0];
}
