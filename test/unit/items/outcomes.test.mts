/** The items that leave the node: error items and the fields of the input. */
import type { IDataObject, INode } from 'n8n-workflow';
import {
	collectOutcomes,
	withInputFields,
	type ItemOutcome,
} from '../../../nodes/AmlCheck/items/outcomes.ts';
import type { Failure } from '../../../nodes/shared/failures/facts.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/check/schema.ts';
import { fail } from './support.mts';

const node = (onError?: INode['onError']): INode => ({
	...{ id: '1', name: 'Node', type: 'n', typeVersion: 1, position: [0, 0], parameters: {} },
	onError,
});

const detailsOf = async (failure: Partial<Failure>) => {
	const [item] = await collectOutcomes([fail(failure)], node());
	const { description, ...details } = item!.json.details as IDataObject;
	expect(description).toEqual(expect.any(String));
	return { hash: item!.json.hash, details };
};

describe('an error item', () => {
	it.each<[Partial<Failure>, string | null, object]>([
		[{ charged: true, hashes: ['h'] }, 'h', { hash: 'h', charged: true }],
		[{ charged: false, hashes: ['h'] }, 'h', { hash: 'h', charged: false }],
		[{ charged: false }, null, { charged: false }],
		[{ charged: undefined, hashes: ['a', 'b'] }, null, { candidates: ['a', 'b'] }],
		[{ charged: undefined }, null, {}],
		[
			{ charged: true, facts: { checks: [{ asset: 'x', summary: 's', hash: 'h' }] } },
			null,
			{ charged: true, checks: [{ asset: 'x', summary: 's', hash: 'h' }] },
		],
	])('of %j has the hash %j, and details %j', async (more, hash, details) => {
		const known = { reason: 'mismatch', fault: 'service' };
		expect(await detailsOf({ reason: 'mismatch', ...more })).toEqual({
			hash,
			details: { ...known, ...details },
		});
	});

	it('tells what is known, in this order, and nothing else', async () => {
		const facts = { code: -1, address: 'w', requestId: 'r', httpStatus: 500, also: 'x' };
		const [item] = await collectOutcomes([fail({ hashes: ['h'], facts })], node());
		expect(Object.keys(item!.json)).toEqual(['error', 'riskLevel', 'hash', 'details']);
		expect(Object.keys(item!.json.details as object)).toEqual([
			...['reason', 'fault', 'code', 'description', 'address', 'requestId', 'hash', 'charged'],
		]);
	});

	it.each<INode['onError']>(['continueRegularOutput', 'stopWorkflow', undefined])(
		'carries no error of its own with On Error at %s',
		async (onError) => {
			const [item] = await collectOutcomes([fail()], node(onError));
			expect(Object.getOwnPropertyNames(item)).toEqual(['json', 'pairedItem']);
		},
	);

	it('carries a mark for the error output, which stays behind when n8n copies the item', async () => {
		const outcome = fail({ charged: true, hashes: ['h-1'] });
		const [item] = await collectOutcomes([outcome], node('continueErrorOutput'));
		expect(item!.error).toMatchObject({ context: { itemIndex: 0 } });
		expect(Object.getOwnPropertyDescriptor(item, 'error')).toMatchObject({ writable: true });
		expect('error' in { ...item }).toBe(false);
		const lastTime = { riskLevel: 'low', hash: 'h-0', riskScore: 3, charged: true, found: true };
		const merged = { ...lastTime, ...item!.json };
		expect(merged).toMatchObject({ riskLevel: 'unknown', hash: 'h-1' });
		expect([merged.riskScore, merged.charged, merged.found]).toEqual(Array(3).fill(undefined));
	});
});

const outputOf = (outcome: ItemOutcome) =>
	'outputs' in outcome ? Object.entries(outcome.outputs[0]!.json) : [];

describe('the fields of the input', () => {
	it('come after those of the result, and replace none of them', () => {
		const binary = { data: { data: '', mimeType: 'application/pdf' } };
		const outputs = [{ json: { riskLevel: 'low', address: 'w' }, binary }, { json: {} }];
		const input = { customer: 5, address: 'other', note: null };
		const merged = withInputFields({ outputs }, input);
		expect(outputOf(merged).map(([key]) => key)).toEqual([
			...['riskLevel', 'address', 'customer', 'note'],
		]);
		expect(merged).toEqual({
			outputs: [
				{ json: { riskLevel: 'low', address: 'w', customer: 5, note: null }, binary },
				{ json: { customer: 5, address: 'other', note: null } },
			],
		});
	});

	it.each([['x'], [7], [null], [['x']], [true]])('leave out %j as `_files`', (_files) => {
		expect(outputOf(withInputFields({ outputs: [{ json: {} }] }, { _files }))).toEqual([]);
	});

	const OWN = ['address', 'transaction', 'customer'];
	const RESULT = Object.keys(simplifiedCheckSchema.shape).filter((name) => !OWN.includes(name));

	it.each([...OWN, '_files'])('%s is taken from the input where the result has none', (name) => {
		const value = { id: 'x' };
		expect(outputOf(withInputFields({ outputs: [{ json: {} }] }, { [name]: value }))).toEqual([
			[name, value],
		]);
	});

	it.each([...RESULT, 'error', 'found', 'why', 'wouldCost'])(
		'%s is never taken from the input',
		(name) => {
			expect(outputOf(withInputFields({ outputs: [{ json: {} }] }, { [name]: 'x' }))).toEqual([]);
		},
	);
});
