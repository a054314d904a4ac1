/** Filters by date that do not fit what the history shows. */
import { readDateSeconds } from '../../../nodes/shared/dates.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { iso, item, poll, T0 } from './support.mts';

describe('filters by date that do not fit', () => {
	const base = item('base', T0);

	it('are tried around a check that is known before a backlog is cut by them', () => {
		const { state } = poll(null, [base]);
		const items = Array.from({ length: 40 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const service = { filters: 'milliseconds' as const };
		const run = poll(state, [base, ...items], { pageSize: 5 }, service);
		expect(run.warning).toContain('other dates than it was asked for');
		const cuts = run.requests.filter(
			(request) => request.kind === 'page' && request.page === 0 && request.dateTo !== undefined,
		);
		// One check's own second, asked for twice since it came back empty; no slice of the window.
		expect(cuts.map((request) => request.kind === 'page' && request.dateTo)).toEqual([
			T0 + 5 + 39 * 40 + 1,
			T0 + 5 + 39 * 40 + 1,
		]);
	});

	it('show where dates have no time: one check in slices that lie apart', () => {
		const shown = (entry: HistoryItem) => ({
			...entry,
			initDate: entry.initDate!.slice(0, 10),
			resultDate: entry.resultDate!.slice(0, 10),
		});
		const service = { filters: 'ignoreFrom' as const, shown };
		let { state } = poll(null, [base], {}, service);
		const items = Array.from({ length: 60 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const seen: string[] = [];
		const warnings: string[] = [];
		for (let polls = 0; polls < 5; polls++) {
			const run = poll(state, [base, ...items], { pageSize: 10 }, service);
			seen.push(...run.hashes);
			if (run.warning) warnings.push(run.warning);
			({ state } = run);
		}
		expect(seen.sort()).toEqual(items.map(({ hash }) => hash).sort());
		expect(warnings[0]).toContain('other dates than it was asked for');
	});

	it('do not bring back a check whose end can not be read', () => {
		const odd = (entry: HistoryItem) =>
			entry.hash === 'odd' ? { ...entry, resultDate: '9999-12-31T23:59:59+00:00' } : entry;
		const zoneless = (entry: HistoryItem) => {
			const { initDate, resultDate, ...rest } = odd(entry);
			return { ...rest, initDate: initDate!.slice(0, 19), resultDate: resultDate!.slice(0, 19) };
		};
		let { state } = poll(null, [base]);
		const items = [base, item('odd', T0 + 60)];
		for (const index of [1, 2, 3]) items.push(item(`next${index}`, T0 + 60 + index));
		const first = poll(state, items, {}, { shown: odd });
		expect(first.hashes).toEqual(['odd', 'next1', 'next2', 'next3']);
		({ state } = first);
		for (const hours of [5, 10]) {
			items.push(item(`after${hours}`, T0 + hours * 3600));
			const run = poll(state, items, {}, { shown: odd });
			expect(run.hashes).toEqual([`after${hours}`]);
			({ state } = run);
		}
		const seen: string[] = [];
		for (let polls = 0; polls < 3; polls++) {
			const run = poll(state, items, {}, { shown: zoneless });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual([]);
	});
});

describe('dates without a zone, hours behind the filters', () => {
	const behind = (text: string | null | undefined) =>
		iso(readDateSeconds(text)! - 7 * 3600).slice(0, 19);
	const shown = (entry: HistoryItem) => ({
		...entry,
		initDate: behind(entry.initDate),
		resultDate: behind(entry.resultDate),
	});

	it('neither bring back what was delivered nor hide what is new while a backlog is read', () => {
		const old = Array.from({ length: 8 }, (_, index) => item(`old${index}`, T0 - index * 1800));
		let { state } = poll(null, old, {}, { shown });
		const items = [...old];
		const seen: string[] = [];
		for (let polls = 0; polls < 80; polls++) {
			if (polls < 4) items.push(item(`early${polls}`, T0 + 600 + polls * 60));
			if (polls === 4)
				for (let index = 0; index < 60; index++)
					items.push(item(`late${index}`, T0 + 8 * 3600 + index * 40));
			const run = poll(state, items, { pageSize: 10 }, { shown, budget: polls < 4 ? 9 : 1 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen.sort()).toEqual(
			items
				.slice(8)
				.map(({ hash }) => hash)
				.sort(),
		);
	});
});

describe('activation of an account without checks, whose dates name no zone', () => {
	const start = T0 + 5 * 3600;
	const shownAs = (hours: number, length: number) => (entry: HistoryItem) => ({
		...entry,
		initDate: iso(readDateSeconds(entry.initDate)! + hours * 3600).slice(0, length),
		resultDate: iso(readDateSeconds(entry.resultDate)! + hours * 3600).slice(0, length),
	});

	it.each([
		[-12, 'a time', 19],
		[-7, 'a time', 19],
		[5, 'a time', 19],
		[14, 'a time', 19],
		[-7, 'no time', 10],
		[14, 'no time', 10],
	])('leaves out nothing that comes before the next poll: %i h, %s', (hours, _, length) => {
		const shown = shownAs(hours, length);
		let { state } = poll(null, [], {}, { now: start });
		const items = Array.from({ length: 30 }, (_, index) => item(`c${index}`, start + 1 + index));
		const seen: string[] = [];
		for (let polls = 0; polls < 80; polls++) {
			const service = { now: start + 60 * polls, shown, budget: 1 };
			const run = poll(state, items, { pageSize: 10 }, service);
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen.sort()).toEqual(items.map(({ hash }) => hash).sort());
		expect(state.skipUntil).toBeUndefined();
	});
});
