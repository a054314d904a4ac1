/** The options of the action node: their defaults, what an empty one means, and which hold for the whole run. */
import fc from 'fast-check';
import { OPTIONS } from '../../../nodes/AmlCheck/fields/options.ts';
import { parseRunOptions, refuseDifference } from '../../../nodes/AmlCheck/nodeRun.ts';
import { BALANCED, parameters, refusal } from './support.mts';

const read = (options: Record<string, unknown>) =>
	parseRunOptions(parameters({ options }), BALANCED);

const DEFAULTS = {
	timeout: 300,
	requestKey: '',
	reuseWithinHours: 0,
	maxPaidChecks: 0,
	includeInputFields: false,
	dryRun: false,
	includeDetails: false,
	ifNothingFound: 'returnItem',
	maxConcurrentRequests: 50,
	acceptUnspecifiedAsset: false,
	riskRules: 'credential',
};

it('options that are not there have the defaults of the design', () => {
	expect(read({})).toEqual({ ...DEFAULTS, rules: BALANCED, simplify: true });
});

const PRIVATE_KEY = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

it.each([
	[{ timeout: -1 }, "'Timeout (Seconds)' is -1"],
	[{ maxPaidChecks: 1.5 }, "'Max Paid Checks' is 1.5: use a whole number"],
	[{ maxConcurrentRequests: 0 }, "'Max Concurrent Requests' is 0: use a whole number from 1"],
	[{ reuseWithinHours: 'NaN' }, `'Reuse Within Hours' is "NaN"`],
	[{ requestKey: { id: 1 } }, `'Request Key' is an object: use a text or a number`],
	[{ requestKey: PRIVATE_KEY }, "'Request Key' holds a private key or a seed"],
	[{ ifNothingFound: 'pay' }, `'If Nothing Found' is "pay": use one of error, returnItem, noItems`],
])('%j is refused', (values, words) => {
	expect(refusal(() => read(values))).toContain(words);
});

it('whatever comes is read or refused', () => {
	const values = fc.oneof(fc.anything(), fc.constantFrom('5', ' 7 ', '-1', '1e9', 'true'));
	const collections = fc.dictionary(fc.constantFrom(...Object.keys(DEFAULTS)), values);
	fc.assert(
		fc.property(collections, (given) => {
			try {
				const { timeout, maxPaidChecks, maxConcurrentRequests } = read(given);
				expect([timeout, maxPaidChecks, maxConcurrentRequests - 1].every((n) => n >= 0)).toBe(true);
				expect([timeout, maxPaidChecks, maxConcurrentRequests].every(Number.isFinite)).toBe(true);
			} catch {
				refusal(() => read(given));
			}
		}),
		{ seed: 44, numRuns: 1_000 },
	);
});

it.each([
	[{}, true],
	[{ simplify: false }, false],
	[{ simplify: 'FALSE' }, false],
	[{ simplify: '' }, true],
])('%j is simplified: %p', (values, expected) => {
	expect(parseRunOptions(parameters(values), BALANCED).simplify).toBe(expected);
});

describe('options of the whole run', () => {
	it.each([
		['maxPaidChecks', [10, 10, 2], '10 in item 0, 2 in item 2'],
		['timeout', [60, 60, 30], '60 in item 0, 30 in item 2'],
		['maxConcurrentRequests', [5, 6, 5], '5 in item 0, 6 in item 1'],
		['dryRun', [true, true, false], 'true in item 0, false in item 2'],
	] as const)('%s can not differ between items', (name, values, words) => {
		const [first, ...others] = values.map((value) => read({ [name]: value }));
		const { displayName } = OPTIONS[name].field;
		const refuse = () => others.forEach((other, n) => refuseDifference(first!, other, n + 1));
		expect(refusal(refuse)).toBe(
			`'${displayName}' applies to the whole run, but the items differ: ${words}. Give every item the same value, or split the run.`,
		);
		expect(() => refuseDifference(first!, first!, 1)).not.toThrow();
	});

	it('are no others', () => {
		const each = read({ includeDetails: true, reuseWithinHours: 5, requestKey: 'a' });
		expect(() => refuseDifference(each, read({}), 1)).not.toThrow();
	});
});
