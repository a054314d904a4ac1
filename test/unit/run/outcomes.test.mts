/** The items that leave the node: error items and the fields of the input. */
import type { IDataObject, INode } from 'n8n-workflow';
import {
	collectOutcomes,
	withInputFields,
	type ItemOutcome,
} from '../../../nodes/AmlCheck/run/outcomes.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/outputs/check.ts';
import { fail } from './support.mts';

const node = (onError?: INode['onError']): INode => ({
	...{ id: '1', name: 'Node', type: 'n', typeVersion: 1, position: [0, 0], parameters: {} },
	onError,
});

const noOffer = () => ({ hasRetry: false, hasKey: false });

describe('items', () => {
	it('of failures tell everything that is known, in this order, and nothing that is not', async () => {
		const known = fail({
			...{ kind: 'timeout', message: 'Late', advice: 'Wait.', reason: 'paymentUnsure' },
			...{ code: -1, address: 'w', requestId: 'r', hash: 'h' },
			...{ candidates: ['c'], charged: true, checks: [{ summary: 's' }], paid: ['p'] },
			...{ httpStatus: 500, retryAfterMs: 5, serviceMessage: 'Sorry', fault: 'setup' },
		});
		const [item] = await collectOutcomes([known], node(), noOffer);
		expect(Object.keys(item!.json)).toEqual(['error', 'riskLevel', 'hash', 'details']);
		// A wallet's checks have hashes of their own.
		expect(item!.json).toMatchObject({ error: 'Late', riskLevel: 'unknown', hash: null });
		expect(Object.entries(item!.json.details as IDataObject)).toEqual([
			['reason', 'paymentUnsure'],
			['fault', 'setup'],
			['code', -1],
			['description', 'Wait.'],
			['address', 'w'],
			['requestId', 'r'],
			['hash', 'h'],
			['candidates', ['c']],
			['charged', true],
			['checks', [{ summary: 's' }]],
		]);
	});

	it.each<INode['onError']>(['continueRegularOutput', 'stopWorkflow', undefined])(
		'carry no error of their own with On Error at %s',
		async (onError) => {
			const [item] = await collectOutcomes([fail({})], node(onError), noOffer);
			expect(Object.getOwnPropertyNames(item)).toEqual(['json', 'pairedItem']);
		},
	);

	it('carry a mark for the error output, which stays behind when n8n copies the item', async () => {
		const outcome = fail({ hash: 'h-1' });
		const [item] = await collectOutcomes([outcome], node('continueErrorOutput'), noOffer);
		expect(item!.error).toMatchObject({ message: 'No [item 0]', context: { itemIndex: 0 } });
		expect(Object.getOwnPropertyDescriptor(item, 'error')).toMatchObject({ writable: true });
		expect('error' in { ...item }).toBe(false);
		const lastTime = { riskLevel: 'low', hash: 'h-0', riskScore: 3, charged: true, found: true };
		const merged = { ...lastTime, ...item!.json };
		expect(merged).toMatchObject({ error: 'No', riskLevel: 'unknown', hash: 'h-1' });
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
		expect(outputOf(merged)).toEqual([
			['riskLevel', 'low'],
			['address', 'w'],
			['customer', 5],
			['note', null],
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

	it('keep the files that n8n holds there', () => {
		const input = { _files: { passport: { id: 'x' } } };
		expect(withInputFields({ outputs: [{ json: {} }] }, input)).toEqual({
			outputs: [{ json: input }],
		});
	});

	const OWN = ['address', 'transaction', 'status'];

	it.each([...OWN, 'customer'])('%s is taken from the input where the result has none', (name) => {
		expect(outputOf(withInputFields({ outputs: [{ json: {} }] }, { [name]: 'x' }))).toEqual([
			[name, 'x'],
		]);
	});

	const RESULT = Object.keys(simplifiedCheckSchema.shape).filter((name) => !OWN.includes(name));

	it.each([...RESULT, 'error'])('%s is never taken from the input', (name) => {
		expect(outputOf(withInputFields({ outputs: [{ json: {} }] }, { [name]: 'x' }))).toEqual([]);
	});
});
