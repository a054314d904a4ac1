/** The one reader of the service's dates: UTC on every machine, and nothing that can't be a date. */
import fc from 'fast-check';
import {
	latestDateSeconds,
	newestFirst,
	parseDateSeconds,
	parseHttpDateMs,
	writeDate,
} from '../../../nodes/shared/base/dates.ts';
import { inEveryZone } from '../../zones.mts';

const T0 = Date.UTC(2030, 0, 1) / 1000;

inEveryZone(() => {
	it.each<[string, number]>([
		...[
			'2030-01-01T00:00:00+00:00 2030-01-01T02:00:00+02:00 2029-12-31T18:30:00-0530',
			'2030-01-01T08:00:00+08 2030-01-01T18:00:00+18:00 2030-01-01T00:59:00+00:59',
			'2030-01-01T00:00:00.900Z 2030-01-01T00:00:00,5 2030-01-01T00:00:00 2030-01-01t00:00:00',
			'2029-12-31T05:30:00-18:30',
		].flatMap((texts) => texts.split(' ').map((text): [string, number] => [text, T0])),
		['2030-01-01 00:00:00', T0],
		['2030-01-01 00:00:00 UTC', T0],
		['2030-01-01 00:00:00 gmt', T0],
		[' 2030-01-01T00:00:00z\n', T0],
		['2030-03-31T02:30:00', Date.UTC(2030, 2, 31, 2, 30) / 1000],
		['2028-02-29T23:59:59', Date.UTC(2028, 1, 29, 23, 59, 59) / 1000],
		['2199-12-31T23:59:59', Date.UTC(2199, 11, 31, 23, 59, 59) / 1000],
	])('%s is read in UTC, in whole seconds', (text, second) =>
		expect(parseDateSeconds(text)).toBe(second),
	);

	it.each([
		['no text', [null, undefined, 1_893_456_000]],
		['blank', ['', ' ']],
		['with a word before it', ['on 2030-01-01', 'Tue, 01 Jan 2030 00:00:00 GMT']],
		['with a word behind it', ['2030-01-01T00:00:00 PST', '2030-01-01T00:00:00Z and more']],
		['in another form', 'soon 1893456000 01/02/2030 2030-1-1'.split(' ')],
		['without a time or its seconds', '2030-01-01 2030-01-01T00:00 2030-01-01T00:00Z'.split(' ')],
		['too early', '0001-01-01T00:00:00Z 0099-01-01T00:00:00Z 1970-01-01T00:00:00Z'.split(' ')],
		['too late', ['9999-12-31T23:59:59Z', '2200-01-01T00:00:00Z']],
		['of no month', '2030-00-10T00:00:00Z 2030-13-01T00:00:00Z'.split(' ')],
		['of no day', '2030-02-30T00:00:00Z 2030-06-31T00:00:00Z 2030-01-00T00:00:00Z'.split(' ')],
		['of no hour', '2030-01-01T24:00:00Z 2030-01-01T25:00:00Z'.split(' ')],
		['of no minute or second', '2030-01-01T00:60:00Z 2030-01-01T00:00:60Z'.split(' ')],
		['of no offset', '2030-01-01T00:00:00+19:00 2030-01-01T00:00:00+00:60'.split(' ')],
		[
			'with a digit that is none',
			'02e3-01-01T00:00:00Z 2030-1.-01T00:00:00Z 2030-01-1.T00:00:00Z'.split(' '),
		],
		['with an hour or minute that is none', '2030-01-01T1.:00:00Z 2030-01-01T00:1.:00Z'.split(' ')],
		[
			'with a second that is none',
			'2030-01-01T00:00:1. 2030-01-01T00:00:00. 2030-01-01T00:00:00.x'.split(' '),
		],
		['with an offset that is none', '2030-01-01T00:00:00+1.:00 2030-01-01T00:00:00+01:'.split(' ')],
		['with a minute of it that is none', ['2030-01-01T00:00:00+01:1.']],
	])('what is %s is no date: %j', (_, values) => {
		for (const value of values) expect([value, parseDateSeconds(value)]).toEqual([value, null]);
	});

	it('reads back every second that is written', () => {
		const seconds = fc.integer({ min: 1, max: Date.UTC(2199, 11, 31) / 1000 });
		fc.assert(
			fc.property(seconds, fc.constantFrom('', 'Z', '+00:00'), (second, offset) => {
				const text = new Date(second * 1000).toISOString().slice(0, 19);
				expect(parseDateSeconds(`${text}${offset}`)).toBe(second);
			}),
			{ seed: 7, numRuns: 300 },
		);
	});

	it.each([
		['Tue, 01 Jan 2030 00:00:00 GMT', T0 * 1000],
		['Tue, 01 Jan 2030 00:00:00', null],
		['2030-01-01T00:00:00Z', null],
		['12', null],
		['soon', null],
		[undefined, null],
	])('the header %s is read in its one form', (text, ms) => expect(parseHttpDateMs(text)).toBe(ms));
});

it('takes the later of two dates, of whatever can be read', () => {
	const [early, late] = ['2030-01-01T00:00:00+00:00', '2030-01-01T00:01:00'];
	expect(latestDateSeconds({ initDate: late, resultDate: early })).toBe(T0 + 60);
	expect(latestDateSeconds({ initDate: early, resultDate: 'soon' })).toBe(T0);
	expect(latestDateSeconds({ initDate: 'soon', resultDate: late })).toBe(T0 + 60);
	expect(latestDateSeconds({ initDate: early, resultDate: late })).toBe(T0 + 60);
	expect(latestDateSeconds({ initDate: '1970-01-01T00:00:01Z' })).toBe(1);
	expect(latestDateSeconds({ initDate: null })).toBeNull();
	expect(latestDateSeconds({})).toBeNull();
});

it('sorts the newest result first, and what has no date last', () => {
	const dates = [null, '2030-01-01T00:00:00+08:00', '2030-01-01T00:00:00', '2029-01-01T00:00:00'];
	const sorted = dates.map((resultDate) => ({ resultDate })).sort(newestFirst);
	expect(sorted.map(({ resultDate }) => resultDate)).toEqual([dates[2], dates[1], dates[3], null]);
});

it('compares what has no date as the epoch, and orders nothing by when a check began', () => {
	const [early, late] = ['1970-01-01T00:00:01Z', '1970-01-01T00:00:03Z'];
	expect(newestFirst({ resultDate: early }, { resultDate: late, initDate: early })).toBe(2);
	expect(newestFirst({ resultDate: early, initDate: late }, {})).toBe(-1);
	expect(newestFirst({ initDate: late }, { resultDate: early })).toBe(1);
});

it('writes a moment to the full second that is not before it', () => {
	expect(writeDate(T0 * 1000)).toBe('2030-01-01T00:00:00Z');
	expect(writeDate(T0 * 1000 + 1)).toBe('2030-01-01T00:00:01Z');
});
