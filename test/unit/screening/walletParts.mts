/** The checks of a wallet as parts of its item: shown, raw, priced, and failed. */
import { combineParts } from '../../../nodes/AmlCheck/screening/collect.ts';
import type { Failed, Part } from '../../../nodes/AmlCheck/screening/endings.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { AmlCheckError, type FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import type { SimplifiedCheck } from '../../../nodes/shared/outputs/check.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { factsOf, makeTaken, wanted } from './entries.mts';

export const TRON = bookAddress('TRX', 'low');
export const ETHER = bookAddress('ETH', 'low');

/** An asset of the wallet, by its currency code. */
export const targetOf = (code: string) =>
	makeTarget({
		...{ kind: 'address', asset: readCurrency(code)! },
		address: /TRX|TRC20/.test(code) ? TRON : ETHER,
	});

type Json = Partial<SimplifiedCheck>;

/** A check that is there. */
export function shown(
	code: string,
	json: Json,
	more: Partial<Part> & { status?: string; reused?: boolean } = {},
): Part {
	const { status, reused = false, ...others } = more;
	const target = targetOf(code);
	const known = {
		...{ riskLevel: 'low', summary: `${code} summary`, riskReasons: `${code} reason` },
		...{ address: target.address, currency: code, hash: `hash of ${code}`, charged: true },
		...json,
	} as SimplifiedCheck;
	const ending = { json: known, said: `${code} said`, status, reused };
	return { target, entry: makeTaken({ hash: known.hash }), isPayer: true, ending, ...others };
}

/** A check that is missing, of which nothing was sent. */
export function failed(
	code: string,
	facts: Partial<FailureFacts>,
	{ isConsequence, ...others }: Partial<Omit<Part, 'ending'>> & { isConsequence?: boolean } = {},
): Failed<Part> {
	const failure = new AmlCheckError({
		...{ kind: 'timeout', message: `No ${code}`, advice: `Wait for ${code}.`, ...facts },
	});
	const known = { target: targetOf(code), entry: wanted, isPayer: true, ...others };
	return { ...known, ending: { failure, isConsequence } };
}

/** The item of a whole wallet. */
export function itemOf(parts: readonly Part[], notScreened: string[] = []) {
	const outcome = combineParts(parts as [Part], { notScreened });
	if (!('outputs' in outcome)) throw new Error(`It failed: ${outcome.failure.message}`);
	return outcome.outputs.map(({ json }) => json);
}

/** The facts of the failure of a whole wallet, and whether it is a consequence. */
export function failureOf(parts: readonly Part[], isStopped = false) {
	const outcome = combineParts(parts as [Part], { notScreened: ['USDC'] }, isStopped);
	if (!('failure' in outcome)) throw new Error('It has outputs');
	const { failure, ...more } = outcome;
	return { ...factsOf(failure), ...more };
}
