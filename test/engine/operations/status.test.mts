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

describe('a small score under the scale Auto', () => {
	const LOW = bookAddress('ETH', 'low');

	it('is read as percent where results say more than 1, and the hint says what proves it', async () => {
		sandbox().addCheck({ currency: 'ETH', riskscore: 87, signals: {} });
		const hash = sandbox().addCheck({ address: LOW, riskscore: 0.6, signals: {} });
		const result = await run('check.getResult', { checkHash: hash });
		expect(jsonOf(result.main)[0]).toMatchObject({ riskScore: 0.6, riskLevel: 'low' });
		expect(JSON.stringify(result)).toMatch(/read as percent, because a result says \d/);
	});

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
