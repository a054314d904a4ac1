/**
 * Offices as they are: a form, a desk and a list at one service on a working morning. Nothing here is meant to break a
 * promise; how often trouble comes is what an office sees, and the figures say how many questions people are asked.
 * Times in ms.
 */
import fc from 'fast-check';
import {
	type ExecutionPlan,
	faultsOf,
	HOUR,
	MINUTE,
	type NodePlan,
	parts,
	type World,
} from './worlds.mts';

/** One in so many. */
const oneIn = (most: number): fc.Arbitrary<boolean> => fc.nat(most - 1).map((draw) => draw === 0);

const rarely = <T,>(most: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
	fc.oneof({ weight: most - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** The customers of a morning: somebody sends a form twice, so a wallet may come again. */
const WALLETS_OF_A_MORNING = 4;

const form: fc.Arbitrary<ExecutionPlan> = fc
	.record({
		startAt: fc.nat(3 * HOUR),
		machine: fc.constantFrom(0, 1),
		wallets: fc.array(fc.nat(WALLETS_OF_A_MORNING), { minLength: 1, maxLength: 1 }),
		death: rarely(
			40,
			fc.record({
				request: fc.integer({ min: 1, max: 6 }),
				when: fc.constantFrom('after', 'answered', 'before'),
			}),
		),
		retryAfter: fc.integer({ min: MINUTE / 2, max: 2 * HOUR }),
		moves: oneIn(4),
		isStopped: oneIn(40),
	})
	.map(({ death, isStopped, ...plan }) => ({
		...plan,
		deaths: [death],
		retryAfter: plan.moves ? Math.max(plan.retryAfter, 4 * MINUTE) : plan.retryAfter,
		stopAfter: isStopped ? 2_000 : null,
	}));

/** A customer who hears nothing sends the form again, and somebody retries both. */
const again = form.chain((first) =>
	fc
		.integer({ min: 2_000, max: 10 * MINUTE })
		.map((later) => [
			first,
			{ ...first, startAt: first.startAt + later, deaths: [], stopAfter: null },
		]),
);

const list: fc.Arbitrary<ExecutionPlan> = form.map((plan) => ({ ...plan, wallets: [0, 1, 2] }));

const day = fc
	.tuple(
		fc.array(form, { minLength: 3, maxLength: 6 }),
		fc.array(again, { maxLength: 2 }),
		fc.array(list, { maxLength: 1 }),
	)
	.map(([forms, pairs, lists]) => [...forms, ...pairs.flat(), ...lists]);

/** Half of the forms have a key; all wait, and stop at an error or hand it on. */
const node: fc.Arbitrary<NodePlan> = fc.record({
	asset: fc.constantFrom(0, 1, 3),
	wholes: fc.constantFrom([false, false, false], [true, true, true]),
	onError: fc.constantFrom('stop', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	rounds: fc.constant(1),
	pauseMs: fc.constant(0),
	failsBefore: oneIn(10).map(Number),
	timeout: fc.constant(300),
	key: fc.constantFrom('none', 'perItem'),
	reuseHours: fc.constantFrom(0, 24),
	reuseUntold: fc.constant(false),
	maxPaid: fc.constant(0),
	waits: fc.constant(true),
});

/** A fault strikes a few requests of a morning; the service is down for minutes every other morning. */
export const offices: fc.Arbitrary<World> = fc.record({
	...parts,
	nodes: fc.array(node, { minLength: 1, maxLength: 1 }),
	failsAtEnd: oneIn(4).map(Number),
	executions: day,
	strangers: fc.constant([]),
	faults: fc
		.tuple(
			fc.array(faultsOf(['pay'], 12), { maxLength: 2 }),
			fc.array(faultsOf(['history', 'result', 'list', 'any'], 80), { maxLength: 2 }),
		)
		.map((both) => both.flat()),
	outages: fc.array(
		fc.record({
			kind: fc.constantFrom('connectionRefused', 'gatewayPage', 'maintenance', 'silence'),
			from: fc.nat(3 * HOUR),
			lasts: fc.integer({ min: MINUTE, max: 20 * MINUTE }),
		}),
		{ maxLength: 1 },
	),
});
