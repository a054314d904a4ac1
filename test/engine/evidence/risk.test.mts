/** The risk rules from the node's panel to the item, in every operation that shows a level. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
		return await run('report.find', { network: 'ETC', target, ...rules }, more);
	},
	History: async (kind, rules, more) => {
		sandbox().addCheck({ address: bookAddress('ETH', kind) });
		return await run('history.getAll', { returnAll: true, ...rules }, more);
	},
};

const OPERATIONS = Object.keys(SHOW);

/** Rules by expression, as a node's option has them. */
const rulesOf = (riskRules: INodeParameters | string, more: INodeParameters = {}) => ({
	options: {
		riskRules:
			typeof riskRules === 'string' ? riskRules : `={{ ${JSON.stringify(riskRules, null, 1)} }}`,
		...more,
	},
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
		['sanctioned', 12, isHistory ? 'unknown' : 'high'],
		['unscored', undefined, 'unknown'],
		['unscoredSanctioned', undefined, isHistory ? 'unknown' : 'high'],
		['failed', undefined, 'unknown'],
		['unreadable', undefined, 'unknown'],
	] as const)('judges by the balanced rules: %s', async (kind, riskScore, riskLevel) => {
		const json = await show(kind);
		expect(json.riskLevel).toBe(riskLevel);
		if (kind !== 'sanctioned') expect(json.riskScore).toBe(riskScore);
	});

	it('judges by a preset, and by an object of an expression', async () => {
		const level = async (rules: INodeParameters, more?: OperationRun) =>
			(await show('medium', rules, more)).riskLevel;
		const noDanger = { mediumDangerFrom: 100, highDangerFrom: 100 };
		expect(await level(rulesOf('strict'))).not.toBe('low');
		expect(await level(rulesOf({ ...noDanger, highRiskFrom: 48 }))).toBe('high');
		expect(await level(rulesOf({ ...noDanger, highRiskFrom: 48.5 }))).toBe('medium');
		const below = isHistory ? 'unknown' : 'low';
		expect(await level(rulesOf({ ...noDanger, mediumRiskFrom: 49 }))).toBe(below);
		const ofRow = rulesOf('={{ $json.rules }}');
		expect(await level(ofRow, { items: [{ rules: { highRiskFrom: 48 } }] })).toBe('high');
		expect(await level(ofRow, { items: [{ rules: '{ "highRiskFrom": 49 }' }] })).toBe('medium');
	});

	it.each<[string, INodeParameters | string]>([
		['highRiskFrom', { highRiskFrom: 101 }],
		['mediumRiskFrom', { mediumRiskFrom: null }],
		['highRisk', { highRisk: 1 }],
		['Risk Rules', '={{ $json.nothing }}'],
	])('stops before anything is sent where %s is at fault', async (label, rules) => {
		sandbox().reset();
		const stopped = await SHOW[operation]!('low', rulesOf(rules as string));
		expect(stopped.status).toBe('error');
		expect(`${stopped.failure?.message} ${stopped.failure?.description}`).toContain(label);
		const settings = { onError: 'continueErrorOutput' as const };
		const { main, error } = await SHOW[operation]!('low', rulesOf(rules as string), { settings });
		expect([main, error.length]).toEqual([[], 1]);
		expect(sent()).toEqual([]);
	});

	it('shows the rules only on request, with their fingerprint', async () => {
		const rules = { highRiskFrom: 60, signalLimits: { mixer: { share: 1, level: 'high' } } };
		expect(await show('low', rulesOf(rules))).not.toHaveProperty('details');
		expect(await show('low', rulesOf(rules, { includeDetails: true }))).toMatchObject({
			details: {
				rules: { source: 'node', name: 'custom', fingerprint: expect.any(String), ...rules },
			},
		});
	});

	it("reads scores on the credential's scale", async () => {
		const read = async (scoreScale: 'fraction' | 'percent', riskScoreScale: string) => {
			sandbox().reset();
			sandbox().configure({ scoreScale });
			const credentials = [credential({ riskScoreScale })];
			const { main } = await SHOW[operation]!('high', {}, { credentials });
			return main[0]?.json.riskScore;
		};
		expect(await read('percent', 'auto')).toBe(92);
		expect(await read('fraction', 'auto')).toBe(92);
		expect(await read('fraction', 'fraction')).toBe(92);
		expect(await read('percent', 'percent')).toBe(92);
		expect(await read('percent', 'fraction')).toBeUndefined();
	});
});

it('judges each item by its own rules, of one check that is paid for once', async () => {
	const items = [{ from: 10 }, { from: 60 }, { from: 75 }];
	const { main } = await SHOW['Screen Address']!(
		'medium',
		rulesOf('={{ { highRiskFrom: $json.from, mediumRiskFrom: 5 } }}'),
		{ items },
	);
	expect(jsonOf(main).map(({ riskLevel }) => riskLevel)).toEqual(['high', 'medium', 'medium']);
	expect(sandbox().stats().charges).toBe(1);
});
