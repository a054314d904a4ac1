/** What the cursor keeps between polls: how dates are read for it, the memory of checks, the state. */
import { readState } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { checkDates, serviceNow } from '../../../nodes/AmlCheckTrigger/cursor/dates.ts';
import { codeOf, countPacked, pack, unpack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { emptyState } from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { item, poll, T0 } from './support.mts';

describe('dates', () => {
	it('of the end are not believed of an unfinished check', () => {
		expect(checkDates({ ...item('a', T0), resultDate: '2150-12-31T00:00:00Z' }, true)).toEqual({
			init: T0,
			result: null,
			ended: false,
			blur: 0,
		});
	});

	it('without a time may be any time of their day, in any zone', () => {
		const { blur } = checkDates({ ...item('a', T0), resultDate: '2030-01-01' }, false);
		expect(blur).toBe(36 * 3600 - 1);
	});

	it.each([
		['the header where it is earlier', T0, T0 + 60, T0],
		["n8n's clock where that is earlier", T0 + 3600, T0, T0],
		["the header where n8n's clock is plainly wrong", T0, T0 - 9_999_999, T0],
		["n8n's clock where there is no header", undefined, T0, T0],
	])('are held against %s', (_, header, local, now) =>
		expect(serviceNow(header && header * 1000, local * 1000)).toBe(now),
	);
});

describe('the memory', () => {
	const uuid = '8c2b1f60-1111-4222-a333-944455556666';

	it('tells hashes apart and is the same for any case', () => {
		expect(codeOf(uuid)).toHaveLength(22);
		expect(codeOf(uuid.toUpperCase())).toBe(codeOf(uuid));
		expect(codeOf(`${uuid.slice(0, -1)}7`)).not.toBe(codeOf(uuid));
		expect(codeOf('check-1')).toHaveLength(22);
		expect(codeOf('check-1')).not.toBe(codeOf('check-2'));
	});

	it('survives storing, rounds up and forgets only what is older than asked', () => {
		const memory = new Map([
			[codeOf('a'), T0],
			[codeOf('b'), T0 + 61],
		]);
		const packed = JSON.parse(JSON.stringify(pack(memory, null)));
		expect(countPacked(packed)).toBe(2);
		expect(unpack(packed).get(codeOf('a'))).toBe(T0 + 59);
		expect([...unpack(pack(memory, T0 + 1)).keys()]).toEqual([codeOf('b')]);
	});
});

describe('the state', () => {
	it('is read back as it was', () => {
		const { state } = poll(null, [item('a', T0), item('b', T0 - 60, null)]);
		expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
		expect(readState(undefined)).toBeNull();
	});

	it.each([
		{},
		'x',
		[],
		{ version: 2 },
		{ ...emptyState('a', 'one'), seen: { 1: 2 } },
		{ ...emptyState('a', 'one'), floor: '1' },
	])('that is none is refused: %j', (value) =>
		expect(() => readState(value)).toThrow("can't be read"),
	);

	it('is the very same after a poll that learned nothing', () => {
		const items = [item('a', T0)];
		const { state } = poll(null, items);
		expect(poll(state, items).state).toBe(state);
	});
});
