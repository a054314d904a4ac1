import { cleanTarget, isTransactionHash, targetKey } from '../wallet/addresses';
import type { Network } from '../wallet/networks';
import { parseCurrency } from '../wallet/names';
import type { MethodParams, PaidMethod } from '../service/schemas';

/** The members of a record that say what it is about. Every method's records have them, and may have others. */
export interface CheckMembers {
	currency?: string | null;
	address?: string | null;
	transaction?: string | null;
	[member: string]: unknown;
}

/** The kinds of targets that can be screened. */
export type SubjectKind = 'address' | 'transaction';

/** The subject of a check, whatever the asset. Members that its kind lacks are null. */
export interface Subject extends Record<Exclude<MemberName, 'address'>, string | null> {
	kind: SubjectKind;
	network: Network;
	address: string;
}

/** `unspecified`: the record contradicts nothing, and does not say enough. */
export type SubjectVerdict = 'same' | 'other' | 'unspecified';

/** How a request names the asset. */
type SentAsset = Pick<MethodParams['checkup.checkaddr'], 'currency' | 'token_id'>;

/** A member of a record that names its target, as the members of a subject are called. */
interface Member {
	/** Its name for people. */
	noun: string;
	/** Whether a text surely is one. Any other, such as "null", says nothing. */
	isCertain(text: string): boolean;
	/** Equal for all spellings of the same. */
	key(text: string, network: Network): string;
}

const MEMBERS = {
	address: {
		noun: 'wallet',
		isCertain: () => true,
		key: (text, network) => targetKey(text, network, 'address'),
	},
	transaction: {
		noun: 'transaction',
		isCertain: isTransactionHash,
		key: (text, network) => targetKey(text, network, 'transaction'),
	},
} as const satisfies Record<string, Member>;

type MemberName = keyof typeof MEMBERS;

const MEMBER_NAMES = Object.keys(MEMBERS) as MemberName[];

/** The facts of a kind of target: how the code sends, names, searches and recognizes it. */
interface Kind {
	method: PaidMethod;
	params(subject: Subject, asset: SentAsset): MethodParams[PaidMethod];
	/** The members that name it. A record that is named by another member too is about something else. */
	members: readonly MemberName[];
	/** The one of them that no other kind has, and that its reports are searched by. */
	namedBy: MemberName;
}

/** Everything that can be screened, the most special last. */
export const TARGET_KINDS: Readonly<Record<SubjectKind, Kind>> = {
	address: {
		method: 'checkup.checkaddr',
		params: ({ address }, asset) => ({ addr: address, ...asset }),
		members: ['address'],
		namedBy: 'address',
	},
	transaction: {
		method: 'checkup.checktx',
		params: ({ address, transaction }, asset) => ({
			tx: transaction ?? '',
			addr: address,
			...asset,
		}),
		members: ['address', 'transaction'],
		namedBy: 'transaction',
	},
};

/** The most special first: a record with a transaction also has an address. */
const KINDS = (Object.entries(TARGET_KINDS) as Array<[SubjectKind, Kind]>).reverse();

/** Equal for the same subject in any spelling. */
export const keyOfSubject = (subject: Subject): string =>
	TARGET_KINDS[subject.kind].members
		.map((name) => MEMBERS[name].key(subject[name] ?? '', subject.network))
		.join('|');

/** Whether two texts name the same, in any spelling. */
const isSame = (name: MemberName, a: string, b: string, network: Network): boolean =>
	a === b || MEMBERS[name].key(a, network) === MEMBERS[name].key(b, network);

/** The text that a search for its reports takes. */
export const searchText = (subject: Subject): string =>
	subject[TARGET_KINDS[subject.kind].namedBy] ?? '';

/** A sentence that names what its address alone doesn't; empty if the address says it all. */
export function describeSubject(subject: Subject): string {
	const { namedBy } = TARGET_KINDS[subject.kind];
	const { noun } = MEMBERS[namedBy];
	return namedBy === 'address' ? '' : `It is about the ${noun} ${searchText(subject)}.`;
}

/** Compares one member of a record of the same network with the one of a subject; null is one that its kind lacks. */
function compareMember(name: MemberName, found: string, subject: Subject): SubjectVerdict {
	const { members } = TARGET_KINDS[subject.kind];
	const wanted = members.includes(name) ? (subject[name] ?? '') : null;
	if (found === '') return wanted === null ? 'same' : 'unspecified';
	if (wanted !== null && isSame(name, found, wanted, subject.network)) return 'same';
	return MEMBERS[name].isCertain(found) ? 'other' : 'unspecified';
}

/** Makes a subject of the texts that name it. */
export function makeSubject(kind: SubjectKind, network: Network, named: CheckMembers): Subject {
	const members = MEMBER_NAMES.map((name) => [name, named[name] || null]);
	return { kind, network, ...Object.fromEntries(members), address: named.address ?? '' } as Subject;
}

/** The subject of a record; undefined if it does not say enough. */
export function findSubject(record: CheckMembers): Subject | undefined {
	const network = parseCurrency(record.currency)?.network;
	const address = cleanTarget(record.address ?? '');
	const found = KINDS.find(([, { namedBy }]) => record[namedBy]);
	if (network === undefined || found === undefined) return undefined;
	const [kind, { members }] = found;
	const subject = makeSubject(kind, network, { ...record, address });
	return members.every((name) => subject[name]) ? subject : undefined;
}

/** Compares a record with a subject: same network, same wallet, same transaction, in any spelling. */
export function compareSubject(record: CheckMembers, subject: Subject): SubjectVerdict {
	const network = parseCurrency(record.currency)?.network ?? subject.network;
	if (network !== subject.network) return 'other';
	const verdicts = MEMBER_NAMES.map((name) => compareMember(name, record[name] ?? '', subject));
	return (['other', 'unspecified'] as const).find((one) => verdicts.includes(one)) ?? 'same';
}

/** Why a report that names no target can't be used. */
export const NO_SUBJECT = 'The report does not say what it is about';

/** Whether a record names a target at all. */
export const hasSubject = (record: CheckMembers): boolean =>
	MEMBER_NAMES.some((name) => Boolean(record[name]));

/** Whether two records name the same target, letter by letter. */
export const isNamedAlike = (one: CheckMembers, other: CheckMembers): boolean =>
	MEMBER_NAMES.every((name) => (one[name] || null) === (other[name] || null));

/** Whether a record of a network names its target by a text, in any spelling. */
export const isNamedBy = (record: CheckMembers, text: string, network: Network): boolean =>
	MEMBER_NAMES.some((name) => {
		const value = record[name];
		return Boolean(value) && isSame(name, value ?? '', text, network);
	});

/** Completes a record with what is known about its check, so that no level is shown without its target. */
export function withSubject<T extends CheckMembers>(record: T, known: CheckMembers): T {
	const names = ['currency', ...MEMBER_NAMES] as const;
	return {
		...record,
		...Object.fromEntries(names.map((name) => [name, record[name] || known[name]])),
	};
}

/** Equal for records and targets that may be about the same; empty for what may be about any target. */
export function findBucket({ currency, address }: CheckMembers): string {
	const network = parseCurrency(currency)?.network;
	if (network === undefined || !address) return '';
	return `${network}|${targetKey(address, network, 'address')}`;
}
