/** A lost answer, and a history whose dates are not what they look like: nothing is paid for again, and the hash is told. */
import { bookAddress, type Sandbox } from '../../../sandbox/server.mts';
import { inPool, REGULAR, run, screenBtc, STOP, withSandbox } from './support.mts';

const BTC = bookAddress('BTC', 'low');
const ANOTHER = bookAddress('BTC', 'high');
const HOUR = 3_600_000;

const shifted = (date: string, ms: number) =>
	`${new Date(Date.parse(date) + ms).toISOString().slice(0, 19)}+00:00`;

/** Changes each date of the history. */
const showDates = (sandbox: Sandbox, how: (date: string) => string) =>
	sandbox.fault({
		method: 'checkup.getcheckshistory',
		kind: 'changed',
		times: Infinity,
		change: (body: { result: { history: Array<Record<string, string | null>> } }) => {
			for (const item of body.result.history)
				for (const name of ['initDate', 'resultDate']) if (item[name]) item[name] = how(item[name]);
			return body;
		},
	});

const loseAnswer = (sandbox: Sandbox) =>
	sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });

const DATES: Array<[string, (date: string) => string]> = [
	['of Moscow, without a zone', (date) => shifted(date, 3 * HOUR).slice(0, 19)],
	['of New York, without a zone', (date) => shifted(date, -5 * HOUR).slice(0, 19)],
	['of Kathmandu, without a zone', (date) => shifted(date, 5.75 * HOUR).slice(0, 19)],
	['without seconds', (date) => `${date.slice(0, 16)}+00:00`],
	['of days', (date) => date.slice(0, 10)],
	['a minute ahead', (date) => shifted(date, 60_000)],
	['three hours ahead', (date) => shifted(date, 3 * HOUR)],
];

describe('dates', () => {
	let playing: Array<Promise<{ charges: number; told: string; hash: string }>> = [];
	beforeAll(() => {
		playing = inPool(DATES, 7, async ([, how]) =>
			withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
				showDates(sandbox, how);
				loseAnswer(sandbox);
				const one = { items: [{ address: BTC }], parameters: screenBtc(), settings: STOP };
				const first = await run(sandbox, one);
				const { main, failure } = first.failure ? await first.retry() : first;
				const told = JSON.stringify([main, failure?.description]);
				return { charges: sandbox.stats().charges, told, hash: sandbox.checks()[0].hash };
			}),
		);
		for (const promise of playing) promise.catch(() => undefined);
	});

	it.each(DATES.map(([name], index) => ({ name, index })))(
		'$name',
		async ({ index }) => {
			const { charges, told, hash } = await playing[index];
			expect(charges).toBe(1);
			expect(told).toContain(hash);
		},
		60_000,
	);
});

it('an hour behind: another check tells that the dates go by another clock', async () => {
	await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
		showDates(sandbox, (date) => shifted(date, -HOUR));
		await run(sandbox, { items: [{ address: ANOTHER }], parameters: screenBtc() });
		loseAnswer(sandbox);
		const items = [{ address: BTC }];
		const { main } = await run(sandbox, { items, parameters: screenBtc(), settings: REGULAR });
		expect(sandbox.stats().charges).toBe(2);
		expect(main[0]?.json.details).toMatchObject({
			reason: 'paymentUnsure',
			candidates: [sandbox.checks().find(({ address }) => address === BTC)?.hash],
		});
	});
}, 30_000);

it('a check that a look has shown is not paid for again once a later look shows it no more', async () => {
	await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
		showDates(sandbox, (date) => shifted(date, 10_000));
		loseAnswer(sandbox);
		const one = { items: [{ address: BTC }], parameters: screenBtc(), settings: STOP };
		const unsure = await run(sandbox, one);
		sandbox.clearFaults();
		showDates(sandbox, (date) => shifted(date, -HOUR));
		const { failure } = await unsure.retry();
		expect(failure?.description).toContain(sandbox.checks()[0].hash);
		expect(sandbox.stats().charges).toBe(1);
	});
}, 30_000);
