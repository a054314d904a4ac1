/** A workflow of the version before says what has another name, and pays for nothing. */
import { NodeHelpers } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { run, sandbox, useSandbox } from './support.mts';

useSandbox();

const address = bookAddress('BTC', 'low');

const OLD = {
	currency: { __rl: true, mode: 'list', value: 'BTC', cachedResultName: 'Bitcoin (BTC)' },
	evmNetwork: 'ETH',
	output: 'selectedFields',
	riskRules: 'strict',
};

describe.each(Object.entries(OLD))('%s', (name, value) => {
	it('ends the run before anything is sent', async () => {
		const { failure, main } = await run('check.checkAddress', { address, [name]: value });
		expect(failure?.description).toMatch(/clear the old field/);
		expect(main).toEqual([]);
		expect(sandbox().stats().requests).toEqual([]);
	});

	it('shows in the form until it is cleared', () => {
		const { description } = new AmlCheck();
		const property = description.properties.find((one) => one.name === name)!;
		const isShown = (parameters: object) =>
			NodeHelpers.displayParameter(parameters as never, property, null, description);
		expect(isShown({ [name]: value })).toBe(true);
		expect(isShown({ [name]: '' })).toBe(false);
		expect(isShown({})).toBe(false);
	});
});

it('an operation that is gone ends the run, too', async () => {
	const { failure } = await run('report.find', { operation: 'downloadPdf' });
	expect(failure?.message).toContain("There is no operation 'downloadPdf' for 'report'");
	expect(sandbox().stats().requests).toEqual([]);
});
