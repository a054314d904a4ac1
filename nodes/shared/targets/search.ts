import { sameTarget } from '../addresses';
import type { Network } from '../addresses';
import { readCurrency } from '../currencies';
import { AmlCheckError, toFailure } from '../rpc/failure';
import type { ResultOf } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';
import { hasSubject } from './index';
import type { CheckMembers } from './index';

/** The answer of `checkup.findreport` (service 4.6). */
export type FoundReports = ResultOf<'checkup.findreport'>;

/** Whether a record can be the result of a search for a text, which may be a wallet or a transaction. */
function mayBeAbout(record: CheckMembers, text: string, network: Network): boolean {
	if ((readCurrency(record.currency)?.network ?? network) !== network) return false;
	if (!hasSubject(record)) return true;
	const { address, transaction } = record;
	return (
		(Boolean(address) && sameTarget(address ?? '', text, network, 'address')) ||
		(Boolean(transaction) && sameTarget(transaction ?? '', text, network, 'transaction'))
	);
}

/**
 * Searches for reports by an address or a transaction hash; free (service 4.6).
 * @param session the way to the service.
 * @param text the address or the hash, in the form to send.
 * @param network one of those whose reports can be searched.
 * @param options timeouts and attempts.
 * @returns the answer as the service sent it; without checks where it knows none.
 * @throws AmlCheckError when the answer is not usable, such as one with a report about another target.
 */
export async function searchReports(
	session: RpcSession,
	text: string,
	network: Network,
	options: CallOptions = {},
): Promise<FoundReports> {
	try {
		const params = { hash: text, currency: network };
		const { result } = await session.call('checkup.findreport', params, options);
		const other = result.checks.find((check) => !mayBeAbout(check, text, network));
		if (!other) return result;
		throw new AmlCheckError({
			kind: 'mismatch',
			message: 'The AML service sent a report that is about another target',
			description: `It was not used. The search was for ${text} on ${network}, and check ${other.hash} came. Try again, or ask the service.`,
		});
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.kind === 'notFound') return { checks: [] };
		throw failure;
	}
}
