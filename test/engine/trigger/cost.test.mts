import { readFileSync } from 'node:fs';
import { MINUTE, useService, Workflow } from './setUp.mts';

/** What docs/trigger.md says about the size of the state, in bytes: for a check a minute, and for a busy service. */
const [QUIET_BYTES = 0, BUSY_BYTES = 0] = [
	...readFileSync('docs/trigger.md', 'utf8').matchAll(/at most (\d+) KB/g),
].map(([, kilobytes]) => Number(kilobytes) * 1000);

/** And about a burst: how many checks in a minute, in how many requests. */
const [, burst = '', mostCalls = ''] =
	/A burst of ([\d,]+) checks in a minute, without reports \| at most (\d+) requests/.exec(
		readFileSync('docs/trigger.md', 'utf8'),
	) ?? [];
const BURST = Number(burst.replace(',', ''));

const { sandbox, clock } = useService(13);

describe('cost', () => {
	it('of an idle poll is one call, however long the history', async () => {
		const rows = [];
		for (const items of [1_000, 100_000, 1_000_000]) {
			sandbox().reset();
			sandbox().seedHistory(items, { everyMs: 60_000 });
			const workflow = new Workflow(sandbox());
			const activation = await workflow.calls();
			const idle = [await workflow.calls(), await workflow.calls(), await workflow.calls()];
			rows.push({ items, activation, idle: idle.join(' '), stateBytes: workflow.stateBytes() });
			expect(idle).toEqual([1, 1, 1]);
			expect(workflow.stateBytes()).toBeLessThan(QUIET_BYTES);
		}
		console.table(rows);
	}, 120_000);

	it('in state is small for a quiet service and bounded for a busy one', async () => {
		const rows = [];
		for (const [perHour, everyMs] of [
			[1, 60 * MINUTE],
			[60, MINUTE],
			[1_200, 3_000],
			[12_000, 300],
		]) {
			sandbox().reset();
			sandbox().seedHistory(perHour * 3, { everyMs });
			const workflow = await Workflow.begun(sandbox());
			rows.push({ perHour, stateBytes: workflow.stateBytes() });
		}
		console.table(rows);
		expect(rows[0].stateBytes).toBeLessThan(400);
		expect(rows[1].stateBytes).toBeLessThan(QUIET_BYTES);
		expect(rows[3].stateBytes).toBeLessThan(BUSY_BYTES);
	}, 60_000);

	it(`of a poll in a burst of ${burst} in a minute is a page for every thousand`, async () => {
		const workflow = new Workflow(sandbox(), { options: { includeReport: false } });
		sandbox().addCheck({ initAt: clock.now - 30 * MINUTE });
		await workflow.hashes();
		expect(BURST).toBeGreaterThan(1_000);
		sandbox().seedHistory(BURST, { everyMs: Math.floor(MINUTE / BURST) });
		const before = sandbox().stats().calls['checkup.getcheckshistory'] ?? 0;
		expect(await workflow.hashes()).toHaveLength(BURST);
		const calls = (sandbox().stats().calls['checkup.getcheckshistory'] ?? 0) - before;
		console.table([{ burst: BURST, calls, again: await workflow.calls() }]);
		expect(calls).toBeLessThanOrEqual(Number(mostCalls));
	}, 60_000);
});

it('a backlog is cut where fetching reports takes long, and goes on from there', async () => {
	const workflow = await Workflow.begun(sandbox(), { options: { includeReport: true } });
	const hashes = Array.from({ length: 35 }, () => {
		clock.now += 1000;
		return sandbox().addCheck();
	});
	sandbox().configure({ latencyMs: 150 });
	const seen: unknown[] = [];
	let polls = 0;
	for (; seen.length < 35 && polls < 10; polls++)
		seen.push(...(await workflow.hashes({ budgetMs: 2_000 })));
	sandbox().configure({ latencyMs: 0 });
	expect(polls).toBeGreaterThan(1);
	expect(seen).toEqual(hashes);
}, 60_000);
