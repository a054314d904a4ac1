/** The risk rules from the node's panel to the item, in every operation that shows a level. */
import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { RISK_RULES_FIELDS, RULES } from '../../../nodes/shared/options/riskRules.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import type { BookKind } from '../../../sandbox/server.mts';
import {
	credential,
	jsonOf,
	run,
	sandbox,
	sent,
	useSandbox,
	type OperationRun,
} from '../operations/support.mts';

useSandbox();

type Started = Awaited<ReturnType<typeof run>>;

/** Runs an operation so that it shows the risk of one kind of wallet. */
type Show = (kind: BookKind, rules: INodeParameters, more?: OperationRun) => Promise<Started>;

const SHOW: Record<string, Show> = {
	'Screen Address': async (kind, rules, more) => {
		const address = bookAddress('ETH', kind);
		return await run(
			'check.checkAddress',
			{ network: 'ETH', asset: 'coin', address, ...rules },
			more,
		);
	},
	'Screen Transaction': async (kind, rules, more) => {
		const target = { network: 'ETH', asset: 'coin', address: bookAddress('ETH', kind) };
		const transaction = makeTransaction('ETH', 'risk');
		return await run('check.checkTransaction', { ...target, transaction, ...rules }, more);
	},
	'Get Result': async (kind, rules, more) => {
		const checkHash = sandbox().addCheck({ address: bookAddress('ETH', kind) });
		return await run(
			'check.getResult',
			{ checkHash, network: 'ETH', asset: 'coin', ...rules },
			more,
		);
	},
	Find: async (kind, rules, more) => {
		const target = bookAddress('ETC', kind);
		sandbox().addCheck({ currency: 'ETC', address: target });
		const options = { acceptUnspecifiedAsset: true, ...(rules.options as INodeParameters) };
		return await run('report.find', { network: 'ETC', target, ...rules, options }, more);
	},
	History: async (kind, rules, more) => {
		sandbox().addCheck({ address: bookAddress('ETH', kind) });
		return await run('history.getAll', { returnAll: true, ...rules }, more);
	},
};

const OPERATIONS = Object.keys(SHOW);

const custom = (customRules: INodeParameters): INodeParameters => ({
	riskRules: 'custom',
	customRules,
});

describe.each(OPERATIONS)('%s', (operation) => {
	const isHistory = operation === 'History';

	const show = async (
		kind: BookKind,
		rules: INodeParameters = {},
		more?: OperationRun,
	): Promise<IDataObject> => {
		sandbox().reset();
		const { main, status } = await SHOW[operation]!(kind, rules, more);
		expect(status).toBe('success');
		expect(main).toHaveLength(1);
		return main[0]!.json;
	};

	it.each([
		['low', 4, isHistory ? 'unknown' : 'low'],
		['medium', 48, 'medium'],
		['high', 92, 'high'],
		['sanctioned', isHistory ? 12 : 12, isHistory ? 'unknown' : 'high'],
		['unscored', undefined, 'unknown'],
		['unscoredSanctioned', undefined, isHistory ? 'unknown' : 'high'],
		['failed', undefined, 'unknown'],
		['unreadable', undefined, 'unknown'],
	] as const)('judges by the balanced rules: %s', async (kind, riskScore, riskLevel) => {
		const json = await show(kind);
		expect(json.riskLevel).toBe(riskLevel);
		if (kind !== 'sanctioned') expect(json.riskScore).toBe(riskScore);
	});

	it('judges by the chosen preset, by custom rules, and by rules in one value', async () => {
		const level = async (rules: INodeParameters, more?: OperationRun) =>
			(await show('medium', rules, more)).riskLevel;
		const noDanger = { mediumDangerFrom: 100, highDangerFrom: 100 };
		expect(await level({ riskRules: 'strict' })).not.toBe('low');
		expect(await level(custom({ ...noDanger, highRiskFrom: 48 }))).toBe('high');
		expect(await level(custom({ ...noDanger, highRiskFrom: 48.5 }))).toBe('medium');
		const below = isHistory ? 'unknown' : 'low';
		expect(await level(custom({ ...noDanger, mediumRiskFrom: '={{ 48 + 1 }}' }))).toBe(below);
		const expression = { riskRules: 'expression', riskPolicy: '={{ $json.policy }}' };
		const items = [{ policy: { highRiskFrom: 48 } }];
		expect(await level(expression, { items })).toBe('high');
		expect(await level(expression, { items: [{ policy: '{ "highRiskFrom": 49 }' }] })).toBe(
			'medium',
		);
	});

	it.each([
		[custom({ highRiskFrom: 101 }), 'High Risk From'],
		[custom({ mediumRiskFrom: '={{ $json.nothing }}' }), 'Medium Risk From'],
		[{ riskRules: 'expression', riskPolicy: '{ "highRisk": 1 }' }, 'Risk Policy'],
	] as Array<[INodeParameters, string]>)(
		'stops before anything is sent for %j',
		async (rules, label) => {
			sandbox().reset();
			const stopped = await SHOW[operation]!('low', rules);
			expect(stopped.status).toBe('error');
			expect(`${stopped.failure?.message} ${stopped.failure?.description}`).toContain(label);
			const settings = { onError: 'continueErrorOutput' as const };
			const { main, error } = await SHOW[operation]!('low', rules, { settings });
			expect(main).toEqual([]);
			expect(error[0]?.json.error).toContain(label);
			expect(sent()).toEqual([]);
		},
	);

	it('shows the rules only on request, with their fingerprint', async () => {
		const rules = custom({ highRiskFrom: 60, criticalSignals: ['mixer'] });
		expect(await show('low', rules)).not.toHaveProperty('details');
		expect(await show('low', { ...rules, options: { includeDetails: true } })).toMatchObject({
			details: {
				riskPolicy: {
					source: 'node',
					rules: 'custom',
					fingerprint: expect.any(String),
					highRiskFrom: 60,
					criticalSignals: ['mixer'],
				},
			},
		});
	});

	it('a row of signal limits is kept by n8n and read by the rules, and without one n8n drops the list', async () => {
		const [limit] = (RULES.signalLimits.field.default as { limit: INodeParameters[] }).limit;
		const rules = async (signalLimits: INodeParameters) =>
			await show('low', {
				...custom({ signalLimits }),
				options: { includeDetails: true },
			});
		const read = {
			details: {
				riskPolicy: {
					signalLimits: expect.arrayContaining([{ signal: 'mixer', share: 1, level: 'high' }]),
				},
			},
		};
		expect(await rules({ limit: [limit!] })).toMatchObject(read);
		// n8n saves no value that is the default of its field: the row stays, as an empty object.
		expect(await rules({ limit: [{}] })).toMatchObject(read);
		// Without a row, n8n drops the collection as soon as another field changes.
		const kept = (signalLimits: INodeParameters) =>
			NodeHelpers.getNodeParameters(
				RISK_RULES_FIELDS,
				custom({ signalLimits }),
				false,
				false,
				null,
				null,
			)?.customRules;
		expect(kept({})).toEqual({});
		expect(kept({ limit: [limit!] })).toEqual({ signalLimits: { limit: [{}] } });
	});

	it("reads scores on the credential's scale, and says in a hint where it had to guess", async () => {
		const read = async (scoreScale: 'fraction' | 'percent', riskScoreScale: string) => {
			sandbox().reset();
			sandbox().configure({ scoreScale });
			const credentials = [credential({ riskScoreScale })];
			const { main, hints } = await SHOW[operation]!('high', {}, { credentials });
			const about = hints.filter(({ message }) => message.includes('Risk Score Scale'));
			return [main[0]?.json.riskScore, about.length];
		};
		expect(await read('percent', 'auto')).toEqual([92, 0]);
		expect(await read('fraction', 'auto')).toEqual([92, 1]);
		expect(await read('fraction', 'fraction')).toEqual([92, 0]);
		expect(await read('percent', 'percent')).toEqual([92, 0]);
		expect(await read('percent', 'fraction')).toEqual([undefined, 0]);
	});
});

it('judges each item by its own rules, of one check that is paid for once', async () => {
	const items = [{ from: 10 }, { from: 60 }, { from: 75 }];
	const { main } = await SHOW['Screen Address']!(
		'medium',
		custom({ highRiskFrom: '={{ $json.from }}', mediumRiskFrom: 5 }),
		{ items },
	);
	expect(jsonOf(main).map(({ riskLevel }) => riskLevel)).toEqual(['high', 'medium', 'medium']);
	expect(sandbox().stats().charges).toBe(1);
});
