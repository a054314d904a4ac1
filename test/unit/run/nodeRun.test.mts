/** One run over its items: how a parameter is read, what is refused before anything is sent, and what a check becomes. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeRun, offersRetry } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import { AmlCheckError, describeFailure } from '../../../nodes/shared/failures/failure.ts';
import { numberFrom } from '../../../nodes/shared/options/read.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { times } from './support.mts';

type Values = Record<string, unknown>;

interface World {
	/** The parameters of each item, with expressions resolved. */
	items?: Values[];
	/** As the node holds them. */
	fixed?: Values;
	type?: string;
	mode?: string;
	continues?: boolean;
	credential?: Values;
	signal?: AbortSignal;
}

const contextOf = ({ items = [{}], fixed = {}, type = 'amlCheck', ...more }: World = {}) =>
	({
		getNode: () => ({ type, parameters: fixed }),
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			name in items[index]! ? items[index]![name] : fallback,
		getCredentials: async () =>
			await Promise.resolve({
				...{ baseUrl: 'https://service.test', accessToken: 'a-token-of-a-test' },
				...more.credential,
			}),
		getExecutionCancelSignal: () => more.signal,
		getMode: () => more.mode ?? 'manual',
		continueOnFail: () => more.continues ?? false,
	}) as unknown as IExecuteFunctions;

const open = async (world: World = {}) => {
	const items = (world.items ?? [{}]).map((json) => ({ json: json as object }));
	return await NodeRun.open(contextOf(world), items as never);
};

/** What is refused: its message, what to do, and whether it was charged. */
const refused = async (attempt: () => unknown) => {
	try {
		await attempt();
	} catch (thrown) {
		const failure = thrown as AmlCheckError;
		expect(failure).toBeInstanceOf(AmlCheckError);
		expect({ kind: failure.kind, charged: failure.charged }).toEqual({
			...{ kind: 'configuration', charged: false },
		});
		return `${failure.message}: ${describeFailure(failure)}`;
	}
	return undefined;
};

it.each<[World, boolean]>([
	[{}, true],
	[{ continues: true }, false],
	[{ type: 'amlCheckTool' }, false],
	[{ type: 'amlCheckToolbox' }, true],
	[{ mode: 'integrated' }, false],
	[{ mode: 'trigger' }, true],
	[{ mode: 'retry' }, true],
	[{ continues: true, type: 'amlCheckTool', mode: 'integrated' }, false],
])('a run like %j is offered a Retry that knows of it: %s', (world, hasRetry) => {
	expect(offersRetry(contextOf(world))).toBe(hasRetry);
});

it('a run begins without notes and hints, with the options of its items', async () => {
	const items = [{ options: { idempotencyKey: 'k' } }, { simplify: false }, { output: 'raw' }];
	const signal = new AbortController().signal;
	const run = await open({ items, signal, credential: { riskScoreScale: 'fraction' } });
	expect(run.notes).toEqual({ isScaleGuessed: false, isScaleUnclear: false });
	expect(run.hints).toEqual([]);
	expect(run.items).toHaveLength(3);
	expect(times(3, (index) => run.hasKey(index))).toEqual([true, false, false]);
	expect(times(3, (index) => run.isSimplified(index))).toEqual([true, false, false]);
	expect(times(3, (index) => run.getOptions(index).output.kind)).toEqual([
		...['simplified', 'raw', 'raw'],
	]);
	expect(run.options).toBe(run.getOptions(0));
	expect(run.session.cancelSignal).toBe(signal);
	expect(run.session.riskScoreScale).toBe('fraction');
	expect((run.session as unknown as { lane: { most: number } }).lane.most).toBe(50);
	const slow = await open({ items: [{ advanced: { maxConcurrent: 3 } }] });
	expect((slow.session as unknown as { lane: { most: number } }).lane.most).toBe(3);
	const none = await open({ items: [] });
	expect((none.session as unknown as { lane: { most: number } }).lane.most).toBe(50);
});

it.each([
	[true, 'amlCheckTool', true],
	[false, 'amlCheck', false],
])('continues on failures: %s, is a %s: %s', async (continues, type, isTool) => {
	const run = await open({ continues, type });
	expect([run.continueOnFail, run.isTool]).toEqual([continues, isTool]);
});

it('the first item can be taken several times, each with options of its own', async () => {
	const run = await open({ items: [{}, { simplify: false }] });
	const first = run.forFirst([{ idempotencyKey: 'x' }, { dryRun: true }, {}]);
	expect(first.items).toEqual(times(3, () => run.items[0]));
	const own = run.getOptions(0);
	expect(times(3, (index) => first.getOptions(index))).toEqual([
		{ ...own, idempotencyKey: 'x' },
		{ ...own, dryRun: true },
		own,
	]);
	expect(first.session).toBe(run.session);
	expect(first.context).toBe(run.context);
});

describe('options that can not be used', () => {
	const usable = { options: { timeout: 5 } };
	const broken = (timeout: unknown) => ({ options: { timeout } });
	const ADVICE =
		'An expression may have returned it. Correct the value or remove it: nothing was sent to the service for it.';

	it('are refused in the words of the first, with the numbers of all such items', async () => {
		const items = [usable, broken('soon'), usable, broken(-1), broken('x'), broken('y')];
		expect(await refused(async () => await open({ items }))).toBe(
			`'Timeout (Seconds)' is "soon": use a number from 0 [items 1, 3 to 5]: ${ADVICE}`,
		);
		expect(await refused(async () => await open({ items: items.slice(0, 2) }))).toBe(
			`'Timeout (Seconds)' is "soon": use a number from 0 [item 1]: ${ADVICE}`,
		);
	});

	it('are all named below where they are too many for the title', async () => {
		const items = times(42, (index) => (index % 2 ? usable : broken('x')));
		expect(await refused(async () => await open({ items }))).toMatch(
			/ 38 and others\]: .* All of them: items 0, 2, .*, 38, 40\.$/,
		);
	});

	it('are told before the credential is read, and so are options that differ', async () => {
		const credential = { accessToken: '' };
		const differing = [{ options: { timeout: 5 } }, { options: { timeout: 6 } }];
		const words = async (items: Values[]) =>
			await refused(async () => await open({ items, credential }));
		expect(await words([broken('x')])).toContain('Timeout (Seconds)');
		expect(await words(differing)).toContain('the items differ');
		expect(await words([usable])).toContain('The access token is empty');
	});
});

describe('a parameter', () => {
	it.each<[string, unknown, string]>([
		['trimmed', ' a ', 'a'],
		['a number', 5, '5'],
		['of a locator', { __rl: true, mode: 'list', value: ' b ' }, 'b'],
		['a number of a locator', { __rl: true, value: 7 }, '7'],
		['empty', '', ''],
		['missing', undefined, ''],
		['an empty locator', { __rl: true, value: '' }, ''],
		['a locator without a value', { __rl: true, value: null }, ''],
	])('as a text: %s', async (_, given, read) => {
		const items = [given === undefined ? {} : { address: given }];
		expect((await open({ items })).text('address', 0)).toBe(read);
	});

	it.each([[{ value: 'a' }], [[]], [true]])('that is %j is no text', async (given) => {
		const run = await open({ items: [{ walletAddress: given }] });
		expect(await refused(() => run.text('walletAddress', 0))).toContain(
			`'Wallet Address' is ${JSON.stringify(given)}: use a text or a number`,
		);
	});

	const EXPRESSION = '{{ $json.a }}';

	it.each<[string, unknown, string, boolean]>([
		['an expression in a fixed field', ` ${EXPRESSION} `, EXPRESSION, true],
		['one in a fixed locator', { __rl: true, value: EXPRESSION }, EXPRESSION, true],
		['the same text in the data', '={{ $json.text }}', EXPRESSION, false],
		['a text without braces', 'a', 'a', false],
		['an empty field', undefined, EXPRESSION, false],
	])('holds %s', async (_, fixed, read, isRefused) => {
		const run = await open({ items: [{ checkHash: read }], fixed: { checkHash: fixed } });
		const words = "This is an expression in a fixed field: Switch 'Check Hash' to Expression.";
		expect(await refused(() => run.text('checkHash', 0))).toBe(isRefused ? words : undefined);
	});

	it('is a flag, a collection, or of any other kind', async () => {
		const items = [{ wait: 'true', filters: { limit: '3' }, count: '5' }, { wait: '' }];
		const run = await open({ items });
		expect(run.flag('wait', 0, false)).toBe(true);
		expect([true, false].map((byDefault) => run.flag('wait', 1, byDefault))).toEqual([true, false]);
		expect(run.read(numberFrom(1), 'count', 0)).toBe(5);
		expect(await refused(() => run.read(numberFrom(6), 'count', 0))).toContain(`'Count' is "5"`);
		const field = { displayName: 'Limit', type: 'number' as const, default: 0 };
		const entries = { limit: { field, schema: numberFrom(1), byDefault: 9 } };
		expect(run.collection(entries, 'filters', 0)).toEqual({ limit: 3 });
		expect(run.collection(entries, 'filters', 1)).toEqual({ limit: 9 });
		const broken = await open({ items: [{ filters: { limit: 'x' } }, { filters: 5 }] });
		expect(await refused(() => broken.collection(entries, 'filters', 0))).toContain(
			`'Limit' is "x"`,
		);
		expect(await refused(() => broken.collection(entries, 'filters', 1))).toContain(
			"'Filters' is 5",
		);
	});
});

describe('a check', () => {
	const check = (riskscore: unknown, status = 'SUCCESS') =>
		({
			...{ hash: 'h', currency: 'BTC', address: 'w', status },
			report: { riskscore, signals: { wallet: 1 } },
		}) as CheckRecord;

	it('is shown under the options of its item, with what decided and its status', async () => {
		const details = { options: { includeDetails: true }, advanced: { includeRiskPolicy: true } };
		const run = await open({ items: [{}, details] });
		const view = run.view(check(3, ' SUCCESS '), 0, { charged: true });
		expect(view).toMatchObject({ status: 'SUCCESS', json: { riskLevel: 'low', charged: true } });
		expect(view.said).toBe('score 3/100 (below 25) · wallet 100%');
		expect(Object.keys(view)).toEqual(['json', 'said', 'status']);
		expect(run.simplify(check(3), 0, { charged: true })).toEqual(view.json);
		expect('details' in view.json || 'riskPolicy' in view.json).toBe(false);
		expect(run.simplify(check(3), 1)).toMatchObject({ details: {}, riskPolicy: {} });
	});

	it.each<[string, unknown[], object]>([
		['nothing', [3, 50], { isScaleGuessed: false, isScaleUnclear: false }],
		['a fraction', [0.5, 3], { isScaleGuessed: true, isScaleUnclear: false }],
		['a score of 1', [1, 3], { isScaleGuessed: false, isScaleUnclear: true }],
		['both', [1, 0.5, 3], { isScaleGuessed: true, isScaleUnclear: true }],
	])('leaves a note of %s, whatever comes after', async (_, scores, notes) => {
		const run = await open();
		for (const score of scores) run.assess(check(score), 0);
		expect(run.notes).toEqual(notes);
		const known = await open({ credential: { riskScoreScale: 'percent' } });
		for (const score of scores) known.view(check(score), 0);
		expect(known.notes).toEqual({ isScaleGuessed: false, isScaleUnclear: false });
	});

	it('is read with what is known beside it', async () => {
		const run = await open();
		expect(run.assess(check(3), 0).riskLevel).toBe('low');
		expect(run.assess(check(3), 0, { doubt: 'Untold' }).riskLevel).toBe('unknown');
		expect(run.view(check(3), 0, { doubt: 'Untold' }).json.riskLevel).toBe('unknown');
		expect(run.assess(check(0.9), 0, { scale: 'percent' }).riskScore).toBe(0.9);
	});
});
