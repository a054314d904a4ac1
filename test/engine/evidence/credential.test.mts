/** What the credential decides for every node that uses it: the rules of the level, and whether checks may be paid for. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { runNode, runPoll, searchList, testCredential } from '../harness/index.mts';
import {
	credential,
	jsonOf,
	run,
	sandbox,
	sent,
	useSandbox,
	type OperationName,
} from '../operations/support.mts';

useSandbox();

const address = bookAddress('ETH', 'medium');

/** A check whose score, 48, is medium under Balanced and high under these rules. */
const CUSTOM = { riskRules: 'custom', highRiskFrom: 40 };

/** Screens a wallet, reads its result late, finds its report, and has it delivered by the trigger. */
async function levelsUnder(data: IDataObject, ofNode: INodeParameters = {}) {
	sandbox().reset();
	const credentials = [credential(data)];
	const level = async (name: OperationName, parameters: INodeParameters) => {
		const options = { includeDetails: true };
		const { main, status } = await run(name, { options, ...parameters }, { credentials });
		expect(status).toBe('success');
		return jsonOf(main)[0]!;
	};
	const wallet = { network: 'ETH', asset: 'coin', address, ...ofNode };
	const screened = await level('check.checkAddress', wallet);
	const checkHash = screened.hash as string;
	const late = await level('check.getResult', { checkHash, network: 'ETH', asset: 'coin' });
	const found = await level('report.find', { network: 'ETH', target: address });
	const parameters = { options: { includeDetails: true } };
	const node = AmlCheckTrigger;
	const { items } = await runPoll({ node, parameters, credentials, mode: 'manual' });
	return [screened, late, found, items![0]!.json];
}

const only = (key: string, all: IDataObject[]) => all.map((json) => json[key]);

const rulesOf = ({ details }: IDataObject) => (details as IDataObject).rules as IDataObject;

it('its rules hold in screening, in late results, in reports and in the trigger', async () => {
	expect(only('riskLevel', await levelsUnder({}))).toEqual([
		...['medium', 'medium', 'medium', 'medium'],
	]);
	const all = await levelsUnder(CUSTOM);
	expect(only('riskLevel', all)).toEqual(['high', 'high', 'high', 'high']);
	const [shown] = all.map(rulesOf);
	expect(shown).toMatchObject({ source: 'credential', name: 'custom', highRiskFrom: 40 });
	expect(new Set(all.map((json) => rulesOf(json).fingerprint)).size).toBe(1);
});

it('a node with rules of its own follows them, and says so', async () => {
	const [screened, late] = await levelsUnder(CUSTOM, {
		options: { includeDetails: true, riskRules: 'balanced' },
	});
	expect(only('riskLevel', [screened!, late!])).toEqual(['medium', 'high']);
	expect(rulesOf(screened!)).toMatchObject({ source: 'node', name: 'balanced' });
});

it('the list of checks shows the levels of its rules', async () => {
	sandbox().addCheck({ address });
	const shown = async (data: IDataObject) => {
		const list = { node: AmlCheck, method: 'searchChecks', credentials: [credential(data)] };
		return (await searchList(list)).results[0]!.name;
	};
	expect(await shown({})).toContain('MEDIUM');
	expect(await shown(CUSTOM)).toContain('HIGH');
});

it.each([
	[{ riskRules: '={{ $json.nothing }}' }, 'Risk Rules in the credential'],
	[{ riskRules: 'custom', highRiskFrom: null }, 'give it a value or remove it'],
	[{ riskRules: 'custom', signalLimits: '{ "mixr": {} }' }, 'Signal Limits in the credential'],
	[{ allowPaidChecks: '' }, 'Allow Paid Checks in the credential'],
])('%j is refused before anything is sent, and by its test', async (data, words) => {
	const credentials = [credential(data as IDataObject)];
	const wallet = { network: 'ETH', asset: 'coin', address };
	const stopped = await run('check.checkAddress', wallet, { credentials });
	expect(`${stopped.failure?.message} ${stopped.failure?.description}`).toContain(words);
	const { failure } = await runPoll({ node: AmlCheckTrigger, credentials });
	expect(JSON.stringify({ ...failure, message: failure?.message })).toContain(words);
	expect(sent()).toEqual([]);
	const tested = await testCredential(credentials[0]!);
	expect(tested).toMatchObject({ status: 'Error' });
	expect(tested.message).toContain(words);
});

describe('a credential that may not pay', () => {
	const credentials = () => [credential({ allowPaidChecks: false })];
	const transaction = makeTransaction('ETH', 'unpaid');

	it.each<[OperationName, INodeParameters]>([
		['check.checkAddress', { network: 'ETH', asset: 'coin', address }],
		['check.checkTransaction', { network: 'ETH', asset: 'coin', address, transaction }],
	])('%s is refused before anything is sent, with the place to change it', async (name, wallet) => {
		const stopped = await run(name, wallet, { credentials: credentials() });
		expect(stopped.status).toBe('error');
		expect(stopped.failure?.message).toContain("can't pay for checks");
		expect(stopped.failure?.description).toContain("'Allow Paid Checks' in the credential");
		const settings = { onError: 'continueErrorOutput' as const };
		const { main, error } = await run(name, wallet, { credentials: credentials(), settings });
		expect([main, error[0]?.json.details]).toMatchObject([[], { charged: false, fault: 'setup' }]);
		expect(sent()).toEqual([]);
	});

	it('prices with Dry Run, and reads what is free', async () => {
		const checkHash = sandbox().addCheck({ address });
		const wallet = { network: 'ETH', asset: 'coin', address, options: { dryRun: true } };
		const parameters = { resource: 'check', operation: 'checkAddress', ...wallet };
		const priced = await runNode({ node: AmlCheck, parameters, credentials: credentials() });
		expect(jsonOf(priced.main)).toMatchObject([{ wouldCost: 1, riskLevel: 'unknown' }]);
		const read = await run(
			'check.getResult',
			{ checkHash, network: 'ETH', asset: 'coin' },
			{ credentials: credentials() },
		);
		expect(jsonOf(read.main)).toMatchObject([{ riskLevel: 'medium' }]);
		expect(sandbox().stats().charges).toBe(0);
	});
});
