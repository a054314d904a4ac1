import { makeFailure, toFailure } from '../failures/failure';
import { parseOwner, type OwnerReading } from '../level';
import type { CheckRecord, ResultOf } from '../service/schemas';
import type { CallOptions, RpcSession } from '../service/session';
import { findBucket, hasSubject, isNamedBy, type CheckMembers } from './subject';
import { parseCurrency } from '../wallet/names';
import { REPORT_NETWORKS, type Network } from '../wallet/networks';

/* What a search for reports (service 4.6) shows of an address: its owner, and the links of its checks. Free. */

/** Whether a record can be the result of a search for a text, which may be a wallet or a transaction. */
function mayBeAbout(record: CheckMembers, text: string, network: Network): boolean {
	if ((parseCurrency(record.currency)?.network ?? network) !== network) return false;
	return !hasSubject(record) || isNamedBy(record, text, network);
}

/**
 * Searches for reports by an address or a transaction hash. The answer has no checks if the service knows none.
 * @throws AmlCheckError for an answer that can't be used, such as one with a report about another target.
 */
export async function searchReports(
	session: RpcSession,
	text: string,
	network: Network,
	options: CallOptions = {},
): Promise<ResultOf<'checkup.findreport'>> {
	try {
		const params = { hash: text, currency: network };
		const { result } = await session.call('checkup.findreport', params, options);
		const other = result.checks.find((check) => !mayBeAbout(check, text, network));
		if (!other) return result;
		const happened = 'The AML service sent a report that is about another target';
		const advice = `It was not used. The search was for ${text} on ${network}, and check ${other.hash} came. Try again, or ask the service.`;
		throw makeFailure('mismatch', { facts: { happened, advice } });
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.reason === 'notFound') return { checks: [] };
		throw failure;
	}
}

/** The owners that reports of one address name: each of them, since the worst one decides. */
export const parseOwners = (reports: readonly CheckRecord[]) =>
	reports.flatMap(({ counterparty }) => parseOwner(counterparty) ?? []);

/** What a search adds to a check. */
export interface FoundReports {
	/** `unread` if there was no usable answer. */
	owner: OwnerReading;
	/** The record of a check in the answer, with its links. */
	findReport: (hash: string) => CheckRecord | undefined;
}

/**
 * Asks for the owner of the address of a finished check, once for each address of a run or poll, whatever its checks are
 * of. It doesn't throw: no result is lost over it.
 * @returns undefined where the service has no search for the network (design 6).
 */
export type OwnerSearch = (check: CheckMembers) => Promise<FoundReports | undefined>;

/** @param limits of each search; without them it is repeated while the run has time, like every free request. */
export function makeOwnerSearch(session: RpcSession, limits?: CallOptions): OwnerSearch {
	const answers = new Map<string, Promise<FoundReports>>();
	const ask = async (address: string, network: Network): Promise<FoundReports> => {
		try {
			const { checks } = await searchReports(session, address, network, limits);
			const findReport = (hash: string) => checks.find((one) => one.hash === hash);
			return { owner: parseOwners(checks), findReport };
		} catch {
			return { owner: 'unread', findReport: () => undefined };
		}
	};
	return async (check) => {
		const { address } = check;
		const network = parseCurrency(check.currency)?.network;
		if (!address || !network || !REPORT_NETWORKS.includes(network)) return undefined;
		const key = findBucket(check);
		const answer = answers.get(key) ?? ask(address, network);
		answers.set(key, answer);
		return await answer;
	};
}
