import { parseCurrency } from '../wallet/names';
import { readNumber } from '../format';
import type { CheckDetails, SimplifiedCheck } from '../outputs/check';
import { assessRisk, describePolicy, listSignals, summarizeCheck } from '../risk';
import type { AppliedRules, Owner, RiskAssessment, RiskFacts, RiskPolicy } from '../risk';
import type { CheckRecord, HistoryItem, UsageMeta } from '../rpc/schemas';
import { readOutcome } from '../statuses';
import { nameRecordedAsset } from '../targets/asset';
import type { CheckMembers } from '../targets/subject';
import { isNothing, isObject, withoutEmpty } from '../values';

/** The facts that decide about a check's level, beyond its record. */
export interface LevelFacts extends Pick<RiskFacts, 'scale' | 'reportMissing' | 'doubt' | 'owner'> {
	/** Whether the record is of a method that returns reports (the default), or of the history, which has scores only. */
	source?: 'report' | 'history';
	/** The record of the same check in the history, if it was read too: its score is compared, its links and asset are shown. */
	historyItem?: CheckMembers & Pick<HistoryItem, 'status' | 'riskscore' | 'pdfLink' | 'shareLink'>;
}

/** All that a run knows about a check beyond its record. */
export interface CheckFacts extends LevelFacts {
	/** For people, as `nameAsset` names it; by default what the record states, or else the history's. */
	asset?: string;
	/** The code of its network; by default the record's. */
	network?: string;
	/** The address as it was written; by default the record's. `sentAddress` is the form that was sent. */
	address?: string;
	sentAddress?: string;
	/** Whether a check was paid for by this item, in this try or an earlier one. */
	charged?: boolean;
	/** Whether an earlier check was used in place of a new one. */
	reused?: boolean;
	/** The package's counts in the latest answer. */
	usage?: UsageMeta | null;
	/** The request that submitted the check. */
	requestId?: string;
	/** Links to the report, as a search for reports shows them, if the record has none. */
	links?: { pdfLink?: string | null; shareLink?: string | null };
	includeDetails?: boolean;
}

type Check = CheckRecord | HistoryItem;

const textOrNone = (value: unknown) =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Reads the package's counts as numbers; null for one that the service doesn't show. */
export const readUsage = (usage: UsageMeta | null | undefined) => ({
	checksLeft: readNumber(usage?.cheks_left),
	checksUsed: readNumber(usage?.cheks_used),
});

/** Finds the level of a check. A score next to the report counts in records of the history only. */
export function assessCheck(
	check: Check,
	policy: RiskPolicy,
	facts: LevelFacts = {},
): RiskAssessment {
	const { source = 'report', scale, reportMissing, doubt, historyItem } = facts;
	const isSeen = historyItem !== undefined && readOutcome(historyItem.status) === 'completed';
	const report = source === 'report' && isObject(check.report) ? check.report : undefined;
	const known = {
		outcome: readOutcome(check.status),
		scale,
		historyScore: isSeen ? historyItem.riskscore : undefined,
		reportMissing,
		doubt,
		owner: readOwner(check) ?? facts.owner,
		source: source === 'report' && !report ? ('unreadable' as const) : source,
		riskscore: source === 'history' ? check.riskscore : report?.riskscore,
		signals: report?.signals,
	};
	return assessRisk(known, policy);
}

/** The amounts of a transaction check. */
function readAmounts({ report, transaction }: Check) {
	if (!isObject(report) || !textOrNone(transaction)) return {};
	return {
		amount: readNumber(report.amount),
		fiatAmount: readNumber(report.fiat),
		fiatCode: textOrNone(report.fiat_code_effective),
		riskyVolume: readNumber(report.risky_volume),
		riskyVolumeFiat: readNumber(report.risky_volume_fiat),
	};
}

/** The type of an owner that is named in a form nobody can read: it is in no group, so it could be anybody. */
const UNREADABLE_OWNER = 'unreadable';

/** A value that holds nothing says that no owner is known. */
const isEmpty = (value: unknown) =>
	isNothing(value) || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** The owner of the address, as a record names it; undefined if it names none. */
export function readOwner({ counterparty }: Check): Owner | undefined {
	if (isEmpty(counterparty)) return undefined;
	if (!isObject(counterparty)) return { type: UNREADABLE_OWNER };
	const { name, type, slug } = counterparty;
	const read = withoutEmpty({
		name: textOrNone(name),
		type: isEmpty(type) ? undefined : (textOrNone(type) ?? UNREADABLE_OWNER),
		slug: textOrNone(slug),
	});
	return Object.keys(read).length > 0 ? read : undefined;
}

/** The first link that is a text: of the check's own record, of another search, of the history. */
function findLink(check: Check, facts: CheckFacts, name: 'pdfLink' | 'shareLink') {
	const links = [check[name], facts.links?.[name], facts.historyItem?.[name]];
	return links.map(textOrNone).find((link) => link !== undefined);
}

/** The texts and the links of a check, wherever they come from. */
function readOwnTexts(check: Check, facts: CheckFacts) {
	const owner = readOwner(check) ?? facts.owner;
	const records = [check, ...(facts.historyItem ? [facts.historyItem] : [])];
	return {
		asset: facts.asset ?? nameRecordedAsset(...records),
		address: facts.address ?? check.address ?? '',
		transaction: textOrNone(check.transaction),
		counterparty: isObject(owner) ? owner : undefined,
		pdfLink: findLink(check, facts, 'pdfLink'),
		shareLink: findLink(check, facts, 'shareLink'),
	};
}

type Texts = ReturnType<typeof readOwnTexts>;

const makeDetails = (
	check: Check,
	rules: AppliedRules,
	facts: CheckFacts,
	assessment: RiskAssessment,
	{ pdfLink, shareLink, counterparty }: Texts,
): CheckDetails =>
	withoutEmpty<CheckDetails>({
		reasons: assessment.riskReasons,
		signals: assessment.signalsState === 'read' ? assessment.signals : undefined,
		status: textOrNone(check.status),
		network: facts.network ?? parseCurrency(check.currency)?.network,
		sentAddress: facts.sentAddress,
		rawRiskScore: assessment.rawRiskScore,
		initDate: textOrNone(check.initDate),
		resultDate: textOrNone(check.resultDate),
		reused: facts.reused,
		riskPolicy: describePolicy(rules),
		rank: assessment.rank,
		...readUsage(facts.usage),
		requestId: facts.requestId,
		pdfLink,
		shareLink,
		counterparty,
		...readAmounts(check),
	});

/**
 * Makes the one shape of a check in both nodes' outputs, whichever method it was read with. Scalars come first, in the
 * order in which a person reads. A field without a value has no key.
 */
export function simplifyCheck(
	check: Check,
	rules: AppliedRules,
	facts: CheckFacts = {},
	assessment: RiskAssessment = assessCheck(check, rules.policy, facts),
): SimplifiedCheck {
	const outcome = readOutcome(check.status);
	const texts = readOwnTexts(check, facts);
	const { asset, address, transaction, counterparty, pdfLink, shareLink } = texts;
	const named = { asset: asset ?? '', address, transaction, counterparty: counterparty?.name };
	return withoutEmpty<SimplifiedCheck>({
		riskLevel: assessment.riskLevel,
		summary: summarizeCheck({ ...named, outcome, status: check.status, assessment }),
		riskScore: assessment.riskScore,
		dangerShare: assessment.dangerShare,
		riskReasons: assessment.riskReasons.join('; '),
		signals: listSignals(assessment),
		asset,
		address,
		transaction,
		hash: check.hash.trim(),
		charged: facts.charged,
		reportLink: shareLink ?? pdfLink,
		status: outcome === 'completed' ? undefined : textOrNone(check.status),
		reportMissing: facts.reportMissing,
		details: facts.includeDetails ? makeDetails(check, rules, facts, assessment, texts) : undefined,
	});
}
