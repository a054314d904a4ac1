/** What becomes of a world's requests on their way, and how the service writes what its document leaves open. */
import type { Stranger, World } from './worlds.mts';
import { ASSETS, type CallKind, type Fault, type FaultKind } from './worlds.mts';
import {
	gatewayAnswer,
	jsonAnswer,
	type Answer,
	type Breakage,
	type Call,
	type Passage,
} from '../../engine/harness/virtual/wire.mts';

type Json = Record<string, unknown>;

const KINDS: Record<string, CallKind> = {
	'checkup.checkaddr': 'pay',
	'checkup.getresult': 'result',
	'checkup.getcheckshistory': 'history',
	'checkup.currencylist': 'list',
};

export const kindOf = ({ method }: Call): CallKind => KINDS[method] ?? 'any';

const OTHER_HASH = '99999999-9999-4999-8999-999999999999';

const OTHER_WALLET = '0x000000000000000000000000000000000000dEaD';

const rpc = (id: string, code: number, message: string): Answer =>
	jsonAnswer({ jsonrpc: '2.0', id, error: { code, message } });

/** What the sender gets in place of the answer. */
const INSTEAD: Partial<Record<FaultKind, (call: Call, token: string) => Answer | Breakage>> = {
	connectionRefused: () => 'ECONNREFUSED',
	reset: () => 'ECONNRESET',
	silence: () => 'silence',
	gatewayPage: () => gatewayAnswer(502),
	maintenance: () => gatewayAnswer(200, 'We are back soon'),
	rateLimited: () => ({ ...gatewayAnswer(429), headers: { 'retry-after': '2' } }),
	unauthorized: () =>
		jsonAnswer({ error: 'Your request was made with invalid credentials.', code: 401 }),
	serverError: (_, token) => jsonAnswer({ error: `Internal error ${token}`, code: 500 }, 500),
	internalError: ({ id }, token) => rpc(id, -40008, `Internal error, try again later ${token}`),
	refusedFlat: () => jsonAnswer({ error: 'Not enough checks', code: 1001 }),
	refusedInWords: () => jsonAnswer({ message: 'This can not be checked' }, 403),
};

/** What the service's own answer is turned into. */
const REWRITES: Partial<Record<FaultKind, (body: string) => string>> = {
	cutOff: (body) => body.slice(0, -30),
	otherId: (body) =>
		body
			.replace(/"id":"[^"]*"/, '"id":"another"')
			.replace(/"hash":"[^"]*"/g, `"hash":"${OTHER_HASH}"`),
	anothers: (body) =>
		body
			.replace(/"address":"[^"]*"/g, `"address":"${OTHER_WALLET}"`)
			.replace(/"hash":"[^"]*"/g, `"hash":"${OTHER_HASH}"`),
	besideError: (body) => body.replace('{', '{"error":{"code":1,"message":"Warning"},'),
};

/** An answer that is spoilt so holds the hash, and says that it is the answer. */
export const isLegible = (kind: FaultKind | undefined): boolean =>
	kind === undefined || kind === 'besideError';

const SLOW_MS = [25_000, 45_000, 70_000];

function passageOf({ kind, taken }: Struck, call: Call, token: string): Passage {
	if (kind === 'slow') {
		const ms = SLOW_MS[call.number % SLOW_MS.length]!;
		return taken ? { returns: ms } : { reaches: ms };
	}
	if (kind === 'impatientGateway')
		return { reaches: taken ? 6_000 : 15_000, instead: { after: 200, answer: gatewayAnswer(504) } };
	const rewrites = REWRITES[kind];
	if (rewrites) return { rewrites };
	const answer = INSTEAD[kind]!(call, token);
	return { ...(taken ? {} : { reaches: 'never' as const }), instead: { after: 40, answer } };
}

/** A call on which a fault has struck. */
export interface Struck {
	kind: FaultKind;
	taken: boolean;
}

/** Draws the faults of a world, one call after the other. */
export class Faults {
	private readonly left: Fault[];

	constructor(
		private readonly world: World,
		private readonly token: string,
		private readonly elapsed: () => number,
	) {
		this.left = world.faults.map((fault) => ({ ...fault }));
	}

	strike(call: Call): { passage: Passage; struck?: Struck } {
		const now = this.elapsed();
		const { ways, outages } = this.world;
		const down = outages.find(({ from, lasts }) => now >= from && now < from + lasts);
		const struck = down ? { kind: down.kind, taken: false } : this.draw(kindOf(call));
		const passage = struck ? passageOf(struck, call, this.token) : {};
		const { reaches = 0, returns = 0 } = passage;
		const half = ways.latencyMs / 2;
		const pageMs = kindOf(call) === 'history' ? ways.pageMs : 0;
		return {
			passage: {
				...passage,
				reaches: reaches === 'never' ? reaches : reaches + half,
				returns: returns + half + pageMs,
			},
			struck,
		};
	}

	private draw(kind: CallKind): Struck | undefined {
		for (const fault of this.left) {
			if ((fault.on !== kind && fault.on !== 'any') || fault.times <= 0) continue;
			if (fault.skip-- > 0) continue;
			fault.times--;
			return fault;
		}
		return undefined;
	}
}

function dateOf(text: unknown, { dates }: World['ways']): unknown {
	if (typeof text !== 'string' || dates === 'offset') return text;
	const ms = Date.parse(text);
	if (dates === 'utc') return new Date(ms).toISOString().replace('.000', '');
	if (dates === 'noOffset') return text.slice(0, 19);
	return `${new Date(ms + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`;
}

/** Has a record say of its asset and its dates what this service says. */
export function write(
	record: Json,
	{ ways }: World,
	tokenOf: (hash: string) => string | null,
): void {
	const hash = String(record.hash);
	const network = String(record.currency).toUpperCase();
	const tokenId = tokenOf(hash);
	if (ways.asset !== 'tokenId') delete record.token_id;
	if (ways.asset === 'code')
		record.currency =
			ASSETS.find((one) => one.network === network && one.tokenId === tokenId)?.currency ?? network;
	for (const name of ['initDate', 'resultDate']) record[name] = dateOf(record[name], ways);
}

/** What another program's check is of. */
export const strangersCheck = ({
	asset,
}: Stranger): { currency: string; tokenId: string | null } => {
	const { network, tokenId } = ASSETS[asset]!;
	return { currency: network, tokenId };
};
