/** A credential is changed: to another account, or to another token of the same one. */
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { MINUTE, Workflow } from './setUp.mts';

let test: Sandbox;
let production: Sandbox;
let now: number;

beforeAll(async () => {
	test = await startSandbox({ now: () => now, seed: 21 });
	production = await startSandbox({ now: () => now, seed: 22, token: 'production-token' });
});

afterAll(async () => await Promise.all([test.close(), production.close()]));

beforeEach(() => {
	now = Date.UTC(2033, 1, 3, 10, 0, 0);
	for (const sandbox of [test, production]) sandbox.reset();
	test.configure({ token: test.token });
});

const pass = (minutes: number) => void (now += minutes * MINUTE);

const inProduction = () => {
	const data = { baseUrl: production.baseUrl, accessToken: production.token };
	return { credentials: [{ type: AmlCheckApi, data }] };
};

/** A trigger of the test account, with one delivery behind it. */
async function followTest(): Promise<Workflow> {
	const workflow = new Workflow(test, { options: { includeReport: false } });
	test.addCheck();
	await workflow.hashes({ activation: 'activate' });
	pass(1);
	const hash = test.addCheck();
	expect(await workflow.hashes()).toEqual([hash]);
	pass(1);
	return workflow;
}

it.each([0, 180])(
	'another account whose newest check is %d minutes old begins now, with one warning in the log',
	async (minutes) => {
		production.seedHistory(500, { until: now - minutes * MINUTE, everyMs: MINUTE });
		const workflow = await followTest();
		const first = await workflow.poll(inProduction());
		expect(first.items).toBeNull();
		expect(first.logs.map(({ message }) => message)).toEqual([
			expect.stringContaining('another account'),
		]);
		expect(await workflow.hashes(inProduction())).toEqual([]);
		pass(1);
		const hash = production.addCheck();
		const { items, logs } = await workflow.poll(inProduction());
		expect(items?.map(({ json }) => json.hash)).toEqual([hash]);
		expect(logs).toEqual([]);
	},
);

it('another account without checks: its first one is delivered', async () => {
	const workflow = await followTest();
	for (let poll = 0; poll < 3; poll++) expect(await workflow.hashes(inProduction())).toEqual([]);
	pass(90);
	const first = production.addCheck();
	expect(await workflow.hashes(inProduction())).toEqual([first]);
	expect(await workflow.hashes(inProduction())).toEqual([]);
});

it('another token of the same account changes nothing', async () => {
	const workflow = await followTest();
	test.configure({ token: 'another-token' });
	const hash = test.addCheck();
	const data = { baseUrl: test.baseUrl, accessToken: 'another-token' };
	const credentials = [{ type: AmlCheckApi, data }];
	expect(await workflow.hashes({ credentials })).toEqual([hash]);
	expect(await workflow.hashes({ credentials })).toEqual([]);
});

it('old checks that expire together are no other account: what came is delivered', async () => {
	const workflow = await followTest();
	test.reset();
	pass(300);
	const came = Array.from({ length: 5 }, () => test.addCheck());
	workflow.restart();
	const { items, logs } = await workflow.poll();
	expect(items?.map(({ json }) => json.hash).sort()).toEqual(came.sort());
	expect(logs).toEqual([]);
});
