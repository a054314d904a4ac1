/**
 * Answers as networks and proxies change them, packed, cut, stalled or huge: what is whole is read, what is not counts
 * as lost, and a check that was paid for by it is found again.
 */
import { forgetServices } from '../harness/forget.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import {
	audit,
	btcWallets,
	CLEAN,
	credentialFor,
	detailsOf,
	run,
	screenBtc,
	SPLIT,
	TOKEN,
} from '../screening/support.mts';
import { Workflow } from '../trigger/setUp.mts';
import { useRealTime } from '../harness/time.mts';
import { openDoor, packedBlanks, type Door, type WayOfAnswering } from '../harness/door.mts';

const SUBMIT = 'checkup.checkaddr';
const HISTORY = 'checkup.getcheckshistory';

/** An answer of this way is as good as a plain one. */
const WHOLE: WayOfAnswering[] = ['gzip', 'deflate', 'brotli', 'withMark', 'inSmallPieces'];

/** An answer of this way can't be read; what the user is told. */
const SPOILT: Array<[WayOfAnswering, RegExp]> = [
	['cutOfALength', /connection .* broke before its answer/],
	['cutOfNoLength', /connection .* broke before its answer/],
	['cutPacked', /connection .* broke before its answer/],
	['packedInHalf', /could not be read/],
	['notReallyPacked', /connection .* broke before its answer/],
	['stalls', /gave no answer within \d+ seconds/],
];

const MEBIBYTE = 1024 * 1024;

/** A sandbox on a port, behind a door: only a real connection does what these answers do. */
async function behindDoor<T>(work: (sandbox: Sandbox, door: Door) => Promise<T>): Promise<T> {
	const sandbox = await startSandbox({ token: TOKEN, seed: 20 });
	const door = await openDoor(sandbox.baseUrl);
	try {
		return await work(sandbox, door);
	} finally {
		await door.close();
		await sandbox.close();
	}
}

/** Runs something, and tells by how much the process grew meanwhile, in MiB. */
async function grownBy(work: () => Promise<unknown>): Promise<number> {
	const before = process.memoryUsage.rss();
	let most = before;
	const timer = setInterval(() => void (most = Math.max(most, process.memoryUsage.rss())), 2);
	await work();
	clearInterval(timer);
	return (most - before) / MEBIBYTE;
}

const throughDoor = (sandbox: Sandbox, { baseUrl }: Door) => [credentialFor(sandbox, { baseUrl })];

beforeEach(forgetServices);

// First, while the process has not grown yet.
describe('an answer of 450 MB', () => {
	// Unpacking works in a thread of its own, which the tests' clock would take for idleness.
	useRealTime();

	const TOLD = {
		description: expect.stringContaining('It is larger than 64 MiB.'),
	};

	it('is read no further than 64 MiB, by the node and by the trigger', async () => {
		await behindDoor(async (sandbox, door) => {
			const credentials = throughDoor(sandbox, door);
			const parameters = { resource: 'account', operation: 'ping' };
			door.strike('checkup.ping', 'huge', Infinity);
			door.strike(HISTORY, 'huge', Infinity);
			// What the door itself needs for it is made before.
			expect(packedBlanks(450).length).toBeLessThan(MEBIBYTE);
			const failures: unknown[] = [];
			const ping = async () => (await run(sandbox, { credentials, parameters })).failure;
			const poll = async () => (await new Workflow(sandbox, {}, { credentials }).poll()).failure;
			for (const call of [ping, poll]) {
				const grown = await grownBy(async () => void failures.push(await call()));
				console.log(`The process grew by ${grown.toFixed()} MiB.`);
				expect(grown).toBeLessThan(150);
			}
			expect(failures).toMatchObject([TOLD, TOLD]);
		});
	});
});

describe('an answer to a submission', () => {
	it.each([...WHOLE, ...SPOILT.map(([way]) => way)])(
		'%s: is paid once, and its check is had',
		async (way) => {
			await behindDoor(async (sandbox, door) => {
				door.strike(SUBMIT, way);
				const result = await run(sandbox, {
					credentials: throughDoor(sandbox, door),
					items: btcWallets(3),
					parameters: screenBtc(),
				});
				expect(audit(sandbox, result)).toMatchObject({ ...CLEAN, charged: 3 });
				expect(result.main.map(({ json }) => json.riskLevel)).toEqual(['low', 'medium', 'high']);
				expect(sandbox.stats().calls[SUBMIT]).toBe(3);
			});
		},
		60_000,
	);

	it.each(SPOILT)(
		'%s: where nothing else can be had, the item says what to look for',
		async (way) => {
			await behindDoor(async (sandbox, door) => {
				door.strike(SUBMIT, way, Infinity);
				sandbox.fault({ method: HISTORY, kind: 'rpcError', times: Infinity });
				const result = await run(sandbox, {
					credentials: throughDoor(sandbox, door),
					items: btcWallets(1),
					parameters: screenBtc({ timeout: 8 }),
					settings: SPLIT,
				});
				expect(result.main).toEqual([]);
				expect(audit(sandbox, result)).toMatchObject({ charged: 1, twice: 0 });
				expect(JSON.stringify(result.error)).toContain(sandbox.checks()[0]!.requestId);
				const { candidates } = detailsOf(result.error[0]!) as { candidates?: string[] };
				const isLegible = ['cutOfALength', 'cutOfNoLength', 'stalls'].includes(way);
				expect(candidates).toEqual(isLegible ? [sandbox.checks()[0]!.hash] : undefined);
			});
		},
		60_000,
	);
});

describe('an answer to a free call', () => {
	const list = async (sandbox: Sandbox, door: Door) =>
		await run(sandbox, {
			credentials: throughDoor(sandbox, door),
			parameters: { resource: 'history', operation: 'getAll', returnAll: false, limit: 5 },
		});

	it.each(WHOLE)('%s: is read, whatever its status', async (way) => {
		await behindDoor(async (sandbox, door) => {
			const hash = sandbox.addCheck({ address: 'größer als 5 €' });
			door.strike(HISTORY, way, Infinity);
			const { main } = await list(sandbox, door);
			expect(main[0]?.json).toMatchObject({ hash, address: 'größer als 5 €' });
			const refusal = { kind: 'rpcError', status: 400, message: 'Größe?' } as const;
			sandbox.fault({ method: HISTORY, ...refusal });
			expect((await list(sandbox, door)).failure).toMatchObject({
				message: expect.stringContaining('Größe? (code -40008)'),
			});
			sandbox.fault({ method: HISTORY, kind: 'flat401', status: 401 });
			expect((await list(sandbox, door)).failure?.message).toContain('credentials');
			const asked = sandbox.stats().calls[HISTORY] ?? 0;
			sandbox.fault({ method: HISTORY, kind: 'rateLimited', retryAfter: '1' });
			const begun = Date.now();
			expect((await list(sandbox, door)).main[0]?.json).toMatchObject({ hash });
			expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000);
			expect(sandbox.stats().calls[HISTORY]).toBe(asked + 2);
		});
	});

	// What stalls is asked for four times, for half a minute each.
	it.each(SPOILT.filter(([way]) => way !== 'stalls'))(
		'%s: says so',
		async (way, message) => {
			await behindDoor(async (sandbox, door) => {
				door.strike(HISTORY, way, Infinity);
				expect((await list(sandbox, door)).failure?.message).toMatch(message);
			});
		},
		60_000,
	);
});
