/** The details of a check: each member by itself, and what is left out where the service sent nothing usable. */
import {
	assessCheck,
	readUsage,
	simplifyCheck,
	type CheckFacts,
} from '../../../nodes/shared/checks/simplify.ts';
import { DEFAULT_RISK_POLICY, describePolicy } from '../../../nodes/shared/risk/index.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';

const CHECK = {
	...{ hash: 'h', currency: 'BTC', address: 'w', status: 'SUCCESS' },
	report: { riskscore: 3, signals: { wallet: 1 } },
};

const simplify = (check: object = {}, facts: CheckFacts = {}) =>
	simplifyCheck({ ...CHECK, ...check } as CheckRecord, DEFAULT_RISK_POLICY, facts);

const detailsOf = (check: object = {}, facts: CheckFacts = {}) =>
	simplify(check, { includeDetails: true, ...facts }).details;

/** What is there of every check with a report. */
const USUAL = {
	reasons: ['Score 3/100: below 25', 'No danger signals'],
	signals: [{ name: 'wallet', group: 'trusted', share: 100, value: 1 }],
	...{ status: 'SUCCESS', rawRiskScore: 3, rank: 3097 },
};

it('details are there only where they are wanted', () => {
	for (const includeDetails of [undefined, false])
		expect('details' in simplify({}, { includeDetails })).toBe(false);
	expect(detailsOf()).toEqual(USUAL);
});

it.each<[string, object, CheckFacts, object]>([
	['the beginning alone', { initDate: 'a' }, {}, { initDate: 'a' }],
	['the end alone', { resultDate: 'b' }, {}, { resultDate: 'b' }],
	['no date that is no text', { initDate: 5, resultDate: ' ' }, {}, {}],
	['no date that is null', { initDate: null, resultDate: null }, {}, {}],
	['a network that was guessed', {}, { isNetworkGuessed: true }, { networkGuessed: true }],
	['a network that was not', {}, { isNetworkGuessed: false }, { networkGuessed: false }],
	['an earlier check', {}, { reused: true }, { reused: true }],
	['a new one', {}, { reused: false }, { reused: false }],
	['the request', {}, { requestId: 'r' }, { requestId: 'r' }],
	['checks left', {}, { usage: { cheks_left: ' 5 ' } }, { checksLeft: 5 }],
	['checks used', {}, { usage: { cheks_used: 0 } }, { checksUsed: 0 }],
	['no counts', {}, { usage: null }, {}],
	['no counts that are none', {}, { usage: { cheks_left: 'x', cheks_used: {} } }, {}],
	['the PDF', { pdfLink: 'p' }, {}, { pdfLink: 'p' }],
	['the page', { shareLink: 's' }, {}, { shareLink: 's' }],
	['no empty link', { pdfLink: ' ', shareLink: 5 }, {}, {}],
	['an owner', { counterparty: { name: 'n' } }, {}, { counterparty: { name: 'n' } }],
	[
		'an owner whose name is no text',
		{ counterparty: { name: 5, type: 't', slug: 's', id: 9 } },
		{},
		{ counterparty: { type: 't', slug: 's' } },
	],
	['no owner without texts', { counterparty: { name: ' ', type: null, id: 9 } }, {}, {}],
	['no owner that is a text', { counterparty: 'n' }, {}, {}],
	[
		'the owner of a search, for want of a usable one',
		{ counterparty: {} },
		{ counterparty: { slug: 's' } },
		{ counterparty: { slug: 's' } },
	],
	[
		'rather the own one',
		{ counterparty: { name: 'own' } },
		{ counterparty: { name: 'other', slug: 's' } },
		{ counterparty: { name: 'own' } },
	],
])('details have %s', (_, check, facts, expected) => {
	expect(detailsOf(check, facts)).toEqual({ ...USUAL, ...expected });
});

it.each([
	['amount', 'amount'],
	['fiat', 'fiatAmount'],
	['risky_volume', 'riskyVolume'],
	['risky_volume_fiat', 'riskyVolumeFiat'],
])('the amount %s of a transaction is %s', (sent, name) => {
	const report = { ...CHECK.report, [sent]: '1.5' };
	expect(detailsOf({ transaction: 't', report })).toEqual({ ...USUAL, [name]: 1.5 });
	expect(detailsOf({ transaction: ' ', report })).toEqual(USUAL);
	expect(detailsOf({ transaction: 't', report: { ...report, [sent]: 'x' } })).toEqual(USUAL);
});

it('the currency of an amount is a text', () => {
	const report = { ...CHECK.report, fiat_code_effective: 'eur', fiat_code: 'usd' };
	expect(detailsOf({ transaction: 't', report })).toEqual({ ...USUAL, fiatCode: 'eur' });
	const other = { ...report, fiat_code_effective: 5 };
	expect(detailsOf({ transaction: 't', report: other })).toEqual(USUAL);
});

it('signals that can not be read are not listed', () => {
	const details = detailsOf({ report: { riskscore: 3, signals: null } });
	expect(details).not.toHaveProperty('signals');
	expect(details).toMatchObject({ rawRiskScore: 3, status: 'SUCCESS' });
	expect(detailsOf({ report: { riskscore: 3, signals: {} } })).toHaveProperty('signals', []);
});

it.each<[string, object, CheckFacts, string | undefined, string | undefined]>([
	['its own', { pdfLink: 'p1', shareLink: 's1' }, {}, 'p1', 's1'],
	['those of a search', {}, { links: { pdfLink: 'p2', shareLink: 's2' } }, 'p2', 's2'],
	['one of each', { pdfLink: 'p1' }, { links: { pdfLink: 'p2', shareLink: 's2' } }, 'p1', 's2'],
	[
		'no empty one',
		{ pdfLink: '' },
		{ links: { pdfLink: null, shareLink: ' ' } },
		undefined,
		undefined,
	],
])('links are %s; the page is the better one', (_, check, facts, pdfLink, shareLink) => {
	const historyItem = { status: 'PENDING', riskscore: 3, pdfLink: 'p3', shareLink: 's3' };
	for (const history of [undefined, historyItem]) {
		const known = { ...facts, includeDetails: true, historyItem: history };
		const { details, reportLink } = simplify(check, known);
		const [pdf, page] = [pdfLink ?? history?.pdfLink, shareLink ?? history?.shareLink];
		expect([details?.pdfLink, details?.shareLink, reportLink]).toEqual([pdf, page, page ?? pdf]);
	}
	expect(simplify({ pdfLink: 'p' }).reportLink).toBe('p');
});

it.each<[object, CheckFacts, object]>([
	[{ currency: 'trx' }, {}, { asset: 'Tron (asset not stated)', currency: 'TRX' }],
	[{ currency: 'trx' }, { asset: 'A', currency: 'usdt' }, { asset: 'A', currency: 'USDT' }],
	[{ currency: null }, {}, { asset: undefined, currency: '' }],
	[{ address: null }, {}, { address: '' }],
	[{ hash: ' h\n' }, {}, { hash: 'h' }],
	[{ transaction: ' ' }, {}, { transaction: undefined }],
	[{}, { charged: false }, { charged: false }],
	[{}, {}, { charged: undefined, networkGuessed: undefined, reportMissing: undefined }],
	[{}, { isNetworkGuessed: false }, { networkGuessed: undefined }],
	[{}, { reportMissing: 'Lost' }, { reportMissing: 'Lost' }],
	[{}, { includePolicy: false }, { riskPolicy: undefined }],
	[{}, { includePolicy: true }, { riskPolicy: describePolicy(DEFAULT_RISK_POLICY) }],
	[{ status: ' ' }, {}, { status: undefined, riskLevel: 'unknown' }],
	[{ status: ' running ' }, {}, { status: ' running ' }],
	[
		{ currency: 'TRX' },
		{ historyItem: { status: 'PENDING', currency: 'TRX', token_id: 9, riskscore: 3 } },
		{ asset: 'USDT on Tron' },
	],
])('the check %j with %j shows %j', (check, facts, expected) => {
	const json = simplify(check, facts);
	const shown = Object.keys(expected).map((key) => [key, json[key as keyof typeof json]]);
	expect(Object.fromEntries(shown)).toEqual(expected);
	for (const value of Object.values(json)) expect(value).toBeDefined();
});

it('a network that was guessed is said beside the asset, in the summary', () => {
	const summary = (isNetworkGuessed?: boolean) => simplify({}, { isNetworkGuessed }).summary;
	expect(summary(true)).toBe(
		'LOW · Bitcoin, as 0x is read unless EVM Network is set · w · score 3/100 (below 25) · wallet 100%',
	);
	for (const other of [false, undefined])
		expect(summary(other)).toBe('LOW · Bitcoin · w · score 3/100 (below 25) · wallet 100%');
	expect(simplify({}, { isNetworkGuessed: true })).toMatchObject({
		...{ asset: 'Bitcoin', networkGuessed: true },
	});
});

it('the counts of a package are numbers, or null', () => {
	const none = { checksLeft: null, checksUsed: null };
	for (const usage of [null, undefined, {}]) expect(readUsage(usage)).toEqual(none);
	expect(readUsage({ cheks_left: '7', cheks_used: 0 })).toEqual({ checksLeft: 7, checksUsed: 0 });
});

it('a level is read from the report, unless the record is of the history', () => {
	const read = (check: object, facts?: Parameters<typeof assessCheck>[2]) => {
		const record = { ...CHECK, ...check } as CheckRecord;
		const { riskLevel, riskScore } = assessCheck(record, DEFAULT_RISK_POLICY, facts);
		return [riskLevel, riskScore];
	};
	expect(read({})).toEqual(['low', 3]);
	expect(read({ riskscore: 90 })).toEqual(['low', 3]);
	expect(read({ riskscore: 90 }, { source: 'report' })).toEqual(['low', 3]);
	expect(read({ riskscore: 90 }, { source: 'history' })).toEqual(['high', 90]);
	expect(read({}, { source: 'history' })).toEqual(['unknown', null]);
	expect(read({ report: { ...CHECK.report, riskscore: 0.9 } }, { scale: 'fraction' })).toEqual([
		...['high', 90],
	]);
	const below = { report: { ...CHECK.report, riskscore: 0.9 } };
	expect(read(below, { scale: 'percent' })).toEqual(['low', 0.9]);
	expect(read({}, { reportMissing: 'Lost' })[0]).toBe('unknown');
	expect(read({}, { doubt: 'Untold' })[0]).toBe('unknown');
	for (const [status, level] of [
		['SUCCESS', 'high'],
		['PENDING', 'low'],
		['FAILED', 'low'],
	] as const)
		expect(read({}, { historyItem: { status, riskscore: 90 } })[0]).toBe(level);
});
