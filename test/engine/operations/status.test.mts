/** Account -> Get Status: one item with what a person looks at before they trust a service; free. */
import type { IDataObject } from 'n8n-workflow';
import { changeAnswers, jsonOf, run, sandbox, useSandbox } from './support.mts';

useSandbox();

const HISTORY = 'checkup.getcheckshistory';

const status = async () => jsonOf((await run('account.getStatus')).main)[0]!;

const changeHistory = (spoil: (records: IDataObject[]) => void) =>
	changeAnswers<{ result: { history: IDataObject[] } }>(HISTORY, ({ result }) =>
		spoil(result.history),
	);

it('shows the list, the history, the newest check and the package, in three free requests', async () => {
	sandbox().configure({ packageSize: 3 });
	sandbox().seedHistory(100, { everyMs: 120_000 });
	const json = await status();
	expect(json).toEqual({
		summary: 'The service answers · 3 checks left',
		answers: true,
		networks: expect.stringMatching(/BTC.*ETH/),
		tokens: expect.any(Number),
		historyReadable: true,
		newestFirst: true,
		newestDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
		newestScore: expect.any(Number),
		scoreScale: 'percent',
		checksLeft: 3,
		checksUsed: 0,
	});
	const { charges, requests } = sandbox().stats();
	expect(charges).toBe(0);
	expect(requests.length).toBe(3);
	const text = JSON.stringify(json);
	for (const { hash, address } of sandbox().checks())
		for (const word of [hash, address]) expect(text).not.toContain(word);
});

it('of an empty history has no number that nobody knows', async () => {
	expect(await status()).toEqual({
		summary: 'The service answers',
		answers: true,
		networks: expect.any(String),
		tokens: expect.any(Number),
		historyReadable: true,
		scoreScale: 'unclear',
	});
});

it.each<[string, () => void, IDataObject]>([
	[
		'a history in the wrong order',
		() => changeHistory((all) => all.reverse()),
		{ newestFirst: false },
	],
	[
		'scores that are fractions',
		() => changeHistory((all) => all.forEach((one) => (one.riskscore = 0.4))),
		{ scoreScale: 'fraction', newestScore: 0.4 },
	],
	[
		'a history that can not be read',
		() => sandbox().fault({ method: HISTORY, kind: 'html', times: Infinity }),
		{ historyReadable: false, scoreScale: 'unclear' },
	],
	[
		'a result that can not be read',
		() => sandbox().fault({ method: 'checkup.getresult', kind: 'html', times: Infinity }),
		{ historyReadable: true },
	],
])('shows %s', async (_, spoil, expected) => {
	sandbox().seedHistory(30, { everyMs: 120_000 });
	spoil();
	expect(await status()).toMatchObject(expected);
});

it('stops where the credentials are refused, and where the service does not answer', async () => {
	sandbox().fault({ method: 'checkup.currencylist', kind: 'html', times: Infinity });
	expect((await run('account.getStatus')).status).toBe('error');
	sandbox().configure({ token: 'another' });
	expect((await run('account.getStatus')).status).toBe('error');
});
