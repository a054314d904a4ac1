import type { Network } from '../../../../nodes/shared/wallet/networks.ts';

/** Test vectors of one family of addresses: lists of targets by where they come from. */
export interface FamilyVectors {
	readonly networks: readonly Network[];
	/** What is entered; and after an arrow what is sent for it, where the two differ. */
	readonly valid: Readonly<Record<string, readonly string[]>>;
	/** Each must be refused on every network. */
	readonly broken: Readonly<Record<string, readonly string[]>>;
}
