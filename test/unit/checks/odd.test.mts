/** Which results are odd, and for how long each oddity is asked about again. */
import { findOddity, isWorthAsking } from '../../../nodes/shared/checks/result.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';

const FULL = { riskscore: 3, signals: {} };

it.each<[string, unknown, string | null]>([
	['SUCCESS', FULL, null],
	['SUCCESS', { riskscore: 0, signals: [] }, null],
	['SUCCESS', { riskscore: '5', signals: 'x' }, null],
	['SUCCESS', { riskscore: null, signals: {} }, 'unfilled'],
	['SUCCESS', { riskscore: ' ', signals: {} }, 'unfilled'],
	['SUCCESS', { signals: {} }, 'unfilled'],
	['SUCCESS', { riskscore: 3, signals: null }, 'unfilled'],
	['SUCCESS', { riskscore: 3 }, 'unfilled'],
	['SUCCESS', {}, 'unfilled'],
	['SUCCESS', [FULL], 'unfilled'],
	['SUCCESS', 'report', 'unfilled'],
	['SUCCESS', null, 'unfilled'],
	['SUCCESS', undefined, 'unfilled'],
	['FAILED', FULL, 'failed'],
	['FAILED', null, 'failed'],
	['PENDING', FULL, null],
	['PENDING', null, null],
])('the result %s with the report %j is %s', (status, report, oddity) => {
	expect(findOddity({ hash: 'h', status, report } as CheckRecord)).toBe(oddity);
});

it.each<[Parameters<typeof isWorthAsking>[0], number, number, boolean]>([
	['mismatch', 0, 0, true],
	['mismatch', 2, 60_000, true],
	['mismatch', 3, 0, false],
	['mismatch', 4, 0, false],
	['failed', 9, 1_999, true],
	['failed', 0, 2_000, false],
	['failed', 0, 2_001, false],
	['unfilled', 9, 14_999, true],
	['unfilled', 0, 15_000, false],
	['unfilled', 0, 15_001, false],
])('%s, seen %i times for %i ms, is worth asking: %s', (oddity, count, forMs, isWorth) => {
	expect(isWorthAsking(oddity, { count, forMs })).toBe(isWorth);
});
