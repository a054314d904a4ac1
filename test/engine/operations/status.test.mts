/** Account -> Get Status, and what it rests on: nothing is charged, nothing is needed. */
import { forgetKnowledge } from '../../../nodes/shared/knowledge/knowledge.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, useSandbox } from './support.mts';

useSandbox();

const status = async () => jsonOf((await run('account.getStatus')).main)[0]!;

it('tells of an empty history what it can not know yet', async () => {
	const json = await status();
	expect(json).toMatchObject({
		durationsKnown: 0,
		resultScale: 'unproven',
		historyScale: 'unproven',
		advice: '',
	});
	expect(json.unknown).toMatch(/history is empty/);
	for (const key of ['checksLeft', 'medianSeconds', 'showsUnfinished'])
		expect(json).not.toHaveProperty(key);
	expect(sandbox().stats().charges).toBe(0);
});

it('tells what the history and a few results tell, in at most six free calls', async () => {
	sandbox().configure({ scoreScale: 'fraction' });
	sandbox().seedHistory(100, { everyMs: 120_000 });
	const json = await status();
	expect(json).toMatchObject({ checksUsed: 0, durationsKnown: 100 });
	expect(json.medianSeconds).toBeLessThanOrEqual(json.p95Seconds as number);
	expect(json.p95Seconds).toBeLessThanOrEqual(json.longestSeconds as number);
	expect(Math.abs(json.clockAheadSeconds as number)).toBeLessThan(3);
	expect(json.checksPerDay).toBeGreaterThan(0);
	const { charges, requests } = sandbox().stats();
	expect(charges).toBe(0);
	expect(requests.length).toBeLessThanOrEqual(6);
});

it('warns of a package that runs low', async () => {
	sandbox().configure({ packageSize: 3 });
	sandbox().addCheck();
	expect((await status()).advice).toMatch(/runs low: 3 checks are left/);
});

it('says so when the history can not be read, and stops when the credentials are refused', async () => {
	sandbox().fault({ method: 'checkup.getcheckshistory', kind: 'html', times: Infinity });
	expect((await status()).unknown).toMatch(/history could not be read/);
	sandbox().configure({ token: 'another' });
	const { status: end } = await run('account.getStatus');
	expect(end).toBe('error');
});

it('advises on the scale where it is percent and a score would be read too high', async () => {
	forgetKnowledge();
	sandbox().addCheck({ riskscore: 87 });
	expect((await status()).advice).toBe('');
	sandbox().addCheck({ riskscore: 0.6 });
	expect(await status()).toMatchObject({
		resultScale: 'percent',
		resultScaleProof: 'a result says 87',
		advice: expect.stringMatching(/up to 1.*set Risk Score Scale to Percent/),
	});
});

describe('a small score under the scale Auto', () => {
	const LOW = bookAddress('ETH', 'low');

	it('is no pass though results say more than 1: this one may be a fraction all the same', async () => {
		sandbox().addCheck({ currency: 'ETH', riskscore: 87, signals: {} });
		const hash = sandbox().addCheck({ address: LOW, riskscore: 0.95, signals: {} });
		const read = async (options = {}) => await run('check.getResult', { checkHash: hash, options });
		const result = await read();
		expect(jsonOf(result.main)[0]).toMatchObject({ riskScore: 95, riskLevel: 'high' });
		expect(result.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^1 item: 1 high/),
			expect.stringMatching(
				/read as a fraction of 1, to be safe, although a result says \d+\..* 'Risk Score Scale' to Percent/,
			),
		]);
		const settled = await read({ riskScoreScale: 'percent' });
		expect(jsonOf(settled.main)[0]).toMatchObject({ riskScore: 0.95, riskLevel: 'low' });
		expect(settled.hints).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(/^1 item: 0 high, 0 medium, 1 low/),
			}),
		]);
	});

	it('is a fraction where the history says a hundred times as much, and the hint says so', async () => {
		forgetKnowledge();
		const check = { currency: 'ETH', riskscore: 48, signals: {} };
		const hash = sandbox().addCheck(check);
		sandbox().addCheck(check);
		sandbox().fault({
			method: 'checkup.getresult',
			kind: 'changed',
			times: Infinity,
			change: (body: { result: { check: { report: object } } }) => {
				Object.assign(body.result.check.report, { riskscore: 0.48 });
				return body;
			},
		});
		const { main, hints } = await run('check.getResult', { checkHash: hash });
		expect(jsonOf(main)[0]).toMatchObject({ riskScore: 48, riskLevel: 'medium' });
		expect(jsonOf(main)[0]!.riskReasons).not.toMatch(/fraction/);
		expect(hints.map(({ message }) => message).join()).toMatch(
			/read as a fraction of 1, because a result says 0.48 where the history item .* says 48/,
		);
	});

	it.each([true, false])(
		'makes one above 1 unreadable once fractions are proven, in the hint as in the row (Simplify %s)',
		async (simplify) => {
			forgetKnowledge();
			const proof = sandbox().addCheck({ currency: 'ETH', riskscore: 48, signals: {} });
			sandbox().fault({
				method: 'checkup.getresult',
				kind: 'changed',
				times: Infinity,
				change: (body: { result: { check: { hash: string; report: object } } }) => {
					const { check } = body.result;
					Object.assign(check.report, {
						riskscore: check.hash === proof ? 0.48 : 1.5,
						signals: {},
					});
					return body;
				},
			});
			await run('check.getResult', { checkHash: proof });
			const checkHash = sandbox().addCheck({ address: LOW });
			for (const [operation, parameters] of [
				['check.getResult', { checkHash, simplify }],
				['check.checkAddress', { currency: 'ETH', address: LOW, simplify }],
			] as const) {
				const { main, hints } = await run(operation, parameters);
				expect(jsonOf(main)[0]).toMatchObject(simplify ? { riskLevel: 'unknown' } : { check: {} });
				expect(hints[0]?.message).toMatch(/^1 item: 0 high, 0 medium, 0 low, 1 unknown/);
			}
		},
	);

	it('is read as a fraction where nothing proves anything, and with everything forgotten', async () => {
		const hash = sandbox().addCheck({ address: LOW, riskscore: 0.9, signals: {} });
		for (let n = 0; n < 3; n++) {
			forgetKnowledge();
			const { main } = await run('check.getResult', { checkHash: hash });
			expect(jsonOf(main)[0]).toMatchObject({ riskScore: 90, riskLevel: 'high' });
		}
	});
});

it('nothing that was learned is needed: it may be gone at every moment', async () => {
	sandbox().configure({ processingMs: 400 });
	const kinds = ['low', 'medium', 'high', 'sanctioned'] as const;
	const items = kinds.map((kind) => ({ address: bookAddress('ETH', kind) }));
	const timer = setInterval(forgetKnowledge, 5);
	try {
		const parameters = { currency: 'ETH', address: '={{ $json.address }}' };
		const { main, status: end } = await run('check.checkAddress', parameters, { items });
		expect(end).toBe('success');
		expect(jsonOf(main).map(({ riskLevel }) => riskLevel)).toEqual([
			'low',
			'medium',
			'high',
			'high',
		]);
		expect(sandbox().stats().charges).toBe(4);
	} finally {
		clearInterval(timer);
	}
});
