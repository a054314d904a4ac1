import { refuseSecret } from '../../shared/wallet/refusals';
import { isSecret } from '../../shared/wallet/secrets';
import { plainText } from '../../shared/base/format';
import { badInput } from '../../shared/failures/failure';
import { quote } from '../../shared/wallet/quote';
import { isNothing, isObject } from '../../shared/base/values';
import type { NodeRun } from '../nodeRun';
import { toInputFailure } from './operation';

/** A check of a wallet's list, as far as the list says it. */
export interface ListedCheck {
	/** Missing for a check that was not taken. */
	hash?: string;
	/** For people, such as `USDT on Tron`. */
	asset?: string;
	/** The code of its network. */
	network?: string;
}

const LOOKS_LIKE = 'it looks like 3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c';

/**
 * Refuses what is no hash of a check: one word of hexadecimal digits and hyphens. Nothing else leaves.
 * @returns the hash; empty where none is given.
 * @throws AmlCheckError for a link, which lies next to the hash in an item and can be dragged as well, and for any other
 * text.
 */
function requireHash(hash: string): string {
	if (hash === '' || /^[\da-f-]+$/i.test(hash)) return hash;
	if (isSecret(hash)) throw toInputFailure(refuseSecret('check hash'));
	if (/^https?:/i.test(hash))
		throw badInput(
			"'Check Hash' holds a link",
			`Use the field 'hash' of the same item: ${LOOKS_LIKE}.`,
		);
	throw badInput(
		`'Check Hash' is ${quote(hash)}, which is no hash of a check`,
		`Use the field 'hash' of a check's item: ${LOOKS_LIKE}.`,
	);
}

/**
 * Reads the hash of an item's check; empty where none is given.
 * @throws AmlCheckError for what is no hash.
 */
export const parseCheckHash = (run: NodeRun, index: number): string =>
	requireHash(run.parameters.text('checkHash', index));

function parseList(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*\[/.test(value)) return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

const parseWord = (value: unknown): string | undefined =>
	typeof value === 'string' && !isNothing(value) ? plainText(value.trim(), 130) : undefined;

function parseEntry(entry: unknown, at: number): ListedCheck {
	if (typeof entry === 'string') return { hash: requireHash(entry.trim()) };
	if (!isObject(entry))
		throw badInput(
			`'Check Hash': entry ${at + 1} of the list is no check`,
			"Give the list 'details.checks' of an item of 'Screen Address'.",
		);
	const hash = typeof entry.hash === 'string' ? requireHash(entry.hash.trim()) : '';
	return {
		hash: hash === '' ? undefined : hash,
		asset: parseWord(entry.asset),
		network: parseWord(entry.network),
	};
}

/** Each asset of a wallet has a check of its own: one hash for two of them would leave one of them unread. */
function refuseRepeated(list: ListedCheck[]): ListedCheck[] {
	const hashes = list.flatMap(({ hash }) => hash ?? []);
	const repeated = hashes.find((hash, at) => hashes.indexOf(hash) < at);
	if (repeated === undefined) return list;
	throw badInput(
		`'Check Hash' is a list that holds the check ${repeated} twice`,
		"Give the list 'details.checks' of an item of 'Screen Address', unchanged.",
	);
}

/**
 * Reads a wallet's list of checks, `details.checks` of its item, or the same as a JSON text, as a table keeps it.
 * @returns undefined where the item gives one hash.
 * @throws AmlCheckError for a list whose entries are no checks, or that names one check twice.
 */
export function parseCheckList(run: NodeRun, index: number): ListedCheck[] | undefined {
	run.parameters.refuseFirstRow('checkHash');
	const given = run.context.getNodeParameter('checkHash', index, '') as unknown;
	const list = parseList(isObject(given) ? given.value : given);
	if (!Array.isArray(list) || (list.length === 1 && typeof list[0] === 'string')) return undefined;
	return list.length === 0 ? undefined : refuseRepeated(list.map(parseEntry));
}
