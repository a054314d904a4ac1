/** Wishes and their entries, as the tests of what happens to them need them. */
import type { Entry, Sent } from '../../../nodes/AmlCheck/screening/entry.ts';
import { Wish, type Plan, type SharedOptions } from '../../../nodes/AmlCheck/screening/wish.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { makeSent, makeTaken } from './entries.mts';

const asked = { execution: '7', run: 0, at: 1_000, items: [0] };

export const wanted: Entry = { state: 'wanted', id: 'id', asked };

export const sent = (more: Partial<Sent> = {}): Sent =>
	makeSent({ id: 'id', asked, sentAt: 50, endedAt: 90, ...more });

export const taken = (hash: string, paid = true, id = 'id'): Entry =>
	makeTaken({ id, asked, hash, paid });

export const OPTIONS: SharedOptions = {
	...{ idempotencyKey: '', onTimeout: 'error', onUnsure: 'report' },
	...{ reuseUntoldAsset: false, reuseWithinHours: 0 },
};

export const targetOf = (kind: 'low' | 'high' = 'low') =>
	makeTarget({
		...{ kind: 'address', currency: { code: 'BTC', network: 'BTC' }, tokenId: '' },
		address: bookAddress('BTC', kind),
	});

export const wishOf = (
	entry: Entry = wanted,
	options: Partial<SharedOptions> = {},
	target = targetOf(),
): Wish => new Wish(target, [0], { ...OPTIONS, ...options }, true, [entry], undefined);

/** A plan of which only the parts are there that the test gives. */
export const planOf = (run: object, more: object = {}): Plan =>
	({ run, holders: new Map(), wishes: [], ...more }) as unknown as Plan;
