/** Checks that end while n8n is down: each result finds the row that waits for it, by its hash and through the trigger. */
import type { StoredWorkflow, Workflow } from '../../../demo/lib/rest.mts';
import { makeAddress } from '../../../sandbox/server.mts';
import { eventually } from '../harness/shared.mts';
import { DataTable } from './dataTables.mts';
import { fillForm } from './forms.mts';
import { takeRows } from './pictures.mts';
import { ranIn, webhookIdOf, withParameters } from './support.mts';
import type { World } from './world.mts';

const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
const HOUR_MS = 3_600_000;
/** Every five seconds, so that no test waits a minute for a poll. */
const pollTimes = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	})),
};

/** An example that polls often and whose screening nodes wait three seconds at most. */
const impatient =
	(...screening: string[]) =>
	(workflow: Workflow): Workflow =>
		screening.reduce(
			(one, name) => {
				const { options } = one.nodes.find((node) => node.name === name)?.parameters ?? {};
				return withParameters(one, name, { options: { ...(options as object), timeout: 3 } });
			},
			withParameters(workflow, 'Check Completed', { pollTimes }),
		);

const wallet = (name: string, network = 'LTC') => makeAddress(network, `late ${name}`);

/** The wallets by who waits for them, with what becomes of their checks. */
const ENDS = {
	low: { address: wallet('low'), end: { status: 'SUCCESS', riskscore: 4 }, decision: 'approved' },
	high: {
		address: wallet('high'),
		end: { status: 'SUCCESS', riskscore: 92 },
		decision: 'declined',
	},
	medium: {
		address: wallet('medium'),
		end: { status: 'SUCCESS', riskscore: 48 },
		decision: 'review',
	},
	unscored: {
		address: wallet('unscored'),
		end: { status: 'SUCCESS', riskscore: null },
		decision: 'review',
	},
	failed: { address: wallet('failed'), end: { status: 'FAILED' }, decision: 'review' },
};
const OTHERS = {
	customer: { address: wallet('customer'), end: { status: 'SUCCESS', riskscore: 5 } },
	inFile: { address: wallet('in a file'), end: { status: 'SUCCESS', riskscore: 6 } },
	inSheet: { address: wallet('in the sheet'), end: { status: 'SUCCESS', riskscore: 93 } },
};
/** One of its three checks is still running: no late result of one asset approves it. */
const WHOLE = wallet('whole', 'TRX');

/** Registers the stories, which restart the n8n of the world: they come last. */
export function describeLateChecks(getWorld: () => World): void {
	describe('checks that end while n8n is down', () => {
		let world: World;
		let before: number;
		let paid: number;
		const workflows: Record<string, StoredWorkflow> = {};

		const rowsOf = async (table: string, like: Record<string, string> = {}) =>
			await (await DataTable.named(world.rest, table)).rows(like);

		beforeAll(() => {
			world = getWorld();
			world.sandbox.configure({ processingMs: HOUR_MS });
			before = world.charges;
		});

		afterAll(async () => {
			for (const workflow of Object.values(workflows)) await world.rest.deactivate(workflow);
			world.sandbox.configure({ processingMs: 200 });
		});

		it('finish-pending: a row waits for each, a wrong address goes to a person', async () => {
			const workflow = await world.publish('finish-pending', impatient());
			workflows['finish-pending'] = workflow;
			const url = `${world.rest.url}/form/${webhookIdOf(workflow, 'Wallet Form')}`;
			const all = Object.entries(ENDS).map(([name, { address }]) => [name, address]);
			for (const [reference, address] of [...all, ['typo', MISTYPED]]) {
				const body = new FormData();
				[reference, address].forEach((value, index) => body.set(`field-${index}`, value));
				expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
			}
			await eventually('the rows', async () => {
				const rows = await rowsOf('Pending Checks').catch(() => []);
				return rows.length === all.length + 1;
			});
			for (const { reference, decision, hash } of await rowsOf('Pending Checks'))
				expect([reference, decision, hash !== null]).toEqual(
					reference === 'typo' ? ['typo', 'review', false] : [reference, 'waiting', true],
				);
			await eventually('the person hears of it', async () => {
				const runs = await world.rest.executions(workflow);
				const nodes = runs.map(async ({ id }) => ranIn(await world.rest.execution(id)));
				const reviews = (await Promise.all(nodes)).filter((ran) => ran.includes('In Review'));
				return reviews.length === 1;
			});
		});

		it('form: a wallet of one check waits, a wallet of several goes to a person', async () => {
			const workflow = await world.publish('screen-wallet-form', impatient('Screen Wallet'));
			workflows.form = workflow;
			for (const [address, decision] of [
				[OTHERS.customer.address, 'waiting'],
				[WHOLE, 'review'],
			]) {
				const { page } = await fillForm(world.rest, workflow, 'Wallet Form', [address]);
				expect(page).toContain('We are looking at your wallet');
				expect(await rowsOf('Wallet Reviews', { address })).toMatchObject([{ decision }]);
			}
		});

		it('file: the row of a running check waits', async () => {
			const screening = ['Screen Wallets', 'Screen Transactions'];
			const workflow = await world.publish('screen-csv-file', impatient(...screening));
			workflows.file = workflow;
			const { address } = OTHERS.inFile;
			const list = new File([`wallet\r\n${address}`], 'late.csv', { type: 'text/csv' });
			const { pageUrl } = await fillForm(world.rest, workflow, 'Upload Form', [list]);
			const body = new FormData();
			body.set('field-0', '1');
			expect((await fetch(pageUrl, { method: 'POST', body })).ok).toBe(true);
			await eventually('the row of the file', async () => {
				const [row] = await rowsOf('Late Rows', { address }).catch(() => []);
				return row?.riskLevel === 'waiting';
			});
		});

		it('sheet: the row says pending', async () => {
			const { sheet } = world.outside;
			const rows = [
				[OTHERS.inSheet.address, '', '', '', '', ''],
				[MISTYPED, '', '', '', '', ''],
				[wallet('by hand'), '', 'high', 'by hand', '', ''],
			];
			sheet.splice(1, sheet.length, ...rows);
			const chosen = {
				documentId: { __rl: true, mode: 'id', value: 'sheet-of-this-machine' },
				sheetName: { __rl: true, mode: 'name', value: 'Sheet1' },
			};
			const nodes = ['Read Sheet', 'Write Result', 'Write Refusal', 'Rows That Wait', 'Finish Row'];
			const workflow = await world.publish('screen-google-sheet', (example) =>
				nodes.reduce(
					(one, name) => withParameters(one, name, chosen),
					impatient('Screen Wallets')(example),
				),
			);
			workflows.sheet = workflow;
			const { status } = await world.rest.run(workflow, 'Every Hour');
			expect(status).toBe('success');
			expect(sheet.slice(1).map((row) => row[2])).toEqual(['pending', 'unknown', 'high']);
			expect(sheet[1][5]).toMatch(/^[0-9a-f-]{36}$/);
			paid = world.charges - before;
			expect(paid).toBe(Object.keys({ ...ENDS, ...OTHERS }).length + 3);
		});

		it('all of them are decided by the trigger after the restart, and nothing is paid', async () => {
			const running = world.sandbox.checks().filter(({ status }) => status === 'PENDING');
			const endOf = new Map(
				Object.values({ ...ENDS, ...OTHERS }).map(({ address, end }) => [address, end]),
			);
			await world.demo.restart(async () => {
				for (const { hash, address } of running)
					world.sandbox.updateCheck(
						hash,
						endOf.get(address) ?? { status: 'SUCCESS', riskscore: 3 },
					);
			});
			for (const [reference, { decision, address }] of Object.entries(ENDS)) {
				const row = await eventually(`${reference}: ${decision}`, async () => {
					const [one] = await rowsOf('Pending Checks', { reference });
					return one.decision === decision && one;
				});
				expect(row.summary).toContain(address);
			}
			await eventually('the customer is approved', async () => {
				const [row] = await rowsOf('Wallet Reviews', { address: OTHERS.customer.address });
				return row.decision === 'approved' && row.riskLevel === 'low';
			});
			await eventually('the row of the file', async () => {
				const [row] = await rowsOf('Late Rows', { address: OTHERS.inFile.address });
				return row.riskLevel === 'low';
			});
			const { sheet } = world.outside;
			await eventually('the row of the sheet', async () => sheet[1][2] === 'high');
			expect(sheet[1][3]).toMatch(/^HIGH/);
			expect(sheet[3].slice(2, 4)).toEqual(['high', 'by hand']);
			expect(await rowsOf('Wallet Reviews', { address: WHOLE })).toMatchObject([
				{ decision: 'review', riskLevel: 'unknown' },
			]);
			for (const workflow of Object.values(workflows)) {
				const [newest] = await world.rest.executions(workflow);
				expect(ranIn(await world.rest.execution(newest.id))).toContain('Check Completed');
			}
			expect(world.charges - before).toBe(paid);
			const columns = ['reference', 'address', 'riskLevel', 'summary', 'decision'];
			await takeRows(world, 'finish-pending', columns, await rowsOf('Pending Checks'));
		});

		it('finish-pending: a wallet whose check is there already is decided by its own run, free', async () => {
			const workflow = workflows['finish-pending'];
			const url = `${world.rest.url}/form/${webhookIdOf(workflow, 'Wallet Form')}`;
			const body = new FormData();
			['again', ENDS.low.address].forEach((value, index) => body.set(`field-${index}`, value));
			const earlier = new Set((await world.rest.executions(workflow)).map(({ id }) => id));
			expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
			const row = await eventually('the row', async () => {
				const [one] = await rowsOf('Pending Checks', { reference: 'again' });
				return one?.decision === 'approved' && one;
			});
			expect(row).toMatchObject({
				riskLevel: 'low',
				hash: expect.stringMatching(/^[0-9a-f-]{36}$/),
			});
			// The row is decided before its run ends, and the trigger has runs of its own meanwhile.
			const ran = await eventually('the end of its own run', async () => {
				for (const { id } of await world.rest.executions(workflow)) {
					const nodes = earlier.has(id) ? [] : ranIn(await world.rest.execution(id));
					if (nodes.includes('Wallet Form')) return nodes;
				}
				return undefined;
			});
			expect(ran).toContain('Approved');
			expect(world.charges - before).toBe(paid);
		});
	});
}
