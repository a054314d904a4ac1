/** n8n is killed in the middle of a workflow's work: nothing is for ever claimed, lost, paid twice or told twice. */
import type { StoredWorkflow } from '../../../instance/rest.mts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { eventually } from '../harness/shared.mts';
import { DataTable } from '../../../instance/dataTables.mts';
import { fillForm } from './forms.mts';
import { answerForm, formIn } from './questions.mts';
import { atLength, webhookIdOf, withTimeout } from './support.mts';
import type { World } from './world.mts';

const HOUR_MS = 3_600_000;

/** Registers the stories, which kill the n8n of the world. */
export function describeKilled(getWorld: () => World): void {
	describe('n8n is killed', () => {
		const charged = async (before: number) =>
			await eventually('a check is paid', async () => getWorld().charges > before);

		/** Kills n8n, lets everything work again, and starts n8n. */
		async function kill(): Promise<void> {
			const { instance, outside, sandbox } = getWorld();
			await instance.restart(async () => {
				outside.hang(false);
				sandbox.clearFaults();
				sandbox.configure({ processingMs: 200 });
				for (const { hash, status } of sandbox.checks())
					if (status === 'PENDING') sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: 3 });
			}, 'kill');
		}

		async function claimedLongAgo(reference: string): Promise<Record<string, unknown>> {
			const table = await DataTable.named(getWorld().rest, 'Deposits');
			await table.update('reference', reference, { claimedAt: new Date(0).toISOString() });
			return (await table.rows({ reference }))[0];
		}

		atLength.each(['after the payment', 'before the callback'])(
			'%s of a deposit: it is decided, paid and called back once',
			async (moment) => {
				const { rest, sandbox, outside } = getWorld();
				const workflow = await getWorld().publish('screen-deposits');
				const reference = `killed ${moment}`;
				const before = getWorld().charges;
				const calls = () =>
					outside.sent.filter(
						({ to, body }) => to === 'webhook' && String(body.text).includes(reference),
					);
				if (moment === 'after the payment') sandbox.configure({ processingMs: HOUR_MS });
				else outside.hang(true);
				const post = async () =>
					await fetch(`${rest.url}/webhook/${webhookIdOf(workflow, 'Deposit')}`, {
						method: 'POST',
						headers: { 'Content-Type': 'application/json', 'X-Api-Key': 'demo' },
						body: JSON.stringify({
							reference,
							hash: makeTransaction('TRX', reference),
							address: bookAddress('TRX', 'low'),
							coin: 'USDT',
							network: 'TRC20',
						}),
					});
				expect((await post()).status).toBe(202);
				await charged(before);
				const table = await DataTable.named(rest, 'Deposits');
				if (moment === 'before the callback')
					await eventually(
						'it is decided',
						async () => (await table.rows({ reference }))[0].decision === 'approved',
					);
				await kill();
				expect((await post()).status).toBe(202);
				await claimedLongAgo(reference);
				await rest.run(workflow, 'Every Minute');
				await eventually(
					'it is delivered',
					async () => (await table.rows({ reference }))[0].state === 'delivered',
				);
				expect((await table.rows({ reference }))[0].checkHash).toMatch(/^[0-9a-f-]{36}$/);
				await claimedLongAgo(reference);
				await rest.run(workflow, 'Every Minute');
				expect(calls()).toHaveLength(1);
				expect(await table.rows({ reference })).toHaveLength(1);
				expect(getWorld().charges - before).toBe(1);
				await rest.deactivate(workflow);
			},
		);

		atLength('before a question has left: it is asked once n8n is back, and answered', async () => {
			const { rest, outside } = getWorld();
			const workflow = await getWorld().publish('desk-review');
			const decisions = await DataTable.named(rest, 'AML Decisions');
			const address = bookAddress('BTC', 'medium');
			const checks = JSON.stringify([{ hash: 'a', asset: 'Bitcoin', riskLevel: 'medium' }]);
			const now = new Date(Date.now() - 1000).toISOString();
			const questions = () => outside.mails.filter(({ subject }) => subject.includes(address));
			outside.hang(true);
			await decisions.insert({
				key: 'killed',
				address,
				wallet: address,
				transaction: '',
				decision: 'review',
				decidedBy: '',
				riskLevel: 'medium',
				checks,
				askAt: now,
				screenedAt: now,
			});
			await rest.start(workflow, 'Every Minute');
			await eventually(
				'the row has a ticket',
				async () => (await decisions.rows({ key: 'killed' }))[0].ticket,
			);
			await kill();
			expect(questions()).toEqual([]);
			const [mail] = await eventually(
				'the schedule asks by itself',
				async () => questions().length > 0 && questions(),
				120_000,
			);
			const link = formIn(mail.text);
			const ticket = new URL(link).searchParams.get('ticket') ?? '';
			for (const decision of ['Approved', 'Rejected'])
				await answerForm(link, [ticket, decision, 'Known', 'Bo', '']);
			const [row] = await eventually('the answer is kept', async () => {
				const rows = await decisions.rows({ key: 'killed' });
				return rows[0].decision !== 'review' && rows;
			});
			expect(row).toMatchObject({ decision: 'approved', decidedBy: 'Bo' });
			expect(questions()).toHaveLength(1);
			await rest.deactivate(workflow);
		});

		atLength('while a customer waits, and again while a late result is read', async () => {
			const { rest, sandbox } = getWorld();
			const workflow: StoredWorkflow = await getWorld().publish('screen-wallet-form', (example) =>
				withTimeout('Screen Wallet', 3)(example),
			);
			const address = bookAddress('LTC', 'low');
			const before = getWorld().charges;
			sandbox.configure({ processingMs: HOUR_MS });
			const body = new FormData();
			body.set('field-0', address);
			await fetch(`${rest.url}/form/${webhookIdOf(workflow, 'Wallet Form')}`, {
				method: 'POST',
				body,
			});
			await charged(before);
			await getWorld().instance.restart(async () => {}, 'kill');
			const { page } = await fillForm(rest, workflow, 'Wallet Form', [address, '']);
			expect(page).toContain('We are looking at your wallet');
			const reviews = await DataTable.named(rest, 'Wallet Reviews');
			expect(await reviews.rows({ address })).toMatchObject([{ decision: 'waiting' }]);
			sandbox.fault({ method: 'checkup.getresult', kind: 'hang', times: Infinity });
			const asked = () => sandbox.stats().calls['checkup.getresult'] ?? 0;
			const known = asked();
			await rest.start(workflow, 'Every 10 Minutes');
			await eventually('the result is asked for', async () => asked() > known);
			await kill();
			expect(await reviews.rows({ address })).toMatchObject([{ decision: 'waiting' }]);
			await rest.run(workflow, 'Every 10 Minutes');
			await eventually(
				'it is decided',
				async () => (await reviews.rows({ address }))[0].decision === 'approved',
			);
			expect(await reviews.rows({ address })).toHaveLength(1);
			expect(getWorld().charges - before).toBe(1);
			await rest.deactivate(workflow);
		});
	});
}
