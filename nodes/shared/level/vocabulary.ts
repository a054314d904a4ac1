import { plainText } from '../base/format';

/** The groups into which the industry sorts signals. `neutral` says nothing by itself, `unknown` is in no list. */
export type SignalGroup = 'danger' | 'suspicious' | 'trusted' | 'neutral' | 'unknown';

/**
 * Every signal in the service's examples (service 2.4), the P2P twins that they lack, and neutral words for owners and
 * for what was `other` until 2022. Usage differs for some: `atm` is suspicious and `gambling` is danger.
 */
const GROUPS: Readonly<Record<Exclude<SignalGroup, 'unknown'>, string>> = {
	danger:
		'child_exploitation dark_market dark_service enforcement_action exchange_fraudulent gambling illegal_service mixer ransom sanctions scam stolen_coins terrorism_financing',
	suspicious:
		'atm exchange_mlrisk_high exchange_mlrisk_moderate exchange_mlrisk_veryhigh exchange_unlicensed liquidity_pools p2p_exchange_mlrisk_high p2p_exchange_mlrisk_moderate p2p_exchange_mlrisk_veryhigh p2p_exchange_unlicensed seized_assets',
	trusted:
		'exchange_licensed exchange_mlrisk_low marketplace miner p2p_exchange_licensed p2p_exchange_mlrisk_low payment wallet',
	neutral: 'bridge exchange other p2p_exchange transparent unnamed_service',
};

/**
 * Signals of which any trace has a level. Before 2022 child abuse and terrorism stood inside `dark_service`, and such a
 * report has no critical signal of its own (design 6).
 */
const TRACES: Readonly<Record<string, 'medium' | 'high'>> = {
	child_exploitation: 'high',
	dark_service: 'medium',
	sanctions: 'high',
	terrorism_financing: 'high',
};

/** A name that nobody has listed is critical if one of its words begins like this. */
const CRITICAL_WORDS =
	/(?:^|[^a-z])(?:sanction|embargo|ofac|sdn|dprk|lazarus|iran|terror|hamas|hezbollah|child|csam)/i;

/** A documented signal. */
interface ListedSignal {
	name: string;
	group: SignalGroup;
}

/** Lower-case letters and digits, so that `Dark Market` is `dark_market`. */
const toKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Plain words for a documented name: `p2p_exchange_mlrisk_veryhigh` is `very high risk P2P exchange`. */
const toWords = (name: string) =>
	name
		.replace(/^(.*exchange)_(.+)$/, '$2_$1')
		.replace(/^mlrisk_(very)?([a-z]+)/, '$1 $2 risk')
		.replace(/_/g, ' ')
		.replace(/\b(atm|p2p)\b/, (acronym) => acronym.toUpperCase())
		.trim();

/** The documented signals, in the order of their names. */
export const LISTED_SIGNALS: readonly ListedSignal[] = Object.entries(GROUPS)
	.flatMap(([group, names]) =>
		names.split(' ').map((name) => ({ name, group: group as SignalGroup })),
	)
	.sort((a, b) => (a.name < b.name ? -1 : 1));

/** By the name and by its plain words: an owner may be a `Licensed Exchange`. */
const BY_KEY = new Map(
	LISTED_SIGNALS.flatMap((signal) => [
		[toKey(signal.name), signal] as const,
		[toKey(toWords(signal.name)), signal] as const,
	]),
);

/** Finds a documented signal, whatever marks and capitals its name has. */
export const findListed = (name: string): ListedSignal | undefined => BY_KEY.get(toKey(name));

/** The level that any trace of a signal has: by its listed name, or by the words of another one. */
export function findTraceLevel(name: string): 'medium' | 'high' | undefined {
	const listed = findListed(name);
	if (listed) return TRACES[listed.name];
	return CRITICAL_WORDS.test(name.replace(/([a-z])([A-Z])/g, '$1 $2')) ? 'high' : undefined;
}

export const isCritical = (name: string): boolean => findTraceLevel(name) === 'high';

export function findGroup(name: string): SignalGroup {
	return findListed(name)?.group ?? (isCritical(name) ? 'danger' : 'unknown');
}

/** Names a signal in plain words, such as `very high risk exchange`. An unlisted name is only cleaned. */
export function nameSignal(name: string): string {
	const listed = findListed(name);
	return listed ? toWords(listed.name) : plainText(name, 40) || 'unnamed';
}
