/** Any faults at any calls in any order, drawn from a seed: nothing twice, nothing lost, no false pass. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { FAULT_KINDS, type FaultKind, type FaultSpec } from '../../../sandbox/server.mts';
import type { NodeSettings } from '../harness/index.mts';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	inPool,
	pairOf,
	REGULAR,
	RETRY,
	run,
	screenBtc,
	SEED,
	SPLIT,
	STOP,
	withSandbox,
} from './support.mts';

const STORMS = 120;

const METHODS = ['checkup.checkaddr', 'checkup.getresult', 'checkup.getcheckshistory', '*'];
const MODES: NodeSettings[] = [STOP, REGULAR, SPLIT].flatMap((mode) => [
	mode,
	{ ...mode, ...RETRY },
]);

/** A hanging call takes seconds of waiting, which the matrix has had its share of. */
const KINDS = (Object.keys(FAULT_KINDS) as FaultKind[]).filter((kind) => kind !== 'hang');

const faults = fc.record<FaultSpec>({
	method: fc.constantFrom(...METHODS),
	kind: fc.constantFrom(...KINDS),
	times: fc.integer({ min: 1, max: 3 }),
	skip: fc.integer({ min: 0, max: 6 }),
	delayMs: fc.constant(400),
});
const storms = fc.record({
	count: fc.integer({ min: 1, max: 5 }),
	mode: fc.constantFrom(...MODES),
	repeatedId: fc.constantFrom('replay', 'refuse', 'charge'),
	history: fc.record({
		lagMs: fc.constantFrom(0, 500, 2_000),
		orderBy: fc.constantFrom('initDate', 'resultDate'),
	}),
	notReady: fc.constantFrom('pending', 'notFound'),
	metaPosition: fc.constantFrom('beside', 'inside'),
	errorStatus: fc.constantFrom(200, 400),
	processingMs: fc.constantFrom(0, 800),
	faults: fc.array(faults, { minLength: 1, maxLength: 6 }),
});
type Storm = typeof storms extends fc.Arbitrary<infer T> ? T : never;

async function weather({ count, mode, faults: all, ...options }: Storm) {
	return await withSandbox(options as object, async (sandbox) => {
		for (const fault of all) sandbox.fault(fault);
		const parameters = screenBtc({ timeout: 6 });
		const items = btcWallets(count);
		const first = await run(sandbox, { items, parameters, settings: mode });
		const audits = [audit(sandbox, first, count)];
		let last = first;
		if (first.status === 'error') {
			sandbox.clearFaults();
			last = await first.retry({ parameters: screenBtc() });
			audits.push(audit(sandbox, last, count));
		}
		const isCharged = (index: number) =>
			sandbox.checks().some(({ address }) => address === BTC_WALLETS[index]);
		const denied = [...last.main, ...last.error].filter(
			(item) =>
				(item.json.details as IDataObject | undefined)?.charged === false &&
				isCharged(pairOf(item)),
		);
		return { audits, denied, last, count };
	});
}

describe(`${STORMS} storms of seed ${SEED}`, () => {
	const drawn = fc.sample(storms, { seed: SEED, numRuns: STORMS });
	let playing: Array<ReturnType<typeof weather>> = [];
	beforeAll(() => {
		playing = inPool(drawn, 40, weather);
		for (const promise of playing) promise.catch(() => undefined);
	});

	it.each(drawn.map((storm, index) => ({ index, storm: JSON.stringify(storm) })))(
		'$index: $storm',
		async ({ index }) => {
			const { audits, denied, last, count } = await playing[index];
			for (const one of audits)
				expect(one).toMatchObject({ twice: 0, lost: [], falsePasses: [], severalIds: [] });
			expect(denied).toEqual([]);
			expect(last.status).toBe('success');
			expect([...last.main, ...last.error].map(pairOf).sort()).toEqual(
				Array.from({ length: count }, (_, item) => item),
			);
		},
		180_000,
	);
});
