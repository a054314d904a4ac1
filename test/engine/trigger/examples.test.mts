/** The examples that begin with the trigger start for each check of high risk, whatever makes it one, and no other. */
import { readFile } from 'node:fs/promises';
import type { INodeParameters } from 'n8n-workflow';
import { useService, Workflow } from './setUp.mts';

const { sandbox } = useService(12);

/** The trigger's parameters in an example. */
async function triggerOf(example: string): Promise<INodeParameters> {
	const file = new URL(`../../../examples/${example}.json`, import.meta.url);
	const { nodes } = JSON.parse(await readFile(file, 'utf8')) as {
		nodes: Array<{ type: string; parameters: INodeParameters }>;
	};
	return nodes.find(({ type }) => type.endsWith('.amlCheckTrigger'))!.parameters;
}

describe.each(['slack-alerts'])('%s', (example) => {
	it.each([
		['a high score', { riskscore: 92, signals: { wallet: 1 } }, true],
		['a low score beside stolen coins', { riskscore: 20, signals: { stolen_coins: 0.3 } }, true],
		['a trace of sanctions', { riskscore: 2, signals: { sanctions: 0.001 } }, true],
		['no score', { riskscore: null, signals: { wallet: 1 } }, true],
		['a medium score', { riskscore: 50, signals: { wallet: 1 } }, false],
		['a low score', { riskscore: 3, signals: { wallet: 1 } }, false],
	])('%s', async (_, facts, isTold) => {
		const workflow = new Workflow(sandbox(), await triggerOf(example));
		await workflow.hashes({ activation: 'activate' });
		const hash = sandbox().addCheck({ currency: 'BTC', status: 'SUCCESS', ...facts });
		// A report without a score, of a check that has just ended, comes in the second poll.
		const told = [...(await workflow.hashes()), ...(await workflow.hashes())];
		expect(told).toEqual(isTold ? [hash] : []);
	});
});
