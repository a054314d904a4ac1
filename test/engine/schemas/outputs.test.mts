/** The declared outputs against real ones: no key that is not declared, none missing, none declared in vain. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../../../nodes/AmlCheck/operations/operation.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { declaredOutputs, keyOf } from '../../../scripts/declared.mts';
import {
	jsonOf,
	run,
	runExample,
	sandbox,
	useSandbox,
	type OperationName,
} from '../operations/support.mts';
import { declaredFields, keysOf } from './fields.mts';

useSandbox();

type Scenario = () => Promise<IDataObject[]>;

const KINDS = [
	'low',
	'sanctioned',
	'high',
	'unscored',
	'failed',
	'rejected',
	'noReport',
	'unreadable',
	'newSignal',
] as const;

const ADDRESSES = KINDS.map((kind) => bookAddress('ETH', kind));
const PENDING = bookAddress('ETH', 'neverFinishing');
const HIGH = bookAddress('ETH', 'high');
const LOW = bookAddress('ETH', 'low');
const TRANSACTION = makeTransaction('ETH', 1);

/** Shows all that can be shown. */
const SHOW_ALL = {
	includeDetails: true,
	riskRules: '={{ { signalLimits: { mixer: { share: 50, level: "high" } } } }}',
};

const outputsOf = async (
	name: OperationName,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): Promise<IDataObject[]> => {
	const { main, status } = await run(name, parameters, { items });
	expect(status).toBe('success');
	return jsonOf(main);
};

const asItems = (addresses: string[]): IDataObject[] =>
	addresses.map((address) => ({ address, transaction: TRANSACTION }));

/** Whole wallets: compared, with an asset that is missing beside one that is high, and with one nobody screens. */
const walletScenarios: Scenario[] = [
	async () => {
		const wallet = { network: 'ETH', asset: 'all', address: '={{ $json.address }}' };
		sandbox().addCheck({ address: HIGH, initAt: Date.now() - 60_000 });
		sandbox().fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', skip: 2 });
		const parameters = { ...wallet, options: { ...SHOW_ALL, timeout: 5 } };
		const settings = { onError: 'continueRegularOutput' as const };
		const items = asItems([HIGH]);
		return jsonOf((await run('check.checkAddress', parameters, { items, settings })).main);
	},
	async () => {
		const wallet = { network: 'detect', asset: 'all', address: '={{ $json.address }}' };
		const items = [{ address: bookAddress('XLM', 'low') }];
		return await outputsOf('check.checkAddress', wallet, items);
	},
];

/** The runs of a paid operation: every kind of wallet, no waiting, no result in time, and reuse. */
const paidScenarios = (name: OperationName, isTransaction: boolean): Scenario[] => {
	const parameters = {
		...{ network: 'ETH', asset: 'coin', address: '={{ $json.address }}' },
		...(isTransaction && { transaction: '={{ $json.transaction }}' }),
	};
	const transaction = isTransaction ? TRANSACTION : undefined;
	const earlier = (address: string) =>
		sandbox().addCheck({ address, transaction, initAt: Date.now() - 60_000 });
	const REUSING = { ...SHOW_ALL, acceptUnspecifiedAsset: true };
	const outputs = async (more: INodeParameters, ...addresses: string[]) =>
		await outputsOf(name, { ...parameters, ...more }, asItems(addresses));
	return [
		async () => await outputs({}, ...ADDRESSES),
		async () => await outputs({ network: 'ETH', asset: 'coin' }, LOW),
		async () => await outputs({ waitForResult: false }, LOW),
		async () => await outputs({ options: { timeout: 0.1 } }, PENDING),
		async () => {
			[HIGH, LOW].forEach(earlier);
			return await outputs({ options: { ...REUSING, reuseWithinHours: 1 } }, HIGH, LOW);
		},
		async () => {
			earlier(HIGH);
			return await outputs({ options: REUSING }, HIGH, LOW);
		},
		async () => await outputs({ network: 'BSC', options: REUSING }, LOW),
		...(isTransaction ? [] : walletScenarios),
	];
};

/** Runs that, with the example of the operation, show everything its output can hold. */
const SCENARIOS: Record<string, Scenario[]> = {
	'check/checkAddress': paidScenarios('check.checkAddress', false),
	'check/checkTransaction': paidScenarios('check.checkTransaction', true),
	'check/getResult': [
		async () => {
			const hashes = [...ADDRESSES, PENDING].map((one) => sandbox().addCheck({ address: one }));
			hashes.push(sandbox().addCheck({ address: HIGH, transaction: TRANSACTION }));
			const items = hashes.map((hash) => ({ hash }));
			const parameters = { checkHash: '={{ $json.hash }}', options: SHOW_ALL };
			return await outputsOf('check.getResult', parameters, items);
		},
		async () => {
			const asset = 'Ethereum';
			const hash = sandbox().addCheck({ address: HIGH });
			const checks = [
				{ asset, network: 'ETH', hash },
				{ asset, hash: sandbox().addCheck({ address: HIGH, status: 'PENDING' }) },
				{ asset, hash: '00000000-0000-4000-8000-000000000000' },
			];
			const items = [
				{ checks, waits: false },
				{ checks, waits: true },
			];
			const parameters = {
				checkHash: '={{ $json.checks }}',
				waitForResult: '={{ $json.waits }}',
				options: { timeout: 0.5 },
			};
			return await outputsOf('check.getResult', parameters, items);
		},
	],
	'account/getStatus': [
		async () => {
			for (let hours = 1; hours <= 12; hours++)
				sandbox().addCheck({ address: LOW, initAt: Date.now() - hours * 3_600_000 });
			sandbox().addCheck({ address: PENDING });
			return await outputsOf('account.getStatus', {}, [{}]);
		},
	],
	'currency/getAll': [async () => await outputsOf('currency.getAll', { returnAll: true })],
	'history/getAll': [
		async () => {
			for (const one of [...ADDRESSES, PENDING]) sandbox().addCheck({ address: one });
			sandbox().addCheck({ address: HIGH, transaction: TRANSACTION });
			return await outputsOf('history.getAll', { returnAll: true, options: SHOW_ALL });
		},
	],
	'report/find': [
		async () => {
			for (const one of ADDRESSES) sandbox().addCheck({ address: one });
			sandbox().addCheck({ address: HIGH, transaction: TRANSACTION });
			const parameters = { network: 'ETH', target: '={{ $json.address }}', returnAll: true };
			const items = asItems([...ADDRESSES, PENDING]);
			return await outputsOf('report.find', { ...parameters, options: SHOW_ALL }, items);
		},
	],
};

/** Shown by no answer of the sandbox that the operation reads; the service may send them. */
const NEVER_SENT: Record<string, RegExp> = {
	'check/getResult': /^(reportLink|details\.(pdfLink|shareLink|counterparty))\b/,
	'check/checkAddress': /^details\.counterparty\b/,
	'check/checkTransaction': /^details\.counterparty\b/,
	'report/find': /^status$/,
};

const scenariosOf = (operation: Operation): Scenario[] => [
	async () => jsonOf((await runExample(operation)).main),
	...(SCENARIOS[keyOf(operation)] ?? []),
];

describe.each(OPERATIONS.map((one) => [keyOf(one), one] as const))('%s', (key, operation) => {
	const output = declaredOutputs().get(key)!;

	it('gives out what is declared, all of it and nothing else', async () => {
		const seen = new Set<string>();
		for (const scenario of scenariosOf(operation)) {
			sandbox().reset();
			const outputs = await scenario();
			expect(outputs.length).toBeGreaterThan(0);
			for (const json of outputs) {
				const verdict = output.safeParse(json);
				expect({ json, issues: verdict.error?.issues }).toEqual({ json, issues: undefined });
				for (const key of keysOf(json)) seen.add(key);
			}
		}
		const unseen = declaredFields(output).filter(
			(field) => !seen.has(field) && !NEVER_SENT[key]?.test(field),
		);
		// Operations with one output show all of it together: the first one has the scenarios.
		const first = OPERATIONS.find((one) => one.output === operation.output);
		expect(first === operation ? unseen : []).toEqual([]);
	}, 60_000);

	it('is refused with a key more or a key less', async () => {
		sandbox().reset();
		const [json] = await scenariosOf(operation)[0]!();
		expect(output.safeParse({ ...json, extra: 1 }).success).toBe(false);
		const [first] = Object.keys(json ?? {});
		expect(output.safeParse({ ...json, [first!]: undefined }).success).toBe(false);
	}, 60_000);
});
