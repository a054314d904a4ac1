/**
 * How to run an item again: with Retry only where n8n offers one. In a Continue mode the execution succeeds, an agent
 * goes on without its tool, and the Retry of a workflow that calls this one begins a new execution.
 */
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { FAULT_KINDS, type FaultKind, type SandboxOptions } from '../../../sandbox/server.mts';
import type { INodeParameters } from 'n8n-workflow';
import { runTool, type NodeRun, type NodeSettings } from '../harness/index.mts';
import {
	audit,
	btcWallets,
	CLEAN,
	credentialFor,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	MODES,
	REGULAR,
	RESULT,
	run,
	runBtc,
	screenBtc,
	SPLIT,
	start,
	STOP,
	SUBMIT,
	type World,
} from './support.mts';

/** Every way to tell somebody to press Retry, or to run what n8n won't run again. */
const RETRY_WORDS = /\bretry\b|\brun (it |the (workflow|execution) )?again/i;
const SEND_WORDS = /\bsend (this|the) item again|\bsent again/i;

/** The descriptions of what failed: of the error items, or of the error that the run throws. */
const saidBy = (result: NodeRun): string[] => {
	const items = itemsOf(result).filter(({ json }) => typeof json.error === 'string');
	const thrown = result.failure ? [String(result.failure.description ?? '')] : [];
	return [...thrown, ...items.map((item) => `${item.json.error}. ${detailsOf(item).description}`)];
};

interface Scene {
	fault?: { method: string; kind: FaultKind };
	sandbox?: SandboxOptions;
	options?: INodeParameters;
	token?: string;
	cancelAfterMs?: number;
	/** What the description has in Stop mode, in a Continue mode, and there under a Request Key. */
	stop?: RegExp;
	send?: RegExp;
	key?: RegExp;
}

const SHORT = { timeout: 9 };

const FAULTS = (Object.keys(FAULT_KINDS) as FaultKind[]).flatMap((kind) =>
	[SUBMIT, RESULT, HISTORY].map((method): [string, Scene] => [
		`${kind} at ${method}`,
		{ fault: { method, kind }, ...(method === HISTORY && { options: { reuseWithinHours: 1 } }) },
	]),
);

const SCENES: Record<string, Scene> = {
	...Object.fromEntries(FAULTS),
	'a lost submission': {
		fault: { method: SUBMIT, kind: 'resetBefore' },
		stop: /Run again with Retry, in n8n's list of executions: it searches the history first and does not pay twice\. From 2\S+Z on/,
		send: /not known yet whether the check was paid for\. Before you send this item again, look for its check with Get Many of History, which is free\. From 2\S+Z on, a check that the history does not show was not paid for\./,
		key: /Send this item again with the same 'Request Key', within a day, and before n8n restarts: the history is searched first/,
	},
	'an empty package': {
		sandbox: { packageSize: 0 },
		stop: /Buy more checks in your account at the service, then run the execution again with Retry\./,
		send: /Buy more checks in your account at the service, then send this item again\. Nothing was paid/,
		key: /then send this item again with the same 'Request Key'\. Nothing was paid/,
	},
	'a history that can not be searched': {
		fault: { method: HISTORY, kind: 'serverErrorBefore' },
		options: { reuseWithinHours: 1 },
		stop: /Solve the cause, then run the execution again with Retry\./,
		send: /Solve the cause, then send this item again\. Nothing was paid/,
		key: /Solve the cause, then send this item again with the same 'Request Key'\./,
	},
	'a service that is down': {
		fault: { method: '*', kind: 'serverErrorBefore' },
		stop: /\bRetry\b/,
		send: /end this item again/,
		key: /end this item again with the same 'Request Key'/,
	},
	'a stopped execution': {
		sandbox: { latencyMs: 400 },
		cancelAfterMs: 300,
	},
	'a wrong token': { token: 'another' },
	'too many checks': { options: { maxPaidChecks: 1 } },
	'a check that is not finished': { sandbox: { processingMs: 60_000 } },
};

/** A fault has one case for each mode, and a scene with words of its own each of them with and without a key. */
const cases = Object.entries(SCENES).flatMap(([name, scene]) =>
	Object.entries(MODES).flatMap(([mode, settings]) =>
		(scene.send ? [false, true] : [settings === SPLIT]).map((hasKey) => ({
			...{ title: `${name} (${mode}${hasKey ? ', with a key' : ''})`, scene, settings, hasKey },
		})),
	),
);

async function play(scene: Scene, settings: NodeSettings, hasKey: boolean): Promise<NodeRun> {
	return await inWorld({ repeatedId: 'charge', ...scene.sandbox }, async ({ sandbox }) => {
		if (scene.fault) sandbox.fault({ ...scene.fault, times: Infinity, delayMs: 12_000 });
		const key = hasKey ? { requestKey: 'order-1' } : {};
		const credential = scene.token ? { accessToken: scene.token } : {};
		const result = await start(sandbox, {
			...{ items: btcWallets(2), settings, cancelAfterMs: scene.cancelAfterMs },
			parameters: screenBtc({ ...SHORT, ...key, ...scene.options }),
			credentials: [credentialFor(sandbox, credential)],
		}).result;
		const lost = scene.cancelAfterMs && { lost: expect.anything() };
		expect(audit(sandbox, result)).toMatchObject({ ...CLEAN, ...lost });
		return result;
	});
}

describe('the words fit what n8n offers', () => {
	it.each(cases)('$title', async ({ scene, settings, hasKey }) => {
		const said = saidBy(await play(scene, settings, hasKey));
		const isStop = settings === STOP;
		for (const text of said) {
			if (isStop && !scene.cancelAfterMs) expect(text).not.toMatch(SEND_WORDS);
			else expect(text).not.toMatch(RETRY_WORDS);
			if (!hasKey) expect(text).not.toMatch(/with the same 'Request Key'/);
		}
		const wanted = isStop ? scene.stop : hasKey ? scene.key : scene.send;
		if (wanted) expect(said.length).toBeGreaterThan(0);
		for (const text of said) if (wanted) expect(text).toMatch(wanted);
	});
});

/** The first submission never arrives, and the history shows nothing. */
const loseFirst = ({ sandbox }: World) => sandbox.fault({ method: SUBMIT, kind: 'resetBefore' });

const ONE = btcWallets(1);

describe.each([REGULAR, SPLIT])('sending again in $onError', (settings) => {
	const pay = async (world: World, options: INodeParameters) =>
		await runBtc(world.sandbox, ONE, options, settings);

	it('under the same Request Key finds what was charged, and pays nothing more', async () => {
		await inWorld({ repeatedId: 'charge', history: { lagMs: 30_000 } }, async (world) => {
			const { sandbox, clock } = world;
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			const options = { ...SHORT, requestKey: 'order-1' };
			const first = await pay(world, options);
			expect(detailsOf(itemsOf(first)[0]!)).toMatchObject({ fault: 'payment' });
			await clock.wait(60_000);
			const second = await pay(world, { ...options, timeout: 300 });
			expect(second.main[0]?.json).toMatchObject({ hash: sandbox.checks()[0]!.hash });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('without a key pays once, where the history showed nothing at the moment that is named', async () => {
		await inWorld({ repeatedId: 'charge' }, async (world) => {
			const { sandbox, clock } = world;
			loseFirst(world);
			const first = await pay(world, SHORT);
			const { description } = detailsOf(itemsOf(first)[0]!);
			const [named] = /2\d{3}-\d\d-\d\dT[\d:]+Z/.exec(String(description))!;
			expect(Date.parse(named!)).toBeGreaterThan(clock.now);
			await clock.wait(Date.parse(named!) - clock.now);
			expect(sandbox.checks()).toEqual([]);
			const second = await pay(world, SHORT);
			expect(second.main[0]?.json).toMatchObject({ charged: true });
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

it('a check that the history could mean is read, and sent again only for another payment', async () => {
	await inWorld({ repeatedId: 'charge', tellAsset: false }, async ({ sandbox }) => {
		for (const [settings, words] of [
			[STOP, /Nothing is sent again\. To pay for a new check instead/],
			[
				REGULAR,
				/with Get Result, which is free\. If you send this item again, it is paid for again\./,
			],
		] as const) {
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			const address = { address: '0x' + (settings === STOP ? 'a' : 'b').repeat(40) };
			const parameters = { ...screenBtc(SHORT), network: 'ETH', asset: 'coin' };
			const result = await run(sandbox, { items: [address], settings, parameters });
			const [said] = saidBy(result);
			expect(said).toMatch(/It may be the check/);
			expect(said).toMatch(words);
		}
	});
});

describe('there is no Retry to offer', () => {
	it.each(['agent', 'engine'] as const)('to an agent, whose tool fails (%s)', async (through) => {
		await inWorld({}, async (world) => {
			loseFirst(world);
			const { failure, responses } = await runTool({
				...{ node: AmlCheck, through, credentials: [credentialFor(world.sandbox)] },
				parameters: { ...screenBtc(SHORT), address: String(ONE[0]!.address) },
			});
			const said = [(failure as { description?: string })?.description, ...responses].join(' ');
			expect(said).toContain('Before you send this item again');
			expect(said).not.toMatch(RETRY_WORDS);
		});
	});

	it('in a workflow that another one calls, whose Retry begins a new execution', async () => {
		await inWorld({}, async (world) => {
			loseFirst(world);
			const { sandbox } = world;
			const parameters = screenBtc(SHORT);
			const { failure } = await run(sandbox, { items: ONE, parameters, mode: 'integrated' });
			expect(failure?.description).toContain('Before you send this item again');
			expect(failure?.description).not.toMatch(RETRY_WORDS);
		});
	});

	it('but there is one in the editor, where a failed execution is in the list as well', async () => {
		await inWorld({}, async (world) => {
			loseFirst(world);
			const parameters = screenBtc(SHORT);
			const { failure } = await run(world.sandbox, { items: ONE, parameters, mode: 'manual' });
			expect(failure?.description).toContain('Run again with Retry');
		});
	});
});

it('names what a stopped run has paid for, and how to go on, as far as n8n offers it', async () => {
	for (const [mode, words] of [
		['trigger', /Paid for so far: 1 \(\S+\)\. Run the execution again with Retry: what was paid/],
		['integrated', /Paid for so far: 1 \(\S+\)\. Read them with Get Result, which is free\.$/],
	] as const)
		await inWorld({ packageSize: 1 }, async ({ sandbox }) => {
			const parameters = screenBtc({ maxConcurrentRequests: 1 });
			const { failure } = await run(sandbox, { items: btcWallets(2), parameters, mode });
			expect(failure?.description).toMatch(words);
		});
});
