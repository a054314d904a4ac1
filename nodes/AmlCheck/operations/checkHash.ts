import { plainText } from '../../shared/base/format';
import { isNothing, isObject } from '../../shared/base/values';
import { badInput } from '../../shared/failures/failure';
import { parseJson } from '../../shared/n8n/read';
import { quote } from '../../shared/wallet/quote';
import { refuseSecret } from '../../shared/wallet/refusals';
import { isSurelySecret } from '../../shared/wallet/secrets';
import type { Parameters } from '../parameters';
import { accept } from './operation';

/** A check of a wallet's list, as far as the list says it. */
export interface ListedCheck {
	/** Missing for a check that was not taken. */
	hash?: string;
	/** For people, such as `USDT on Tron`. */
	asset?: string;
	/** The code of its network. */
	network?: string;
}

/** The checks of one item: one, or a wallet's. */
export interface GivenChecks {
	checks: ListedCheck[];
	isWallet: boolean;
}

export const GIVE_LIST =
	"Give the list 'details.checks' of an item of 'Screen Address', unchanged.";

/**
 * Checks the hash of a check: any one word, and nothing is assumed of its form (contract 7).
 * @throws AmlCheckError for a link, which lies next to the hash in an item and can be dragged as well, for several words
 * and for a secret: none of them leaves.
 */
function requireHash(text: string): string {
	const hash = text.trim();
	if (isSurelySecret(hash)) accept(refuseSecret('check hash'));
	if (!/\s|:\/\//.test(hash)) return hash;
	throw badInput(
		`'Check Hash' is ${quote(hash)}, which is no hash of a check`,
		"Use the field 'hash' of a check's item: one word, and no link.",
	);
}

const parseWord = (value: unknown): string | undefined =>
	typeof value === 'string' && !isNothing(value) ? plainText(value.trim(), 130) : undefined;

function parseEntry(entry: unknown, at: number): ListedCheck {
	const listed = typeof entry === 'string' ? { hash: entry } : entry;
	if (!isObject(listed))
		throw badInput(`'Check Hash': entry ${at + 1} of the list is no check`, GIVE_LIST);
	const { hash, asset, network } = listed;
	return {
		hash: typeof hash === 'string' && !isNothing(hash) ? requireHash(hash) : undefined,
		asset: parseWord(asset),
		network: parseWord(network),
	};
}

/** Each asset of a wallet has a check of its own: one hash for two of them would leave one of them unread. */
function refuseRepeated(checks: readonly ListedCheck[]): void {
	const seen = new Set<string>();
	for (const { hash } of checks) {
		if (hash === undefined) continue;
		if (seen.has(hash))
			throw badInput(`'Check Hash' is a list that holds the check ${hash} twice`, GIVE_LIST);
		seen.add(hash);
	}
}

const isJsonList = (value: unknown) => typeof value === 'string' && /^\s*\[/.test(value);

/**
 * Reads the hash of a check; or a wallet's list of checks, `details.checks` of its item, also as a JSON text, as a table
 * keeps it.
 * @throws AmlCheckError for what is no hash, a list whose entries are no checks, and one that names a check twice.
 */
export function parseChecks(parameters: Parameters, index: number): GivenChecks {
	parameters.refuseFirstRow('checkHash');
	const given = parameters.given('checkHash', index, '');
	const value = isObject(given) ? given.value : given;
	const list = isJsonList(value) ? parseJson(value) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [parameters.text('checkHash', index)];
	const checks = entries.map(parseEntry);
	refuseRepeated(checks);
	const isWallet = entries.length > 1 || typeof entries[0] !== 'string';
	if (checks.length > 0 && (isWallet || checks[0].hash !== undefined)) return { checks, isWallet };
	throw badInput(
		"'Check Hash' is empty",
		'Choose a check from the list, or give the hash that came with it when it was submitted.',
	);
}
