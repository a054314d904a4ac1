/** A service whose dates have no offset: a lost check is found again on a machine in any time zone. */
import { bookAddress } from '../../../sandbox/server.mts';
import { inEveryZone } from '../../zones.mts';
import { RETRY, run, screen, STOP, withSandbox } from './support.mts';

jest.mock('../../../sandbox/answers.mts', () => {
	type Answers = typeof import('../../../sandbox/answers.mts');
	const answers = jest.requireActual<Answers>('../../../sandbox/answers.mts');
	const bare = (text: string | null) => text?.replace('+00:00', '') ?? null;
	const withoutOffset = <T extends { initDate: string; resultDate: string | null }>(shape: T) => ({
		...shape,
		initDate: bare(shape.initDate),
		resultDate: bare(shape.resultDate),
	});
	return {
		...answers,
		checkResult: (...of: Parameters<Answers['checkResult']>) =>
			withoutOffset(answers.checkResult(...of)),
		foundCheck: (...of: Parameters<Answers['foundCheck']>) =>
			withoutOffset(answers.foundCheck(...of)),
		historyItem: (...of: Parameters<Answers['historyItem']>) =>
			withoutOffset(answers.historyItem(...of)),
	};
});

const items = [{ address: bookAddress('BTC', 'low') }];

inEveryZone(() => {
	it('a submission whose answer was lost is not paid for again', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const parameters = screen({}, { currency: 'BTC' });
			const { status, main } = await run(sandbox, { items, parameters, settings: RETRY });
			expect({ status, charges: sandbox.stats().charges }).toEqual({
				status: 'success',
				charges: 1,
			});
			expect(main[0].json.hash).toBe(sandbox.checks()[0].hash);
			expect(main[0].json.resultDate).toMatch(/T[\d:]{8}$/);
		});
	}, 60_000);

	it('a recent report is reused, and one that is too old is not', async () => {
		let now = Date.now();
		await withSandbox({ now: () => now }, async (sandbox) => {
			const parameters = screen({ reuseWithinHours: 2 }, { currency: 'BTC' });
			const play = async () => await run(sandbox, { items, parameters, settings: STOP });
			now -= 3 * 3_600_000;
			await play();
			now += 3 * 3_600_000;
			await play();
			expect(sandbox.stats().charges).toBe(2);
			const { main } = await play();
			expect(sandbox.stats().charges).toBe(2);
			expect(main[0].json).toMatchObject({ reused: true });
		});
	}, 60_000);
});
