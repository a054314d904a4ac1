/** An option that can not be used stops a run before anything is paid. */

import type { INodeParameters } from 'n8n-workflow';
import { REGULAR, run, screen, SPLIT, wallets, play } from './support.mts';

const items = wallets(3);

/** Expressions that yield nothing. */
const NOTHING = ['={{ undefined }}', '={{ null }}', "={{ '' }}", '={{ $json.none }}'];

describe('an option that can not be used', () => {
	it.each<[string, INodeParameters]>([
		['timeout', { timeout: 'soon' }],
		['timeout', { timeout: -1 }],
		['maxPaidChecks', { maxPaidChecks: 1.5 }],
		['maxConcurrent', { maxConcurrent: 0 }],
		['reuseWithinHours', { reuseWithinHours: 'NaN' }],
		['mediumRiskFrom', { mediumRiskFrom: 101 }],
		['mediumRiskFrom above highRiskFrom', { mediumRiskFrom: 80 }],
		['onTimeout', { onTimeout: 'shrug' }],
		['mergeDuplicates', { mergeDuplicates: 'perhaps' }],
		['riskScoreScale', { riskScoreScale: 'dozen' }],
	])('%s stops the run before anything is paid, in every mode', async (_, options) => {
		await play(async (sandbox) => {
			for (const settings of [{}, REGULAR, SPLIT]) {
				const result = await run(sandbox, { items, parameters: screen(options), settings });
				const shown = [...result.main, ...result.error];
				expect(shown.every(({ json }) => typeof json.error === 'string')).toBe(true);
				expect(shown).toHaveLength(result.status === 'error' ? 0 : 3);
			}
			expect(sandbox.stats().requests).toEqual([]);
		});
	});

	it.each([
		['maxPaidChecks', 'Max Paid Checks', [10, 10, 2], '10 in item 0, 2 in item 2'],
		['mergeDuplicates', 'Merge Duplicates', [true, false, true], 'true in item 0, false in item 1'],
		['timeout', 'Timeout (Seconds)', [60, 60, 30], '60 in item 0, 30 in item 2'],
		['maxConcurrent', 'Max Concurrent Requests', [5, 6, 5], '5 in item 0, 6 in item 1'],
	])(
		'%s holds for the whole run: items that differ are refused',
		async (name, label, values, words) => {
			await play(async (sandbox) => {
				const parameters = screen({ [name]: '={{ $json.value }}' });
				const differing = wallets(3).map((item, n) => ({ ...item, value: values[n] }));
				for (const settings of [{}, REGULAR, SPLIT]) {
					const result = await run(sandbox, { items: differing, parameters, settings });
					const told =
						result.failure?.message ?? String([...result.main, ...result.error][0]?.json.error);
					expect(told).toContain(
						`'${label}' holds for the whole run, but the items differ: ${words}`,
					);
				}
				expect(sandbox.stats().requests).toEqual([]);
				const alike = differing.map((item) => ({ ...item, value: values[0] }));
				const { status } = await run(sandbox, { items: alike, parameters });
				expect(status).toBe('success');
			});
		},
	);

	it('of one item alone stops it too', async () => {
		await play(async (sandbox) => {
			const parameters = screen({ maxPaidChecks: '={{ $json.max }}' });
			const three = wallets(3).map((item, n) => ({ ...item, max: n === 2 ? -5 : 10 }));
			const { failure } = await run(sandbox, { items: three, parameters });
			expect(failure?.message).toContain('item 2');
			expect(sandbox.stats().requests).toEqual([]);
		});
	});

	it.each([
		'idempotencyKey',
		'reuseWithinHours',
		'maxPaidChecks',
		'riskScoreScale',
		'mediumRiskFrom',
		'highRiskFrom',
		'criticalSignals',
	])(
		'is %s where an expression leaves it empty, for it guards money or the level',
		async (name) => {
			await play(async (sandbox) => {
				for (const nothing of NOTHING) {
					const { failure } = await run(sandbox, {
						items,
						parameters: screen({ [name]: nothing }),
					});
					expect(`${failure?.message} ${failure?.description}`).toMatch(
						/give it a value or remove it/i,
					);
				}
				expect(sandbox.stats().requests).toEqual([]);
			});
		},
	);

	it('is not any other that an expression leaves empty', async () => {
		const names = [
			'timeout',
			'onTimeout',
			'mergeDuplicates',
			'validateTargets',
			'maxConcurrent',
			'comparePrevious',
		];
		await play(async (sandbox) => {
			for (const nothing of NOTHING) {
				const options = Object.fromEntries(names.map((name) => [name, nothing]));
				const twice = [...items, ...items];
				const { main, status } = await run(sandbox, { items: twice, parameters: screen(options) });
				expect(status).toBe('success');
				expect(main.map(({ json }) => json.riskLevel)).toEqual([
					'low',
					'medium',
					'high',
					'low',
					'medium',
					'high',
				]);
			}
			expect(sandbox.stats().charges).toBe(12);
		});
	}, 30_000);
});
