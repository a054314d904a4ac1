/** Reports that a poll can't have all at once. */
import { forgetServices } from '../harness/forget.mts';
import { useService, Workflow } from './setUp.mts';

const { sandbox, clock } = useService(23);

it.each([
	['resetBefore', 60],
	['resetBefore', 200],
	['lostAnswer', 200],
	['hang', 60],
	['serverErrorBefore', 60],
] as const)(
	'a service that answers 20 calls of a poll (%s): all %d checks come once, and few without a report',
	async (kind, count) => {
		const workflow = new Workflow(sandbox());
		await workflow.hashes({ activation: 'activate' });
		const hashes = Array.from({ length: count }, () => {
			clock.now += 1000;
			return sandbox().addCheck();
		});
		const missing: unknown[] = [];
		const seen: unknown[] = [];
		// A check takes two calls: 200 of them can't come in less than 21 polls.
		for (let poll = 0; seen.length < count && poll < 30; poll++) {
			sandbox().clearFaults();
			// A minute has passed for the service's pauses too.
			forgetServices();
			sandbox().fault({ method: '*', kind, skip: 20, times: Infinity });
			const { items } = await workflow.poll({ budgetMs: 20_000 });
			for (const { json } of items ?? []) {
				seen.push(json.hash);
				if (String(json.riskReasons).includes('could not be read')) missing.push(json.hash);
			}
			clock.now += 60_000;
		}
		expect(missing.length).toBeLessThan(count / 10);
		expect(seen.sort()).toEqual(hashes.sort());
	},
	120_000,
);
