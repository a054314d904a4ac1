import fc from 'fast-check';
import {
	checkAddress,
	checkTransactionHash,
	cleanTarget,
	sameTarget,
	targetKey,
	type TargetVerdict,
} from '../../../nodes/shared/addresses/index.ts';
import { NETWORK_CODES } from '../../../nodes/shared/networks.ts';
import { FAMILIES, entry } from './vectors/index.mts';
import { cases } from '../../cases.mts';

/** Fixed, and printed by fast-check with every counterexample. */
const SEED = 20_240_607;
const run = { seed: SEED, numRuns: cases(1000) };

const VALID = Object.entries(FAMILIES).flatMap(([family, { valid }]) =>
	valid.flatMap(({ networks, targets }) =>
		targets.map((target) => ({ family, network: networks[0], networks, ...entry(target) })),
	),
);

const vector = fc.constantFrom(...VALID);
const network = fc.constantFrom(...NETWORK_CODES);

/** Anything at all: any Unicode, and texts that look like targets, broken in some place. */
const anyText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 120 }),
	fc.string({ unit: 'grapheme', maxLength: 120 }),
	fc.string({ unit: fc.constantFrom(...'0123456789abcdefxABCDEFX'), maxLength: 80 }),
	fc.string({ unit: fc.constantFrom(...'\ud800\udc00\u200b\ufeff :?&=@/"\'-'.split('')) }),
	fc
		.tuple(vector, fc.nat(60), fc.nat(5), fc.string({ unit: 'binary', maxLength: 3 }))
		.map(([{ entered }, at, cut, put]) => entered.slice(0, at) + put + entered.slice(at + cut)),
);

function words(verdict: TargetVerdict): string {
	return verdict.ok ? '' : `${verdict.message} ${verdict.advice}`;
}

describe('any text', () => {
	it('gets a verdict, a key and a cleaning, and nothing throws', () => {
		fc.assert(
			fc.property(anyText, network, (text, on) => {
				for (const verdict of [checkAddress(text, on), checkTransactionHash(text, on)]) {
					if (verdict.ok) expect(verdict.value.length).toBeGreaterThan(0);
					else expect(verdict.message.length * verdict.advice.length).toBeGreaterThan(0);
				}
				for (const kind of ['address', 'transaction'] as const) {
					expect(sameTarget(text, text, on, kind)).toBe(true);
				}
				expect(cleanTarget(cleanTarget(text))).toBe(cleanTarget(text));
			}),
			run,
		);
	});

	it('is refused in words that are short, printable and calm', () => {
		fc.assert(
			fc.property(anyText, network, (text, on) => {
				for (const said of [words(checkAddress(text, on)), words(checkTransactionHash(text, on))]) {
					const own = said.replace(/“[^”]*”/g, '');
					expect(own).not.toMatch(/error|problem|failure|mistake/i);
					expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
					expect(said.length).toBeLessThan(420);
				}
			}),
			run,
		);
	});

	it('is sent in a form that is accepted again and means the same', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					anyText,
					vector.map((v) => v.entered),
				),
				network,
				(text, on) => {
					const address = checkAddress(text, on);
					if (address.ok) {
						expect(checkAddress(address.value, on)).toEqual(address);
						expect(sameTarget(text, address.value, on, 'address')).toBe(true);
					}
					const hash = checkTransactionHash(text, on);
					if (hash.ok) {
						expect(checkTransactionHash(hash.value, on)).toEqual(hash);
						expect(sameTarget(text, hash.value, on, 'transaction')).toBe(true);
					}
					expect(address.ok && hash.ok).toBe(false);
				},
			),
			run,
		);
	});
});

describe('a valid address', () => {
	const around = fc.string({
		unit: fc.constantFrom(...' \t\r\n\u00a0\ufeff\u3000"\'`“”„‘’«»()[]<>,;.='.split('')),
		maxLength: 6,
	});

	it('is the same whatever stands around it', () => {
		fc.assert(
			fc.property(vector, around, around, ({ entered, sent, network: on }, before, after) => {
				expect(checkAddress(before + entered + after, on)).toEqual({ ok: true, value: sent });
				const other = targetKey(before + entered + after, on, 'address');
				expect(other).toBe(targetKey(entered, on, 'address'));
			}),
			run,
		);
	});

	it('is another target than any other that is sent differently, but for the forms of one script', () => {
		const keys = new Map<string, Set<string>>();
		for (const { network: on, sent } of VALID) {
			const key = `${on} ${targetKey(sent, on, 'address')}`;
			keys.set(key, (keys.get(key) ?? new Set()).add(sent));
		}
		const shared = [...keys].filter(([, sent]) => sent.size > 1);
		for (const [key, sent] of shared) {
			const forms = [...sent];
			const oneEvm = new Set(forms.map((form) => form.toLowerCase())).size === 1;
			const legacyAndCash = key.startsWith('BCH') && forms.some((form) => /^[13]/.test(form));
			const oldAndNewScript = key.startsWith('LTC p2sh') && forms.some((form) => /^3/.test(form));
			expect(oneEvm || legacyAndCash || oldAndNewScript).toBe(true);
		}
	});
});

/** Characters that addresses are written with. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a single mistyped character', () => {
	const oneCase = (text: string) => text === text.toLowerCase() || text === text.toUpperCase();
	// What carries no checksum can't show one: hexadecimal in one case, on Ethereum-like networks and TRON.
	const isBareHex = (text: string) =>
		/^(0x)?[0-9a-f]+$/i.test(text) && oneCase(text.replace(/^0x/i, ''));
	const checked = VALID.filter(({ entered }) => !isBareHex(entered));
	const slip = (family: string) =>
		fc
			.tuple(
				fc.constantFrom(...checked.filter((v) => v.family === family)),
				fc.nat(),
				fc.constantFrom(...CHARACTERS),
			)
			.map(([{ entered, sent, network: on }, n, put]) => {
				const at = n % entered.length;
				return { typo: entered.slice(0, at) + put + entered.slice(at + 1), entered, sent, on };
			})
			.filter(({ typo, entered }) => typo !== entered);

	it.each(Object.keys(FAMILIES).filter((family) => family !== 'EVM'))('is found: %s', (family) => {
		fc.assert(
			fc.property(slip(family), ({ typo, sent, on }) => {
				const verdict = checkAddress(typo, on);
				// A capital in "bitcoincash:" is no slip that matters: the same address is sent.
				expect(verdict.ok && verdict.value !== sent).toBe(false);
			}),
			{ seed: SEED, numRuns: cases(1000) },
		);
	});

	it('is found by EIP-55 but for less than one in a thousand', () => {
		const slips = fc.sample(slip('EVM'), { seed: SEED, numRuns: cases(5000) });
		const missed = slips.filter(({ typo, on, sent }) => {
			const verdict = checkAddress(typo, on);
			return verdict.ok && verdict.value !== sent;
		});
		expect(missed.length).toBeLessThan(slips.length / 1000);
	});
});
