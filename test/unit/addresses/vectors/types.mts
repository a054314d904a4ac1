import type { Network } from '../../../../nodes/shared/addresses/index.ts';

/** What is entered; or what is entered and what is sent for it, where the two differ. */
export type ValidTarget = string | readonly [entered: string, sent: string];

/** Test vectors of one family of addresses, with where they come from. */
export interface FamilyVectors {
	readonly valid: ReadonlyArray<{
		readonly networks: readonly Network[];
		readonly source: string;
		readonly targets: readonly ValidTarget[];
	}>;
	/** Each must be refused on every network of the valid vectors of the family. */
	readonly broken: ReadonlyArray<{
		readonly source: string;
		readonly targets: readonly string[];
	}>;
}
