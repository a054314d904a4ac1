import type { Network } from '../addresses';
import type { MethodParams, PaidMethod } from '../rpc/schemas';
import type { AssetKey } from './asset';

/** What can be screened. A kind is one file in this folder and one line in the table of `index.ts`. */
export type TargetKind = 'address' | 'transaction';

/** What one input item asks for, as the user gave it. */
export interface WantedTarget {
	kind: TargetKind;
	currency: string;
	address: string;
	/** Only for a transaction check. */
	transaction?: string;
	/** Resolved `token_id`; empty for the native currency or the alias's own token. */
	tokenId: string;
	/** The stablecoin whose contract was given, where an alias names the same one by its symbol alone. */
	symbol?: string;
	validate: boolean;
}

/** The members of a record that say what it is about; every method has them (service 2.1, 2.3, 2.5, 2.6). */
export interface CheckMembers {
	currency?: string | null;
	address?: string | null;
	transaction?: string | null;
	[member: string]: unknown;
}

/** What a check is about, whatever the asset. */
export interface Subject {
	kind: TargetKind;
	network: Network;
	address: string;
	/** Null for an address check. */
	transaction: string | null;
}

/**
 * - `same`: the record names this subject.
 * - `other`: the record names another one.
 * - `unspecified`: the record contradicts nothing, and does not say enough.
 */
export type SubjectVerdict = 'same' | 'other' | 'unspecified';

/**
 * - `same`: the record is about this target and this asset.
 * - `other`: it is about another target or another asset.
 * - `assetUnspecified`: it is about this target, and says nothing about the asset of a network with tokens.
 * - `unclear`: it contradicts nothing, and does not say enough.
 */
export type TargetVerdict = 'same' | 'other' | 'assetUnspecified' | 'unclear';

/** Something to screen, read and found usable: all that screening needs to know about it. */
export interface Target extends Subject {
	/** The code to send (service 4.8). */
	code: string;
	assetKey: AssetKey;
	/** For people, such as `USDT on Tron`. */
	assetName: string;
	/** Equal for equal requests: merged within a run, and the same in every try. */
	key: string;
	/** The paid method that screens it, and its parameters. */
	method: PaidMethod;
	params: MethodParams[PaidMethod];
	/** Where `checkup.findreport` can be asked for it; undefined where it can't. */
	search: MethodParams['checkup.findreport'] | undefined;
	/** Compares a record of any method with it. */
	compare(record: CheckMembers): TargetVerdict;
}

/** How a kind of target is read, sent, named and recognised. */
export interface Kind {
	/** Whether a record that names `transaction` can be of this kind. */
	isOf(record: CheckMembers): boolean;
	/**
	 * Reads and validates what the user gave.
	 * @throws AmlCheckError that names the parameter, what is wrong and what to do.
	 */
	read(wanted: WantedTarget, network: Network): Pick<Subject, 'address' | 'transaction'>;
	/** The paid method, its parameters besides currency and token, and the text by which reports are searched. */
	request(subject: Subject): {
		method: PaidMethod;
		params: { addr: string; tx?: string };
		searchText: string;
	};
	/** Equal for the same subject in any spelling. */
	key(subject: Subject): string;
	/** Compares a record of the same network. */
	compare(record: CheckMembers, subject: Subject): SubjectVerdict;
}
