import { simplifyCheck } from '../../../nodes/shared/checks/simplify.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/index.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';

const CHECK: CheckRecord = {
	hash: '3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c',
	currency: 'BTC',
	address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
	transaction: null,
	status: 'SUCCESS',
	initDate: '2026-01-01T00:00:00+00:00',
	resultDate: '2026-01-01T00:00:20+00:00',
	report: { riskscore: 3, signals: { wallet: 1 } },
	counterparty: undefined,
};

const simplify = (change: Record<string, unknown>, source?: 'report' | 'history') =>
	simplifyCheck({ ...CHECK, ...change }, DEFAULT_RISK_POLICY, { source });

it('is low with a sound report', () => {
	expect(simplify({}).riskLevel).toBe('low');
});

describe('a report that can not be read is never low, whatever stands beside it', () => {
	it.each<[string, unknown]>([
		['null', null],
		['missing', undefined],
		['a text', 'see site'],
		['a number', 3],
		['a list', [{ riskscore: 3, signals: {} }]],
		['empty', {}],
		['without signals', { riskscore: 3 }],
		['with null for signals', { riskscore: 3, signals: null }],
		['with signals one level deeper', { riskscore: 3, signals: { data: { sanctions: 0.5 } } }],
		['with a list of signals', { riskscore: 3, signals: [{ name: 'sanctions', value: 0.5 }] }],
		['with itself one level deeper', { report: { riskscore: 3, signals: { wallet: 1 } } }],
	])('%s', (_name, report) => {
		for (const riskscore of [undefined, 3, 50, 90]) {
			const { riskLevel, summary } = simplify({ report, riskscore });
			expect(riskLevel).toBe('unknown');
			expect(summary).toMatch(/^UNKNOWN/);
		}
	});
});

it('takes the score beside the report for one in history items only', () => {
	const item = { report: undefined, riskscore: 80 };
	expect(simplify(item, 'history')).toMatchObject({ riskLevel: 'high', riskScore: 80 });
	expect(simplify(item, 'history').summary).toContain('signals not read');
	expect(simplify({ ...item, riskscore: 3 }, 'history').riskLevel).toBe('unknown');
});
