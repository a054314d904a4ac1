/** The repeated request of a check that was paid for: what is sent, what its response means, and what is written down. */
import type { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import { repeatRequest, type RepeatedId } from '../../../nodes/AmlCheck/screening/repeat.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { makeFailure, type AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { makeTarget, type WantedTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { factsOf, makeSent, makeTaken, wanted } from './entries.mts';

const address = bookAddress('BTC', 'low');
const target: WantedTarget = {
	...{ kind: 'address', currency: readCurrency('BTC')!, address, tokenId: '' },
};
const { key } = makeTarget(target);

interface World {
	/** The entry of the first request, and that of the repeated one in an earlier try. */
	first?: Entry;
	before?: Entry;
	/** The hash in the response, or the failure; `held` fails before anything leaves. */
	answer?: string | AmlCheckError;
	isHeld?: boolean;
	isCancelled?: boolean;
	idempotencyKey?: string;
	/** What the history shows. */
	other?: string;
	/** No item has a target. */
	isEmpty?: boolean;
}

async function play(world: World) {
	const { first = makeTaken(), before, answer = 'hash-1', idempotencyKey = '' } = world;
	const keys = [
		[key, idempotencyKey, 0],
		[key, 'repeated id'],
	].map((one) => JSON.stringify(one));
	const [firstKey, repeatedKey] = keys as [string, string];
	const entries: Record<string, Entry[]> = { [firstKey]: [first] };
	if (before) entries[repeatedKey] = [before];
	const flow = { amlCheck: { Check: entries } };
	const context = {
		...{ getContext: () => flow, getNode: () => ({ name: 'Check', id: 'n' }) },
		...{ getWorkflowDataProxy: () => ({ $runIndex: 0 }), getExecutionId: () => '7' },
		...{ getMode: () => 'manual', getInstanceId: () => 'i', getWorkflow: () => ({ id: 'w' }) },
		getExecutionContext: () => ({ establishedAt: Date.now() - 1_000 }),
	};
	const sent: object[] = [];
	interface Call {
		requestId: string;
		beforeSend(): void;
	}
	const attempt = async (method: string, params: object, { requestId, beforeSend }: Call) => {
		if (world.isHeld) throw answer as AmlCheckError;
		beforeSend();
		sent.push({ method, params, requestId });
		if (typeof answer !== 'string') throw answer;
		return await Promise.resolve({ result: { check: { hash: answer }, meta: null } });
	};
	const { isCancelled: aborted } = world;
	const cancelSignal = aborted === undefined ? undefined : { aborted };
	const session = {
		...{ attempt, limitTime: () => {}, cancelSignal },
		deadline: { progressed: () => {}, leftMs: () => 60_000 },
		clock: { toService: () => undefined },
	};
	const options = { idempotencyKey, reuseWithinHours: 0, mergeDuplicates: true, timeout: 10 };
	const run = {
		...{ context, session, options, items: [{ json: {} }] },
		...{ flag: () => true, isSimplified: () => true, getOptions: () => options },
	} as unknown as NodeRun;
	const searched: string[] = [];
	const findOther = async (hash: string) => {
		searched.push(hash);
		return await Promise.resolve(world.other);
	};
	const readWanted = async () => await Promise.resolve({ targets: world.isEmpty ? [] : [target] });
	const repeated = await repeatRequest(run, readWanted, findOther);
	const [entry, ...more] = entries[repeatedKey] ?? [];
	if (more.length > 0) throw new Error('There are several entries');
	return { repeated, sent, searched, entry, first: entries[firstKey]![0] };
}

/** A response as plain facts. */
const tell = (repeated: RepeatedId) =>
	'failure' in repeated ? { ...repeated, failure: factsOf(repeated.failure) } : repeated;

const lost = makeFailure('connectionLost');
const refused = makeFailure('rejected', { serviceMessage: 'No' });
const unusable = {
	...{ kind: 'connectionLost', advice: '' },
	message: 'An earlier request for this check got no usable response',
};

describe('the request', () => {
	it('is the same once more, under the same ID, and has an entry of its own', async () => {
		const { sent, entry, first } = await play({ answer: 'other' });
		expect(sent).toEqual([
			{
				...{ method: 'checkup.checkaddr', requestId: 'request-1' },
				params: { addr: address, currency: 'BTC' },
			},
		]);
		expect(entry).toMatchObject({
			...{ state: 'taken', id: 'request-1', hash: 'other', paid: true },
			asked: { execution: '7', run: 0, at: expect.any(Number), items: [0] },
		});
		expect(first).toMatchObject({ state: 'taken', hash: 'hash-1', paid: true });
	});

	it.each<[string, World]>([
		['the first one was not sent', { first: wanted }],
		['nobody knows whether the first one was taken', { first: makeSent() }],
		['there is no first one', { isEmpty: true }],
	])('is not made where %s', async (_, world) => {
		const { repeated, sent, searched, entry } = await play({ ...world, answer: 'other' });
		expect(tell(repeated)).toEqual({ kind: 'unsent', failure: unusable });
		expect([sent, searched, entry]).toEqual([[], [], undefined]);
	});

	it('does not leave once the execution was canceled', async () => {
		const { repeated, sent, searched, entry } = await play({ isCancelled: true });
		expect(tell(repeated)).toEqual({ kind: 'unsent', failure: unusable });
		expect([sent, searched, entry?.state]).toEqual([[], [], 'wanted']);
	});
});

describe('a response', () => {
	it.each(['hash-1', ' HASH-1 '])(
		'with the first check is no second charge: %s',
		async (answer) => {
			const { repeated, searched, entry } = await play({ answer });
			expect(repeated).toEqual({ kind: 'same', hash: answer.trim() });
			expect(entry).toMatchObject({ state: 'taken', hash: answer.trim(), paid: false });
			expect(searched).toEqual([]);
		},
	);

	it('with another check is one', async () => {
		const { repeated, searched, entry } = await play({ answer: 'hash-2', other: 'hash-3' });
		expect(repeated).toEqual({ kind: 'other', hash: 'hash-2' });
		expect(entry).toMatchObject({ state: 'taken', hash: 'hash-2', paid: true });
		expect(searched).toEqual([]);
	});

	it.each<[string, World, RepeatedId['kind'], object, string[]]>([
		['that is lost', { answer: lost }, 'lost', { state: 'sent', candidates: [] }, ['hash-1']],
		[
			'that refuses',
			{ answer: refused },
			'refused',
			{ refusal: 'The service says: No' },
			['hash-1'],
		],
		[
			'that says that the ID was used',
			{ answer: refused.with({ isRepeatedId: true }) },
			...['refused', { refusal: 'The service says: No', endedAt: expect.any(Number) }, ['hash-1']],
		],
		[
			'that may be an outage, and says that the ID was used',
			{ answer: lost.with({ isRepeatedId: true }) },
			...['lost', { state: 'sent', candidates: [] }, ['hash-1']],
		],
		[
			'that took nothing',
			{ answer: makeFailure('rateLimited') },
			'unsent',
			{ state: 'wanted' },
			[],
		],
		['that never came', { answer: lost, isHeld: true }, 'unsent', { state: 'wanted' }, []],
	] as Array<[string, World, RepeatedId['kind'], object, string[]]>)(
		'%s',
		async (_, world, kind, expected, looked) => {
			const { repeated, searched, entry } = await play(world);
			expect(repeated).toMatchObject({ kind });
			expect('failure' in repeated && factsOf(repeated.failure)).toEqual(
				factsOf(world.answer as AmlCheckError),
			);
			expect(entry).toMatchObject(expected);
			expect('refusal' in entry! && entry.refusal !== undefined).toBe(kind === 'refused');
			expect(searched).toEqual(looked);
		},
	);

	it.each([
		['a refusal', refused],
		['nothing usable', makeFailure('connectionLost', { serviceMessage: 'No' })],
	])('that says of a key that it was used is a refusal: with %s', async (_, failure) => {
		const answer = failure.with({ isRepeatedId: true });
		const { repeated, entry } = await play({ answer, idempotencyKey: 'k' });
		expect(repeated).toMatchObject({ kind: 'refused', failure: { reason: 'keyUsed' } });
		expect(entry).toMatchObject({ refusal: 'The service says: No', endedAt: expect.any(Number) });
	});

	it.each([
		['lost', lost, 'hash-2'],
		['refused', refused, 'hash-2'],
	])('that was %s may have been charged: the history shows it', async (_, answer, other) => {
		const { repeated, entry } = await play({ answer, other });
		expect(repeated).toEqual({ kind: 'other', hash: other });
		expect(entry).toMatchObject({ state: 'taken', hash: other, paid: true });
	});
});

describe('in another try', () => {
	const REFUSAL = { kind: 'refused', failure: { kind: 'rejected', message: 'No' } };

	it.each<[string, Entry, object, string[]]>([
		['lost', makeSent(), { kind: 'lost', failure: unusable }, ['hash-1']],
		['refused', makeSent({ refusal: 'No' }), REFUSAL, ['hash-1']],
		['the same', makeTaken({ hash: ' HASH-1' }), { kind: 'same', hash: ' HASH-1' }, []],
		['another', makeTaken({ hash: 'hash-2' }), { kind: 'other', hash: 'hash-2' }, []],
	])('it is not sent again: %s', async (_, before, expected, looked) => {
		const { repeated, sent, searched, entry } = await play({ before, answer: 'hash-9' });
		expect(tell(repeated)).toMatchObject(expected);
		expect([sent, searched]).toEqual([[], looked]);
		expect(entry?.state).toBe(before.state);
		if (entry?.state === 'taken') expect(entry.paid).toBe(entry.hash === 'hash-2');
	});

	it('nor in another round of a loop', async () => {
		const asked = { execution: '7', run: 5, at: Date.now(), items: [0] };
		const { sent, entry } = await play({ before: makeTaken({ asked, hash: 'hash-2' }) });
		expect([sent, entry?.asked.run]).toEqual([[], 0]);
	});

	it('a check that the history shows by now is taken', async () => {
		const { repeated, entry } = await play({ before: makeSent(), other: 'hash-2' });
		expect(repeated).toEqual({ kind: 'other', hash: 'hash-2' });
		expect(entry).toMatchObject({ state: 'taken', hash: 'hash-2', paid: true });
	});
});
