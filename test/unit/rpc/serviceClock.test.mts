/** The service's clock, measured from the dates of its answers: the truth is never outside of what it says. */
import fc from 'fast-check';
import { ServiceClock } from '../../../nodes/shared/rpc/time.ts';
import { inEveryZone } from '../../zones.mts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const header = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toUTCString();

const answers = fc.array(
	fc.record({
		at: fc.integer({ min: 0, max: 600_000 }),
		thereMs: fc.integer({ min: 0, max: 3_000 }),
		backMs: fc.integer({ min: 0, max: 3_000 }),
	}),
	{ minLength: 1, maxLength: 20 },
);

inEveryZone(() => {
	it.each([
		'Sun, 01 Mar 2026 12:00:00 GMT',
		'Sun Mar  1 12:00:00 2026',
		'Sun, 01 Mar 2026 12:00:00',
	])('the header %s is Greenwich time, also where n8n runs in another zone', (text) => {
		const clock = new ServiceClock();
		clock.note(text, NOW, NOW + 20);
		expect(Math.abs(clock.aheadMs ?? Infinity)).toBeLessThan(1_000);
	});
});

describe('the clock of the service', () => {
	it('is unknown until an answer has told the time', () => {
		const clock = new ServiceClock();
		expect(clock.toService(NOW)).toBeUndefined();
		for (const nothing of [undefined, null, 5, '', 'yesterday', {}])
			clock.note(nothing, NOW, NOW + 1);
		clock.note(header(NOW), NOW + 10, NOW);
		expect(clock.toService(NOW)).toBeUndefined();
	});

	it('lies within what was measured, whatever the offset and however long calls took', () => {
		fc.assert(
			fc.property(
				answers,
				fc.integer({ min: -300_000, max: 300_000 }),
				fc.integer({ min: 0, max: 600_000 }),
				(all, offset, moment) => {
					const clock = new ServiceClock();
					for (const { at, thereMs, backMs } of all) {
						const sentAt = NOW + at;
						const answeredAt = sentAt + thereMs;
						clock.note(header(answeredAt + offset), sentAt, answeredAt + backMs);
					}
					const truth = NOW + moment + offset;
					const span = clock.toService(NOW + moment);
					expect(span?.from).toBeLessThanOrEqual(truth);
					expect(span?.to).toBeGreaterThanOrEqual(truth);
					const [{ thereMs, backMs }] = all;
					expect((span?.to ?? 0) - (span?.from ?? 0)).toBeLessThanOrEqual(1_000 + thereMs + backMs);
				},
			),
			{ seed: 51, numRuns: 400 },
		);
	});

	it('follows a clock that is set anew', () => {
		const clock = new ServiceClock();
		clock.note(header(NOW), NOW, NOW + 20);
		clock.note(header(NOW + 180_000), NOW, NOW + 20);
		expect(clock.toService(NOW)?.from).toBeGreaterThan(NOW + 170_000);
	});
});
