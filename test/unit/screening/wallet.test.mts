/** Which check of a wallet has the word in its one item. */
import { combineParts } from '../../../nodes/AmlCheck/screening/collect.ts';
import type { Part } from '../../../nodes/AmlCheck/screening/endings.ts';
import type { Entry } from '../../../nodes/AmlCheck/run/entries.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { describeFailure, makeFailure } from '../../../nodes/shared/failures/failure.ts';
import type { SimplifiedCheck } from '../../../nodes/shared/outputs/check.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';

const entry: Entry = {
	...{ state: 'taken', id: 'i', hash: 'h', paid: true },
	asked: { execution: '7', run: 0, at: 1_000, items: [0] },
};

function part(code: string, riskLevel: SimplifiedCheck['riskLevel'], riskScore?: number): Part {
	const target = makeTarget({
		...{ kind: 'address' as const, address: bookAddress('TRX', 'low') },
		asset: readCurrency(code)!,
	});
	const json = {
		...{ riskLevel, riskScore, riskReasons: `${code} reason`, summary: '', hash: code },
		...{ address: target.address, currency: code, charged: true },
	} as SimplifiedCheck;
	return { target, entry, isPayer: true, ending: { json, said: `${code} said`, reused: false } };
}

function failed(code: string, reason: 'rejected' | 'timeout'): Part {
	const failure = makeFailure(reason, { serviceMessage: `No ${code}` });
	const wanted: Entry = { state: 'wanted', id: 'i', asked: entry.asked };
	return { ...part(code, 'low'), entry: wanted, ending: { failure } };
}

const summaryOf = (...parts: [Part, ...Part[]]): string => {
	const outcome = combineParts(parts, { notScreened: [] });
	return 'outputs' in outcome ? String(outcome.outputs[0].json.summary) : '';
};

it.each<[string, [Part, ...Part[]], RegExp]>([
	[
		'the worst level',
		[part('TRX', 'low', 20), part('USDTTRC20', 'medium', 5)],
		/^MEDIUM .*USDT: USDTTRC20 said · TRX low$/,
	],
	[
		'the highest score of a level',
		[part('TRX', 'medium', 30), part('USDTTRC20', 'medium', 60)],
		/USDT: USDTTRC20 said/,
	],
	[
		'the one without a score where it is why the level is unknown',
		[part('TRX', 'unknown', 60), part('USDTTRC20', 'unknown')],
		/USDT: USDTTRC20 said/,
	],
	[
		'one with a score where both are high',
		[part('TRX', 'high'), part('USDTTRC20', 'high', 80)],
		/USDT: USDTTRC20 said/,
	],
])('%s', (_, parts, expected) => {
	const [first, ...others] = [...parts].reverse() as [Part, ...Part[]];
	for (const summary of [summaryOf(...parts), summaryOf(first, ...others)])
		expect(summary).toMatch(expected);
});

it('what was not paid for any check is said once, after all of them, and each check has its reason', () => {
	const parts: [Part, Part] = [failed('TRX', 'timeout'), failed('USDTTRC20', 'rejected')];
	const outcome = combineParts(parts, { notScreened: [] });
	if (!('failure' in outcome)) throw new Error('It has outputs');
	const { failure } = outcome;
	expect(describeFailure(failure)).toMatch(
		/Of the other checks of this wallet: USDT on Tron: The service says: No USDTTRC20\. Nothing was paid for this item\.$/,
	);
	expect(failure.checks).toMatchObject([
		{ asset: 'Tron', reason: 'timeout', charged: false },
		{ asset: 'USDT on Tron', reason: 'rejected', charged: false },
	]);
});
