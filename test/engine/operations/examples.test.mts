/** What every operation declares: its example calls its method, and costs what it says. Outputs: test/engine/schemas. */
import { OPERATIONS, resourceName } from '../../../nodes/AmlCheck/operations/index.ts';
import { isPaid, RESULTS } from '../../../nodes/shared/service/schemas.ts';
import { keyOf } from '../../../scripts/declared.mts';
import { runExample, sandbox, useSandbox } from './support.mts';

useSandbox();

describe.each(OPERATIONS.map((one) => [keyOf(one), one] as const))('%s', (key, operation) => {
	const { method, name, action, description } = operation;

	it('calls its method, and costs what the method costs', async () => {
		await runExample(operation);
		const { calls, charges } = sandbox().stats();
		if (method !== null && !calls[method]) throw new Error(`${key} does not call ${method}`);
		expect(charges).toBe(method !== null && isPaid(method) ? 1 : 0);
	});

	it('is named as n8n names operations', () => {
		expect(name).toMatch(/^[A-Z]/);
		expect(action).toMatch(/^[A-Z][a-zAMLPDF ]+$/);
		expect(description).toMatch(/^[A-Z].*[^.]$/);
	});
});

describe('the operations', () => {
	it('stand for every method of the service', () => {
		const used = OPERATIONS.map(({ method }) => method);
		const unused = Object.keys(RESULTS).filter((method) => !used.some((one) => one === method));
		expect(unused.map((method) => `no operation stands for ${method}`)).toEqual([]);
	});

	it('have names of their own', () => {
		expect(new Set(OPERATIONS.map(keyOf)).size).toBe(OPERATIONS.length);
		expect(new Set(OPERATIONS.map(({ action }) => action)).size).toBe(OPERATIONS.length);
	});

	it('begin with Screen Address', () => {
		expect([resourceName(OPERATIONS[0]!.resource), OPERATIONS[0]!.name]).toEqual([
			'Check',
			'Screen Address',
		]);
	});
});
