/** A credential is changed to another account, and n8n starts again: what a poll decides follows from what n8n saved. */
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

describe('a credential that is changed to another account', () => {
	it.each([
		['with a restart', true],
		['without one', false],
	])(
		'and a pause: everything of the pause is delivered, and the first item says it, %s',
		async (_, restarts) => {
			production.seedHistory(500, { until: now - 300 * MINUTE, everyMs: MINUTE });
			const workflow = await followTest();
			expect(await workflow.hashes(inProduction())).toEqual([]);
			pass(5);
			const came = Array.from({ length: 20 }, () => {
				pass(1);
				return production.addCheck({ riskscore: 90 });
			});
			pass(300);
			if (restarts) workflow.restart();
			const { items } = await workflow.poll(inProduction());
			expect(items?.map(({ json }) => json.hash)).toEqual(came);
			const notices = items?.map(({ json }) => json.triggerNotice);
			expect(notices?.[0]).toMatch('The history shows another account than before');
			expect(notices?.slice(1)).toEqual(Array.from({ length: 19 }));
			workflow.restart();
			pass(1);
			const last = production.addCheck();
			const { items: next } = await workflow.poll(inProduction());
			expect(next?.map(({ json }) => [json.hash, json.triggerNotice])).toEqual([[last, undefined]]);
		},
	);

	it.each([true, false])(
		'without checks yet: its first check is delivered, restart %s',
		async (restarts) => {
			const workflow = await followTest();
			for (let poll = 0; poll < 3; poll++)
				expect(await workflow.hashes(inProduction())).toEqual([]);
			pass(90);
			const first = production.addCheck();
			if (restarts) workflow.restart();
			const seen = [
				...(await workflow.hashes(inProduction())),
				...(await workflow.hashes(inProduction())),
			];
			expect(seen).toEqual([first]);
		},
	);

	it('with another token of the same account changes nothing', async () => {
		const workflow = await followTest();
		test.configure({ token: 'another-token' });
		const hash = test.addCheck();
		const data = { baseUrl: test.baseUrl, accessToken: 'another-token' };
		const { items } = await workflow.poll({ credentials: [{ type: AmlCheckApi, data }] });
		expect(items?.map(({ json }) => [json.hash, json.triggerNotice])).toEqual([[hash, undefined]]);
	});
});

it('old checks that expire during a pause are no other account: what came is delivered without a word', async () => {
	const workflow = await followTest();
	test.reset();
	pass(300);
	const came = Array.from({ length: 5 }, () => test.addCheck());
	workflow.restart();
	const { items } = await workflow.poll();
	expect(items?.map(({ json }) => json.hash).sort()).toEqual(came.sort());
	expect(items?.[0].json).not.toHaveProperty('triggerNotice');
});
