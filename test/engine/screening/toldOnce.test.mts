/** In Stop mode the words of the failure are all that is had of a run: they name each check, and name it once. */
import { bookAddress, makeAddress, type Sandbox } from '../../../sandbox/server.mts';
import { run, screen, type ScreeningRun, withSandbox } from './support.mts';

const NEVER = bookAddress('ETH', 'neverFinishing');

const fresh = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ address: makeAddress('ETH', n) }));

interface Case {
	what: string;
	items: ScreeningRun['items'];
	hinder?: (sandbox: Sandbox) => void;
	/** What the words say of what was paid. */
	says: RegExp;
}

const OTHER = makeAddress('ETH', 'somebody');

const CASES: Case[] = [
	{ what: 'a check that is not done in time', items: [{ address: NEVER }], says: /1 named above/ },
	{ what: 'three of them', items: fresh(3), says: /Paid for so far: 3 \(3 named above\)/ },
	{ what: 'forty of them', items: fresh(40), says: /Paid for so far: 40 \(40 named above\)/ },
	{
		what: 'one of three',
		items: [{ address: bookAddress('ETH', 'low') }, { address: NEVER }, ...fresh(1)],
		hinder: (sandbox) => sandbox.configure({ processingMs: 0 }),
		says: /Paid for so far: 3 \([0-9a-f-]{36}, [0-9a-f-]{36}; 1 named above\)/,
	},
	{
		what: 'a lost answer',
		items: fresh(1),
		hinder: (sandbox) => sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' }),
		says: /It may be the check/,
	},
	{
		what: 'two lost answers',
		items: fresh(2),
		hinder: (sandbox) =>
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', times: 2 }),
		says: /\[items 0, 1\]|It may be the check/,
	},
	{
		what: 'an answer about another wallet',
		items: fresh(1),
		hinder: (sandbox) =>
			sandbox.fault({
				method: 'checkup.checkaddr',
				kind: 'changed',
				change: (body: { result: { check: { address: string } } }) => {
					body.result.check.address = OTHER;
					return body;
				},
			}),
		says: /It named the check/,
	},
];

describe('a run that stops names each check once', () => {
	it.each(CASES)(
		'$what',
		async ({ items, hinder, says }) => {
			await withSandbox({ processingMs: 60_000, repeatedId: 'charge' }, async (sandbox) => {
				hinder?.(sandbox);
				const { failure } = await run(sandbox, { items, parameters: screen({ timeout: 3 }) });
				const words = `${failure?.message} ${failure?.description}`;
				const counts = sandbox.checks().map(({ hash }) => words.split(hash).length - 1);
				expect({ words, counts }).toEqual({ words, counts: sandbox.checks().map(() => 1) });
				expect(words).toMatch(says);
			});
		},
		30_000,
	);
});
