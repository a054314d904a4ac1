/** Two promises of the paid path that no other test holds. */
import { gatewayAnswer } from '../harness/virtual/wire.mts';
import {
	audit,
	CLEAN,
	HISTORY,
	inWorld,
	RESULT,
	rows,
	run,
	screenBtc,
	SPLIT,
	SUBMIT,
} from './support.mts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

it('five submissions in a row that are charged, lost and proved do not end the run', async () => {
	const options = { repeatedId: 'charge', latencyMs: 40, processingMs: 20 * SECOND } as const;
	await inWorld(options, async ({ sandbox, wire }) => {
		let submitted = 0;
		wire.way = ({ method }) =>
			method === SUBMIT && ++submitted <= 8 && submitted > 1
				? { instead: { after: 50, answer: gatewayAnswer(502) } }
				: undefined;
		const parameters = screenBtc({ timeout: 300, maxConcurrentRequests: 1 });
		const result = await run(sandbox, { items: rows(12), parameters, settings: SPLIT });
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 12 });
		expect([result.main.length, result.error.length]).toEqual([12, 0]);
	});
});

it('ten unfinished checks that are reused are asked for no more often than checks of the run', async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox, clock, wire, elapsed }) => {
		const items = rows(10);
		for (const { address } of items)
			sandbox.addCheck({
				currency: 'BTC',
				address: address as string,
				initAt: clock.now - 60 * SECOND,
				doneAt: clock.now + 60 * SECOND,
			});
		const parameters = screenBtc({ reuseWithinHours: 24 });
		const result = await run(sandbox, { items, parameters, settings: SPLIT });
		expect(result.main.map(({ json }) => json.charged)).toEqual(items.map(() => false));
		expect(sandbox.stats().charges).toBe(0);
		expect(elapsed()).toBeLessThan(HOUR / 50);
		// The history is read again and again; each result when its check is old, and when it is done.
		const asked = wire.calls.filter(({ method }) => method === RESULT).length;
		expect(asked).toBeLessThanOrEqual(3 * items.length);
		const pages = wire.calls.filter(({ method }) => method === HISTORY).length;
		expect(pages).toBeLessThanOrEqual(65);
	});
});
