/** A service that asks for fewer requests: `Retry-After` is a lower bound, and more than five minutes ends the run. */
import { jsonAnswer, type Answer, type Passage } from '../harness/virtual/wire.mts';
import {
	audit,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	RESULT,
	rows,
	run,
	screenBtc,
	SPLIT,
	SUBMIT,
} from './support.mts';

const SECOND = 1_000;

const refuse = (answer: Answer): Passage => ({ reaches: 'never', instead: { after: 30, answer } });

const tooMany = (retryAfter: string): Passage =>
	refuse({ status: 429, body: '{}', headers: { 'retry-after': retryAfter } } as Answer);

it.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
	'Retry-After: %s, with a limiter that counts the calls that it refuses',
	async (retryAfter) => {
		await inWorld({ processingMs: 3_000, latencyMs: 30 }, async ({ sandbox, wire, clock }) => {
			const calls: number[] = [];
			wire.way = () => {
				calls.push(clock.now);
				const recent = calls.filter((at) => at > clock.now - 10 * SECOND);
				return recent.length > 20 ? tooMany(retryAfter) : undefined;
			};
			const parameters = screenBtc({ timeout: 300 });
			const result = await run(sandbox, { items: rows(100), parameters, settings: SPLIT });
			expect(result.error).toEqual([]);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 100 });
			expect(calls.length).toBeLessThan(1_000);
		});
	},
);

it.each([SUBMIT, HISTORY, RESULT])(
	'more than five minutes ends the run, and nothing more is submitted: %s',
	async (method) => {
		await inWorld({ processingMs: 3_000, latencyMs: 30 }, async ({ sandbox, wire, clock }) => {
			let number = 0;
			let refusedAt = Infinity;
			wire.way = ({ method: asked }) => {
				if (asked !== method || ++number <= (method === SUBMIT ? 10 : 0)) return undefined;
				refusedAt = Math.min(refusedAt, clock.now);
				return tooMany('3600');
			};
			const most = method === SUBMIT ? 50 : 1;
			const parameters = screenBtc({ timeout: 60, maxConcurrentRequests: most });
			const result = await run(sandbox, { items: rows(400), parameters, settings: SPLIT });
			const late = wire.calls.filter(
				({ method: one, at }) => one === SUBMIT && at > refusedAt + SECOND,
			);
			expect(late).toEqual([]);
			const held = result.error.filter((item) => detailsOf(item).charged === false);
			expect(held.length).toBeGreaterThan(0);
			for (const item of held) {
				expect(item.json.error).toContain('asks for fewer requests');
				expect(detailsOf(item).description).toMatch(/no request before \d{4}-\d\d-\d\dT/);
			}
			expect(audit(sandbox, result)).toMatchObject({ twice: 0, denied: [] });
		});
	},
);

it.each([
	[-32029, 'Error message'],
	[-32000, 'Too many requests, slow down'],
	[-40008, 'Rate limit exceeded'],
])(
	'too many requests as a JSON-RPC error is no refusal of the check: %i %s',
	async (code, message) => {
		await inWorld({ processingMs: 3_000, latencyMs: 30 }, async ({ sandbox, wire }) => {
			let number = 0;
			wire.way = ({ method, id }) =>
				method === SUBMIT && ++number <= 3
					? refuse(jsonAnswer({ jsonrpc: '2.0', id, error: { code, message } }))
					: undefined;
			const result = await run(sandbox, {
				items: rows(8),
				parameters: screenBtc(),
				settings: SPLIT,
			});
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 8 });
			expect(itemsOf(result)).toHaveLength(8);
			expect(result.error).toEqual([]);
		});
	},
);
