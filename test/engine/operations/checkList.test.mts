/** The list of checks behind Check Hash. */
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { searchList, type LogEntry } from '../harness/index.mts';
import { credential, jsonOf, run, sandbox, sentTo, TOKEN, useSandbox } from './support.mts';

useSandbox();

const search = async (filter?: string, paginationToken?: string, logs: LogEntry[] = []) =>
	await searchList({
		node: AmlCheck,
		method: 'searchChecks',
		path: 'checkHash',
		parameters: { resource: 'check', operation: 'getResult', riskRules: 'strict' },
		credentials: [credential()],
		filter,
		paginationToken,
		logs,
	});

const HIGH = bookAddress('ETH', 'high');
const LOW = bookAddress('BTC', 'low');

it('shows date, level and address of the newest checks first, free', async () => {
	const older = sandbox().addCheck({ currency: 'BTC', address: LOW });
	const newer = sandbox().addCheck({ currency: 'ETH', address: HIGH });
	const { results } = await search();
	expect(results.map(({ value }) => value)).toEqual([newer, older]);
	expect(results[0]!.name).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2} · HIGH · /);
	expect(results[0]!.name).toContain(HIGH);
	// So much of a line is to be seen in n8n 2.41.
	expect(results[0]!.name.slice(0, 45)).toContain(HIGH.slice(0, 12));
	// The history has no signals, so it proves no low risk.
	expect(results[1]!.name).toContain(' · UNKNOWN · ');
	expect(sandbox().stats().charges).toBe(0);
});

it('shows the transaction of a transaction check before the address', async () => {
	const transaction = makeTransaction('ETH', 1);
	sandbox().addCheck({ currency: 'ETH', address: HIGH, transaction });
	const { results } = await search();
	expect(results[0]!.name).toContain(` · HIGH · ${transaction} · ${HIGH} · `);
});

it.each(['high', HIGH.slice(0, 12), HIGH.toUpperCase()])('finds a check by %s', async (filter) => {
	sandbox().addCheck({ currency: 'BTC', address: LOW });
	const hash = sandbox().addCheck({ currency: 'ETH', address: HIGH });
	expect((await search(filter)).results.map(({ value }) => value)).toEqual([hash]);
});

it('finds a check by a part of its hash', async () => {
	const hash = sandbox().addCheck({ currency: 'ETH', address: HIGH });
	expect((await search(hash.slice(4, 20))).results).toHaveLength(1);
	expect((await search('none of them')).results).toEqual([]);
});

it('reads one page at a time, and the next one on request', async () => {
	sandbox().seedHistory(250);
	const first = await search();
	const second = await search(undefined, String(first.paginationToken));
	const third = await search(undefined, String(second.paginationToken));
	const values = [first, second, third].flatMap(({ results }) => results.map(({ value }) => value));
	expect(new Set(values).size).toBe(250);
	expect((await search(undefined, String(third.paginationToken))).paginationToken).toBeUndefined();
	expect(sentTo('checkup.getcheckshistory')).toHaveLength(4);
});

it('a check that was chosen from the list is read', async () => {
	sandbox().addCheck({ currency: 'ETH', address: HIGH });
	const [{ value, name } = {}] = (await search()).results;
	const checkHash = { __rl: true, mode: 'list', value: String(value), cachedResultName: name };
	const { main } = await run('check.getResult', { checkHash });
	expect(jsonOf(main)).toMatchObject([{ hash: value, riskLevel: 'high' }]);
});

it('says what is wrong without the token in it', async () => {
	sandbox().configure({ token: 'another' });
	const logs: LogEntry[] = [];
	const failure = await search(undefined, undefined, logs).catch((error: Error) => error);
	expect((failure as Error).message).toMatch(/credentials/);
	expect(JSON.stringify([failure, logs])).not.toContain(TOKEN);
});
