/** The table of networks: whole, without contradictions, and as the service's document and the sandbox have it. */
import { REPORT_NETWORKS as SANDBOX_REPORTS } from '../../../sandbox/networks.mts';
import { ALIASES as SANDBOX_ALIASES, CURRENCY_LIST } from '../../../sandbox/tokens.mts';
import { writeAddress } from '../../../nodes/shared/wallet/addresses/index.ts';
import { ALIASES, fromKey, keyOf, toSent } from '../../../nodes/shared/wallet/assets.ts';
import {
	EVM_NETWORKS,
	NETWORK_CODES,
	NETWORKS,
	REPORT_NETWORKS,
} from '../../../nodes/shared/wallet/networks.ts';
import { findAsset, findTokenContract } from '../../../nodes/shared/wallet/tokens.ts';
import { FAMILIES } from './vectors/index.mts';

it('the networks are those of the document, each with address vectors', () => {
	const all = ['BCH', 'BSC', 'BSV', 'BTC', 'ETC', 'ETH', 'LTC', 'MATIC', 'TRX', 'XLM', 'XRP'];
	expect([...NETWORK_CODES].sort()).toEqual(all);
	expect(REPORT_NETWORKS).toEqual(all.filter((code) => !['BSC', 'MATIC'].includes(code)));
	expect([...REPORT_NETWORKS].sort()).toEqual([...SANDBOX_REPORTS].sort());
	expect(EVM_NETWORKS).toEqual(['ETH', 'ETC', 'BSC', 'MATIC']);
	const covered = Object.values(FAMILIES).flatMap(({ valid }) =>
		valid.flatMap(({ networks }) => networks),
	);
	expect(new Set(covered)).toEqual(new Set(NETWORK_CODES));
});

it('a network without tokens has none in the sandbox', () => {
	const withTokens = CURRENCY_LIST.filter(({ issuer }) => issuer !== null);
	for (const { currency } of withTokens)
		expect(NETWORKS[currency as keyof typeof NETWORKS].hasTokens).toBe(true);
});

it('no two networks share a name or a chain ID', () => {
	const names = NETWORK_CODES.flatMap((code) => {
		const { name, otherNames, standard, chainIds } = NETWORKS[code];
		return [code.toLowerCase(), name.toLowerCase(), standard, ...otherNames, ...chainIds];
	});
	const given = names.filter((name) => name !== undefined);
	// A network may be called as its code is.
	expect(given.filter((name, at) => given.indexOf(name) < at)).toEqual([]);
});

it.each(ALIASES)('the code $alias means the token that the sandbox means by it', (asset) => {
	const { network, alias, token } = asset;
	const meaning = SANDBOX_ALIASES.get(alias);
	const row = CURRENCY_LIST.find(
		(entry) => entry.currency === network && String(entry.token_id) === meaning?.tokenId,
	);
	expect(row).toMatchObject({ symbol: token.symbol });
	expect(row?.issuer?.toLowerCase()).toBe(token.contract.toLowerCase());
	expect(token.id ?? meaning?.tokenId).toBe(meaning?.tokenId);
	expect(writeAddress(token.contract, network)).toBe(token.contract);
	expect(findTokenContract(token.contract, { entries: [] })).toBe(token.symbol);
	expect(toSent(asset)).toEqual({ currency: alias });
	expect(fromKey(network, keyOf(asset))).toEqual(asset);
	expect(findAsset(network, token.symbol, { entries: CURRENCY_LIST })).toMatchObject({
		alias,
		token: { id: meaning?.tokenId },
	});
});
