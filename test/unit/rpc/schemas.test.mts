/** What is read of each method's result: what it has to hold, what an odd member becomes, and what is paid for. */
import {
	asSent,
	isPaid,
	parseSent,
	RESULTS,
	type MethodName,
} from '../../../nodes/shared/service/schemas.ts';

const TEXTS = {
	currency: 'ETH',
	address: '0x1',
	transaction: '0x2',
	initDate: 'd',
	resultDate: 'd',
	pdfLink: 'l',
	shareLink: 'l',
};
const CHECK = { hash: 'h', ...TEXTS };
const DONE = { ...CHECK, status: 'SUCCESS', report: 5, counterparty: [1] };
const ENTRY = { currency: 'ETH', token_id: 1, issuer: 'i', name: 'n', symbol: 's', unit: 18 };
const META = { cheks_left: '5' };

const GOOD: Record<MethodName, unknown> = {
	'checkup.ping': { message: 'OK' },
	'checkup.currencylist': [ENTRY, { currency: 'BTC', token_id: '0' }],
	'checkup.checkaddr': { check: CHECK, meta: META },
	'checkup.checktx': { check: CHECK, meta: META },
	'checkup.getresult': { check: DONE, meta: META },
	'checkup.findreport': { checks: [DONE], meta: META },
	'checkup.getcheckshistory': { history: [5, null, CHECK], meta: 7 },
};
const METHODS = Object.keys(RESULTS) as MethodName[];
const read = (method: MethodName, result: unknown): unknown =>
	parseSent<unknown>(RESULTS[method], result).data;

it.each(METHODS)('%s: the whole result is read, also with members that nobody knows', (method) => {
	expect(read(method, GOOD[method])).toEqual(GOOD[method]);
	if (Array.isArray(GOOD[method])) return;
	const more = { ...(GOOD[method] as object), more: { 1: 2 } };
	expect(read(method, more)).toEqual(more);
});

it.each<[MethodName, unknown[]]>([
	['checkup.ping', [{}, { message: 'ok' }, 'OK', null]],
	[
		'checkup.currencylist',
		[{}, [{ ...ENTRY, currency: ' ' }], [{ currency: 'ETH' }], [{ ...ENTRY, token_id: null }]],
	],
	[
		'checkup.checkaddr',
		[{}, { check: null }, { check: { ...CHECK, hash: ' ' } }, { check: { ...CHECK, hash: 5 } }],
	],
	['checkup.checktx', [{}, { check: null }, { check: { ...CHECK, hash: ' ' } }]],
	[
		'checkup.getresult',
		[{}, { check: CHECK }, { check: { ...DONE, status: ' ' } }, { check: { ...DONE, hash: '' } }],
	],
	['checkup.findreport', [{}, { checks: DONE }, { checks: [DONE, CHECK] }, { checks: [null] }]],
	['checkup.getcheckshistory', [{}, { history: {} }, { history: null }]],
])('%s: a result without what it has to hold is none', (method, results) => {
	for (const result of results) expect(read(method, result)).toBeUndefined();
});

it.each(Object.keys(TEXTS))('an odd %s of a check is none, a missing one stays away', (name) => {
	for (const odd of [5, true, {}, [], null])
		for (const method of ['checkup.checkaddr', 'checkup.checktx', 'checkup.getresult'] as const) {
			const check = { ...DONE, [name]: odd };
			expect(read(method, { check })).toEqual({ check: { ...DONE, [name]: null } });
		}
	expect(read('checkup.getresult', { check: { hash: ' h ', status: ' S ' } })).toEqual({
		check: { hash: 'h', status: 'S' },
	});
});

it.each(['issuer', 'name', 'symbol'])('an odd %s of a currency is none', (name) => {
	for (const odd of [true, {}, [], null])
		expect(read('checkup.currencylist', [{ ...ENTRY, [name]: odd }])).toEqual([
			{ ...ENTRY, [name]: null },
		]);
});

it('what was sent is remembered of each record, and anything else is its own', () => {
	const check = { ...DONE, pdfLink: 5 };
	const sent = { check };
	const result = RESULTS['checkup.getresult'](sent);
	expect(asSent(result)).toBe(sent);
	expect(asSent(result.check)).toBe(check);
	expect(asSent(check)).toBe(check);
});

it('only submissions are paid for', () =>
	expect(METHODS.filter(isPaid)).toEqual(['checkup.checkaddr', 'checkup.checktx']));
