import type { Network } from '../../../../nodes/shared/addresses/index.ts';

/** Test vectors of one family of addresses, with where they come from. */
export interface FamilyVectors {
	readonly valid: ReadonlyArray<{
		readonly networks: readonly Network[];
		readonly source: string;
		/** What is entered; and after an arrow what is sent for it, where the two differ. */
		readonly targets: readonly string[];
	}>;
	/** Each must be refused on every network of the valid vectors of the family. */
	readonly broken: ReadonlyArray<{
		readonly source: string;
		readonly targets: readonly string[];
	}>;
}
