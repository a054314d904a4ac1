/**
 * The examples that screen wallets for somebody: a sheet, a chat, a daily watch. Each in a real n8n. The people
 * behind Telegram, e-mail and Google Sheets are on this machine, and the tests look at what they were sent.
 */
import { DataTable } from '../../../instance/dataTables.mts';
import { outputOf, type StoredWorkflow } from '../../../instance/rest.mts';
import { readExcel } from '../../../instance/spreadsheets.mts';
import { bookAddress, makeAddress, type FaultSpec } from '../../../sandbox/server.mts';
import { takeMessages, takeRows, takeSheet } from '../../../scripts/screenshots/results.mts';
import { eventually, START_UP_MS } from '../harness/shared.mts';
import { fillForm } from './forms.mts';
import { atLength, jsonOf, ranIn, withParameters, withOptions } from './support.mts';
import { World } from './world.mts';

let world: World;

beforeAll(async () => {
	world = await World.open({ isSignedIn: false });
}, START_UP_MS);

afterEach(() => world.sandbox.clearFaults());

afterAll(async () => {
	await world?.close();
});

const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
/** Nothing works, and nothing is submitted: the node looks for earlier checks first. */
const NO_HISTORY: FaultSpec = {
	method: 'checkup.getcheckshistory',
	kind: 'serverErrorBefore',
	times: Infinity,
};
const newMails = (from: number) => world.outside.mails.slice(from);

describe('Screen a Google Sheet', () => {
	const DOCUMENT = { __rl: true, mode: 'id', value: 'sheet-of-this-machine' };
	const SHEET = { __rl: true, mode: 'name', value: 'Sheet1' };
	const HEADER = ['Address', 'Network', 'Risk Level', 'Summary', 'Report', 'Check'];
	let workflow: StoredWorkflow;
	const fill = (...rows: string[][]) => {
		const { sheet } = world.outside;
		const full = rows.map((row) => HEADER.map((_, index) => row[index] ?? ''));
		sheet.splice(0, sheet.length, [...HEADER], ...full);
		return sheet;
	};
	const levels = () => world.outside.sheet.slice(1).map((row) => row[2]);

	beforeAll(async () => {
		workflow = await world.publish('screen-google-sheet', (example) =>
			withParameters(withOptions('Screen Wallets', { timeout: 5 })(example), 'Read Sheet', {
				documentId: DOCUMENT,
				sheetName: SHEET,
			}),
		);
	});

	afterAll(async () => {
		world.sandbox.configure({ processingMs: 200 });
		await world.rest.deactivate(workflow);
	});

	it('fills the rows without a result, writes a refusal, and leaves rows empty in an outage; an empty package rings', async () => {
		const sheet = fill(
			[bookAddress('BCH', 'low')],
			[bookAddress('ETH', 'high'), 'Ethereum'],
			[MISTYPED],
			[bookAddress('BTC', 'low'), '', 'high', 'by hand'],
			[bookAddress('TRX', 'dirtyUsdt')],
		);
		const before = world.charges;
		world.sandbox.configure({ packageSize: before });
		expect((await world.rest.run(workflow, 'Every Hour')).status).toBe('error');
		world.sandbox.configure({ packageSize: 10_000 });
		world.sandbox.fault(NO_HISTORY);
		await world.run(workflow, 'Every Hour');
		expect(levels()).toEqual(['', '', 'unknown', 'high', '']);
		world.sandbox.clearFaults();
		const filled = ['low', 'high', 'unknown', 'high', 'high'];
		await eventually('the rows are filled once the service is back', async () => {
			await world.rest.run(workflow, 'Every Hour');
			return levels().join() === filled.join();
		});
		await takeSheet(world, 'screen-google-sheet');
		expect(sheet[2][3]).toContain(bookAddress('ETH', 'high'));
		expect(sheet[4][3]).toBe('by hand');
		const paid = world.charges - before;
		expect(paid).toBe(7);
		await world.rest.run(workflow, 'Every Hour');
		expect(world.charges - before).toBe(paid);
	});

	it('writes a level only beside the wallet that was screened, though rows are added, removed and sorted meanwhile', async () => {
		const [low, high, gone] = [
			bookAddress('XLM', 'low'),
			bookAddress('XLM', 'high'),
			bookAddress('XLM', 'sanctioned'),
		];
		const sheet = fill([low], [high], [gone], [low]);
		world.sandbox.configure({ processingMs: 3000 });
		const before = world.charges;
		const id = await world.rest.start(workflow, 'Every Hour');
		await eventually('the checks run', async () => world.charges - before >= 3);
		const [header, , second, , last] = sheet;
		const changed = fill([bookAddress('BCH', 'high')], [bookAddress('BCH', 'sanctioned')]).slice(1);
		sheet.splice(0, sheet.length, header, last, ...changed, second);
		expect((await world.rest.ended(id)).status).toBe('success');
		world.sandbox.configure({ processingMs: 200 });
		expect(sheet.slice(1).map(([address, , level]) => [address, level])).toEqual([
			[low, 'low'],
			[bookAddress('BCH', 'high'), ''],
			[bookAddress('BCH', 'sanctioned'), ''],
			[high, 'high'],
		]);
		// Of each wallet XLM and USDC are checked.
		expect(world.charges - before).toBe(6);
	});

	it.each([
		['a small letter', 'Address', 'address'],
		['a blank at the end', 'Network', 'Network '],
		['no column for the hash', 'Check', ''],
	])('%s stops the run before anything is paid, and is named', async (_, name, written) => {
		const sheet = fill([bookAddress('XLM', 'low')]);
		sheet[0] = sheet[0].map((column) => (column === name ? written : column));
		const before = world.charges;
		const run = await world.rest.run(workflow, 'Every Hour');
		expect(run.status).toBe('error');
		expect(run.data.resultData.error?.message).toContain(`“${name}”`);
		expect(world.charges).toBe(before);
	});

	atLength(
		'a check that still runs keeps its hash, and gets its level later without a second payment, though the button was pressed twice',
		async () => {
			const sheet = fill([bookAddress('XRP', 'low')]);
			world.sandbox.configure({ processingMs: 3_600_000 });
			const before = world.charges;
			const press = async () => await world.rest.run(workflow, 'Every Hour');
			await Promise.all([press(), press()]);
			expect(sheet[1][2]).toBe('pending');
			const hash = sheet[1][5];
			expect(hash).toMatch(/^[0-9a-f-]{36}$/);
			const paid = world.charges - before;
			expect(paid).toBe(1);
			world.sandbox.configure({ processingMs: 200 });
			world.sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: 3 });
			await world.rest.run(workflow, 'Every Hour');
			expect(sheet[1].slice(2, 6)).toEqual(['low', expect.any(String), expect.any(String), hash]);
			// One that hangs since another day is paid for once more, and then waits for a person.
			world.sandbox.configure({ processingMs: 3_600_000 });
			fill([makeAddress('XRP', 'slow'), '', 'pending', '', '', 'of-yesterday']);
			for (const run of ['first', 'second']) {
				await press();
				expect([run, levels(), world.charges - before]).toEqual([run, ['unknown'], paid + 1]);
			}
			world.sandbox.configure({ processingMs: 200 });
		},
	);
});

describe('Try new rules on old checks', () => {
	it('shows who would change level', async () => {
		const workflow = await world.publish('try-rules');
		const add = (riskscore: number, more = {}) =>
			world.sandbox.addCheck({ currency: 'BTC', status: 'SUCCESS', riskscore, ...more });
		const [low, changed, unreadable] = [add(4), add(60), add(5)];
		const { address } = world.sandbox.checks().find(({ hash }) => hash === unreadable) ?? {};
		const match = { address: address ?? '' };
		world.sandbox.fault({
			method: 'checkup.getresult',
			kind: 'rpcError',
			code: -40006,
			match,
			times: Infinity,
		});
		const before = world.charges;
		const page = await fillForm(world.rest, workflow, 'Trial Form', ['3']);
		expect(page.text).toContain('1 of 3 checks would change their level');
		expect(page.text).toContain('medium → high: 1');
		const execution = await world.rest.execution(page.executionId);
		const [{ binary }] = outputOf(execution, 'Excel File');
		const { rows } = readExcel(await world.rest.file(String(binary?.data.id)));
		const columns = ['Change', 'Level in Use', 'New Level', 'Asset', 'New Reasons', 'Hash'];
		await takeRows(world, 'try-rules', columns, rows);
		const of = (hash: string) => rows.find(({ Hash }) => Hash === hash);
		expect(of(changed)).toMatchObject({ Change: 'medium → high' });
		expect(of(low)).toMatchObject({ 'New Level': 'low' });
		expect(of(unreadable)).toMatchObject({ Change: 'not read', 'New Level': 'not read' });
		expect(world.charges).toBe(before);
	});
});

describe('Answer wallet addresses in Telegram', () => {
	const replies = () =>
		world.outside.sent.filter(({ to }) => to === 'telegram').map(({ body }) => String(body.text));

	it('answers with the level, or with the sentence of the node, and ignores strangers', async () => {
		const workflow = await world.publish('telegram-bot');
		const before = world.charges;
		const say = async (...said: Parameters<typeof world.outside.say>) => {
			const known = replies().length;
			await world.outside.say(...said);
			await eventually('an answer', async () => replies().length > known);
			return replies()[known];
		};
		for (const text of ['hello', '/start', 'is this wallet clean, please?'])
			expect(await say(text)).toMatch(/address/);
		expect(await say('abandon '.repeat(11) + 'about')).toMatch(/seed|key/);
		const bare = bookAddress('ETH', 'sanctioned');
		expect(await say(bare)).toMatch(/network/i);
		expect(world.charges).toBe(before);
		expect(await say(`https://etherscan.io/address/${bare}`)).toMatch(/^HIGH/);
		expect(await say(`${bare} Ethereum`)).toMatch(/^HIGH/);
		await world.outside.say(bookAddress('BTC', 'medium'), 42);
		const photo = { caption: bookAddress('LTC', 'high'), message_thread_id: 7 };
		expect(await say(photo)).toMatch(/^HIGH/);
		await takeMessages(world, 'telegram-bot', 2);
		const { body } = world.outside.sent.filter(({ to }) => to === 'telegram').at(-1) ?? {};
		expect(body).toMatchObject({ message_thread_id: 7, reply_to_message_id: 1 });
		await world.rest.deactivate(workflow);
		expect(world.charges - before).toBeLessThanOrEqual(4);
	});
});

describe('Watch wallets and report changes', () => {
	let workflow: StoredWorkflow;
	let table: DataTable;
	const row = async (address: string) => (await table.rows({ address }))[0];
	const run = async () => await world.run(workflow, 'Every Day');

	beforeAll(async () => {
		const budget = { id: 'n', name: 'walletsADay', value: 4, type: 'number' };
		const settings = { assignments: { assignments: [budget] } };
		// A day is over with each run, so that nothing is reused.
		const day = { timeout: 5, requestKey: '={{ $execution.id }}', reuseWithinHours: 0 };
		workflow = await world.publish('watch-wallets', (example) =>
			withOptions('Screen Wallets', day)(withParameters(example, 'Settings', settings)),
		);
		expect(ranIn(await run())).not.toContain('Screen Wallets');
		table = await DataTable.named(world.rest, 'Watched Wallets');
	});

	it('screens new wallets first and the oldest next, within the budget, and reports what is not low', async () => {
		const [low, high, last] = [
			bookAddress('BCH', 'low'),
			bookAddress('ETC', 'high'),
			bookAddress('LTC', 'low'),
		];
		const wallets = [low, high, MISTYPED, bookAddress('TRX', 'medium'), last];
		const customers = ['Ada', 'Bob', 'Cem', 'Dee', 'Eve'];
		await table.insert(
			...wallets.map((address, index) => ({
				address,
				customer: customers[index],
				network: address === high ? 'ETC' : '',
			})),
		);
		const before = world.charges;
		const mails = world.outside.mails.length;
		const execution = await run();
		expect(world.charges - before).toBe(5);
		expect(jsonOf(execution, 'Changed?').map(({ customer }) => customer)).toEqual([
			'Bob',
			'Cem',
			'Dee',
		]);
		expect(newMails(mails)).toHaveLength(1);
		await takeMessages(world, 'watch-wallets', 1);
		expect(await row(MISTYPED)).toMatchObject({ riskLevel: 'unknown' });
		expect(await row(last)).toMatchObject({ screenedAt: null });
		await run();
		expect(await row(last)).toMatchObject({ riskLevel: 'low' });
		expect(newMails(mails)).toHaveLength(1);
	});

	it('reports a changed level once, and again if the e-mail could not be sent', async () => {
		const address = bookAddress('BCH', 'low');
		const others = (await table.rows()).filter((one) => one.address !== address);
		for (const { id } of others) await table.remove('id', id);
		await table.update('address', address, { riskLevel: 'medium', dangers: 'scam' });
		const mails = world.outside.mails.length;
		world.outside.refuseMails(true);
		expect((await world.rest.run(workflow, 'Every Day')).status).toBe('error');
		expect(await row(address)).toMatchObject({ riskLevel: 'medium' });
		world.outside.refuseMails(false);
		await run();
		expect(newMails(mails)).toHaveLength(1);
		expect(newMails(mails)[0].text).toContain('medium → LOW');
		expect(await row(address)).toMatchObject({ riskLevel: 'low' });
		await run();
		expect(newMails(mails)).toHaveLength(1);
	});

	atLength(
		'a wrong address does not keep its level, and a wallet in two rows is paid for once',
		async () => {
			for (const { id } of await table.rows()) await table.remove('id', id);
			const twice = bookAddress('BTC', 'low');
			await table.insert(
				{ address: MISTYPED, riskLevel: 'low' },
				{ address: twice },
				{ address: twice },
			);
			const [before, mails] = [world.charges, world.outside.mails.length];
			await run();
			expect(world.charges - before).toBe(1);
			expect((await table.rows({ address: twice })).map(({ riskLevel }) => riskLevel)).toEqual([
				'low',
				'low',
			]);
			expect(await row(MISTYPED)).toMatchObject({ riskLevel: 'unknown' });
			expect(newMails(mails)).toHaveLength(1);
		},
	);

	atLength(
		'in an outage and with an empty package keeps levels and places, and an empty package rings',
		async () => {
			for (const { id } of await table.rows()) await table.remove('id', id);
			const address = bookAddress('XLM', 'low');
			const screenedAt = new Date(0).toISOString();
			await table.insert({ address, riskLevel: 'low', dangers: '', screenedAt });
			const mails = world.outside.mails.length;
			world.sandbox.configure({ packageSize: world.charges });
			expect((await world.rest.run(workflow, 'Every Day')).status).toBe('error');
			world.sandbox.configure({ packageSize: 10_000 });
			expect(await row(address)).toMatchObject({ riskLevel: 'low', screenedAt });
			expect((await row(address)).summary).toMatch(/no checks|package/i);
			world.sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: Infinity });
			await run();
			world.sandbox.clearFaults();
			expect(await row(address)).toMatchObject({ riskLevel: 'low', screenedAt });
			expect(newMails(mails)).toEqual([]);
		},
	);
});
