/** The failure of a wallet that lacks checks: whose words it has, what it says of the others, and what was paid. */
import type { Failed, Part } from '../../../nodes/AmlCheck/screening/endings.ts';
import { withEntry } from '../../../nodes/AmlCheck/screening/failures.ts';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { factsOf, makeSent, makeTaken } from './entries.mts';
import { ETHER, failed, failureOf, shown, TRON } from './walletParts.mts';

const NOT_PAID = 'Nothing was paid for this item.';
const OTHERS = 'Of the other checks of this wallet:';

const withoutPayment = { about: 'payment', text: '' };
const others = (text: string, ...names: string[]) => ({ about: 'otherChecks', text, names });

const missing = (asset: string, code: string, more: object = {}) => ({
	...{ asset, currency: code, riskLevel: 'unknown' },
	...{ summary: `${asset}: No ${code}`, reason: 'timeout' },
	...{ fault: 'service', charged: false, ...more },
});

it('of one check is that of the check, with the wallet', () => {
	const code = 'USDTTRC20';
	expect(failureOf([failed(code, { requestId: 'x' })])).toEqual({
		...{ kind: 'timeout', message: `USDT on Tron: No ${code}`, advice: `Wait for ${code}.` },
		...{ address: TRON, currency: 'TRX', charged: false, requestId: 'x' },
		checks: [missing('USDT on Tron', code, { requestId: 'x' })],
		notes: [withoutPayment, others(NOT_PAID)],
		isConsequence: false,
	});
});

it('of several has the words of the gravest, and a sentence about each of the others', () => {
	const service = failed('USDTTRC20', {});
	const input = failed('TRX', { kind: 'invalidInput', message: 'No.' });
	const there = shown('ETH', { charged: false, hash: 'eth-1' });
	expect(failureOf([input, there, service])).toEqual({
		...{ kind: 'timeout', message: 'USDT on Tron: No USDTTRC20', advice: 'Wait for USDTTRC20.' },
		...{ address: TRON, currency: 'TRX', charged: false },
		checks: [
			missing('Tron', 'TRX', { summary: 'Tron: No.', reason: 'invalidInput', fault: 'input' }),
			expect.objectContaining({ asset: 'Ethereum', hash: 'eth-1' }),
			missing('USDT on Tron', 'USDTTRC20'),
		],
		notes: [
			withoutPayment,
			others(`${OTHERS} Tron: No. Ethereum is low (check eth-1). ${NOT_PAID}`, 'eth-1'),
		],
		isConsequence: false,
	});
});

describe('the gravest failure', () => {
	const payment = failed('TRX', { message: 'payment', fault: 'payment' });
	const setup = failed('TRX', { message: 'setup', kind: 'credentials' });
	const service = failed('TRX', { message: 'service' });
	const input = failed('TRX', { message: 'input', kind: 'invalidInput' });
	const after = ({ ending, ...part }: Failed<Part>): Part => ({
		...part,
		ending: { failure: ending.failure.with({ message: 'after' }), isConsequence: true },
	});

	it.each([
		['payment', payment, setup],
		['payment', payment, input],
		['setup', setup, service],
		['setup', setup, input],
		['service', service, input],
		['service', service, after(service)],
		['after', after(payment), setup],
		['after', after(setup), service],
		['after', after(service), input],
	] as Array<[string, Part, Part]>)('has the word: %s (%#)', (message, grave, other) => {
		for (const parts of [
			[grave, other],
			[other, grave],
		])
			expect(failureOf(parts)).toMatchObject({ message: `Tron: ${message}`, isConsequence: false });
	});

	it('is the first of several that are as grave', () => {
		const [one, other] = [failed('TRX', {}), failed('USDTTRC20', {})];
		expect(failureOf([one, other]).message).toBe('Tron: No TRX');
		expect(failureOf([other, one]).message).toBe('USDT on Tron: No USDTTRC20');
	});

	it('is a consequence only if all are', () => {
		expect(failureOf([after(service), after(input)]).isConsequence).toBe(true);
		expect(failureOf([after(service), input]).isConsequence).toBe(false);
		expect(failureOf([after(service), shown('ETH', {})]).isConsequence).toBe(true);
	});
});

describe('whether it was paid for', () => {
	const unpaid = failed('TRX', {});
	const taken = (paid: boolean, isPayer: boolean) =>
		failed('USDTTRC20', {}, { entry: makeTaken({ hash: 'usdt-1', paid }), isPayer });
	const there = (charged: boolean) => shown('USDTTRC20', { charged });
	const sent = (isPayer: boolean) => failed('USDTTRC20', {}, { entry: makeSent(), isPayer });

	it.each<[string, Part[], boolean | undefined]>([
		['nothing was', [unpaid, there(false)], false],
		['one that is there was', [unpaid, there(true)], true],
		['one that is missing was', [unpaid, taken(true, true)], true],
		["one that is missing is another item's", [unpaid, taken(true, false)], false],
		['one that is missing was not', [unpaid, taken(false, true)], false],
		['one may have been', [unpaid, sent(true)], undefined],
		['one may have been, by another item', [unpaid, sent(false)], false],
	])('%s', (_, parts, charged) => {
		for (const one of [parts, [...parts].reverse()]) {
			const failure = failureOf(one);
			expect(failure.charged).toBe(charged);
			const text = failure.notes?.find(({ about }) => about === 'otherChecks')?.text ?? '';
			expect(text.endsWith(NOT_PAID)).toBe(charged === false);
		}
	});

	it('is said of each check in the list', () => {
		const { checks } = failureOf([unpaid, taken(true, true), sent(true), sent(false)]);
		expect(checks?.map(({ charged }) => charged)).toEqual([false, true, undefined, false]);
	});
});

describe('the hashes of the others', () => {
	const candidates = (code: string, ...hashes: string[]) =>
		failed(code, {}, { entry: makeSent({ candidates: hashes }) });

	it('are all named, and what it may be is said of all together', () => {
		const first = candidates('TRX', 'a', 'b');
		const parts = [
			first,
			candidates('USDTTRC20', 'b', 'c'),
			failed('ETH', { message: 'No. 1...' }),
		];
		const failure = failureOf(parts);
		const own = factsOf(
			withEntry(new AmlCheckError({ kind: 'timeout', message: 'x', advice: '' }), first.entry),
		);
		expect(failure).toMatchObject({
			...{ message: 'Tron: No TRX', reason: 'paymentUnsure', fault: 'payment' },
			...{ address: TRON, currency: 'TRX', candidates: ['a', 'b', 'c'] },
		});
		expect(failure.notes).toEqual([
			...own.notes!,
			others(
				`${OTHERS} USDT on Tron: No USDTTRC20 (check b or c). Ethereum: No. 1...`,
				...['b', 'c'],
			),
		]);
		expect(failure.checks).toEqual([
			missing('Tron', 'TRX', {
				...{ reason: 'paymentUnsure', fault: 'payment' },
				...{ candidates: ['a', 'b'], requestId: 'request-1', charged: undefined },
			}),
			missing('USDT on Tron', 'USDTTRC20', {
				...{ reason: 'paymentUnsure', fault: 'payment' },
				...{ candidates: ['b', 'c'], requestId: 'request-1', charged: undefined },
			}),
			missing('Ethereum', 'ETH', { summary: 'Ethereum: No. 1...' }),
		]);
	});

	it('are those that were taken, too', () => {
		const entry = makeTaken({ hash: 'trx-1', id: 'request-2' });
		const parts = [failed('TRX', {}, { entry }), failed('ETH', { kind: 'credentials' })];
		const failure = failureOf(parts);
		expect(failure).toMatchObject({ message: 'Ethereum: No ETH', charged: true, address: ETHER });
		expect(failure).not.toHaveProperty('candidates');
		expect(failure.notes).toEqual([
			withoutPayment,
			others(`${OTHERS} Tron: No TRX (check trx-1).`, 'trx-1'),
		]);
		expect(failure.checks?.[0]).toEqual(
			missing('Tron', 'TRX', { hash: 'trx-1', requestId: 'request-2', charged: true }),
		);
	});

	it('are one candidate where there is one', () => {
		const parts = [failed('ETH', { kind: 'credentials' }), candidates('TRX', 'a')];
		expect(failureOf(parts).candidates).toEqual(['a']);
		expect(failureOf([...parts, candidates('USDTTRC20')]).candidates).toEqual(['a']);
	});

	it('leave no candidates where there are none', () => {
		expect(failureOf([failed('TRX', { candidates: [] })])).not.toHaveProperty('candidates');
	});
});
