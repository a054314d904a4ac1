/** Who passes the gate: so many at once, in their order, and one at a time after a lost one. */
import {
	all,
	answered,
	confirmed,
	Door,
	failureOf,
	HISTORY,
	later,
	leaves,
	lost,
} from './door.mts';

const shut = all(leaves, lost('timeout'), later(1));

afterEach(() => void jest.restoreAllMocks());

it('turns follow the order of arrival, as many at once as the run may send requests', async () => {
	const door = new Door({ maxConcurrent: 2 });
	const entered: number[] = [];
	for (const n of [1, 2, 3, 4]) void door.gate.enter().then(() => entered.push(n));
	await door.wake();
	expect(entered).toEqual([1, 2]);
	door.gate.leave();
	await door.wake();
	expect(entered).toEqual([1, 2, 3]);
	door.gate.leave();
	door.gate.leave();
	door.gate.leave();
	await door.wake();
	expect(entered).toEqual([1, 2, 3, 4]);
	for (const n of [5, 6, 7]) void door.gate.enter().then(() => entered.push(n));
	await door.wake();
	expect(entered).toEqual([1, 2, 3, 4, 5, 6]);
});

it('whoever waits before a shut gate goes on when it opens, or learns why it does not', async () => {
	const door = new Door();
	shut(door);
	let held: unknown = 'waits';
	void door.gate.enter().then((reason) => (held = reason?.message));
	await door.wake();
	expect(held).toBe('waits');
	all(answered(HISTORY), confirmed())(door);
	await door.wake();
	expect(held).toBeUndefined();
	shut(door);
	void door.gate.enter().then((reason) => (held = reason));
	await door.wake();
	expect(held).toBeUndefined();
	door.gate.stop();
	await door.wake();
	expect(held).toBe(door.gate.stopped);
	expect(await door.gate.enter()).toBe(door.gate.stopped);
});

it('what is let go is under way until it has returned', () => {
	const { gate, session } = new Door();
	expect([gate.letGo(), gate.letGo()]).toEqual([true, true]);
	gate.returned({ kind: 'lost', failure: failureOf('timeout'), leftAt: 1_000, endedAt: 1_000 });
	expect(gate.letGo()).toBe(false);
	session.whenEnded(HISTORY, 1_001);
	gate.confirmed(1_001);
	// The other one is under way still.
	expect(gate.letGo()).toBe(false);
	gate.returned({ kind: 'notTaken', failure: failureOf('rateLimited') });
	expect([gate.letGo(), gate.letGo()]).toEqual([true, false]);
});
