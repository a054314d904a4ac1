/** Checks that end while n8n is down: each result finds the row that waits for it, by its hashes and through the trigger. */
import type { StoredWorkflow, Workflow } from '../../../instance/rest.mts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { eventually } from '../harness/shared.mts';
import { DataTable } from '../../../instance/dataTables.mts';
import { fillForm } from './forms.mts';
import { atLength, ranIn, withParameters, withTimeout } from './support.mts';
import type { World } from './world.mts';

const HOUR_MS = 3_600_000;
/** Every five seconds, so that no test waits a minute for a poll. */
const pollTimes = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	})),
};

/** The form, which polls often here and waits three seconds at most. */
const impatient = (workflow: Workflow): Workflow =>
	withParameters(withTimeout('Screen Wallet', 3)(workflow), 'Check Completed', { pollTimes });

const wallet = (name: string, network = 'LTC') => makeAddress(network, `late ${name}`);

/** What becomes of the checks of the wallets that wait: of each check, or of one and another of the rest. */
const ENDS = {
	low: { address: wallet('low'), scores: [4], decision: 'approved' },
	high: { address: wallet('high'), scores: [92], decision: 'declined' },
	medium: { address: wallet('medium'), scores: [48], decision: 'review' },
	unscored: { address: wallet('unscored'), scores: [null], decision: 'review' },
	'all assets low': { address: wallet('whole', 'TRX'), scores: [3, 4, 5], decision: 'approved' },
	'one asset high': { address: wallet('partly', 'TRX'), scores: [3, 91, 5], decision: 'declined' },
};

/** Registers the stories, which restart the n8n of the world: they come last. */
export function describeLateChecks(getWorld: () => World): void {
	describe('checks that end while n8n is down', () => {
		let world: World;
		let workflow: StoredWorkflow;
		let before: number;

		const rowsOf = async (like: Record<string, string> = {}) =>
			await (await DataTable.named(world.rest, 'Wallet Reviews')).rows(like);

		beforeAll(async () => {
			world = getWorld();
			world.sandbox.configure({ processingMs: HOUR_MS });
			before = world.charges;
			workflow = await world.publish('screen-wallet-form', impatient);
		});

		afterAll(async () => {
			await world.rest.deactivate(workflow);
			world.sandbox.configure({ processingMs: 200 });
		});

		it('the customer is in review, and the row keeps every check of the wallet', async () => {
			for (const { address, scores } of Object.values(ENDS)) {
				const { page } = await fillForm(world.rest, workflow, 'Wallet Form', [address, '']);
				expect(page).toContain('We are looking at your wallet');
				const [row] = await rowsOf({ address });
				expect(row).toMatchObject({ decision: 'waiting', riskLevel: 'unknown' });
				expect(String(row.checks).match(/"hash"/g)).toHaveLength(scores.length);
			}
		});

		it('a wallet whose checks were not all taken waits for a person', async () => {
			const address = bookAddress('TRX', 'low');
			world.sandbox.fault({
				method: 'checkup.checkaddr',
				kind: 'rpcError',
				skip: 1,
				times: Infinity,
			});
			await fillForm(world.rest, workflow, 'Wallet Form', [address, '']);
			world.sandbox.clearFaults();
			expect(await rowsOf({ address })).toMatchObject([{ decision: 'review' }]);
		});

		it('all of them are decided by the trigger after the restart, and nothing is paid', async () => {
			const running = world.sandbox.checks().filter(({ status }) => status === 'PENDING');
			const paid = world.charges - before;
			await world.instance.restart(async () => {
				for (const { address, scores } of Object.values(ENDS))
					running
						.filter((one) => one.address === address)
						.forEach(({ hash }, index) =>
							world.sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: scores[index] }),
						);
			});
			for (const [name, { decision, address }] of Object.entries(ENDS)) {
				const row = await eventually(`${name}: ${decision}`, async () => {
					const [one] = await rowsOf({ address });
					return one.decision === decision && one;
				});
				expect(row.summary).toContain(address);
			}
			const [newest] = await world.rest.executions(workflow);
			expect(ranIn(await world.rest.execution(newest.id))).toContain('Check Completed');
			expect(world.charges - before).toBe(paid);
		});

		atLength('a form for one asset decides late results, too', async () => {
			await world.rest.deactivate(workflow);
			const asset = { __rl: true, mode: 'id', value: 'USDT' };
			workflow = await world.publish('screen-wallet-form', (example) =>
				withTimeout('Screen Wallet', 3, { asset })(impatient(example)),
			);
			const address = wallet('one asset', 'TRX');
			const paid = world.charges;
			await fillForm(world.rest, workflow, 'Wallet Form', [address, '']);
			expect(await rowsOf({ address })).toMatchObject([{ decision: 'waiting' }]);
			expect(world.charges - paid).toBe(1);
			const [{ hash }] = world.sandbox.checks().filter((one) => one.address === address);
			world.sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: 3 });
			await world.rest.run(workflow, 'Every 10 Minutes');
			await eventually('it is approved', async () => {
				const [row] = await rowsOf({ address });
				return row.decision === 'approved';
			});
		});
	});
}
