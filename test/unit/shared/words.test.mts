/** Every sentence about a request that failed, for each way of running the item again. A change is to be read first. */
import { endUnfinished } from '../../../nodes/AmlCheck/waiting/unfinished.ts';
import {
	earlierLost,
	keyUsed,
	notReached,
	notSubmitted,
	otherTarget,
	refusedBefore,
	withEntry,
} from '../../../nodes/AmlCheck/screening/failures.ts';
import type { Entry, Sent } from '../../../nodes/AmlCheck/screening/entry.ts';
import { adviseAgain, type Again } from '../../../nodes/shared/failures/again.ts';
import {
	describeFailure,
	makeFailure,
	readFault,
	readPayment,
	REASONS,
	type AmlCheckError,
} from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';

const OFFERS = {
	'Retry and a key': { hasRetry: true, hasKey: true },
	Retry: { hasRetry: true, hasKey: false },
	'a key': { hasRetry: false, hasKey: true },
	neither: { hasRetry: false, hasKey: false },
	nothing: undefined,
};

type OfferName = keyof typeof OFFERS;

/** For each offer, those with the same words together. */
function describeAll(
	describe: (offer: (typeof OFFERS)[OfferName]) => string,
	names: readonly OfferName[] = Object.keys(OFFERS) as OfferName[],
): string[] {
	const offers = new Map<string, string[]>();
	for (const name of names) {
		const offer = OFFERS[name];
		const text = describe(offer);
		offers.set(text, [...(offers.get(text) ?? []), name]);
	}
	return [...offers].map(([text, names]) => `(${names.join(', ')}) ${text}`);
}

const tell = (failure: AmlCheckError, offers?: readonly OfferName[]): string =>
	[
		`${failure.message} (${failure.serviceMessage}) [${failure.kind}, ${failure.reason}, ${readFault(failure)}, ${readPayment(failure)}, charged ${failure.charged}]`,
		...describeAll((offer) => describeFailure(failure, offer), offers),
	].join('\n');

const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];
const MOMENT = Date.UTC(2026, 8, 1, 12);

it.each(KINDS)('%s', (kind) => {
	const facts = { method: 'checkup.ping', requestId: 'request-1' };
	const known = { ...facts, code: -1, httpStatus: 418, why: 'Because.', timeoutMs: 12_345 };
	const said = { ...known, serviceMessage: 'We are  \n sorry. ' };
	expect(
		[facts, known, said].map((one) => tell(makeFailure(kind, one))).join('\n\n'),
	).toMatchSnapshot();
});

it('every reason says whose turn it is', () => expect(REASONS).toMatchSnapshot());

const AGAIN: Again[] = [
	{ after: 'nothing' },
	{ after: 'nothing', first: 'Do this' },
	{ after: 'cancel' },
	{ after: 'loss', provedAt: MOMENT },
	{ after: 'candidates' },
	{ after: 'payment' },
];

it.each(AGAIN)('again: %j', (again) => {
	expect(describeAll((offer) => adviseAgain(again, offer)).join('\n')).toMatchSnapshot();
});

const asked = { execution: '7', run: 0, at: MOMENT, items: [0] };
const sent = (more: Partial<Sent> = {}): Sent => ({
	...{ state: 'sent', id: 'request-1', asked, sentAt: MOMENT, clock: 'own', sends: 1 },
	...{ endedAt: MOMENT + 1_000, candidates: [], ...more },
});

const ENTRIES: Record<string, Entry> = {
	wanted: { state: 'wanted', id: 'request-1', asked },
	sent: sent(),
	'sent, where unfinished checks show': sent({ showsUnfinished: true }),
	'sent on any clock': sent({ isOfAnyClock: true }),
	'sent, with a candidate': sent({ candidates: ['check-1'] }),
	'sent, with two': sent({ candidates: ['check-1', 'check-2'] }),
	refused: sent({ refusal: 'No' }),
	'refused, with a candidate': sent({ refusal: 'No', candidates: ['check-1'] }),
	taken: { state: 'taken', id: 'request-1', asked, hash: 'check-1', paid: true },
	'taken, and paid for by somebody else': {
		...{ state: 'taken', id: 'request-1', asked, hash: 'check-1', paid: false },
	},
};

const FAILURES: Record<string, AmlCheckError> = {
	'a lost connection': makeFailure('connectionLost', { requestId: 'request-1' }),
	'an earlier loss': earlierLost(),
	'a refusal': makeFailure('rejected', { serviceMessage: 'No' }),
	'a refusal that is proved to be free': makeFailure('rejected').with({ charged: false }),
	'a refusal of an earlier try': refusedBefore('No'),
	'a cancelled run': notSubmitted.cancelled(),
	'a run without time': notSubmitted.late(30),
	'a run that has stopped': notSubmitted.stopped(),
	'a run that was held': notSubmitted.unusable(makeFailure('credentials')),
	'a search that failed': notSubmitted.unsearched(notReached()),
	'a check of another target': otherTarget('check-1'),
	'a key that was used': keyUsed(makeFailure('rejected', { serviceMessage: 'Duplicate' })),
	'a pause of an hour': makeFailure('rateLimited', { retryAfterMs: 3_600_000 }),
};

it.each(Object.entries(FAILURES))('an entry after %s', (_, failure) => {
	const texts = Object.entries(ENTRIES).map(
		([name, entry]) => `${name}: ${tell(withEntry(failure, entry), ['Retry', 'neither'])}`,
	);
	expect(texts.join('\n\n')).toMatchSnapshot();
});

it.each(['cancelled', 'credentials', 'timeout'] as const)(
	'a check that is not finished: %s',
	(end) => {
		const check = { hash: 'check-1', beganAt: 0, isShown: true };
		const known = { status: 'PENDING' };
		const kinds = ['credentials', 'notFound', 'rejected', 'unavailable'] as const;
		const failures = kinds.map((kind) => makeFailure(kind, { httpStatus: 503 }));
		const all = [{}, known, ...failures.flatMap((failure) => [{ failure }, { ...known, failure }])];
		const texts = all.map((more) => {
			const outcome = endUnfinished({ ...check, ...more }, end, 300);
			return 'failure' in outcome ? `pending ${outcome.pending}: ${tell(outcome.failure)}` : '';
		});
		expect(texts.join('\n\n')).toMatchSnapshot();
	},
);
