/** What docs/trigger.md says of the trigger's cost beyond calls; each test prints what it measured. */
import { pack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import {
	MAX_CROWD,
	MAX_REMEMBERED,
	MAX_WAITING,
} from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { Workflow } from './setUp.mts';

const MINUTE = 60_000;
const MEGABYTE = 2 ** 20;

/** The longest record that waits as it is (cursor/waiting.ts), and what is around it. */
const WAITING_BYTES = 4_020;

/** The longest lookback: as many minutes can be remembered apart, and a day that unfinished checks may hold it longer. */
const LONGEST_MINUTES = 8 * 24 * 60;

/** The page's figure is that of 5,000, which take minutes on a busy machine. */
const REPORTS = Number(process.env.TRIGGER_REPORTS ?? 500);

let sandbox: Sandbox;
let now: number;

beforeAll(async () => {
	now = Date.UTC(2033, 1, 3, 10, 0, 0);
	sandbox = await startSandbox({ now: () => now, seed: 13 });
});

afterAll(async () => await sandbox.close());

it('a poll with many new reports takes little memory', async () => {
	const workflow = new Workflow(sandbox);
	sandbox.addCheck({ initAt: now - 30 * MINUTE });
	await workflow.hashes();
	sandbox.seedHistory(REPORTS, { everyMs: 300 });
	const before = process.memoryUsage().rss;
	let peak = before;
	const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
	const begun = performance.now();
	const hashes = await workflow.hashes({ budgetMs: 300_000 });
	const seconds = (performance.now() - begun) / 1000;
	clearInterval(watch);
	const growthMb = (peak - before) / MEGABYTE;
	console.table([{ reports: hashes.length, seconds, growthMb, stateBytes: workflow.stateBytes() }]);
	expect(hashes).toHaveLength(REPORTS);
	expect(growthMb).toBeLessThan(500);
}, 300_000);

it('the largest state has a bound', () => {
	const bytes = (count: number) => {
		const step = (LONGEST_MINUTES * 60) / count;
		const codes = Array.from({ length: count }, (_, index) => String(index).padStart(22, '0'));
		const memory = new Map(codes.map((code, index) => [code, now / 1000 + index * step]));
		return JSON.stringify(pack(memory, null)).length + MAX_WAITING * WAITING_BYTES;
	};
	const rows = { usual: bytes(MAX_REMEMBERED), whileCrowdIsRead: bytes(MAX_CROWD) };
	console.table(rows);
	expect(rows.usual).toBeLessThan(1_100_000);
	expect(rows.whileCrowdIsRead).toBeLessThan(2_900_000);
});
