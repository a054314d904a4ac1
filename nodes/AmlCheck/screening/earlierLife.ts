import type { IExecuteFunctions } from 'n8n-workflow';

import { listHistory } from '../../shared/history/pages';
import type { RpcSession } from '../../shared/rpc/session';
import type { Ledger } from './ledger';
import { CLOCK_TOLERANCE_S, findLost } from './matching';
import { groupByWallet } from './wanted';
import type { WantedCheck } from './wanted';

/** What is needed to find the checks that an earlier life of the execution has paid for. */
export interface EarlierLife {
	session: RpcSession;
	ledger: Ledger;
	/** Makes the request `id` of a wanted check. */
	requestIdFor: (wanted: WantedCheck) => string;
	/** When the execution began, in Unix milliseconds of n8n's clock. */
	since: number;
}

/**
 * Whether checks may have been paid for that the ledger doesn't know: n8n saves the ledger with the execution's data
 * when a run ends, so a process that was killed takes it along. Only the "Retry" of an execution can come after that,
 * and it finds the ledger of the run empty.
 * @param context the node's context; an AI agent's tool call has no ledger that is saved at all.
 * @param ledger of this run.
 */
export function mayHaveForgotten(
	context: Pick<IExecuteFunctions, 'getContext' | 'getMode'>,
	ledger: Ledger,
): boolean {
	return (
		typeof context.getContext === 'function' && context.getMode() === 'retry' && ledger.isEmpty
	);
}

/**
 * Enters into the ledger what an earlier life of the execution, cut off in the middle, has paid for, so that it isn't
 * paid for again also where the service charges a repeated `id`: one look into the history since the execution began,
 * however many checks are wanted; free. Where a wallet is wanted for several assets, which the history can't tell
 * apart, each check is marked as one whose fate is unknown.
 * @param life of the execution.
 * @param wanted what this run wants.
 * @throws AmlCheckError when the history can't be read: then nothing may be submitted.
 */
export async function recallEarlierLife(
	{ session, ledger, requestIdFor, since }: EarlierLife,
	wanted: readonly WantedCheck[],
): Promise<void> {
	const from = Math.floor(since / 1000) - CLOCK_TOLERANCE_S;
	const history = await listHistory(session, { date_from: from }, Infinity);
	const lost = ({ target }: WantedCheck) =>
		findLost(history, target, since, (hash) => ledger.isClaimed(hash));
	for (const group of groupByWallet(wanted)) {
		const assets = new Set(group.map(({ target }) => target.assetKey));
		for (const check of group) {
			const found = lost(check);
			if (!found) break;
			ledger.open(check.key, () => requestIdFor(check));
			if (assets.size > 1) ledger.sentBefore(check.key, since);
			else ledger.taken(check.key, found.hash);
		}
	}
}
