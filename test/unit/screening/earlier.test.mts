/** What an earlier try has sent for an item of several checks, in the words of a failure. */
import { withEntries, type NamedEntry } from '../../../nodes/AmlCheck/screening/failures.ts';
import { describeFailure, makeFailure } from '../../../nodes/shared/failures/failure.ts';

const failure = makeFailure('configuration', { why: 'The option holds nothing.' });
const asked = { execution: '7', run: 0, at: 1_700_000_000_000, items: [0] };

const taken = (asset: string, hash: string, paid = true): NamedEntry => ({
	asset,
	entry: { state: 'taken', id: `id of ${asset}`, asked, hash, paid },
});

const sent = (asset: string, candidates: string[]): NamedEntry => ({
	asset,
	entry: {
		...{ state: 'sent', id: `id of ${asset}`, asked, candidates },
		...{ sentAt: asked.at, endedAt: asked.at + 1_000, clock: 'own', sends: 1 },
	},
});

it('without an earlier check it is the same failure', () => {
	expect(withEntries(failure, [])).toBe(failure);
});

it('one check is named, and nothing is listed', () => {
	const { hash, charged, checks, paid } = withEntries(failure, [taken('TRX', 'hash-1')]);
	expect({ hash, charged, checks, paid }).toEqual({
		...{ hash: 'hash-1', charged: true, checks: undefined, paid: ['hash-1'] },
	});
});

it('of several checks each hash is named, and each is listed', () => {
	const entries = [taken('TRX', 'hash-1', false), taken('USDT', 'hash-2'), taken('USDC', 'hash-3')];
	const known = withEntries(failure, entries);
	expect(known).toMatchObject({ hash: 'hash-1', charged: true });
	expect(known.paid).toEqual(['hash-1', 'hash-2', 'hash-3']);
	expect(known.checks).toMatchObject([
		{ asset: 'TRX', hash: 'hash-1', charged: false },
		{ asset: 'USDT', hash: 'hash-2', charged: true },
		{ asset: 'USDC', hash: 'hash-3', charged: true },
	]);
	expect(describeFailure(known)).toContain('Its other checks are: hash-2, hash-3.');
});

it('the one whose payment is unsure has the word, and the hashes of the others stay', () => {
	const entries = [taken('TRX', 'hash-1'), sent('USDT', ['maybe-1', 'maybe-2'])];
	const known = withEntries(failure, entries);
	expect(known).toMatchObject({ reason: 'paymentUnsure', fault: 'payment', charged: true });
	expect(known.candidates).toEqual(['maybe-1', 'maybe-2']);
	expect(known.requestId).toBe('id of USDT');
	expect(known.checks).toMatchObject([{ hash: 'hash-1' }, { candidates: ['maybe-1', 'maybe-2'] }]);
	for (const hash of ['hash-1', 'maybe-1', 'maybe-2'])
		expect(describeFailure(known)).toContain(hash);
});
