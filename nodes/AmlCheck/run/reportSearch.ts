import type { Network } from '../../shared/wallet/networks';
import { isSameHash } from '../../shared/checks/result';
import { readOwner, type CheckFacts } from '../../shared/checks/simplify';
import { REPORT_NETWORKS } from '../../shared/wallet/networks';
import { newestFirst } from '../../shared/dates';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { readOutcome } from '../../shared/statuses';
import { compareSubject, searchReports } from '../../shared/targets';
import { keyOfSubject, readSubject, searchText, type Subject } from '../../shared/targets/subject';

/* The links of a check and the owner of its address, as a search for reports shows them. Free. */

/** A run of up to this number of addresses asks for all their owners. */
const FEW_ADDRESSES = 3;

/** Somebody may sit in front of a form: no result is shown more than two seconds late. */
const QUICK_CALL = { timeoutMs: 2_000, withinMs: 2_000, maxAttempts: 1 };

/** A list can wait. */
const LIST_CALL = { timeoutMs: 15_000, withinMs: 15_000, maxAttempts: 2 };

/** After so many failed searches in a row nobody searches any more. */
const MAX_FAILED = 3;

/** What a search adds to a check. */
export interface ReportFacts {
	/** The check itself, with its links. */
	links?: CheckRecord;
	owner: NonNullable<CheckFacts['owner']>;
}

/** The searches of one run: one for each target, whatever the assets. */
export class ReportSearch {
	private readonly answers = new Map<string, Promise<readonly CheckRecord[] | undefined>>();
	private readonly isFew: boolean;
	private failedInARow = 0;

	/** @param addresses how many addresses the run has. */
	constructor(
		private readonly session: RpcSession,
		addresses: number,
	) {
		this.isFew = addresses <= FEW_ADDRESSES;
	}

	/**
	 * Finds the links and the owner of a check. It doesn't throw: no result is lost over it.
	 * @param includesDetails whether an item asks for them in a run of any size.
	 * @returns undefined where nobody asks, or the service has no search for the network.
	 */
	async find(
		check: CheckRecord,
		includesDetails: boolean,
		subject: Subject | undefined = readSubject(check),
	): Promise<ReportFacts | undefined> {
		const isAsked = this.isFew || includesDetails;
		if (!isAsked || check.counterparty || readOutcome(check.status) !== 'completed')
			return undefined;
		if (!subject || !REPORT_NETWORKS.includes(subject.network)) return undefined;
		const reports = await this.search(subject);
		if (!reports) return { owner: 'unread' };
		const own = reports.find(({ hash }) => isSameHash(hash, check.hash));
		return { links: own, owner: findOwner(reports, own, subject) };
	}

	private async search(subject: Subject): Promise<readonly CheckRecord[] | undefined> {
		const key = `${subject.network}|${keyOfSubject(subject)}`;
		const answer = this.answers.get(key) ?? this.ask(searchText(subject), subject.network);
		this.answers.set(key, answer);
		return await answer;
	}

	private async ask(text: string, network: Network): Promise<readonly CheckRecord[] | undefined> {
		if (this.failedInARow >= MAX_FAILED) return undefined;
		try {
			const limits = this.isFew ? QUICK_CALL : LIST_CALL;
			const { checks } = await searchReports(this.session, text, network, limits);
			this.failedInARow = 0;
			return checks;
		} catch {
			this.failedInARow++;
			return undefined;
		}
	}
}

/** Names the owner as the check's own report does, else as the newest report about the same target. */
function findOwner(
	reports: readonly CheckRecord[],
	own: CheckRecord | undefined,
	subject: Subject,
): ReportFacts['owner'] {
	const others = reports.filter((report) => compareSubject(report, subject) === 'same');
	const owners = [...(own ? [own] : []), ...others.sort(newestFirst)].map(readOwner);
	return owners.find((owner) => owner !== undefined) ?? 'none';
}
