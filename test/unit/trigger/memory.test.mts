/** What the trigger stores: names that may never change, a small form, and what is no state. */
import {
	digestTarget,
	makeCode,
	makeMemory,
	packState,
	parseState,
	type Memory,
} from '../../../nodes/AmlCheckTrigger/memory.ts';

const UUID = '0b3e5a52-6c1f-4c3e-9c77-1d9b0a5b7f10';
const T0 = Date.UTC(2033, 1, 3, 10) / 1000;

/** A memory that has been stored, and read again. */
const restore = (memory: Memory) =>
	parseState(JSON.parse(JSON.stringify(packState(memory))) as object)!;

const hashOf = (index: number) =>
	`${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

it('the code of a check and the digest of its target stay as they are: others would forget what was delivered', () => {
	expect(makeCode(UUID)).toBe('RwJeqtfrRUA');
	expect(makeCode(UUID.toUpperCase())).not.toBe(makeCode(UUID));
	const digest = digestTarget({
		hash: UUID,
		status: '',
		currency: '',
		address: 'bc1',
		transaction: 'aa',
	});
	expect(digest).toBe('sox1Bf');
});

it.each([UUID, UUID.toUpperCase(), `${UUID}0`, UUID.replaceAll('-', ''), '12345', '=x', 'a.b.c'])(
	'the hash %s of an open check comes back as it was',
	(hash) => {
		const memory = makeMemory('account', T0);
		memory.open.set(hash, { since: T0, tries: 3, target: 'sox1Bf' });
		expect(restore(memory).open).toEqual(memory.open);
	},
);

it('comes back: no check is forgotten sooner than it was, and packed again it is the same', () => {
	const memory = makeMemory('account', null);
	memory.page = { next: 3, floor: T0 };
	for (let index = 0; index < 100; index++)
		memory.seen.set(makeCode(hashOf(index)), T0 + index * 60);
	const again = restore(memory);
	expect([...again.seen.keys()].sort()).toEqual([...memory.seen.keys()].sort());
	for (const [code, moment] of memory.seen)
		expect(again.seen.get(code)! - moment).toBeGreaterThanOrEqual(0);
	expect({ ...again, seen: undefined }).toEqual({ ...memory, seen: undefined });
	expect(packState(again)).toEqual(packState(memory));
});

it('of 5,000 checks is smaller than 200 kB, whether they have ended or not', () => {
	const ended = makeMemory('account', T0);
	const open = makeMemory('account', T0);
	for (let index = 0; index < 5_000; index++) {
		ended.seen.set(makeCode(hashOf(index)), T0 + index);
		open.open.set(hashOf(index), { since: T0 + index, tries: 0, target: 'sox1Bf' });
	}
	expect(JSON.stringify(packState(ended)).length).toBeLessThan(60_000);
	expect(JSON.stringify(packState(open)).length).toBeLessThan(200_000);
});

it.each([[{}], [{ version: 3 }], [{ version: 4 }], [{ version: 5, seen: null }], [{ version: 6 }]])(
	'%j is no state that can be read',
	(stored) => expect(parseState(stored)).toBeNull(),
);
