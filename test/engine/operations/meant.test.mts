/** What people paste and choose, and what must come of it: every row of test/unit/wallet/meant.json, on the engine. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CURRENCY_LIST } from '../../../sandbox/server.mts';
import { changeAnswers, jsonOf, runSpoilt, sandbox, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

interface Given {
	operation?: string;
	address?: unknown;
	transaction?: string;
	target?: unknown;
	checkHash?: string;
	network?: string;
	asset?: string;
	/** 503, or the token that the list lacks, such as `without USDC on XLM`. */
	list?: number | string;
	signals?: Record<string, number>;
	score?: number;
	counterparty?: Record<string, string>;
	rules?: string;
}

interface Expected {
	/** The code that is sent, with `token` the list's ID of that token; or one for each check of a wallet. */
	screened?: string | string[];
	token?: string;
	address?: string;
	refused?: true;
	says?: string;
	neverSays?: string;
	/** Whether anything but the currency list leaves. */
	sent?: false;
	level?: string;
}

interface Row {
	kind: string;
	note?: string;
	given: Given;
	expect: Expected;
}

const ROWS = JSON.parse(
	readFileSync(path.join(__dirname, '../../unit/wallet/meant.json'), 'utf8'),
) as Row[];

const idOf = (symbol: string, network: string): string => {
	const found = CURRENCY_LIST.find((one) => one.currency === network && one.symbol === symbol);
	return String(found?.token_id);
};

/** What is sent for an asset: `XLM` with a token, `USDT on MATIC`, or a code. */
function sentFor(asset: string, token?: string): object {
	const [symbol, network] = asset.split(' on ');
	if (network !== undefined) return { currency: network, token_id: idOf(symbol!, network) };
	return { currency: asset, ...(token !== undefined && { token_id: idOf(token, asset) }) };
}

type Body = { result: { check: IDataObject; checks: IDataObject[] } };

/** Makes the service answer as the row says. */
function setService({ list, signals, score, counterparty }: Given): void {
	if (list === 503)
		sandbox().fault({ method: 'checkup.currencylist', kind: 'serverErrorBefore', times: Infinity });
	const [, symbol, network] = /^without (\w+) on (\w+)$/.exec(String(list)) ?? [];
	if (symbol !== undefined)
		changeAnswers('checkup.currencylist', (body: { result: IDataObject[] }) => {
			const isOther = (one: IDataObject) => one.symbol !== symbol || one.currency !== network;
			body.result = body.result.filter(isOther);
		});
	if (signals === undefined) return;
	const report = { riskscore: score, signals };
	changeAnswers('checkup.getresult', ({ result }: Body) => Object.assign(result.check, { report }));
	changeAnswers('checkup.findreport', ({ result }: Body) =>
		result.checks.forEach((check) => Object.assign(check, { report, counterparty })),
	);
}

const operationOf = ({ operation, transaction }: Given) =>
	operation ?? (transaction === undefined ? 'checkAddress' : 'checkTransaction');

const isScreening = (given: Given) => operationOf(given).startsWith('check');

function parametersOf(given: Given): INodeParameters {
	const { target, checkHash, rules, network, asset } = given;
	const { address = 'TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM', transaction } = given;
	const all = {
		...(isScreening(given) && { address }),
		...{ transaction, target, checkHash, network, asset, riskRules: rules },
	};
	const known = Object.entries(all).filter(([, value]) => value !== undefined);
	// Whatever it is, it comes from the item, as n8n hands it over.
	const parameters = known.map(([name, value]) => [
		name,
		typeof value === 'string' ? value : `={{ ${JSON.stringify(value)} }}`,
	]);
	return Object.fromEntries(parameters) as INodeParameters;
}

async function play(given: Given) {
	setService(given);
	const operation = operationOf(given);
	const resource = operation === 'find' ? 'report' : 'check';
	const { main } = await runSpoilt(`${resource}.${operation}`, parametersOf(given), {
		items: [{}],
		settings: { onError: 'continueRegularOutput' },
	});
	return jsonOf(main)[0] ?? {};
}

const screened = (): IDataObject[] =>
	[...sentTo('checkup.checkaddr'), ...sentTo('checkup.checktx')] as IDataObject[];

function expectScreened(row: Expected): void {
	const { token } = row;
	const assets = [row.screened ?? []].flat();
	const wanted = assets.map((asset) => sentFor(asset, token));
	expect(
		screened().map(({ currency, token_id }) => ({
			currency,
			...(token_id !== undefined && { token_id }),
		})),
	).toEqual(wanted);
	if (row.address === undefined) return;
	for (const { addr } of screened()) expect(addr).toBe(row.address);
}

function expectRefused(json: IDataObject): void {
	expect(screened()).toEqual([]);
	expect(json).toMatchObject({ error: expect.any(String) });
	expect(json.details).toMatchObject({ charged: false });
}

it.each(ROWS.map((row) => [row.kind, JSON.stringify(row.given), row] as const))(
	'%s: %s',
	async (_kind, _given, { given, expect: row }) => {
		const json = await play(given);
		const said = JSON.stringify(json);
		if (row.screened !== undefined) expectScreened(row);
		if (row.refused !== undefined) expectRefused(json);
		if (row.sent === false)
			expect(sent().filter(({ method }) => method !== 'checkup.currencylist')).toEqual([]);
		if (row.says !== undefined) expect(said).toContain(row.says);
		if (row.neverSays !== undefined) expect(said).not.toContain(row.neverSays);
		if (row.level !== undefined) expect(json.riskLevel).toBe(row.level);
	},
);
