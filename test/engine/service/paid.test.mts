/** The paid part of Check Service: what it shows, what it costs, and that no try of an execution pays again. */
import type { INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { run, sandbox, start, useSandbox } from '../operations/support.mts';
import { check, fillHistory, LOW } from './support.mts';

useSandbox();

const PAID = 'checkup.checkaddr';
const spend = (spendChecks: number, more: INodeParameters = {}): INodeParameters => ({
	spendChecks,
	currency: 'ETH',
	address: LOW,
	...more,
});

/** On Bitcoin a record proves its asset, so a lost check is found. */
const bitcoin = { currency: 'BTC', address: bookAddress('BTC', 'low') };

const stats = () => sandbox().stats();
const own = () =>
	sandbox()
		.checks()
		.filter(({ requestId }) => requestId !== null);
/** The hashes of the checks that the items say were charged. */
const chargedIn = (items: Awaited<ReturnType<typeof check>>['items']) =>
	items
		.filter(({ charged }) => charged)
		.map(({ hash }) => hash)
		.sort();

const hashes = () =>
	own()
		.map(({ hash }) => hash)
		.sort();

describe('Spend Checks', () => {
	it.each([
		[1, 1],
		[2, 1],
		[3, 2],
	])('of %d costs %d where a repeated ID is free', async (budget, charges) => {
		fillHistory();
		const { items, find, of, summary } = await check(spend(budget));
		expect(stats().charges).toBe(charges);
		expect(of('differs')).toEqual([]);
		expect(summary.observed).toContain(` ${charges} check${charges > 1 ? 's' : ''} charged.`);
		const paid = items.filter(({ charged }) => charged);
		expect(paid.map(({ hash }) => hash).sort()).toEqual(hashes());
		expect(find('I').observed).toContain(
			`the count of used checks moved by ${charges} for ${charges}`,
		);
		expect(find('2').verdict).toBe('holds');
		expect(find('8').verdict).toBe(budget > 1 ? 'holds' : 'notSeen');
		expect(find('J').verdict).toBe(budget > 2 ? 'holds' : 'notSeen');
	});

	it('of 1 costs one check where the currency means all assets', async () => {
		const wallet = { currency: '={{ "all" }}', address: bookAddress('TRX', 'low') };
		await check(spend(1, wallet));
		expect(stats().charges).toBe(1);
		expect(own().map(({ currency, tokenId }) => [currency, tokenId])).toEqual([['TRX', null]]);
	});

	it.each([
		['replay', 2, /returns the first check, uncharged/],
		['refuse', 2, /is refused: .*used before/],
		['charge', 3, /makes another check, which is charged/],
	] as const)('shows what a repeated ID does: %s', async (repeatedId, charges, observed) => {
		sandbox().configure({ repeatedId });
		const { find, items, ran } = await check(spend(3));
		expect(find('8')).toMatchObject({
			verdict: 'holds',
			observed: expect.stringMatching(observed),
		});
		expect(ran.hints).toMatchObject([{ message: `${charges} checks charged.` }]);
		expect(stats().charges).toBe(charges);
		expect(chargedIn(items)).toEqual(hashes());
		const ids = stats()
			.requests.filter(({ method }) => method === PAID)
			.map(({ id }) => id);
		expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
	});

	it('shows how a check appears: while it is unfinished', async () => {
		sandbox().configure({ processingMs: 4_000 });
		const { find } = await check(spend(1));
		expect(find('2').observed).toMatch(/^shown after .*, unfinished; ended after \d/);
		expect(find('5').observed).toMatch(/^1 check: half took no longer than \d/);
		expect(find('Paid').observed).toMatch(
			/^1 check charged; shown in the history after .*; ended after/,
		);
	});

	it('shows how a check appears: once it is finished, and late', async () => {
		sandbox().configure({ processingMs: 3_000, history: { showPending: false, lagMs: 5_000 } });
		const { find } = await check(spend(1));
		expect(find('2')).toMatchObject({
			verdict: 'holds',
			observed: expect.stringMatching(
				/^shown after ([89]|1\d)(\.\d)? s, finished; ended after [34]/,
			),
		});
	});

	it('names a history that is too late', async () => {
		sandbox().configure({ history: { lagMs: 1e9 } });
		const { find, summary, items } = await check(spend(1));
		expect(find('2')).toMatchObject({
			verdict: 'differs',
			observed: expect.stringMatching(/not shown within/),
		});
		expect(summary.verdict).toBe('doesNotFit');
		expect(items.at(-1)).toMatchObject({ charged: true, hash: hashes()[0] });
	}, 200_000);

	it('on an empty account shows what a check has shown', async () => {
		const { find } = await check(spend(1));
		expect(find('E')).toMatchObject({ verdict: 'holds' });
		expect(stats().requests.length).toBeLessThan(80);
	});
});

describe('nothing is sent', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['for a wallet that can not be right', spend(1, { address: 'nonsense' }), /nonsense|address/i],
		['for no wallet', spend(1, { address: '={{ "" }}' }), /empty|holds nothing/],
		[
			'with a budget that yields nothing',
			spend(1, { spendChecks: '={{ $json.none }}' }),
			/Spend Checks.*holds nothing/,
		],
		['with a budget of 4', spend(4), /Spend Checks.*use a whole number from 0 to 3/],
		['with a part of a check', spend(1.5), /Spend Checks.*use a whole number from 0 to 3/],
	])('%s', async (_, parameters, message) => {
		const { failure } = await run('account.checkService', parameters);
		expect(`${failure?.message} ${failure?.description}`).toMatch(message);
		expect(stats().requests).toEqual([]);
	});
});

describe('no try pays again', () => {
	const retried = { settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } };

	it('after a lost answer: the history shows the check', async () => {
		fillHistory();
		sandbox().fault({ method: PAID, kind: 'lostAnswer' });
		const { find, items } = await check(spend(1, bitcoin), retried);
		expect(stats().charges).toBe(1);
		expect(items.at(-1)).toMatchObject({ hash: hashes()[0], charged: true });
		expect(find('1').verdict).toBe('holds');
	});

	it('after an outage in the middle', async () => {
		fillHistory();
		sandbox().configure({ processingMs: 2_000 });
		sandbox().fault({ method: PAID, kind: 'serverErrorAfter', times: 1 });
		sandbox().fault({
			method: 'checkup.getcheckshistory',
			kind: 'serverErrorBefore',
			skip: 5,
			times: 6,
		});
		const { items } = await check(spend(2, bitcoin), retried);
		expect(stats().charges).toBe(1);
		expect(items.filter(({ charged }) => charged)).toMatchObject([{ hash: hashes()[0] }]);
	}, 120_000);

	it('after a lost answer to the repeated request that was charged: its check is found', async () => {
		fillHistory();
		sandbox().configure({ repeatedId: 'charge' });
		sandbox().fault({ method: PAID, kind: 'lostAnswer', skip: 1 });
		const { items, find } = await check(spend(2, bitcoin), retried);
		expect(stats().charges).toBe(2);
		expect(chargedIn(items)).toEqual(hashes());
		expect(find('8').observed).toMatch(/another check, which is charged/);
	});

	it('after a refusal of the repeated request that was charged anyway: its check is found', async () => {
		fillHistory();
		sandbox().configure({ repeatedId: 'charge' });
		const error = { code: -40008, message: 'No' };
		const change = ({ id }: { id: string }) => ({ jsonrpc: '2.0', id, error });
		sandbox().fault({ method: PAID, kind: 'changed', skip: 1, change });
		const { items, find } = await check(spend(2, bitcoin), retried);
		expect(stats().charges).toBe(2);
		expect(chargedIn(items)).toEqual(hashes());
		expect(find('8').observed).toMatch(/another check, which is charged/);
	});

	it('after a lost answer to the repeated request that was free', async () => {
		fillHistory();
		sandbox().fault({ method: PAID, kind: 'lostAnswer', skip: 1 });
		const { items, find } = await check(spend(2, bitcoin), retried);
		expect(stats().charges).toBe(1);
		expect(find('8').verdict).toBe('notSeen');
		expect(items.filter(({ hash }) => hash).map(({ hash }) => hash)).toEqual(hashes());
	});

	it('where it is not known whether it was paid: the run fails, and its Retry finds the check', async () => {
		fillHistory();
		sandbox().fault({ method: PAID, kind: 'lostAnswer' });
		const first = await run('account.checkService', spend(1));
		expect(first.status).toBe('error');
		expect(first.failure?.description).toContain(hashes()[0]);
		const second = await first.retry();
		expect([second.status, stats().charges]).toEqual(['error', 1]);
		sandbox().configure({ tellAsset: true });
		const third = await second.retry();
		expect([third.status, stats().charges]).toEqual(['success', 1]);
		expect(third.main.at(-1)?.json).toMatchObject({ hash: hashes()[0], charged: true });
	}, 400_000);

	it('in a Continue mode the same is an error item that says so', async () => {
		sandbox().fault({ method: PAID, kind: 'lostAnswer' });
		const settings = { onError: 'continueErrorOutput' as const };
		const { main, error } = await run('account.checkService', spend(1), { settings });
		expect(main).toEqual([]);
		expect(error[0]?.json).toMatchObject({
			details: { fault: 'payment', charged: true, candidates: hashes() },
		});
	}, 400_000);

	it('when the execution is canceled: the log has the hashes', async () => {
		fillHistory();
		sandbox().configure({ processingMs: 60_000 });
		const started = start('account.checkService', spend(1));
		while (stats().charges === 0) await new Promise((resolve) => setTimeout(resolve, 20));
		setTimeout(started.cancel, 300);
		const ended = await started.result;
		expect(ended.status).toBe('canceled');
		expect(ended.text()).toContain(hashes()[0]);
		const again = await ended.retry();
		expect(stats().charges).toBe(1);
		expect(again.text()).toContain(hashes()[0]);
	}, 200_000);
});

describe('where nothing is taken', () => {
	it('an empty package is an item, and the lines are there', async () => {
		fillHistory();
		sandbox().configure({ packageSize: 0 });
		const { items, find } = await check(spend(3));
		expect(items.at(-1)).toMatchObject({
			line: 'Paid check 2',
			verdict: 'notSeen',
			charged: false,
			observed: expect.stringMatching(
				/^No check charged; The service says: There are no checks left/,
			),
		});
		expect(find('1').verdict).toBe('holds');
		expect(stats().charges).toBe(0);
	});

	it('the last check of a package is screened, and the second one refused', async () => {
		sandbox().configure({ packageSize: 1 });
		const { items } = await check(spend(3));
		expect(stats().charges).toBe(1);
		expect(items.filter(({ charged }) => charged)).toMatchObject([{ hash: hashes()[0] }]);
	});

	it('two executions are two checks', async () => {
		await check(spend(1, { address: makeAddress('ETH', 'twice') }));
		await check(spend(1, { address: makeAddress('ETH', 'twice') }));
		expect(stats().charges).toBe(2);
	});
});
