/** What the operations declare, and a call of each, for the tools and tests that are made of it. */
import type { INodeParameters } from 'n8n-workflow';
import type { z } from 'zod';
import { OPERATIONS, resourceName } from '../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../nodes/AmlCheck/operations/operation.ts';

/** The name of an operation in code: `<resource>/<operation>`. */
export const keyOf = ({ resource, value }: Operation): string => `${resource}/${value}`;

/**
 * The output schemas by the keys of their operations.
 *
 * @throws Error that names an operation without one
 */
export function declaredOutputs(): Map<string, z.ZodTypeAny> {
	return new Map(
		OPERATIONS.map((operation) => {
			const { output } = operation as Partial<Operation>;
			if (!output) throw new Error(`no output schema for ${keyOf(operation)}`);
			return [keyOf(operation), output];
		}),
	);
}

/** The name of an operation in texts: of those with the same name, with the resource. */
export function titleOf({ name, resource }: Operation): string {
	const isUnique = OPERATIONS.filter((one) => one.name === name).length < 2;
	return isUnique ? name : `${resourceName(resource)}: ${name}`;
}

/*
 * Targets of the examples: well formed, with right checksums, and nobody's (docs/maintainers/sandbox.md). The tests put
 * a check of the first one, with the hash, into the sandbox's history before an example runs.
 */
export const EXAMPLE_BTC_ADDRESS = 'bc1qzr0a9yftg5fmh3q2mmhzxqg5r3kfp0vhv2ws4v';
export const EXAMPLE_HASH = '0b8a3c1e-58d1-4c52-9f0e-6f1d2c3b4a59';
const EXAMPLE_ETH_ADDRESS = '0xAc901ACc8140d006b97adB23C63772018e88A5F6';
const EXAMPLE_TRANSACTION = '6f7cf9580f1c2dfb3c4d5d043cdbb128c640e3f20161245aa7372e9666168516';

const EXAMPLES: Readonly<Record<string, INodeParameters>> = {
	'check/checkAddress': {
		network: 'ETH',
		asset: 'coin',
		address: EXAMPLE_ETH_ADDRESS,
		options: { requestKey: 'order-1042', maxPaidChecks: 100, reuseWithinHours: 24 },
	},
	'check/checkTransaction': {
		network: 'BTC',
		transaction: EXAMPLE_TRANSACTION,
		address: EXAMPLE_BTC_ADDRESS,
	},
	'check/getResult': { checkHash: EXAMPLE_HASH },
	'report/find': { network: 'BTC', target: EXAMPLE_BTC_ADDRESS },
	'history/getAll': { filters: { network: 'BTC', riskScoreFrom: 75 } },
	'currency/getAll': {},
	'account/ping': {},
	'account/getStatus': {},
};

/**
 * The parameters of a call, besides resource and operation. Tests run it against the sandbox, and the docs show its form.
 *
 * @throws Error for an operation without one
 */
export function exampleOf(operation: Operation): INodeParameters {
	const example = EXAMPLES[keyOf(operation)];
	if (!example) throw new Error(`no example of ${keyOf(operation)} in scripts/declared.mts`);
	return example;
}
