import type { Network } from '../addresses';
import { newestFirst } from '../dates';
import { AmlCheckError, toFailure } from '../rpc/failure';
import type { CheckRecord, ResultOf } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';
import { isAboutText, isSurelyAbout } from './subject';
import type { Subject } from './subject';

/** What `checkup.findreport` answers (service 4.6). */
export type FoundReports = ResultOf<'checkup.findreport'>;

/** The report of another wallet would be taken for one of this wallet (design 4). */
function refuseOthers(checks: CheckRecord[], text: string, network: Network): void {
	const other = checks.find((check) => !isAboutText(check, text, network));
	if (!other) return;
	throw new AmlCheckError({
		kind: 'mismatch',
		message: 'The AML service sent a report that is about another target',
		description: `It was not used. ${text} on ${network} was asked for, and check ${other.hash} came. Try again, or ask the service.`,
	});
}

/**
 * Searches for reports by an address or a transaction hash; free (service 4.6).
 * @param session the way to the service.
 * @param text the address or the hash, in the form to send.
 * @param network one of those whose reports can be searched.
 * @param options timeouts and attempts.
 * @returns the answer as the service sent it; with no checks where it knows none.
 * @throws AmlCheckError when the search gave no usable answer, as one is that holds a report about another target.
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
		refuseOthers(result.checks, text, network);
		return result;
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.kind === 'notFound') return { checks: [] };
		throw failure;
	}
}

/**
 * All reports that tell that they are of one subject, newest first; free (service 4.6). Which asset they are of is
 * another question: see `compareAsset`.
 * @param session the way to the service.
 * @param subject on a network whose reports can be searched.
 * @param options timeouts and attempts.
 * @throws AmlCheckError when the search gave no usable answer; "nothing found" is an answer.
 */
export async function findReports(
	session: RpcSession,
	subject: Subject,
	options: CallOptions = {},
): Promise<FoundReports> {
	const text = subject.transaction ?? subject.address;
	const found = await searchReports(session, text, subject.network, options);
	const checks = found.checks.filter((check) => isSurelyAbout(check, subject)).sort(newestFirst);
	return { ...found, checks };
}
