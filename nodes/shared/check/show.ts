import { plainText, parseNumber } from '../base/format';
import type { CheckDetails, SimplifiedCheck } from './schema';
import { describeRules, judge, makeSummary, parseOwner } from '../level';
import type { AppliedRules, Judgement, OwnerReading, RiskFacts } from '../level';
import type { CheckRecord, HistoryItem, UsageMeta } from '../service/schemas';
import { isObject, withoutEmpty } from '../base/values';
import { parseCurrency } from '../wallet/names';
import { nameRecordedAsset } from './asset';

type Check = CheckRecord | HistoryItem;

/** All that is known about a check beyond its record. */
export interface CheckFacts extends Pick<RiskFacts, 'source' | 'owner' | 'doubt'> {
	/** For people, as `nameAsset` names it; by default what the record states. */
	asset?: string;
	/** The address as it was written; by default the record's. `sentAddress` is the form that was sent. */
	address?: string;
	sentAddress?: string;
	/** The code of its network; by default the record's. */
	network?: string;
	/** Whether a check was paid for by this item, in this try or an earlier one. */
	charged?: boolean;
	/** Whether an earlier check was used in place of a new one. */
	reused?: boolean;
	/** The package's counts in the latest answer. */
	usage?: UsageMeta | null;
	/** The request that submitted the check. */
	requestId?: string;
	/** Another record of the same check: its links and its asset are shown where the record has none. */
	other?: Check;
}

/** How a node judges and shows checks. */
interface ShownUnder {
	rules: AppliedRules;
	includeDetails: boolean;
}

/** A simplified check, with what decided in words, its place among others, and its status. */
export interface CheckView {
	json: SimplifiedCheck;
	said: string;
	/** In ascending order the worst check comes first. */
	rank: number;
	status?: string;
}

const textOrNone = (value: unknown) =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Reads the package's counts as numbers; null for one that the service doesn't show. */
export const parseUsage = (usage: UsageMeta | null | undefined) => ({
	checksLeft: parseNumber(usage?.cheks_left),
	checksUsed: parseNumber(usage?.cheks_used),
});

/** The owners that are known, the record's own first. */
function addOwner(record: Check, owner: OwnerReading | undefined): OwnerReading | undefined {
	const own = parseOwner(record.counterparty);
	if (!own) return owner;
	return owner === undefined || owner === 'unread' ? [own] : [own, ...owner];
}

/** Finds the level of a check: the one function of Get, Search, the trigger and the paid operations (design 6). */
export function judgeCheck(
	record: Check,
	{ source = 'report', owner, doubt }: CheckFacts,
	{ rules, scale }: AppliedRules,
): Judgement {
	const report = source === 'report' ? record.report : { riskscore: record.riskscore };
	const { status } = record;
	const facts = { status, report, source, scale, owner: addOwner(record, owner), doubt };
	return judge(facts, rules);
}

/** The amounts of a transaction check, in the unit that the service sends. */
function findAmounts({ report, transaction }: Check) {
	if (!isObject(report) || !textOrNone(transaction)) return {};
	return {
		amount: parseNumber(report.amount),
		fiatAmount: parseNumber(report.fiat),
		fiatCode: textOrNone(report.fiat_code_effective),
		riskyVolume: parseNumber(report.risky_volume),
		riskyVolumeFiat: parseNumber(report.risky_volume_fiat),
	};
}

/** The links of a check, of its own record or of another one. */
function findLinks(record: Check, other: Check | undefined) {
	const find = (name: 'pdfLink' | 'shareLink') =>
		textOrNone(record[name]) ?? textOrNone(other?.[name]);
	return { pdfLink: find('pdfLink'), shareLink: find('shareLink') };
}

const makeDetails = (
	record: Check,
	judgement: Judgement,
	facts: CheckFacts,
	rules: AppliedRules,
): CheckDetails =>
	withoutEmpty<CheckDetails>({
		reasons: judgement.riskReasons,
		signals: judgement.signals,
		status: textOrNone(record.status),
		network: facts.network ?? parseCurrency(record.currency)?.network,
		sentAddress: facts.sentAddress,
		dangerShare: judgement.dangerShare,
		rawRiskScore: judgement.rawRiskScore,
		initDate: textOrNone(record.initDate),
		resultDate: textOrNone(record.resultDate),
		reused: facts.reused,
		rules: describeRules(rules),
		rank: judgement.rank,
		...parseUsage(facts.usage),
		requestId: facts.requestId,
		...findLinks(record, facts.other),
		counterparty: judgement.owner && withoutEmpty(judgement.owner),
		...findAmounts(record),
	});

/** Judges a check, and makes its one shape in both nodes' outputs. A field without a value has no key. */
export function showCheck(
	record: Check,
	facts: CheckFacts,
	{ rules, includeDetails }: ShownUnder,
): CheckView {
	const judgement = judgeCheck(record, facts, rules);
	const { riskLevel, riskScore, riskReasons, said, rank, owner } = judgement;
	const { pdfLink, shareLink } = findLinks(record, facts.other);
	const records = facts.other ? [record, facts.other] : [record];
	const asset = facts.asset ?? nameRecordedAsset(...records);
	const address = facts.address ?? record.address ?? '';
	const transaction = textOrNone(record.transaction);
	const rest = owner?.name === undefined ? '' : plainText(owner.name, 40);
	const json = withoutEmpty<SimplifiedCheck>({
		riskLevel,
		summary: makeSummary({ riskLevel, asset: asset ?? '', address, transaction, said, rest }),
		riskScore,
		riskReasons: riskReasons.join('; '),
		asset,
		address,
		transaction,
		hash: record.hash,
		charged: facts.charged,
		reportLink: shareLink ?? pdfLink,
		details: includeDetails ? makeDetails(record, judgement, facts, rules) : undefined,
	});
	return { json, said, rank, status: record.status.trim() };
}
