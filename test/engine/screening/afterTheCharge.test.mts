/** Answers after the charge that look like a no, or like no answer at all; and results that nobody can read. */
import type { IDataObject } from 'n8n-workflow';
import { bookAddress, type FaultSpec, type Sandbox } from '../../../sandbox/server.mts';
import { REGULAR, run, screen, withSandbox } from './support.mts';

const ETH = bookAddress('ETH', 'low');
const items = [{ address: ETH }];

type Body = { jsonrpc: string; id: string; result: IDataObject; error?: unknown };
type Change = (body: Body) => unknown;

const changed = (method: string, change: Change): FaultSpec => ({
	...{ method, kind: 'changed', times: Infinity },
	change,
});

const rpcError = (code: number) => {
	const change: Change = ({ jsonrpc, id }) => ({ jsonrpc, id, error: { code, message: 'Busy' } });
	return change;
};

describe('a charge whose answer says no', () => {
	it.each<[string, Change]>([
		['the flat 500', () => ({ error: 'Internal error', code: 500 })],
		['the flat 408', () => ({ error: 'Request timeout', code: 408 })],
		['500 in JSON-RPC', rpcError(500)],
		['-32000', rpcError(-32000)],
		['-32603', rpcError(-32603)],
	])(
		'with %s is never called unpaid, and its hash is named',
		async (_, change) => {
			await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
				sandbox.fault(changed('checkup.checkaddr', change));
				const { main } = await run(sandbox, { items, settings: REGULAR });
				const details = main[0]?.json.details as IDataObject;
				expect(details).toMatchObject({ candidates: [sandbox.checks()[0].hash] });
				expect(details).not.toHaveProperty('charged');
				expect(JSON.stringify(main[0]?.json)).not.toMatch(/nothing was paid/i);
				expect(sandbox.stats().charges).toBe(1);
			});
		},
		30_000,
	);

	it.each(['', null, { code: -40008, message: 'No' }, { code: 401, message: 'No' }])(
		'but has its result keeps it: error %j',
		async (error) => {
			await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
				sandbox.fault(changed('checkup.checkaddr', (body) => ({ ...body, error })));
				const { main } = await run(sandbox, { items });
				const [{ hash }] = sandbox.checks();
				expect(main[0]?.json).toMatchObject({ hash, charged: true, riskLevel: 'low' });
				expect(sandbox.stats().charges).toBe(1);
			});
		},
	);

	it('is not paid for again at a Retry', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault(changed('checkup.checkaddr', () => ({ error: 'Internal', code: 500 })));
			const failed = await run(sandbox, { items });
			expect(failed.status).toBe('error');
			sandbox.clearFaults();
			const again = await failed.retry();
			expect(again.failure?.description).toContain(sandbox.checks()[0].hash);
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 60_000);
});

/** Reports that nobody can read, each with a harmless score beside it. */
const UNREADABLE: Record<string, unknown> = {
	null: null,
	'a text': 'see the site',
	'a list': [{ riskscore: 3, signals: {} }],
	'one whose signals are a level deeper': { riskscore: 3, signals: { data: { sanctions: 0.5 } } },
	'one whose empty signals are a level deeper': { riskscore: 3, signals: { data: {} } },
	'one that is a level deeper': { report: { riskscore: 3, signals: { wallet: 1 } } },
};

type Check = Record<string, unknown>;
const spoil = (check: Check, report: unknown): Check =>
	Object.assign(check, { report, riskscore: 3, score: 3 });

/** How an operation shows one check, and where in the answer it stands. */
const SHOWN: Record<string, (sandbox: Sandbox, report: unknown) => Promise<unknown[]>> = {
	'Check Address': async (sandbox, report) => {
		sandbox.fault(
			changed('checkup.getresult', (body) => {
				spoil(body.result.check as Check, report);
				return body;
			}),
		);
		const { main } = await run(sandbox, { items, settings: REGULAR });
		return main.map(({ json }) => json.riskLevel);
	},
	'Check Address that reuses': async (sandbox, report) => {
		sandbox.addCheck({ currency: 'ETH', address: ETH });
		spoilFound(sandbox, report);
		const parameters = screen({ reuseWithinHours: 24, reuseUntoldAsset: true });
		const { main } = await run(sandbox, { items, parameters });
		expect(main[0]?.json.reused).toBe(true);
		return main.map(({ json }) => json.riskLevel);
	},
	Find: async (sandbox, report) => {
		sandbox.addCheck({ currency: 'ETH', address: ETH });
		spoilFound(sandbox, report);
		const parameters = { resource: 'report', operation: 'find', currency: 'ETH', target: ETH };
		const { main } = await run(sandbox, { parameters });
		return main.map(({ json }) => json.riskLevel);
	},
};

function spoilFound(sandbox: Sandbox, report: unknown): void {
	sandbox.fault(
		changed('checkup.findreport', (body) => {
			for (const check of body.result.checks as Check[]) spoil(check, report);
			return body;
		}),
	);
}

describe.each(Object.keys(SHOWN))('%s', (operation) => {
	it.each(Object.keys(UNREADABLE))('never calls a report low that is %s', async (kind) => {
		await withSandbox({}, async (sandbox) => {
			expect(await SHOWN[operation]!(sandbox, UNREADABLE[kind])).toEqual(['unknown']);
		});
	});
});
