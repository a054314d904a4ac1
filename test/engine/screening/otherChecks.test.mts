/** Checks that somebody else made, and histories that show them oddly: none is given out, and none is a reason to pay again. */
import type { INodeParameters } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetClaims } from '../../../nodes/AmlCheck/screening/claims.ts';
import { bookAddress, type Sandbox } from '../../../sandbox/server.mts';
import { defineNode, runWorkflow } from '../harness/index.mts';
import {
	btcWallets,
	credentialFor,
	REGULAR,
	run,
	screen,
	screenBtc,
	wallets,
	withSandbox,
} from './support.mts';

const ETH = bookAddress('ETH', 'low');
const BTC = bookAddress('BTC', 'low');
const DAY = 86_400_000;

/** Two nodes with one that stops the first execution between them: the second runs in the Retry only. */
async function retryOfSecond(
	sandbox: Sandbox,
	options: INodeParameters,
	meanwhile: () => void = () => undefined,
) {
	let isWell = false;
	const Between = defineNode('between', async function () {
		if (!isWell) throw new Error('Not yet');
		return [[{ json: { address: ETH } }]];
	});
	const failed = await runWorkflow({
		nodes: [
			{ name: 'First', node: AmlCheck, parameters: screen(options) },
			{ name: 'Between', node: Between },
			{ name: 'Second', node: AmlCheck, parameters: screen(options, { currency: 'USDTERC20' }) },
		],
		items: [{ address: ETH }],
		credentials: [credentialFor(sandbox)],
	});
	meanwhile();
	isWell = true;
	forgetClaims();
	const { node } = await failed.retry();
	return node('Second').main[0]?.json;
}

describe('the Retry of a workflow whose second node had never run', () => {
	it.each(['replay', 'refuse', 'charge'] as const)(
		'submits a check of its own under an Idempotency Key too (%s)',
		async (repeatedId) => {
			await withSandbox({ repeatedId }, async (sandbox) => {
				const json = await retryOfSecond(sandbox, { idempotencyKey: 'order 1' });
				const own = sandbox.checks().find(({ hash }) => hash === json?.hash);
				expect(own?.tokenId).toBe('94252');
				expect(json).toMatchObject({ charged: true, reused: false });
				expect(sandbox.stats().charges).toBe(2);
			});
		},
	);

	it("never gives out a stranger's check for another token, made a day later", async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const made = { currency: 'ETH', address: ETH, tokenId: '7', riskscore: 1 };
			let stranger = '';
			const json = await retryOfSecond(sandbox, {}, () => {
				stranger = sandbox.addCheck({ ...made, initAt: Date.now() + DAY });
				sandbox.configure({ now: () => Date.now() + DAY });
			});
			expect(stranger).not.toBe('');
			expect(json?.hash).not.toBe(stranger);
		});
	});

	it.each([
		['pays for its own where strangers checked the same wallets before', -3_600_000],
		['names what strangers check meanwhile, and gives none of it out', 0],
	])('of a run that Max Paid Checks has stopped %s', async (_, offset) => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const initAt = Date.now() + offset;
			const strangers = btcWallets(2).map(({ address }) =>
				sandbox.addCheck({ currency: 'BTC', address: String(address), initAt }),
			);
			const items = btcWallets(2);
			const stopped = await run(sandbox, { items, parameters: screenBtc({ maxPaidChecks: 1 }) });
			expect(stopped.failure?.message).toContain('Max Paid Checks');
			forgetClaims();
			const raised = screenBtc({ maxPaidChecks: 2 });
			const { main, failure } = await stopped.retry({ parameters: raised });
			for (const { json } of main) expect(strangers).not.toContain(json.hash);
			expect(main.map(({ json }) => json.charged)).toEqual(offset < 0 ? [true, true] : []);
			for (const hash of offset < 0 ? [] : strangers) expect(failure?.description).toContain(hash);
			expect(sandbox.stats().charges).toBe(offset < 0 ? 2 : 0);
		});
	});
});

describe('a wallet that another execution has screened a minute before', () => {
	const before = (sandbox: Sandbox, currency: string, address: string) =>
		sandbox.addCheck({ currency, address, riskscore: 3, initAt: Date.now() - 60_000 });

	it('gets the check that was paid for, not the old one, where the answer is lost', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const old = before(sandbox, 'BTC', BTC);
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const { main } = await run(sandbox, { items: [{ address: BTC }], parameters: screenBtc() });
			const paid = sandbox.checks().find(({ hash }) => hash !== old);
			expect(main[0]?.json).toMatchObject({ hash: paid?.hash, charged: true });
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);

	it('and neither where the asset is not told: the new one is named', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const old = before(sandbox, 'ETH', ETH);
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const { main } = await run(sandbox, { items: wallets(1), settings: REGULAR });
			const paid = sandbox.checks().find(({ hash }) => hash !== old);
			expect(main[0]?.json.details).toMatchObject({ candidates: [paid?.hash] });
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);
});

describe('a lost check is found, and not paid for again, in a history', () => {
	type Records = Array<Record<string, unknown>>;
	/** Changes what the history shows, each page for itself. */
	const show = (sandbox: Sandbox, change: (records: Records) => Records) =>
		sandbox.fault({
			method: 'checkup.getcheckshistory',
			kind: 'changed',
			times: Infinity,
			change: (body: { result: { history: Records } }) => {
				body.result.history = change(body.result.history);
				return body;
			},
		});

	const ODD: unknown[] = [null, 'x', { hash: 5, currency: 'ETH', address: ETH, initDate: 'never' }];
	it.each<[string, (records: Records) => Records]>([
		['with odd records in it', (records) => [...(ODD as Records), ...records]],
		[
			'whose unfinished checks are last',
			(records) => [...records].sort((a, b) => rank(a) - rank(b)),
		],
	])(
		'%s, beside 300 older ones',
		async (_, change) => {
			const history = { orderBy: 'resultDate' } as const;
			await withSandbox({ repeatedId: 'charge', processingMs: 2_500, history }, async (sandbox) => {
				sandbox.seedHistory(300, { until: Date.now() - 3_600_000, everyMs: 60_000 });
				const known = sandbox.checks().length;
				show(sandbox, change);
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
				const { main } = await run(sandbox, { items: [{ address: BTC }], parameters: screenBtc() });
				const [paid] = sandbox.checks().slice(known);
				expect(main[0]?.json).toMatchObject({ hash: paid?.hash, charged: true });
				expect(sandbox.stats().charges).toBe(1);
			});
		},
		60_000,
	);
});

it('a record that tells nothing at all may be the lost check: it is a question, and the hash is named', async () => {
	await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
		sandbox.fault({
			method: 'checkup.getcheckshistory',
			kind: 'changed',
			times: Infinity,
			change: (body: { result: { history: unknown[] } }) => {
				body.result.history.unshift({});
				return body;
			},
		});
		sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
		const one = { items: [{ address: BTC }], parameters: screenBtc(), settings: REGULAR };
		const { main } = await run(sandbox, one);
		expect(main[0]?.json.details).toMatchObject({
			reason: 'paymentUnsure',
			candidates: [sandbox.checks()[0].hash],
		});
		expect(sandbox.stats().charges).toBe(1);
	});
}, 30_000);

const rank = ({ status }: Record<string, unknown>) => (status === 'SUCCESS' ? 0 : 1);

it.each(['resultDate', 'initDate'])(
	'a report of 90 days ago is not taken for a fresh one where its %s is missing',
	async (name) => {
		await withSandbox({}, async (sandbox) => {
			const old = sandbox.addCheck({
				...{ currency: 'BTC', address: BTC },
				initAt: Date.now() - 90 * DAY,
			});
			sandbox.fault({
				method: 'checkup.findreport',
				kind: 'changed',
				times: Infinity,
				change: (body: { result: { checks: Array<Record<string, unknown>> } }) => {
					for (const check of body.result.checks) check[name] = null;
					return body;
				},
			});
			const parameters = screenBtc({ reuseWithinHours: 24 });
			const { main } = await run(sandbox, { items: [{ address: BTC }], parameters });
			expect(main[0]?.json).toMatchObject({ charged: true, reused: false });
			expect(main[0]?.json.hash).not.toBe(old);
		});
	},
);
