/** Around the result: the input's fields, and hints that show only where they matter. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { withSelectedFields } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, useSandbox } from '../operations/support.mts';

useSandbox();

const [LOW, SANCTIONED, UNSCORED] = (['low', 'sanctioned', 'unscored'] as const).map((kind) =>
	bookAddress('ETH', kind),
);

const screen = async (items: IDataObject[], more: INodeParameters = {}, settings = {}) =>
	await run(
		'check.checkAddress',
		{ currency: 'ETH', address: '={{ $json.address }}', ...more },
		{ items, settings },
	);

describe('Include Input Fields', () => {
	const options = { includeInputFields: true };

	it('puts the columns of the input after the fields of the result, which win', async () => {
		const input = { Customer: 'Example GmbH', address: LOW, Amount: 12.5, riskLevel: 'high' };
		const { main } = await screen([input], { options });
		const [json] = jsonOf(main);
		expect(json).toMatchObject({ Customer: 'Example GmbH', Amount: 12.5, riskLevel: 'low' });
		expect(Object.keys(json!).slice(-2)).toEqual(['Customer', 'Amount']);
		expect(jsonOf((await screen([input])).main)[0]).not.toHaveProperty('Customer');
	});

	it('fills in nothing that the result has not got', async () => {
		const before = {
			riskScore: 3,
			dangerShare: 0,
			signals: 'none',
			riskLevel: 'low',
			charged: true,
		};
		const input = { address: UNSCORED, ...before, error: 'x', status: 'Gold customer' };
		const { main } = await screen([input], { options });
		const [json] = jsonOf(main);
		expect(json).toMatchObject({ riskLevel: 'unknown', status: 'Gold customer' });
		for (const key of ['riskScore', 'error']) expect(json).not.toHaveProperty(key);
		const raw = await screen([input], { options, simplify: false });
		expect(Object.keys(jsonOf(raw.main)[0]!)).toEqual(['check', 'meta', 'address', 'status']);
	});

	it('leaves error items as they are: an error and its details', async () => {
		const settings = { onError: 'continueRegularOutput' };
		const input = { Customer: 'Example GmbH', address: 'no address' };
		const { main } = await screen([input], { options }, settings);
		expect(Object.keys(jsonOf(main)[0]!)).toEqual(['error', 'details']);
	});
});

describe('hints about risk', () => {
	const about = async (items: string[], more: INodeParameters = {}) => {
		sandbox().reset();
		const { hints } = await screen(
			items.map((address) => ({ address })),
			more,
		);
		return hints.map(({ message }) => message).filter((text) => text.includes('branch on'));
	};

	it('name what a branch on the score would let pass', async () => {
		expect(await about([LOW!, LOW!])).toEqual([]);
		expect(await about([LOW!, SANCTIONED!, SANCTIONED!])).toEqual([
			"2 items are high with a score below 25: branch on 'Risk Level', not on the score.",
		]);
		expect(await about([SANCTIONED!], { simplify: false })).toEqual([]);
	});
});

it('of selected fields an agent always gets level, summary, hash and cost', () => {
	const outcome = {
		outputs: [
			{ json: { riskLevel: 'high', summary: 's', riskScore: 3, hash: 'h', charged: true } },
		],
	};
	const fields = ['riskReasons'];
	expect(withSelectedFields(outcome, { kind: 'selectedFields', fields })).toEqual({
		outputs: [{ json: { riskLevel: 'high', summary: 's', hash: 'h', charged: true } }],
	});
	expect(withSelectedFields(outcome, { kind: 'simplified' })).toBe(outcome);
});
