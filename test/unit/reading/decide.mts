/** Decides what a text means, for the tables of this room. */
import type { CurrencyList } from '../../../nodes/shared/currencyList.ts';
import { readGiven, type Given } from '../../../nodes/shared/reading/given.ts';
import { decideMeant, type Meant } from '../../../nodes/shared/reading/meant.ts';
import { CURRENCY_LIST } from '../../../sandbox/tokens.mts';

const LIST = { entries: CURRENCY_LIST } as CurrencyList;

const USUAL: Given = { currency: 'detect', evmNetwork: '', address: '' };

export function decideGiven(given: Partial<Given>, list: CurrencyList = LIST) {
	const read = readGiven({ ...USUAL, ...given });
	return 'ok' in read ? read : decideMeant(read, list);
}

export function meantBy(given: Partial<Given>): Meant {
	const meant = decideGiven(given);
	if (meant === 'unread' || 'ok' in meant) throw new Error(JSON.stringify(meant));
	return meant;
}

/** What is screened as a short text, or why nothing is. */
export function decide(address: string, currency = 'detect', more: Partial<Given> = {}): string {
	const decided = decideGiven({ address, currency, ...more });
	if (decided === 'unread') return decided;
	if ('ok' in decided) return `${decided.reason}: ${decided.message}. ${decided.advice}`;
	const { assets, address: sent, transaction } = decided;
	const names = assets.map(({ network, token, alias }) =>
		alias === undefined && token ? `${token.symbol} on ${network}` : (alias ?? network),
	);
	return [names.join('+'), sent, transaction].filter(Boolean).join(' ');
}
