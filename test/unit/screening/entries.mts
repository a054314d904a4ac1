/** What the tests of the paid path share: entries in each state. */
import type { Entry, Sent } from '../../../nodes/AmlCheck/run/entries.ts';

type Taken = Extract<Entry, { state: 'taken' }>;

const asked = { execution: '7', run: 0, at: 1_700_000_000_000, items: [0] };

export const wanted: Entry = { state: 'wanted', id: 'request-1', asked };

export const makeSent = (more: Partial<Sent> = {}): Sent => ({
	...{ state: 'sent', id: 'request-1', asked, candidates: [], clock: 'own', sends: 1 },
	...{ sentAt: asked.at, endedAt: asked.at + 1_000 },
	...more,
});

export const makeTaken = (more: Partial<Taken> = {}): Taken => ({
	...{ state: 'taken', id: 'request-1', asked, hash: 'hash-1', paid: true },
	...more,
});
