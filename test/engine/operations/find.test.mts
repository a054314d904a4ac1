/** Find: what is asked, what comes out. Whose reports it takes is in test/engine/evidence. */
import type { INodeParameters } from 'n8n-workflow';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { pairsOf, run, sandbox, sent, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

const parameters: INodeParameters = { network: 'ETH', target: '={{ $json.target }}' };
const items = [{ target: HIGH }, { target: LOW }];

it('searches for each target and gives a result per check, paired with it', async () => {
	const transaction = makeTransaction('ETH', 1);
	sandbox().addCheck({ address: HIGH });
	sandbox().addCheck({ address: LOW });
	sandbox().addCheck({ address: LOW, transaction });
	const { main } = await run(
		'report.find',
		{ ...parameters, options: { includeDetails: true } },
		{ items },
	);
	expect(sent()).toEqual(
		expect.arrayContaining([
			{ method: 'checkup.findreport', params: { hash: HIGH, currency: 'ETH' } },
			{ method: 'checkup.findreport', params: { hash: LOW, currency: 'ETH' } },
		]),
	);
	expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(main[0]?.json).toMatchObject({
		address: HIGH,
		riskLevel: 'high',
		riskScore: 92,
		reportLink: expect.stringMatching(/^http.*share/),
		details: expect.objectContaining({
			counterparty: expect.objectContaining({ name: expect.any(String) }),
		}),
	});
	expect(sandbox().stats().charges).toBe(0);
});

it('gives what the service sent with Simplify off', async () => {
	const hash = sandbox().addCheck({ address: HIGH });
	const { main } = await run(
		'report.find',
		{ ...parameters, simplify: false },
		{ items: [items[0]!] },
	);
	expect(JSON.stringify(main[0]?.json)).toContain(hash);
	expect(JSON.stringify(main[0]?.json)).toContain('fiat_code_effective');
	expect(main[0]?.json).not.toHaveProperty('riskLevel');
});

it('says that nothing was found, by default with an item', async () => {
	sandbox().addCheck({ address: HIGH });
	const { main, status } = await run('report.find', parameters, { items });
	expect(status).toBe('success');
	expect(main[1]).toMatchObject({ json: { found: false }, pairedItem: { item: 1 } });
	expect(main[1]?.json).not.toHaveProperty('error');
});

it('can leave out what was not found', async () => {
	sandbox().addCheck({ address: LOW });
	const options = { ifNothingFound: 'noItems' };
	const { main, status } = await run('report.find', { ...parameters, options }, { items });
	expect(status).toBe('success');
	expect(pairsOf(main)).toEqual([{ item: 1 }]);
});

it('can stop, or route what was not found to the error output', async () => {
	sandbox().addCheck({ address: LOW });
	const asked = { ...parameters, options: { ifNothingFound: 'error' } };
	const stopped = await run('report.find', asked, { items });
	expect(stopped.status).toBe('error');
	const settings = { onError: 'continueErrorOutput' as const };
	const { main, error } = await run('report.find', asked, { items, settings });
	expect(pairsOf(main)).toEqual([{ item: 1 }]);
	expect(error[0]?.json).toMatchObject({ target: HIGH, error: expect.any(String) });
	expect(error[0]?.pairedItem).toMatchObject({ item: 0 });
});

it.each(['BSC', 'MATIC', 'NOPE', ''])('refuses the network "%s" by name', async (network) => {
	const result = await run('report.find', { ...parameters, network }, { items });
	expect(result.status).toBe('error');
	const { message, description } = result.failure ?? {};
	expect(`${message} ${description}`).toContain(network || 'Network');
	expect(sent()).toEqual([]);
});

it('names an empty target before anything is sent', async () => {
	const result = await run('report.find', parameters, { items: [{ target: '' }] });
	expect(result.status).toBe('error');
	expect(result.failure?.message).toContain('is empty');
	expect(sent()).toEqual([]);
});
