/** The outcome of a check: from the book if the address is in it, otherwise from a hash of the address. */
import { BOOK_KINDS, bookKind } from './book.mts';
import { targetKey } from './networks.mts';
import { digest, fractions } from './random.mts';
import { isUsdt } from './tokens.mts';
import type { Outcome } from './record.mts';

const { floor, round } = Math;

const words = (text: string) => text.split(' ');

interface SignalSet {
	names: readonly string[];
	danger: readonly string[];
	suspicious: readonly string[];
	trusted: readonly string[];
}

/** The names in the `checkup.getresult` example, grouped by what may be drawn at random. */
const RESULT_SET: SignalSet = {
	names: words(
		'atm dark_market dark_service exchange_fraudulent exchange_mlrisk_high exchange_mlrisk_low exchange_mlrisk_moderate exchange_mlrisk_veryhigh gambling illegal_service marketplace miner mixer p2p_exchange_mlrisk_high p2p_exchange_mlrisk_low payment ransom scam stolen_coins wallet',
	),
	danger: words('dark_market exchange_fraudulent gambling mixer scam stolen_coins'),
	suspicious: words('atm exchange_mlrisk_high p2p_exchange_mlrisk_high'),
	trusted: words('exchange_mlrisk_low marketplace miner payment wallet'),
};

/** The names in the `checkup.findreport` example. What decides by any trace is never drawn at random. */
const REPORT_SET: SignalSet = {
	names: words(
		'atm child_exploitation dark_market dark_service enforcement_action exchange_fraudulent exchange_licensed exchange_unlicensed gambling illegal_service liquidity_pools marketplace miner mixer other p2p_exchange_licensed p2p_exchange_unlicensed payment ransom sanctions scam seized_assets stolen_coins terrorism_financing wallet',
	),
	danger: words('dark_market gambling mixer ransom scam stolen_coins'),
	suspicious: words('exchange_unlicensed liquidity_pools p2p_exchange_unlicensed'),
	trusted: words('exchange_licensed marketplace miner p2p_exchange_licensed wallet'),
};

/** The signal names of both examples, for tests. */
export const SIGNAL_NAMES: readonly string[] = [
	...new Set([...RESULT_SET.names, ...REPORT_SET.names]),
].sort();

/**
 * Draws a score: seven of ten are low (2..24), two medium (25..74), one high (75..99).
 * Whole numbers above 1, so that no score can be taken for a fraction.
 */
export function drawScore(draw: () => number): number {
	const band = draw();
	const within = draw();
	if (band < 0.7) return 2 + floor(within * 23);
	if (band < 0.9) return 25 + floor(within * 50);
	return 75 + floor(within * 25);
}

/** Thousandths of danger for each point of the score: under 5 % for low scores, under 25 % for medium ones. */
function dangerPerPoint(score: number): number {
	if (score < 25) return 2;
	return score < 75 ? 3 : 8;
}

/** Signals that go with a score: every name of one of the two examples, shares in thousandths that add up to 1. */
export function makeSignals(
	score: number,
	draw: () => number,
	extra: Record<string, number> = {},
): Record<string, number> {
	const needsReportSet = 'sanctions' in extra;
	const set = draw() < 0.5 && !needsReportSet ? RESULT_SET : REPORT_SET;
	const thousandths: Record<string, number> = Object.fromEntries(
		set.names.map((name) => [name, 0]),
	);
	const give = (name: string, share: number) => {
		thousandths[name] = (thousandths[name] ?? 0) + share;
	};
	const pick = (names: readonly string[]) => names[floor(draw() * names.length)];
	let left = 1000;
	for (const [name, share] of Object.entries(extra)) {
		give(name, round(share * 1000));
		left -= round(share * 1000);
	}
	if (Object.keys(extra).length === 0) {
		const danger = round(score * dangerPerPoint(score));
		give(pick(set.danger), danger);
		give(pick(set.suspicious), score);
		left -= danger + score;
	}
	const first = floor(left * (0.5 + draw() * 0.4));
	give(pick(set.trusted), first);
	give(pick(set.trusted), left - first);
	return Object.fromEntries(
		Object.entries(thousandths).map(([name, share]) => [name, share / 1000]),
	);
}

/** The result that an asset of an address always gives. */
export function outcomeOf(
	network: string,
	address: string,
	tokenId: string | null = null,
): Outcome {
	const draw = fractions(digest(targetKey(network, address)).readInt32LE(0));
	const kind = bookKind(network, address);
	if (kind === undefined) {
		const riskscore = drawScore(draw);
		return { status: 'SUCCESS', riskscore, signals: makeSignals(riskscore, draw) };
	}
	const { usdt, ...ofNative } = BOOK_KINDS[kind];
	const given = usdt && isUsdt(network, tokenId) ? usdt : ofNative;
	const {
		status = 'SUCCESS',
		riskscore = null,
		extra,
		hasReport = true,
	} = given as typeof ofNative;
	const score = typeof riskscore === 'number' ? riskscore : 0;
	return { status, riskscore, signals: hasReport ? makeSignals(score, draw, extra) : null };
}
