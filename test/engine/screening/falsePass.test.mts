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
	CLEAN,
	credentialFor,
	detailsOf,
	inWorld,
	pairOf,
	REGULAR,
	RESULT,
	RETRY,
	run,
	screen,
	SPLIT,
	start,
	STOP,
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

const dead = (method: string, kind: FaultSpec['kind'], more?: object): FaultSpec[] => [
	{ method, kind, times: Infinity, ...more },
];

/** Nobody resolves this expression. */
const UNRESOLVED = "={{ $('Nobody').item.json.x }}";

const SCENES: Record<string, Scene> = {
	'a check that never finishes': { kind: 'neverFinishing', options: { timeout: 9 } },
	'an unknown status': { kind: 'unknownStatus', options: { timeout: 9 } },
	FAILED: { kind: 'failed' },
	REJECTED: { kind: 'rejected' },
	'no report': { kind: 'noReport' },
	'a score of null': { kind: 'unscored' },
	'a score that is no number': { kind: 'unreadable' },
	'a report without its check': { faults: dead(RESULT, 'emptyResult'), options: { timeout: 9 } },
	'an empty check': {
		faults: dead(RESULT, 'emptyResult', { result: { check: {} } }),
		options: { timeout: 9 },
	},
	'HTML for every result': { faults: dead(RESULT, 'html'), options: { timeout: 9 } },
	'a dead service': { faults: dead('*', 'serverErrorBefore'), options: { timeout: 9 } },
	'a service that cuts every line': { faults: dead('*', 'resetBefore'), options: { timeout: 9 } },
	'a service that redirects': { faults: dead('*', 'redirect'), options: { timeout: 9 } },
	'a wrong token': { credential: { accessToken: 'another' } },
	'a shut IP address': { sandbox: { allowedIps: ['203.0.113.9'] } },
	'no credential': { credential: 'none' },
	'an empty base URL': { credential: { baseUrl: '' } },
	'an empty package': { sandbox: { packageSize: 0 } },
	'nobody waiting': { more: { waitForResult: false } },
	'a cancelled run': { sandbox: { latencyMs: 400 }, cancelAfterMs: 300 },
	'a network that is none': { more: { network: 'NOPE' } },
	'an asset that is none': { more: { asset: 'NOPE' } },
	'an address that is not resolved': { more: { address: UNRESOLVED } },
	'a Wait for Result that is not resolved': { more: { waitForResult: UNRESOLVED } },
	'a Simplify that is not resolved': { more: { simplify: UNRESOLVED } },
	'an option that is not resolved': { options: { timeout: UNRESOLVED } },
	'a token that is not resolved': {
		more: { asset: 'token', token: { __rl: true, mode: 'id', value: UNRESOLVED } },
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
	return await inWorld({ repeatedId: 'charge', ...scene.sandbox }, async ({ sandbox }) => {
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
		return { verdict: audit(sandbox, result), result };
	});
}

const levelOf = (result: NodeRun, item: number): unknown =>
	result.main.find((output) => pairOf(output) === item)?.json.riskLevel;

describe('no item looks like a screened wallet that is none', () => {
	it.each(cases)('$title', async ({ scene, mode, title }) => {
		const { verdict, result } = await play({ scene, mode, title });
		expect(verdict).toMatchObject({
			...CLEAN,
			...(scene.cancelAfterMs && { lost: expect.anything() }),
		});
		if (scene.cancelAfterMs) expect(result.status).toBe('canceled');
		else if (mode !== 'stop' && scene.credential !== 'none') {
			expect(result.status).toBe('success');
			expect([...result.main, ...result.error].map(pairOf).sort()).toEqual([0, 1, 2]);
		}
		if (scene.kind) expect([undefined, 'unknown']).toContain(levelOf(result, 1));
	});

	it.each([REGULAR, SPLIT, STOP])(
		'a slow check is unknown, with its hash: $onError',
		async (settings) => {
			await inWorld({}, async ({ sandbox }) => {
				const items = [{ address: LOW }, { address: bookAddress('ETH', 'unknownStatus') }];
				const { main, status } = await run(sandbox, {
					items,
					parameters: screen({ timeout: 9 }),
					settings,
				});
				expect(status).toBe('success');
				expect(main[1]!.json).toMatchObject({
					hash: sandbox.checks()[1]!.hash,
					riskLevel: 'unknown',
					charged: true,
				});
				expect(main[1]!.json).not.toHaveProperty('riskScore');
				expect(main[0]!.json.riskLevel).toBe('low');
			});
		},
	);

	it('a status that nobody knows is named', async () => {
		await inWorld({}, async ({ sandbox }) => {
			const items = [{ address: bookAddress('ETH', 'unknownStatus') }];
			const parameters = screen({ timeout: 9 });
			const { main } = await run(sandbox, { items, parameters });
			const { hash } = sandbox.checks()[0]!;
			expect(main[0]?.json).toMatchObject({ riskLevel: 'unknown', hash });
			expect(main[0]?.json.summary).toContain('status MANUAL REVIEW');
		});
	});

	it.each([
		['address', bookAddress('ETH', 'medium')],
		['hash', '00000000-0000-0000-0000-000000000000'],
		['currency', 'BTC'],
	])('a result that is about another check is refused: %s', async (member, value) => {
		await inWorld({}, async ({ sandbox, wire }) => {
			wire.says = (method, result) => {
				if (method === RESULT) (result.check as Record<string, unknown>)[member] = value;
			};
			const items = [{ address: LOW }];
			const parameters = screen({ timeout: 9 });
			const { error, main } = await run(sandbox, { items, parameters, settings: SPLIT });
			expect(main).toEqual([]);
			const { hash, requestId } = sandbox.checks()[0]!;
			expect(detailsOf(error[0]!)).toMatchObject({ hash, requestId, charged: true });
		});
	});
});
