/**
 * What the paid path sends, pays and shows in worlds that people meet, each in a screen. Read what a change does to a
 * story before you accept it (`npx jest test/engine/stories -u`).
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { makeAddress, type SandboxOptions } from '../../../sandbox/server.mts';
import type { NodeRun, NodeSettings } from '../harness/index.mts';
import {
	lostAfter,
	lostBefore,
	refused,
	type Passage,
	type Way,
} from '../harness/virtual/wire.mts';
import {
	BTC_WALLETS,
	btcWallets,
	forget,
	HISTORY,
	inWorld,
	RESULT,
	route,
	screen,
	screenBtc,
	SPLIT,
	start,
	STOP,
	SUBMIT,
	type World,
} from '../screening/support.mts';
import { tell } from './teller.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Story {
	service?: SandboxOptions;
	items: IDataObject[];
	parameters?: INodeParameters;
	settings?: NodeSettings;
	/** What is out of the usual. */
	arrange?: (world: World) => void;
	/** After how many milliseconds a person stops it. */
	cancelAt?: number;
	/** What is done afterwards. */
	then?: (result: NodeRun, world: World) => Promise<NodeRun>;
}

const SERVICE: SandboxOptions = { repeatedId: 'charge', latencyMs: 40, processingMs: 2_500 };

/** Plays a story, and tells it. */
async function play(story: Story): Promise<string> {
	const { service, items, parameters = screenBtc(), settings = SPLIT, cancelAt, then } = story;
	return await inWorld({ ...SERVICE, ...service }, async (world) => {
		const { sandbox, clock, wire } = world;
		story.arrange?.(world);
		const first = start(sandbox, { items, parameters, settings });
		if (cancelAt !== undefined) clock.after(cancelAt, undefined, () => first.cancel());
		const result = await first.result;
		const chapters = [tell(world, result)];
		const from = wire.calls.length;
		if (then) chapters.push(tell(world, await then(result, world), from));
		return chapters.join('\n\nThen\n');
	});
}

/** What becomes of the submissions, in their order. */
const ways =
	(...list: Array<Passage | Way | undefined>) =>
	({ wire }: World) =>
		route(wire, list);

const MIXED = [...btcWallets(2), { address: BTC_WALLETS[0] }, { address: 'nonsense' }, {}];
const TRON = makeAddress('TRX', 'a wallet of stories');
const ALL = { network: 'detect', asset: 'all' };

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));
afterEach(() => void jest.restoreAllMocks());

it('a list with a duplicate and two rows that can not be read', async () =>
	expect(await play({ items: MIXED })).toMatchInlineSnapshot(`
		"ping, 2 submit, 6 result, 2 search
		success after 4 s, 2 charged
		hint 2 checks charged, 1 item merged, 9998 checks left in the package.
		0 low, charged true
		1 medium, charged true
		2 low, charged false
		error output 3 error [badInput, input, charged false] “nonsense” is no valid address
		error output 4 error [badInput, input, charged false] The address is empty"
	`));

it('the same list in Stop mode', async () =>
	expect(await play({ items: MIXED, settings: STOP })).toMatchInlineSnapshot(`
		"
		error after 0 s, 0 charged
		throws “nonsense” is no valid address [item 3]"
	`));

it('a Dry Run of the same list', async () =>
	expect(await play({ items: MIXED, parameters: screenBtc({ dryRun: true }) }))
		.toMatchInlineSnapshot(`
		"
		success after 0 s, 0 charged
		hint 2 checks would be paid for, 1 item merged, 2 can't be screened.
		0 unknown, would cost 1: A new check
		1 unknown, would cost 1: A new check
		2 unknown, would cost 0: Merged with row 1
		error output 3 error [badInput, input, charged false] “nonsense” is no valid address
		error output 4 error [badInput, input, charged false] The address is empty"
	`));

it('two answers are lost, one of them after the charge', async () =>
	expect(await play({ items: btcWallets(4), arrange: ways(undefined, lostAfter(), lostBefore()) }))
		.toMatchInlineSnapshot(`
		"ping, submit, 2 submit lost, submit, page, list, 7 page, 3 result, 3 search, 15 page, submit, 5 page, result, search
		success after 126 s, 4 charged
		hint 4 checks charged, 9996 checks left in the package.
		0 low, charged true
		1 medium, charged true
		2 high, charged true
		3 high, charged true"
	`));

it('a lost request where unfinished checks are hidden, and a Retry two hours later', async () =>
	expect(
		await play({
			service: { history: { showPending: false } },
			items: btcWallets(2),
			parameters: screenBtc({ timeout: 60 }),
			settings: STOP,
			arrange: ways(undefined, lostBefore()),
			then: async (result, { clock }) => {
				await clock.wait(2 * HOUR);
				return await result.retry();
			},
		}),
	).toMatchInlineSnapshot(`
		"ping, submit, submit lost, 2 page, result, page, result, page, result, search, 9 page
		error after 64 s, 1 charged
		throws The AML service is not available (HTTP status 502) [item 1]

		Then
		page, result, submit, search, 3 result, search
		success after 7269 s, 2 charged
		hint 2 checks charged, 9998 checks left in the package.
		0 low, charged true
		1 medium, charged true"
	`));

it('an answer is lost, and somebody else screens the same wallet', async () =>
	expect(
		await play({
			items: btcWallets(2),
			arrange: (world) =>
				ways(undefined, () => {
					world.sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[1] });
					return lostAfter();
				})(world),
		}),
	).toMatchInlineSnapshot(`
		"ping, submit, submit lost, page, list, 3 result, search
		success after 4 s, 2 charged
		hint 1 check charged, 9998 checks left in the package.
		0 low, charged true
		error output 1 error [unsure, payment, charged unknown, 2 candidates] The AML service is not available (HTTP status 502)"
	`));

it('one of three is refused in words about its address', async () =>
	expect(await play({ items: btcWallets(3), arrange: ways(undefined, refused('Invalid address')) }))
		.toMatchInlineSnapshot(`
		"ping, submit, submit lost, submit, 6 result, 2 search
		success after 4 s, 2 charged
		hint 2 checks charged, 9998 checks left in the package.
		0 low, charged true
		2 high, charged true
		error output 1 error [refused, input, charged false] The AML service refused checkup.checkaddr: Invalid address (code -40008)"
	`));

it('the package is empty after the second check', async () =>
	expect(
		await play({
			service: { packageSize: 2 },
			items: btcWallets(4),
			parameters: screenBtc({ maxConcurrentRequests: 1 }),
		}),
	).toMatchInlineSnapshot(`
		"ping, 3 submit, 5 page, result, search, result, search
		success after 3 s, 2 charged
		hint 2 checks charged, 0 checks left in the package.
		0 low, charged true
		1 medium, charged true
		error output 2 error [noChecksLeft, setup, charged false] The package of checks does not allow this check: There are no checks left in the package (code -40010)
		error output 3 error [noChecksLeft, setup, charged false] This check was not submitted: The package of checks does not allow this check: There are no checks left in the package (code -40010)"
	`));

it('too many checks for Max Paid Checks', async () =>
	expect(await play({ items: btcWallets(3), parameters: screenBtc({ maxPaidChecks: 2 }) }))
		.toMatchInlineSnapshot(`
		"ping
		success after 0 s, 0 charged
		hint 0 checks charged.
		error output 0 error [badSetting, setup, charged false] 3 checks are needed, your limit is 2
		error output 1 error [badSetting, setup, charged false] 3 checks are needed, your limit is 2
		error output 2 error [badSetting, setup, charged false] 3 checks are needed, your limit is 2"
	`));

it('all assets of a wallet, one of which is refused', async () =>
	expect(
		await play({
			items: [{ address: TRON }],
			parameters: screen({}, ALL),
			arrange: ways(undefined, refused('Unknown asset')),
		}),
	).toMatchInlineSnapshot(`
		"list, submit, submit lost, submit, 6 result, search
		success after 4 s, 2 charged
		hint 2 checks charged, 9998 checks left in the package.
		error output 0 error [refused, input, charged true] USDT on Tron: The AML service refused checkup.checkaddr: Unknown asset (code -40008)"
	`));

it('all assets of a wallet, two of whose answers are lost', async () =>
	expect(
		await play({
			items: [{ address: TRON }],
			parameters: screen({ timeout: 30 }, ALL),
			arrange: ways(lostAfter(), undefined, lostAfter()),
		}),
	).toMatchInlineSnapshot(`
		"list, submit lost, submit, submit lost, page, 3 result, search
		success after 4 s, 3 charged
		hint 1 check charged, 9997 checks left in the package.
		error output 0 error [unsure, payment, charged true] Tron: The AML service is not available (HTTP status 502)"
	`));

it('a service whose clock is off by a minute, and two lost answers', async () =>
	expect(
		await play({
			service: { now: () => Date.now() + MINUTE },
			items: btcWallets(3),
			arrange: ways(undefined, lostAfter(), lostBefore()),
		}),
	).toMatchInlineSnapshot(`
		"ping, submit, 2 submit lost, page, list, page, result, page, result, page, result, page, result, page, 2 result, 2 search, 15 page, submit, 3 result, search
		success after 125 s, 3 charged
		hint 3 checks charged, 9997 checks left in the package.
		0 low, charged true
		1 medium, charged true
		2 high, charged true"
	`));

it('a submission that reaches the service after 55 s, and a history that lags behind', async () =>
	expect(
		await play({
			service: { history: { lagMs: 100 * SECOND } },
			items: btcWallets(2),
			arrange: ways({ ...lostAfter('silence'), reaches: 55 * SECOND }),
		}),
	).toMatchInlineSnapshot(`
		"ping, submit lost, submit, 3 result, search, 17 page, list, result, search
		success after 161 s, 2 charged
		hint 2 checks charged, 9998 checks left in the package.
		0 low, charged true
		1 medium, charged true"
	`));

it('connections are refused for twenty seconds', async () =>
	expect(
		await play({
			items: btcWallets(2),
			arrange: ({ wire, elapsed }) => {
				const refuses = lostBefore('ECONNREFUSED', 5);
				wire.way = () => (elapsed() < 20 * SECOND ? refuses : undefined);
			},
		}),
	).toMatchInlineSnapshot(`
		"6 ping lost, ping, 2 submit, 6 result, 2 search
		success after 25 s, 2 charged
		hint 2 checks charged, 9998 checks left in the package.
		0 low, charged true
		1 medium, charged true"
	`));

it('the credentials are refused', async () =>
	expect(
		await play({
			items: btcWallets(2),
			arrange: ({ sandbox }) => sandbox.fault({ method: SUBMIT, kind: 'flat401', times: Infinity }),
		}),
	).toMatchInlineSnapshot(`
		"ping, 2 submit
		success after 0 s, 0 charged
		hint 0 checks charged.
		error output 0 error [badCredential, setup, charged false] The AML service did not accept the credentials: Your request was made with invalid credentials (code 401)
		error output 1 error [badCredential, setup, charged false] The AML service did not accept the credentials: Your request was made with invalid credentials (code 401)"
	`));

it('checks of one minute, in the middle of which pages fail', async () =>
	expect(
		await play({
			service: { processingMs: { min: 20 * SECOND, max: MINUTE } },
			items: btcWallets(5),
			arrange: ({ wire, elapsed }) => {
				wire.way = ({ method }) =>
					method === HISTORY && elapsed() > 20 * SECOND && elapsed() < 40 * SECOND
						? lostBefore()
						: undefined;
			},
		}),
	).toMatchInlineSnapshot(`
		"ping, 5 submit, 43 page, page lost, 3 result, page lost, 2 result, 2 page lost, 3 result, page lost, 2 result, 2 page lost, 3 result, page lost, 2 result, 2 page lost, 3 result, page lost, 2 result, search, 2 page lost, 3 result, page lost, result, 2 page lost, 3 result, search, page lost, result, 2 page lost, 2 result, page lost, result, 2 page lost, 2 result, page, result, search, 4 page, result, search, 6 page, result, search
		success after 57 s, 5 charged
		hint 5 checks charged, 9995 checks left in the package.
		0 low, charged true
		1 medium, charged true
		2 high, charged true
		3 high, charged true
		4 unknown, charged true"
	`));

it('a recent check is reused, and an older one is not', async () =>
	expect(
		await play({
			items: btcWallets(3),
			parameters: screenBtc({ reuseWithinHours: 24 }),
			arrange: ({ sandbox, clock }) => {
				sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[0] });
				const initAt = clock.now - 25 * HOUR;
				sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[1], initAt });
			},
		}),
	).toMatchInlineSnapshot(`
		"page, list, result, 2 submit, search, 6 result, 2 search
		success after 4 s, 2 charged
		hint 2 checks charged, 1 report reused, 9998 checks left in the package.
		0 low, charged false
		1 medium, charged true
		2 high, charged true"
	`));

it('a person stops it', async () =>
	expect(
		await play({
			service: { processingMs: MINUTE },
			items: btcWallets(4),
			parameters: screenBtc({ maxConcurrentRequests: 2 }),
			settings: STOP,
			arrange: ways(undefined, lostAfter(), lostBefore('silence')),
			cancelAt: 20 * SECOND,
		}),
	).toMatchInlineSnapshot(`
		"ping, submit, 2 submit lost, page, list, submit, 9 page
		canceled after 60 s, 3 charged
		throws The execution was canceled before the check was finished [item 0]"
	`));

it('the process dies, and a Retry', async () =>
	expect(
		await play({
			items: btcWallets(3),
			settings: STOP,
			parameters: screenBtc({ timeout: 10 }),
			arrange: ({ sandbox }) => sandbox.fault({ method: RESULT, kind: 'flat401', times: Infinity }),
			then: async (result, { sandbox, clock }) => {
				forget(result);
				sandbox.clearFaults();
				await clock.wait(MINUTE);
				return await result.retry();
			},
		}),
	).toMatchInlineSnapshot(`
		"ping, 3 submit, 3 result
		error after 1 s, 3 charged
		throws The AML service did not accept the credentials: Your request was made with invalid credentials (code 401) [item 0]

		Then
		3 result, 3 search
		success after 61 s, 3 charged
		hint 3 checks charged, 9997 checks left in the package.
		0 low, charged true
		1 medium, charged true
		2 high, charged true"
	`));
