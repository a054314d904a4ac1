/** What the tests of the paid path share: entries in each state. */
import type { Entry, Sent, Taken } from '../../../nodes/AmlCheck/screening/ledger.ts';

const asked = { execution: '7', node: 'AML Check', run: 0, at: 1_700_000_000_000, items: [0] };

const base = { id: 'request-1', asked, sends: 1 };

export const wanted: Entry = { ...base, state: 'wanted' };

export const makeSent = (more: Partial<Sent> = {}): Sent => ({
	...base,
	state: 'sent',
	candidates: [],
	sentAt: asked.at,
	...more,
});

export const makeTaken = (more: Partial<Taken> = {}): Taken => ({
	...base,
	state: 'taken',
	hash: 'hash-1',
	paid: true,
	...more,
});
