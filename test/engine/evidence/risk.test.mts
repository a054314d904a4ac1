/** The risk options from the node's panel to the item, in every operation that shows a score. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { forgetKnowledge } from '../../../nodes/shared/knowledge/knowledge.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import type { BookKind } from '../../../sandbox/server.mts';
import {
	jsonOf,
	run,
	sandbox,
	sent,
	useSandbox,
	type OperationRun,
} from '../operations/support.mts';

useSandbox();

const TRANSACTION = makeTransaction('ETH', 'risk');

type NodeRun = Awaited<ReturnType<typeof run>>;

/** Runs an operation so that it shows the risk of one kind of wallet. */
type Show = (kind: BookKind, options: INodeParameters, more?: OperationRun) => Promise<NodeRun>;

const SHOW: Record<string, Show> = {
	'Check Address': async (kind, options, more) =>
		await run(
			'check.checkAddress',
			{ currency: 'ETH', address: bookAddress('ETH', kind), options },
			more,
		),
	'Check Transaction': async (kind, options, more) =>
		await run(
			'check.checkTransaction',
			{
				currency: 'ETH',
				address: bookAddress('ETH', kind),
				transaction: TRANSACTION,
				options,
			},
			more,
		),
	'Get Result': async (kind, options, more) => {
		const checkHash = sandbox().addCheck({ address: bookAddress('ETH', kind) });
		return await run('check.getResult', { checkHash, options }, more);
	},
	Find: async (kind, options, more) => {
		const target = bookAddress('ETH', kind);
		sandbox().addCheck({ address: target });
		return await run('report.find', { currency: 'ETH', target, options }, more);
	},
	History: async (kind, options, more) => {
		sandbox().addCheck({ address: bookAddress('ETH', kind) });
		return await run('history.getAll', { returnAll: true, options }, more);
	},
};

const OPERATIONS = Object.keys(SHOW);
/** The history tells no signals. */
const WITH_SIGNALS = OPERATIONS.filter((name) => name !== 'History');

const show = async (
	operation: string,
	kind: BookKind,
	options: INodeParameters = {},
	more?: OperationRun,
): Promise<IDataObject> => {
	const { main, status } = await SHOW[operation]!(kind, options, more);
	expect(status).toBe('success');
	expect(main).toHaveLength(1);
	return jsonOf(main)[0]!;
};

describe.each(OPERATIONS)('%s', (operation) => {
	it.each([
		['low', 4, operation === 'History' ? 'unknown' : 'low'],
		['medium', 48, 'medium'],
		['high', 92, 'high'],
		['unscored', null, 'unknown'],
		['failed', null, 'unknown'],
		['unreadable', null, 'unknown'],
	] as const)('judges by the defaults: %s', async (kind, riskScore, riskLevel) => {
		const json = await show(operation, kind);
		expect([json.riskScore, json.riskLevel]).toEqual([riskScore ?? undefined, riskLevel]);
		expect('riskScore' in json).toBe(riskScore !== null);
	});

	it('moves the level with the thresholds, which belong to the level above', async () => {
		const level = async (options: INodeParameters): Promise<unknown> => {
			sandbox().reset();
			const onlyScore = { mediumDangerFrom: 100, highDangerFrom: 100, ...options };
			return (await show(operation, 'medium', onlyScore)).riskLevel;
		};
		const below = operation === 'History' ? 'unknown' : 'low';
		expect(await level({ highRiskFrom: 48 })).toBe('high');
		expect(await level({ highRiskFrom: 48.5 })).toBe('medium');
		expect(await level({ mediumRiskFrom: 48 })).toBe('medium');
		expect(await level({ mediumRiskFrom: 48.5 })).toBe(below);
		expect(await level({ mediumRiskFrom: 48, highRiskFrom: 48 })).toBe('high');
		expect(await level({ mediumRiskFrom: '={{ 40 + 9 }}', highRiskFrom: '={{ "90" }}' })).toBe(
			below,
		);
	});

	it('refuses an option that holds nothing, and sends nothing', async () => {
		const keys = {
			mediumRiskFrom: 'Medium Risk From',
			highRiskFrom: 'High Risk From',
			mediumDangerFrom: 'Medium Danger From (%)',
			highDangerFrom: 'High Danger From (%)',
			criticalSignals: 'Critical Signals',
			riskScoreScale: 'Risk Score Scale',
			riskPolicy: 'Risk Policy',
		};
		for (const [key, label] of Object.entries(keys)) {
			const { failure, status } = await SHOW[operation]!('medium', {
				[key]: '={{ $json.nothing }}',
			});
			expect(status).toBe('error');
			const text = `${failure?.message} ${failure?.description}`;
			expect(text).toContain(`'${label}' holds nothing: give it a value or remove it.`);
		}
		expect(sent()).toEqual([]);
		expect(sandbox().stats().charges).toBe(0);
	});

	it('echoes the policy only on request, with its fingerprint', async () => {
		const options = {
			highRiskFrom: 60,
			mediumRiskFrom: 20,
			mediumDangerFrom: 4,
			highDangerFrom: 10,
			riskScoreScale: 'percent',
		};
		expect(await show(operation, 'low', options)).not.toHaveProperty('riskPolicy');
		sandbox().reset();
		const echoed = await show(operation, 'low', {
			...options,
			criticalSignals: ['mixer'],
			signalLimits: { limit: [{ signal: 'scam', share: 2, level: 'medium' }] },
			includeRiskPolicy: true,
		});
		const rules = {
			...options,
			criticalSignals: ['mixer'],
			signalLimits: [{ signal: 'scam', share: 2, level: 'medium' }],
		};
		expect(echoed.riskPolicy).toEqual({ fingerprint: expect.any(String), ...rules });
		sandbox().reset();
		const whole = await show(operation, 'low', {
			riskPolicy: `={{ ${JSON.stringify(rules)} }}`,
			includeRiskPolicy: true,
		});
		expect(whole.riskPolicy).toEqual(echoed.riskPolicy);
	});

	it('takes all rules in one value, from what another node holds', async () => {
		const level = async (policy: IDataObject | string): Promise<unknown> => {
			sandbox().reset();
			const options = { riskPolicy: '={{ $json.policy }}' };
			const { main, failure } = await SHOW[operation]!('medium', options, {
				items: [{ policy }],
			});
			return main[0]?.json.riskLevel ?? `${failure?.message} ${failure?.description}`;
		};
		expect(await level({ highRiskFrom: 48 })).toBe('high');
		expect(await level('{ "highRiskFrom": 48 }')).toBe('high');
		expect(await level('{ "highRiskFrom": 49 }')).toBe('medium');
		expect(await level({ highRiskForm: 48 })).toContain("'Risk Policy' has 'highRiskForm'");
		expect(await level({ highRiskFrom: 480 })).toContain("'Risk Policy: highRiskFrom' is 480");
		expect(await level('{ "highRiskFrom"')).toContain('or the same as a JSON text');
	});

	it('reads a fraction, keeps it as it was, and says so in a hint', async () => {
		// What other tests proved about this very address of a service no longer holds.
		forgetKnowledge();
		sandbox().configure({ scoreScale: 'fraction' });
		const { main, hints } = await SHOW[operation]!('high', { includeDetails: true });
		expect(main[0]?.json).toMatchObject({
			riskScore: 92,
			riskLevel: 'high',
			riskReasons: expect.stringContaining('read as a fraction of 1'),
			details: { rawRiskScore: 0.92 },
		});
		const about = hints.filter(({ message }) => message.includes('fraction of 1'));
		expect(about).toHaveLength(1);
		expect(about[0]?.message).toContain("'Risk Score Scale'");
	});

	it('is silent about fractions where the scale is set, or the score is none', async () => {
		const silent = async (kind: BookKind, options: INodeParameters): Promise<IDataObject> => {
			sandbox().reset();
			const { main, hints } = await SHOW[operation]!(kind, options);
			expect(hints.filter(({ message }) => message.includes('fraction'))).toEqual([]);
			return main[0]!.json;
		};
		expect(await silent('high', {})).toMatchObject({ riskScore: 92 });
		const unread = await silent('high', { riskScoreScale: 'fraction' });
		expect(unread).not.toHaveProperty('riskScore');
		sandbox().configure({ scoreScale: 'fraction' });
		expect(await silent('high', { riskScoreScale: 'fraction' })).toMatchObject({ riskScore: 92 });
		expect(await silent('high', { riskScoreScale: 'percent' })).toMatchObject({ riskScore: 0.92 });
	});

	it.each([
		[{ highRiskFrom: 101 }, 'High Risk From'],
		[{ highRiskFrom: -1 }, 'High Risk From'],
		[{ mediumRiskFrom: 'much' }, 'Medium Risk From'],
		[{ mediumRiskFrom: 80 }, 'Medium Risk From'],
		[{ mediumRiskFrom: '={{ NaN }}' }, 'Medium Risk From'],
		[{ riskScoreScale: 'permille' }, 'Risk Score Scale'],
		[{ criticalSignals: '={{ { a: 1 } }}' }, 'Critical Signals'],
		[{ highDangerFrom: 101 }, 'High Danger From'],
		[{ mediumDangerFrom: 26 }, 'Medium Danger From'],
		[{ signalLimits: {} }, 'Signal Limits'],
		[
			{ signalLimits: { limit: [{ signal: 'mixer', share: 101, level: 'high' }] } },
			'Signal Limits',
		],
		[{ riskPolicy: '{ "highRisk": 1 }' }, 'Risk Policy'],
		[{ riskPolicy: '{ "highRiskFrom": 80 }', highRiskFrom: 80 }, 'Risk Policy'],
		[{ includeRiskPolicy: 'perhaps' }, 'Include Risk Policy'],
	] as Array<[INodeParameters, string]>)(
		'stops before anything is sent for %j',
		async (options, label) => {
			const settings = { onError: 'continueErrorOutput' as const };
			const stopped = await SHOW[operation]!('low', options);
			expect(stopped.status).toBe('error');
			expect(`${stopped.failure?.message} ${stopped.failure?.description}`).toContain(label);
			const { main, error } = await SHOW[operation]!('low', options, { settings });
			expect(main).toEqual([]);
			expect(error[0]?.json.error).toContain(label);
			expect(sent()).toEqual([]);
			expect(sandbox().stats().charges).toBe(0);
		},
	);
});

describe.each(WITH_SIGNALS)('%s, critical signals', (operation) => {
	const level = async (kind: BookKind, criticalSignals?: unknown): Promise<unknown> => {
		sandbox().reset();
		const options = criticalSignals === undefined ? {} : { criticalSignals };
		return (await show(operation, kind, options as INodeParameters)).riskLevel;
	};

	it('make a low score high, and a missing one', async () => {
		expect(await level('sanctioned')).toBe('high');
		expect(await level('unscoredSanctioned')).toBe('high');
	});

	it('are those that were chosen from the list', async () => {
		expect(await level('sanctioned', ['mixer'])).toBe('low');
		expect(await level('sanctioned', ['mixer', 'sanctions'])).toBe('high');
	});

	it('lift a score that the thresholds leave below', async () => {
		const options = { highRiskFrom: 99, highDangerFrom: 99 };
		expect(await show(operation, 'high', options)).toMatchObject({ riskLevel: 'medium' });
		sandbox().reset();
		const lifted = { ...options, criticalSignals: ['stolen_coins'] };
		expect(await show(operation, 'high', lifted)).toMatchObject({
			riskLevel: 'high',
			riskReasons: expect.stringMatching(/^Critical signal: stolen.coins/),
		});
	});

	it('may come from an expression, as one text or as a list', async () => {
		expect(await level('sanctioned', '={{ "mixer, Sanctions" }}')).toBe('high');
		expect(await level('sanctioned', '={{ ["mixer"] }}')).toBe('low');
		expect(await level('sanctioned', 'sanctions')).toBe('high');
	});

	it('are none where the list is empty', async () => {
		expect(await level('sanctioned', '={{ [] }}')).toBe('low');
		expect(await level('unscoredSanctioned', '={{ [] }}')).toBe('unknown');
	});
});

describe.each(WITH_SIGNALS)('%s, danger share and limits', (operation) => {
	const level = async (kind: BookKind, options: INodeParameters): Promise<unknown> => {
		sandbox().reset();
		return (await show(operation, kind, options)).riskLevel;
	};

	it('make a score worse that says less', async () => {
		const lenient = { mediumRiskFrom: 100, highRiskFrom: 100 };
		expect(await level('high', lenient)).toBe('high');
		expect(await level('high', { ...lenient, highDangerFrom: 80 })).toBe('medium');
		expect(await level('high', { ...lenient, mediumDangerFrom: 80, highDangerFrom: 80 })).toBe(
			'low',
		);
	});

	it('limit single signals, critical ones in place of any trace', async () => {
		const limit = (signal: string, share: number, of: string) => ({
			mediumRiskFrom: 100,
			highRiskFrom: 100,
			mediumDangerFrom: 100,
			highDangerFrom: 100,
			signalLimits: { limit: [{ signal, share, level: of }] },
		});
		expect(await level('high', limit('mixer', 41, 'high'))).toBe('high');
		expect(await level('high', limit('mixer', 41, 'medium'))).toBe('medium');
		expect(await level('high', limit('mixer', 42, 'high'))).toBe('low');
		expect(await level('sanctioned', limit('sanctions', 3, 'high'))).toBe('high');
		expect(await level('sanctioned', limit('sanctions', 4, 'high'))).toBe('medium');
	});
});

it('says nothing of fractions about raw data', async () => {
	sandbox().configure({ scoreScale: 'fraction' });
	const hash = sandbox().addCheck({ address: bookAddress('ETH', 'high') });
	const { hints } = await run('check.getResult', { checkHash: hash, simplify: false });
	const messages = hints.map(({ message }) => message);
	expect(messages.join()).toMatch(/1 item/);
	expect(messages.join()).not.toMatch(/fraction|percent|scale/i);
});

it('judges each item by its own options', async () => {
	const items = [{ from: 10 }, { from: 60 }, { from: 75 }];
	const { main } = await run(
		'check.checkAddress',
		{
			currency: 'ETH',
			address: bookAddress('ETH', 'medium'),
			options: { highRiskFrom: '={{ $json.from }}', mediumRiskFrom: 5 },
		},
		{ items },
	);
	expect(jsonOf(main).map(({ riskLevel }) => riskLevel)).toEqual(['high', 'medium', 'medium']);
	expect(sandbox().stats().charges).toBe(1);
});

it('says of one item that can not be judged which one it is, and pays for none', async () => {
	const items = [{ from: 60 }, { from: 'x' }];
	const { failure, status } = await run(
		'check.checkAddress',
		{
			currency: 'ETH',
			address: bookAddress('ETH', 'medium'),
			options: { highRiskFrom: '={{ $json.from }}' },
		},
		{ items },
	);
	expect(status).toBe('error');
	expect(failure?.message).toMatch(/High Risk From.*item 1/);
	expect(sent()).toEqual([]);
});
