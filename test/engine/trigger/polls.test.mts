/** The polls that n8n makes: several at once, after publishing, in an outage. */
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { MINUTE, useService, Workflow } from './setUp.mts';

const { sandbox, clock } = useService(29);

const HISTORY = 'checkup.getcheckshistory';

describe("n8n's durable scheduler", () => {
	it('polls once for each poll time, all from one state: each check is delivered once', async () => {
		const workflow = await Workflow.begun(sandbox());
		const hash = sandbox().addCheck();
		const { staticData } = workflow;
		const polls = () =>
			Array.from({ length: 6 }, async () => await workflow.hashes({ staticData }));
		const delivered = (await Promise.all(polls())).flat();
		// A later one of the same moment comes after the delivery, and before n8n has saved it.
		delivered.push(...(await workflow.hashes({ staticData })));
		expect(delivered).toEqual([hash]);
		workflow.staticData = staticData;
		clock.now += 31_000;
		expect(await workflow.hashes()).toEqual([hash]);
	});

	it('saves nothing of publishing: a check that ends before the first poll is delivered', async () => {
		sandbox().addCheck();
		const workflow = new Workflow(sandbox());
		expect(await workflow.hashes({ activation: 'activate' })).toEqual([]);
		clock.pass(1);
		const hash = sandbox().addCheck();
		expect(await workflow.hashes({ staticData: {} })).toEqual([hash]);
		expect(await workflow.hashes({ staticData: {} })).toEqual([]);
		expect(await workflow.hashes()).toEqual([]);
	});

	it('pauses after a failure, so each one is shown', async () => {
		const workflow = await Workflow.begun(sandbox());
		sandbox().fault({ method: HISTORY, kind: 'flat401', times: Infinity });
		for (let poll = 0; poll < 3; poll++)
			expect((await workflow.poll()).failure).toBeInstanceOf(Error);
	});
});

it("an outage is shown at first and then once an hour by n8n's own timer, and after it again", async () => {
	const workflow = await Workflow.begun(sandbox());
	const { context } = await workflow.poll();
	const begun = clock.now;
	const fails = async (minutes: number) => {
		clock.now = begun + minutes * MINUTE;
		const { failure, items, logs } = await workflow.poll({ context });
		expect(items).toBeNull();
		expect(logs).toHaveLength(1);
		return failure !== undefined;
	};
	sandbox().fault({ method: HISTORY, kind: 'flat401', times: Infinity });
	expect([await fails(0), await fails(1), await fails(59)]).toEqual([true, false, false]);
	expect([await fails(61), await fails(62)]).toEqual([true, false]);
	sandbox().clearFaults();
	const hash = sandbox().addCheck();
	clock.now = begun + 63 * MINUTE;
	expect((await workflow.poll({ context })).items).toMatchObject([{ json: { hash } }]);
	sandbox().fault({ method: HISTORY, kind: 'flat401', times: Infinity });
	expect([await fails(64), await fails(65)]).toEqual([true, false]);
});

it("a credential that breaks again after it was mended is shown again by n8n's own timer", async () => {
	const { baseUrl, token } = sandbox();
	const data = { baseUrl, accessToken: token };
	const workflow = new Workflow(sandbox(), {}, { credentials: [{ type: AmlCheckApi, data }] });
	const { context } = await workflow.poll();
	const shows = async (accessToken: string) => {
		data.accessToken = accessToken;
		clock.pass(1);
		return (await workflow.poll({ context })).failure !== undefined;
	};
	expect([await shows(''), await shows('')]).toEqual([true, false]);
	expect(await shows(token)).toBe(false);
	expect([await shows(''), await shows('')]).toEqual([true, false]);
});
