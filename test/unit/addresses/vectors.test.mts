import {
	checkAddress,
	checkTransactionHash,
	sameTarget,
} from '../../../nodes/shared/addresses/index.ts';
import { FAMILIES, entry } from './vectors/index.mts';

const LEAST = 20;

describe.each(Object.entries(FAMILIES))('addresses of %s', (_name, { valid, broken }) => {
	const networks = [...new Set(valid.flatMap((group) => group.networks))];

	it('has enough vectors, none twice', () => {
		const good = valid.flatMap(({ targets }) => targets.map((target) => entry(target).entered));
		const bad = broken.flatMap(({ targets }) => targets);
		expect(good.length).toBeGreaterThanOrEqual(LEAST);
		expect(bad.length).toBeGreaterThanOrEqual(LEAST);
		expect(new Set([...good, ...bad]).size).toBe(good.length + bad.length);
	});

	describe.each(valid)('valid: $source', ({ networks: own, targets }) => {
		it.each(targets.map(entry))('$entered', ({ entered, sent }) => {
			for (const network of own) {
				expect(checkAddress(entered, network)).toEqual({ ok: true, value: sent });
				expect(checkAddress(sent, network)).toEqual({ ok: true, value: sent });
				expect(sameTarget(entered, sent, network, 'address')).toBe(true);
				expect(checkTransactionHash(entered, network)).toMatchObject({
					ok: false,
					reason: 'format',
					message: expect.stringContaining('is an address, not a transaction hash'),
				});
			}
		});
	});

	describe.each(broken)('broken: $source', ({ reasons, targets }) => {
		it.each(targets)('%s', (target) => {
			for (const network of networks) {
				const verdict = checkAddress(target, network);
				expect(verdict.ok).toBe(false);
				if (!verdict.ok) expect(reasons).toContain(verdict.reason);
			}
		});
	});
});
