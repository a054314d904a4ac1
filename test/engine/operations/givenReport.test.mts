/** Get Result with Given Report: it judges what the workflow has already, and asks nobody. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress } from '../../../sandbox/server.mts';
import { jsonOf, pairsOf, run, sandbox, sent, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const parameters: INodeParameters = {
	checkHash: '={{ $json.check.hash }}',
	currency: 'ETH',
	options: { givenReport: '={{ $json }}' },
};

/** Items as Get Result returns them with Simplify off. */
async function readRaw(...hashes: string[]): Promise<IDataObject[]> {
	const items = hashes.map((hash) => ({ hash }));
	const raw = { checkHash: '={{ $json.hash }}', simplify: false };
	const { main } = await run('check.getResult', raw, { items });
	sandbox().reset();
	return jsonOf(main) as IDataObject[];
}

const add = (riskscore: number, more = {}) =>
	sandbox().addCheck({ currency: 'ETH', address: LOW, status: 'SUCCESS', riskscore, ...more });

it('judges each report by the rules of its node, with no request', async () => {
	const items = await readRaw(add(4), add(30), add(3, { signals: { sanctions: 0.01 } }));
	const levels = async (riskRules: string) =>
		jsonOf((await run('check.getResult', { ...parameters, riskRules }, { items })).main).map(
			({ riskLevel }) => riskLevel,
		);
	expect(await levels('balanced')).toEqual(['low', 'medium', 'high']);
	expect(await levels('lenient')).toEqual(['low', 'low', 'high']);
	expect(sent()).toEqual([]);
});

it('returns what a request would have returned, paired with its item', async () => {
	const hash = add(30);
	const options = { includeDetails: true };
	const asked = { checkHash: hash, currency: 'ETH', options };
	const { main: read } = await run('check.getResult', asked, { items: [{}] });
	const items = await readRaw(hash, hash);
	const given = { ...parameters, options: { ...options, givenReport: '={{ $json }}' } };
	const { main } = await run('check.getResult', given, { items });
	const { riskReasons, summary, details, ...json } = read[0]!.json;
	expect(jsonOf(main)).toMatchObject([json, json]);
	// A report that is given is judged without a request, so nobody asks for the owner.
	expect(String(summary)).toContain(String(main[0]!.json.summary));
	expect(main[0]!.json.riskReasons).toBe(`${String(riskReasons)}; The owner was not asked for`);
	const { counterparty, reasons, ...facts } = details as IDataObject;
	expect(main[0]!.json.details).toMatchObject(facts);
	expect([counterparty, reasons]).toEqual([expect.anything(), expect.any(Array)]);
	expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
	const raw = await run('check.getResult', { ...given, simplify: false }, { items });
	expect(jsonOf(raw.main)).toEqual(items);
});

it('takes a JSON text, and a report of Find Reports', async () => {
	const [item] = await readRaw(add(30));
	const text = { ...parameters, options: { givenReport: '={{ JSON.stringify($json) }}' } };
	const record = { ...parameters, options: { givenReport: '={{ $json.check }}' } };
	for (const one of [text, record]) {
		const { main } = await run('check.getResult', one, { items: [item] });
		expect(main[0]?.json).toMatchObject({ riskLevel: 'medium', charged: false });
	}
});

it.each([
	['is not finished', { status: 'PENDING', report: null }],
	['has failed', { status: 'FAILED', report: null }],
	['has a score without its report', { report: undefined, riskscore: 1 }],
	['has no signals', { report: { riskscore: 1 } }],
])('never passes a check that %s, and does not wait for it', async (_, change) => {
	const [item] = await readRaw(add(1));
	const items = [{ ...item, check: { ...(item.check as IDataObject), ...change } }];
	const waiting = { ...parameters, waitForResult: true };
	const { main } = await run('check.getResult', waiting, { items });
	expect(main[0]?.json.riskLevel).toBe('unknown');
	expect(sent()).toEqual([]);
});

it.each<[string, IDataObject, RegExp]>([
	['a simplified item', { hash: 'a', riskLevel: 'low' }, /no result as the service sent it/],
	['an error item', { error: 'No', details: {} }, /no result as the service sent it/],
	['a text', { check: 'SUCCESS' }, /no result as the service sent it/],
	['another check', { check: { hash: 'b', status: 'SUCCESS' } }, /another check: b/],
])('refuses %s', async (_, given, message) => {
	const refused = { checkHash: 'a', options: { givenReport: '={{ $json }}' } };
	const result = await run('check.getResult', refused, { items: [given] });
	expect(result.failure?.message).toMatch(message);
	expect(sent()).toEqual([]);
});

it('refuses an option that holds nothing: it does not silently ask the service', async () => {
	const nothing = { ...parameters, options: { givenReport: '={{ $json.missing }}' } };
	const result = await run('check.getResult', nothing, { items: [{ check: { hash: 'a' } }] });
	expect(result.failure?.message).toMatch(/'Given Report' holds nothing/);
	expect(sent()).toEqual([]);
});

it('a bad report concerns its item alone where the workflow continues', async () => {
	const [item] = await readRaw(add(4));
	const items = [{ check: { hash: 'a' } }, item];
	const settings = { onError: 'continueRegularOutput' } as const;
	const { main } = await run('check.getResult', parameters, { items, settings });
	expect(main[0]?.json.details).toMatchObject({ fault: 'input' });
	expect(main[1]?.json.riskLevel).toBe('low');
});
