/** What users see when something goes wrong, the same for every operation. */
import type { INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import type { Reason } from '../../../nodes/shared/failures/facts.ts';
import { isPaid } from '../../../nodes/shared/service/schemas.ts';
import { bookAddress, makeTransaction, type FaultSpec } from '../../../sandbox/server.mts';
import { exampleOf } from '../../../scripts/declared.mts';
import {
	addExampleCheck,
	credential,
	run,
	sandbox,
	sent,
	start,
	TOKEN,
	useSandbox,
	type OperationName,
} from './support.mts';

useSandbox();
beforeEach(addExampleCheck);

const LOW = bookAddress('ETH', 'low');
const REGULAR = { onError: 'continueRegularOutput' } as const;
const SPLIT = { onError: 'continueErrorOutput' } as const;
/** The line of the docs that a description leads to. */
const lineOf = (reason: Reason) => `troubleshooting.md#${reason.toLowerCase()})`;

const UNSOUND = /\b(errors?|problems?|failures?|mistakes?)\b/i;

interface Case {
	operation: OperationName;
	method: string;
	parameters: INodeParameters;
}

/** Every operation that stands for a free method, with its example. */
const FREE: Case[] = OPERATIONS.flatMap((one) => {
	const { resource, value, method } = one;
	if (method === null || isPaid(method)) return [];
	return [{ operation: `${resource}.${value}`, method, parameters: exampleOf(one) }];
});

const PAID: Case[] = [
	{
		operation: 'check.checkAddress',
		method: 'checkup.checkaddr',
		parameters: { network: 'ETH', asset: 'coin', address: LOW },
	},
	{
		operation: 'check.checkTransaction',
		method: 'checkup.checktx',
		parameters: {
			network: 'ETH',
			asset: 'coin',
			address: LOW,
			transaction: makeTransaction('ETH', 1),
		},
	},
];

type Fault = [name: string, fault: Omit<FaultSpec, 'method'>, reason: Reason];

/** Faults that say no for good. */
const FINAL: Fault[] = [
	['an RPC error', { kind: 'rpcError', code: -40008, message: 'No such thing' }, 'refused'],
	['an RPC error with HTTP 400', { kind: 'rpcError', status: 400, message: 'No' }, 'refused'],
	['the flat 401 with HTTP 200', { kind: 'flat401', status: 200 }, 'badCredential'],
	['the flat 401 with HTTP 401', { kind: 'flat401', status: 401 }, 'badCredential'],
	['a redirect', { kind: 'redirect' }, 'unreachable'],
];

/** Answers that can't be used; a paid check may have been taken all the same. */
const UNUSABLE: Fault[] = [
	['HTML', { kind: 'html' }, 'unavailable'],
	['broken JSON', { kind: 'brokenJson' }, 'unavailable'],
	['the id of another request', { kind: 'wrongId' }, 'mismatch'],
	['no result', { kind: 'emptyResult', result: undefined }, 'mismatch'],
	['an empty result', { kind: 'emptyResult', result: {} }, 'mismatch'],
];

const table = (cases: Case[], faults: Fault[]) =>
	cases.flatMap((one) =>
		faults.map(([name, fault, reason]) => ({
			title: `${one.operation}: ${name}`,
			one,
			fault,
			reason,
		})),
	);

describe('a free operation', () => {
	it.each(table(FREE, [...FINAL, ...UNUSABLE]))('$title', async ({ one, fault, reason }) => {
		const { parameters } = one;
		sandbox().fault({ method: one.method, times: Infinity, ...fault });
		const items = [{ id: 1 }, { id: 2 }];
		const hash = one.operation === 'check.getResult' ? expect.any(String) : null;

		const stopped = await run(one.operation, parameters, { items });
		expect(stopped.status).toBe('error');
		expect(stopped.failure?.name).toBe('NodeApiError');
		expect(stopped.failure?.description).toContain(lineOf(reason));
		expect(`${stopped.failure?.message} ${stopped.failure?.description}`).not.toMatch(UNSOUND);

		const regular = await run(one.operation, parameters, { items, settings: REGULAR });
		expect(regular.main).toEqual(
			[0, 1].map((item) => ({
				json: {
					error: expect.any(String),
					riskLevel: 'unknown',
					hash,
					details: expect.objectContaining({ reason, charged: false }),
				},
				pairedItem: { item },
			})),
		);

		const split = await run(one.operation, parameters, { items, settings: SPLIT });
		expect(split.main).toEqual([]);
		expect(split.error.map(({ json }) => json)).toEqual(
			items.map((item) => ({
				...item,
				error: expect.any(String),
				riskLevel: 'unknown',
				hash,
				details: expect.objectContaining({ reason, description: expect.any(String) }),
			})),
		);
		for (const { json } of split.error)
			expect(json).not.toMatchObject({ details: { fault: 'input' } });
	});

	it.each(FREE)(
		'$operation is tried again after what may pass',
		async ({ operation, method, parameters }) => {
			sandbox().fault({ method, kind: 'serverErrorBefore' });
			sandbox().fault({ method, kind: 'resetBefore' });
			const { status } = await run(operation, parameters);
			expect(status).toBe('success');
			expect(sandbox().stats().calls[method]).toBe(3);
		},
		15_000,
	);

	it('gives up on a service that stays down, and says so', async () => {
		sandbox().fault({ method: '*', kind: 'serverErrorBefore', times: Infinity, status: 502 });
		const { failure } = await run('account.ping');
		expect(failure?.description).toContain(lineOf('unavailable'));
	}, 15_000);

	it('says that a service can not be reached', async () => {
		const credentials = [credential({ baseUrl: 'http://127.0.0.1:9' })];
		const { failure } = await run('account.ping', {}, { credentials });
		expect(failure?.description).toContain(lineOf('unreachable'));
	}, 15_000);

	it('waits as long as Retry-After says', async () => {
		sandbox().fault({ method: 'checkup.ping', kind: 'rateLimited', retryAfter: '1' });
		const begun = Date.now();
		const { status } = await run('account.ping');
		expect(status).toBe('success');
		expect(Date.now() - begun).toBeGreaterThanOrEqual(1000);
	});

	it('stops at once when it is cancelled', async () => {
		sandbox().fault({ method: '*', kind: 'hang', times: Infinity });
		const started = start('account.ping');
		const begun = Date.now();
		setTimeout(started.cancel, 150);
		const { status } = await started.result;
		expect(status).toBe('canceled');
		expect(Date.now() - begun).toBeLessThan(1500);
	});
});

const ERROR_KEYS = ['address', 'details', 'error', 'hash', 'riskLevel'];

describe('a paid operation', () => {
	it.each(table(PAID, FINAL.slice(0, -1)))(
		'$title',
		async ({ one, fault, reason }) => {
			sandbox().fault({ method: one.method, times: Infinity, ...fault });
			const items = [{ id: 1 }];
			const stopped = await run(one.operation, one.parameters, { items });
			expect(stopped.status).toBe('error');
			expect(stopped.failure?.description).toContain(lineOf(reason));
			const text = `${stopped.failure?.message} ${stopped.failure?.description}`;
			expect(text).not.toMatch(UNSOUND);

			const split = await run(one.operation, one.parameters, { items, settings: SPLIT });
			expect(split.main).toEqual([]);
			expect(split.error).toHaveLength(1);
			expect(split.error[0]?.json).toMatchObject({
				id: 1,
				details: { reason, requestId: expect.any(String) },
			});
			expect(sandbox().stats().charges).toBe(0);
		},
		60_000,
	);

	it('can not tell what became of a check that is answered with a redirect', async () => {
		const [one] = PAID as [Case];
		sandbox().fault({ method: one.method, kind: 'redirect', times: Infinity });
		const parameters = { ...one.parameters, options: { timeout: 3 } };
		const { failure } = await run(one.operation, parameters);
		expect(failure?.description).toContain(lineOf('unsure'));
		expect(sandbox().stats()).toMatchObject({ charges: 0, redirected: [] });
	}, 30_000);

	it('separates the items that went wrong from the others', async () => {
		const good = bookAddress('ETH', 'high');
		sandbox().fault({ method: '*', kind: 'rpcError', match: { address: LOW }, times: Infinity });
		const parameters = { network: 'ETH', asset: 'coin', address: '={{ $json.address }}' };
		const items = [{ address: LOW }, { address: good }, { address: 'nonsense' }];
		const split = await run('check.checkAddress', parameters, { items, settings: SPLIT });
		expect(split.main.map(({ json, pairedItem }) => [json.address, pairedItem])).toEqual([
			[good, { item: 1 }],
		]);
		expect(split.error.map(({ json }) => json.address)).toEqual([LOW, 'nonsense']);
		for (const { json } of split.error) {
			const said = Object.entries(json).filter(([, value]) => value !== undefined);
			expect(said.map(([key]) => key).sort()).toEqual(ERROR_KEYS);
		}
		const regular = await run('check.checkAddress', parameters, { items, settings: REGULAR });
		expect(regular.main.map(({ json }) => 'error' in json)).toEqual([true, false, true]);
		for (const item of [regular.main[0], regular.main[2]]) {
			expect(Object.keys(item?.json ?? {}).sort()).toEqual(ERROR_KEYS.slice(1));
		}
	}, 30_000);
});

describe('several items that can not be used, under Stop', () => {
	const parameters = { network: 'ETH', asset: 'coin', address: '={{ $json.address }}' };

	it('are told by the first one, with the numbers of the others', async () => {
		const items = Array.from({ length: 200 }, (_, n) => ({ address: n % 10 ? LOW : '' }));
		const { failure } = await run('check.checkAddress', parameters, { items });
		expect(failure?.message).toBe('The address is empty [item 0]');
		expect(failure?.description).toContain('items 10, 20, 30, ');
		expect(failure?.description).toContain('To screen the other 180, set On Error to Continue.');
		expect(failure?.description).toContain(lineOf('badInput'));
		expect(sent().filter(({ method }) => method !== 'checkup.currencylist')).toEqual([]);
	});

	it('are told with their addresses in error items', async () => {
		const address = bookAddress('BTC', 'low');
		const options = { items: [{ address }], settings: REGULAR };
		const { main } = await run('check.checkAddress', parameters, options);
		expect(main[0]?.json.details).toMatchObject({ reason: 'badInput', address, charged: false });
	});

	it.each([
		'5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
		'5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK',
		'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262',
		'legal winner thank year wave sausage worth useful legal winner thank yellow',
	])('never tell a key, or a key with a slip in it: %s', async (address) => {
		const options = { items: [{ address }], settings: REGULAR };
		const { main } = await run('check.checkAddress', parameters, options);
		expect(main[0]?.json.details).toMatchObject({ charged: false });
		expect(JSON.stringify(main)).not.toContain(address.slice(2, -2));
	});

	it('name the item whose option can not be used', async () => {
		const options = { reuseWithinHours: '={{ $json.from }}' };
		const items = [{ from: 'x' }, { from: 80 }, { from: 'y' }];
		const first = await run('check.checkAddress', { ...parameters, options }, { items });
		expect(first.failure?.message).toMatch(/Reuse Within Hours.* \[item 0\]$/);
		const one = { items: items.slice(0, 1) };
		const only = await run('check.checkAddress', { ...parameters, options }, one);
		expect(only.failure?.message.match(/\[item/g)).toHaveLength(1);
	});
});

describe('the token', () => {
	it('is not shown when the service quotes it', async () => {
		const message = `Token ${TOKEN} is not known`;
		sandbox().fault({ method: '*', kind: 'rpcError', message, times: Infinity });
		const { failure } = await run('account.ping');
		expect(failure?.message).toContain('is not known');
	});

	it('follows no redirect', async () => {
		sandbox().fault({ method: '*', kind: 'redirect', times: Infinity });
		await run('account.ping');
		expect(sandbox().stats().redirected).toEqual([]);
	});

	it.each([REGULAR, SPLIT])(
		'that is missing lets no item through unscreened under $onError',
		async (settings) => {
			const more = { items: [{ id: 1 }], settings, credentials: [credential({ accessToken: '' })] };
			const parameters = { network: 'ETH', asset: 'coin', address: LOW };
			const { main, error } = await run('check.checkAddress', parameters, more);
			const all = [...main, ...error];
			expect(all.map(({ json }) => json.error)).toEqual([expect.stringMatching(/credential/)]);
			expect(settings === SPLIT ? main : error).toEqual([]);
		},
	);

	it.each([
		['no credential', undefined, /credential/i],
		['an empty token', { accessToken: ' ' }, /token is empty/i],
		['a token that is nothing but its prefix', { accessToken: 'Bearer ' }, /token is empty/i],
		['an empty base URL', { baseUrl: '' }, /base URL is empty/i],
		['plain http', { baseUrl: 'http://aml.example.com' }, /https/],
	])('is not sent with %s', async (_, data, message) => {
		const credentials = data ? [credential(data)] : [];
		const { status, failure } = await run('account.ping', {}, { credentials });
		expect(status).toBe('error');
		expect(`${failure?.message} ${failure?.description}`).toMatch(message);
		expect(sandbox().stats().requests).toEqual([]);
	});
});
