/** Never a false pass: whatever is pending, failed, unscored, unreadable or unscreened does not look like a pass. */
import {
	bookAddress,
	makeTransaction,
	type BookKind,
	type FaultSpec,
	type SandboxOptions,
} from '../../../sandbox/server.mts';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun, NodeSettings } from '../harness/index.mts';
import {
	audit,
	credentialFor,
	inPool,
	pairOf,
	REGULAR,
	RETRY,
	run,
	screen,
	SPLIT,
	start,
	STOP,
	withSandbox,
} from './support.mts';

const LOW = bookAddress('ETH', 'low');

const MODES: Record<string, NodeSettings> = {
	stop: STOP,
	continueRegularOutput: REGULAR,
	continueErrorOutput: SPLIT,
	'continueRegularOutput with Retry On Fail': { ...REGULAR, ...RETRY, maxTries: 2 },
};

interface Scene {
	/** What the second of three items wants screened; the other two are sound. */
	kind?: BookKind;
	faults?: FaultSpec[];
	options?: INodeParameters;
	more?: INodeParameters;
	sandbox?: SandboxOptions;
	credential?: Record<string, unknown> | 'none';
	cancelAfterMs?: number;
	address?: unknown;
}

const dead = (method: string, kind: FaultSpec['kind']): FaultSpec[] => [
	{ method, kind, times: Infinity },
];

const SCENES: Record<string, Scene> = {
	'a check that never finishes': { kind: 'neverFinishing', options: { timeout: 1 } },
	'an unknown status': { kind: 'unknownStatus', options: { timeout: 1 } },
	FAILED: { kind: 'failed' },
	REJECTED: { kind: 'rejected' },
	'no report': { kind: 'noReport' },
	'a score of null': { kind: 'unscored' },
	'a score that is no number': { kind: 'unreadable' },
	'a report without its check': {
		faults: [{ method: 'checkup.getresult', kind: 'emptyResult', times: Infinity }],
		options: { timeout: 1 },
	},
	'an empty check': {
		faults: [
			{ method: 'checkup.getresult', kind: 'emptyResult', result: { check: {} }, times: Infinity },
		],
		options: { timeout: 1 },
	},
	'HTML for every result': { faults: dead('checkup.getresult', 'html'), options: { timeout: 1 } },
	'a dead service': { faults: dead('*', 'serverErrorBefore'), options: { timeout: 2 } },
	'a service that cuts every line': { faults: dead('*', 'resetBefore'), options: { timeout: 2 } },
	'a service that redirects': { faults: dead('*', 'redirect'), options: { timeout: 2 } },
	'an address of no service': {
		credential: { baseUrl: 'http://127.0.0.1:9' },
		options: { timeout: 2 },
	},
	'a wrong token': { credential: { accessToken: 'another' } },
	'a shut IP address': { sandbox: { allowedIps: ['203.0.113.9'] } },
	'no credential': { credential: 'none' },
	'an empty base URL': { credential: { baseUrl: '' } },
	'an empty package': { sandbox: { packageSize: 0 } },
	'a check that only shows pending': {
		kind: 'neverFinishing',
		options: { timeout: 1, onTimeout: 'returnPending' },
	},
	'nobody waiting': { more: { waitForResult: false } },
	'a cancelled run': { sandbox: { latencyMs: 400 }, cancelAfterMs: 300 },
	'a currency that is none': { more: { currency: 'NOPE' } },
	'an expression that can not be resolved as address': {
		more: { address: "={{ $('Nobody').item.json.address }}" },
	},
	'an expression that can not be resolved as Wait for Result': {
		more: { waitForResult: "={{ $('Nobody').item.json.x }}" },
	},
	'an expression that can not be resolved as Simplify': {
		more: { simplify: "={{ $('Nobody').item.json.x }}" },
	},
	'an expression that can not be resolved as an option': {
		options: { timeout: "={{ $('Nobody').item.json.x }}" },
	},
	'an expression that can not be resolved as token': {
		more: { token: { __rl: true, mode: 'id', value: "={{ $('Nobody').item.json.x }}" } },
	},
	'an address that is an object': { address: { nested: true } },
	'an address that is a list': { address: [LOW, LOW] },
	'an address that is null': { address: null },
	'an address that is nothing': { address: undefined },
	'an address that is a number': { address: 42 },
	'an address that is very long': { address: 'x'.repeat(100_000) },
	'a transaction hash for an address': { address: makeTransaction('ETH', 1) },
	'options that are no collection': { more: { options: 'none' } },
	'a timeout that is no number': { options: { timeout: 'soon' } },
};

const cases = Object.entries(SCENES).flatMap(([name, scene]) =>
	Object.keys(MODES).map((mode) => ({ title: `${name} (${mode})`, scene, mode })),
);

async function play({ scene, mode }: (typeof cases)[number]) {
	return await withSandbox(scene.sandbox ?? {}, async (sandbox) => {
		for (const fault of scene.faults ?? []) sandbox.fault(fault);
		const second =
			'address' in scene ? scene.address : bookAddress('ETH', scene.kind ?? 'newSignal');
		const items = [LOW, second, bookAddress('ETH', 'medium')].map(
			(address) => ({ address }) as { address: string },
		);
		const { credential } = scene;
		const result = await start(sandbox, {
			items,
			settings: MODES[mode],
			parameters: screen(scene.options, scene.more),
			credentials:
				credential === 'none' ? [] : [credentialFor(sandbox, (credential ?? {}) as never)],
			cancelAfterMs: scene.cancelAfterMs,
		}).result;
		return { verdict: audit(sandbox, result, 3), result, checks: sandbox.checks() };
	});
}

const levelOf = (result: NodeRun, item: number): unknown =>
	result.main.find((output) => pairOf(output) === item)?.json.riskLevel;

describe('no item looks like a screened wallet that is none', () => {
	let playing: Array<ReturnType<typeof play>> = [];
	beforeAll(() => {
		playing = inPool(cases, 40, play);
		for (const promise of playing) promise.catch(() => undefined);
	});

	it.each(cases.map((one, index) => ({ ...one, index })))(
		'$title',
		async ({ index, scene, mode }) => {
			const { verdict, result } = await playing[index];
			expect(verdict).toMatchObject({
				twice: 0,
				lost: scene.cancelAfterMs ? expect.anything() : [],
			});
			expect(verdict.falsePasses).toEqual([]);
			const isContinue = mode !== 'stop';
			if (scene.cancelAfterMs) expect(result.status).toBe('canceled');
			else if (isContinue && scene.credential !== 'none') {
				expect(result.status).toBe('success');
				expect([...result.main, ...result.error].map(pairOf).sort()).toEqual([0, 1, 2]);
			}
			if (scene.kind) expect([undefined, 'unknown']).toContain(levelOf(result, 1));
		},
		120_000,
	);

	it.each([REGULAR, SPLIT, STOP])(
		'returns the pending check on request: $onError',
		async (settings) => {
			await withSandbox({}, async (sandbox) => {
				const items = [{ address: LOW }, { address: bookAddress('ETH', 'unknownStatus') }];
				const parameters = screen({ timeout: 1, onTimeout: 'returnPending' });
				const { main, status } = await run(sandbox, { items, parameters, settings });
				expect(status).toBe('success');
				expect(main[1].json).toMatchObject({
					hash: sandbox.checks()[1].hash,
					status: 'MANUAL_REVIEW',
					riskLevel: 'unknown',
					charged: true,
				});
				expect(main[1].json).not.toHaveProperty('riskScore');
				expect(main[0].json.riskLevel).toBe('low');
			});
		},
		30_000,
	);

	it('names the status that it does not know', async () => {
		await withSandbox({}, async (sandbox) => {
			const items = [{ address: bookAddress('ETH', 'unknownStatus') }];
			const { failure } = await run(sandbox, { items, parameters: screen({ timeout: 1 }) });
			expect(failure?.description).toContain('MANUAL_REVIEW');
			expect(failure?.description).toContain(sandbox.checks()[0].hash);
		});
	});

	it('refuses a result that is about another wallet or another check', async () => {
		for (const [member, value] of [
			['address', bookAddress('ETH', 'medium')],
			['hash', '00000000-0000-0000-0000-000000000000'],
			['currency', 'BTC'],
		] as const) {
			await withSandbox({}, async (sandbox) => {
				const method = 'checkup.getresult';
				const items = [{ address: bookAddress('ETH', 'sanctioned') }];
				const submitted = await run(sandbox, {
					items,
					parameters: screen({}, { waitForResult: false }),
				});
				const check = {
					...{ hash: submitted.main[0].json.hash, currency: 'ETH', address: items[0].address },
					...{ transaction: null, status: 'SUCCESS', report: { riskscore: 3, signals: {} } },
					[member]: value,
				};
				sandbox.reset();
				sandbox.configure({ seed: undefined });
				sandbox.fault({ method, kind: 'emptyResult', times: Infinity, result: { check } });
				const parameters = screen({ timeout: 2 });
				const { error, main } = await run(sandbox, { items, parameters, settings: SPLIT });
				expect(main).toEqual([]);
				expect(error[0].json.details).toMatchObject({
					hash: sandbox.checks()[0].hash,
					charged: true,
				});
			});
		}
	}, 30_000);
});
