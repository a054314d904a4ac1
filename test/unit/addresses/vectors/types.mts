import type { Network, RefusalReason } from '../../../../nodes/shared/addresses/index.ts';

/** What is entered; or what is entered and what is sent for it, where the two differ. */
export type ValidTarget = string | readonly [entered: string, sent: string];

/** Test vectors of one family of addresses, with where they come from. */
export interface FamilyVectors {
	readonly valid: ReadonlyArray<{
		readonly networks: readonly Network[];
		readonly source: string;
		readonly targets: readonly ValidTarget[];
	}>;
	/** Each must be refused on every network of the family's valid vectors, for one of these reasons. */
	readonly broken: ReadonlyArray<{
		readonly source: string;
		readonly reasons: readonly RefusalReason[];
		readonly targets: readonly string[];
	}>;
}
