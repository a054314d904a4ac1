/** Who pays for a check, among merged items, rounds of a loop, and executions with the same Request Key. */
import { BEGAN, DONE, play, taken, THIS_TRY, type Asking, type Scene } from './support.mts';

describe('a check is charged', () => {
	it.each<[string, Partial<Asking>, Scene, boolean[]]>([
		['to the first of merged items', { items: [0, 1] }, {}, [true, false]],
		['to its one item', { items: [1] }, {}, [true]],
		['to nobody who did not pay', { entry: taken('h', { paid: false }) }, {}, [false]],
		['in the run that showed it', { entry: taken('h', { shownBy: 2 }) }, { runIndex: 2 }, [true]],
		['in no other run', { entry: taken('h', { shownBy: 1 }) }, { runIndex: 2 }, [false]],
	])('%s', async (_, more, scene, charged) => {
		const [first = 0] = more.items ?? [];
		const asking = { entry: taken('h'), acquisition: THIS_TRY, initDate: DONE, ...more };
		const others = first > 0 ? [{ ...asking, entry: taken('other'), items: [0] }] : [];
		const count = Math.max(...(more.items ?? [0])) + 1;
		const { json } = await play(count, [...others, asking], scene);
		expect(json.slice(first).map((one) => one?.charged)).toEqual(charged);
	});

	it('once it is shown, which is written down', async () => {
		const asking = { entry: taken('h'), acquisition: THIS_TRY, initDate: DONE };
		expect((await play(1, [asking], { runIndex: 3 })).entries).toEqual([
			taken('h', { shownBy: 3 }),
		]);
		const free = { ...asking, entry: taken('h', { paid: false }) };
		expect((await play(1, [free])).entries).toEqual([free.entry]);
	});
});

describe('a check under a Request Key', () => {
	const key = { idempotencyKey: 'k' };
	const read = async (initDate: string | null, scene: Scene = {}, more: Partial<Asking> = {}) => {
		const asking = { entry: taken('h'), acquisition: THIS_TRY, initDate, ...more };
		const { json, marks, hints } = await play(1, [asking], {
			options: key,
			began: BEGAN,
			...scene,
		});
		return { charged: json[0]?.charged, marks, hint: hints[0] };
	};
	const own = { since: BEGAN, clock: 'own' };

	it.each<[string, string | null, Scene, boolean]>([
		['began as the execution did', '2026-01-02T12:00:00Z', {}, true],
		['began before', '2026-01-02T11:59:59Z', {}, false],
		['began before, within the doubt', '2026-01-02T11:59:57Z', { doubtMs: 3_000 }, true],
		['began before, beyond the doubt', '2026-01-02T11:59:56Z', { doubtMs: 3_000 }, false],
		['has no date', null, {}, true],
	])('that %s', async (_, initDate, scene, charged) => {
		const hint = charged ? '1 check charged.' : '0 checks charged, 1 report reused.';
		expect(await read(initDate, scene)).toEqual({ charged, marks: [own], hint });
	});

	it('is compared with this the request where n8n does not say when the execution began, on any clock after a Retry', async () => {
		const late = await read('2026-01-02T12:00:30Z', { began: undefined, mode: 'retry' });
		expect(late).toEqual({
			charged: false,
			marks: [{ since: BEGAN + 60_000, clock: 'unknown' }],
			hint: '0 checks charged, 1 report reused.',
		});
	});

	it('that another execution has paid for is written down as such', async () => {
		const asking = { entry: taken('h'), acquisition: THIS_TRY, initDate: '2025-01-01T00:00:00Z' };
		const { entries } = await play(1, [asking], { options: key, began: BEGAN });
		expect(entries).toEqual([taken('h', { paid: false })]);
	});

	it.each<[string, Scene, Partial<Asking>]>([
		['there is no such key', { options: {} }, {}],
		['an earlier try paid', {}, { acquisition: { paidBy: 'earlierTry', sentAt: BEGAN } }],
		['this try sent nothing', {}, { acquisition: { paidBy: 'thisTry' } }],
	])('counts as its own, however old, where %s', async (_, scene, more) => {
		expect((await read('2025-01-01T00:00:00Z', scene, more)).charged).toBe(true);
	});
});
