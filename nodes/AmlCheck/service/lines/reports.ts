import { hashKey } from '../../../shared/checks/result';
import { readSignals } from '../../../shared/risk/reading';
import { findSignal } from '../../../shared/risk/vocabulary';
import type { CheckRecord, HistoryItem } from '../../../shared/rpc/schemas';
import { isObject } from '../../../shared/values';
import { readOutcome } from '../../../shared/statuses';
import {
	breaks,
	countNoun,
	differs,
	hideNames,
	holds,
	holdsIf,
	listWords,
	notRead,
	notSeen,
	onlyPaid,
	unread,
} from '../finding';
import type { Finding, Line } from '../finding';
import { failureOf, valueOf, type Observations, type Search } from '../observations';
import { isSurelyNative } from '../facts';
import { readTop } from '../pages';

const isFinished = ({ status }: HistoryItem | CheckRecord) => readOutcome(status) === 'completed';

function judgeSignals({ results, search }: Observations): Finding {
	const checks = [
		...results.flatMap(({ result }) => valueOf(result)?.check ?? []),
		...(valueOf(search?.found ?? null) ?? []),
	].filter(isFinished);
	if (checks.length === 0)
		return notSeen('No finished result was read', 'Signals show from one finished check on.');
	const read = checks.map(({ report }) =>
		readSignals(isObject(report) ? report.signals : undefined),
	);
	const without = read.filter(({ state }) => state !== 'read').length;
	const names = checks.flatMap(({ report }) => {
		const { signals } = isObject(report) ? report : {};
		return isObject(signals) ? Object.keys(signals) : [];
	});
	const unknown = [...new Set(names)].filter((name) => findSignal(name) === undefined);
	const observed = `${countNoun(new Set(names).size, 'signal name')} in ${countNoun(checks.length, 'report')}`;
	if (without > 0)
		return breaks(
			`${observed}; ${countNoun(without, 'report')} without readable signals`,
			'Without signals no wallet is ever low.',
		);
	if (unknown.length === 0) return holds(observed, 'The risk rules know every signal.');
	return differs(
		`${observed}; the nodes do not know ${listWords(unknown)}`,
		'An unknown signal counts as danger, so levels can be worse than they should be.',
		`Signal Limits under Risk Rules › Custom: ${listWords(
			unknown.map((name) => `service:${name}`),
			3,
		)}`,
	);
}

/** The list of the search, beside the history's records of the same wallet. */
function describeSearch({ known }: Search, found: readonly CheckRecord[]): string {
	const keys = new Set(found.map(({ hash }) => hashKey(hash)));
	const finished = known.filter(isFinished);
	const missing = finished.filter(({ hash }) => !keys.has(hashKey(hash)));
	const ofTransactions = missing.filter(({ transaction }) => transaction).length;
	const others = missing.length - ofTransactions;
	return [
		`${countNoun(found.length, 'report')} found of a wallet with ${countNoun(finished.length, 'finished check')}`,
		ofTransactions > 0 && `checks of transactions are left out`,
		others > 0 && `${countNoun(others, 'address check')} left out, as of a token`,
	]
		.filter(Boolean)
		.join('; ');
}

/** The service's answer where a search finds nothing, and whether Find Reports can use it. */
function readEmptySearch({ emptySearch }: Observations) {
	const failure = failureOf(emptySearch);
	if (failure?.kind === 'notFound')
		return { words: `nothing found is the code ${failure.code ?? 'unknown'}`, isUsable: true };
	const found = valueOf(emptySearch);
	if (!found) return { words: unread('A search without a match', failure), isUsable: !failure };
	if (found.length === 0) return { words: 'nothing found is an empty list', isUsable: true };
	return { words: 'a search without a match finds other reports', isUsable: false };
}

function judgeSearch(seen: Observations): Finding {
	const { search } = seen;
	const empty = readEmptySearch(seen);
	if (!search)
		return notSeen(
			`No wallet to search for; ${empty.words}`,
			'It shows from one finished check on Bitcoin, Ethereum, Tron or the like.',
		);
	const failure = failureOf(search.found);
	if (failure && failure.kind !== 'notFound') return notRead('A search by address', failure);
	const found = valueOf(search.found) ?? [];
	const observed = `${describeSearch(search, found)}; ${empty.words}`;
	if (found.length === 0 && !search.known.some(isSurelyNative))
		return notSeen(observed, 'The checks may be of tokens, which a search may leave out.');
	if (found.length === 0)
		return differs(observed, 'Find Reports says that a screened wallet was never screened.');
	if (!empty.isUsable)
		return differs(
			observed,
			'Find Reports has no right answer for a wallet that was never screened.',
		);
	return holds(observed, 'Find Reports finds what was screened.');
}

function judgeLinks(seen: Observations): Finding {
	const finished = readTop(seen).filter(isFinished);
	if (finished.length === 0)
		return notSeen('The history has no finished check', 'Links show from one finished check on.');
	const [pdfs, pages] = [
		finished.filter(({ pdfLink }) => pdfLink).length,
		finished.filter(({ shareLink }) => shareLink).length,
	];
	const given = `${pdfs} of ${countNoun(finished.length, 'finished check')} with a PDF link, ${pages} with a share link`;
	const { pdf } = seen;
	if (!pdf) {
		const say = pdfs === 0 ? differs : notSeen;
		return say(given, 'Download PDF finds no report. Open it in your account at the service.');
	}
	const where = `${given}; PDFs are at ${pdf.host}`;
	const why = hideNames(failureOf(pdf.opened)?.message ?? 'not tried');
	return holdsIf(
		valueOf(pdf.opened) !== undefined,
		[`${where} and open without the token`, 'Download PDF works. Whoever has a link can open it.'],
		[
			`${where} and do not open without the token: ${why}`,
			'Download PDF does not work. Open reports in your account at the service.',
		],
	);
}

function judgeRepeatedId({ paid }: Observations): Finding {
	const repeated = paid?.repeated;
	if (!repeated) return onlyPaid(2, 'what a repeated request ID does');
	switch (repeated.kind) {
		case 'same':
			return holds(
				'A repeated ID returns the first check, uncharged',
				'Even a request that n8n repeats is charged once.',
			);
		case 'other':
			return holds(
				'A repeated ID makes another check, which is charged',
				'The ID protects nobody. The nodes look into the history before they repeat a request.',
			);
		case 'refused':
			return holds(
				`A repeated ID is refused: ${hideNames(repeated.failure.message)}`,
				'A repeated request is not charged. The nodes find its check in the history.',
			);
		default:
			return notSeen(
				`The repeated request got no usable response: ${hideNames(repeated.failure.message)}`,
				'Look into the history before you spend another check on it.',
			);
	}
}

function judgeSameWallet({ paid }: Observations): Finding {
	const [one, other] = paid?.checks ?? [];
	if (!one || !other) return onlyPaid(3, 'what a second check of the same wallet does');
	if (!one.hash || !other.hash)
		return notSeen('One of the two checks was not made', 'See the paid checks below.');
	return holdsIf(
		one.hash !== other.hash,
		['Two checks of one wallet are two checks', 'Screening again returns a new report.'],
		[
			'A second check of a wallet returns the first one',
			'A new check can be an old report. Compare its date.',
		],
	);
}

export const REPORT_LINES = {
	repeatedId: { id: '8', name: 'Repeated ID', judge: judgeRepeatedId },
	signals: { id: 'F', name: 'Signals', judge: judgeSignals },
	search: { id: 'G', name: 'Search for reports', judge: judgeSearch },
	links: { id: 'H', name: 'Links', judge: judgeLinks },
	sameWallet: { id: 'J', name: 'The same wallet again', judge: judgeSameWallet },
} satisfies Record<string, Line>;
