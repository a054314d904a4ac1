/** States that other versions of the node stored. */
import { check, hashOf, HOUR, MINUTE, series, T0, Trigger } from './support.mts';

const pack = (index: number) =>
	Buffer.from(hashOf(index).replaceAll('-', ''), 'hex').toString('base64url');

/** A state as version 3 stored it: it knew a check by the first 66 bits of its hash. */
const version3 = {
	version: 3,
	account: 'account',
	floor: T0 - HOUR,
	known: { [T0 / 600]: [pack(2).slice(0, 11), ''] },
	place: { at: 'climbing', offset: 3, size: 1000, isNear: true },
	unfinished: [[pack(6), [T0 - 30 * HOUR, '']]],
	waiting: [[pack(5), [1, '']]],
	resultsFirst: false,
};

it('of version 3 loses nothing: what came since its floor is delivered, once more or for the first time', async () => {
	const trigger = new Trigger({ includeReport: false });
	const records = [
		...series(10, 3, T0 - MINUTE, 1),
		check(2, T0 - 50 * MINUTE),
		check(1, T0 - 2 * HOUR),
	];
	Object.assign(trigger, { state: version3, records });
	trigger.result = (hash) =>
		check(Number.parseInt(hash.slice(0, 8), 16), T0 - 30 * HOUR, {
			hash,
			report: { riskscore: 5, signals: {} },
		});
	const { hashes, notice } = await trigger.poll();
	expect(hashes.sort((a, b) => a - b)).toEqual([2, 5, 6, 10, 11, 12]);
	expect(notice).toBe('earlierVersion');
	trigger.records.unshift(check(20, T0 + 50));
	expect(await trigger.poll()).toMatchObject({ hashes: [20], notice: null });
});

it.each([
	['of a version that is not known', { version: 9, floor: T0 }],
	['of version 2', { version: 2, floor: T0, seen: {} }],
	['that is no object', 'text'],
	['whose checks can not be read', { ...version3, version: 4, known: { 5: 7 } }],
])('%s is refused, and says how to begin anew', async (_, state) => {
	const trigger = Object.assign(new Trigger(), { state, records: [check(1, T0)] });
	await expect(trigger.poll()).rejects.toMatchObject({
		message: "The trigger's stored state can't be read",
		advice: expect.stringContaining('Add a new AML Check Trigger, delete this one'),
	});
	expect(trigger.state).toBe(state);
});
