import type { Signal } from '../outputs/check';
import { clip, formatApart, formatNumber } from '../format';
import type { RiskPolicy } from './policy';
import { readSignals, sumShares, type SignalsReading } from './reading';
import { findGroup, findMeaningKey, nameSignal, signalKey } from './vocabulary';

/** Why a level is what it is, in parts, so that both a summary and a reason can be made of it. */
export interface Ground {
	/** Such as `sanctions 3%`. */
	what: string;
	/** Such as `any trace is high`; missing where `what` says it all. */
	why?: string;
	/** Further signals, for the reason alone. */
	behind?: string;
	/** Names, as sent, of the signals in `what`. */
	signals: readonly string[];
	isScore?: boolean;
	/** Whether it says that signals are missing. */
	isGap?: boolean;
}

/** The result of one measure: the minimum level, and why. */
export interface Finding extends Ground {
	level: 'low' | 'medium' | 'high';
}

/** One signal above zero. A value beyond any scale is an infinite share. */
type Source = Pick<Signal, 'name' | 'share'>;

type Limit = RiskPolicy['signalLimits'][number];
type Bound = Omit<Limit, 'signal'>;

/** A source with the key of the signal whose rules apply to it. */
interface Spelled extends Source {
	meaning: string;
}

/** Every signal above zero by its key, all spellings of its name added up. */
function addSpellings({ signals, beyond }: SignalsReading): Map<string, Spelled> {
	const sources = new Map<string, Spelled>();
	const all = [...signals, ...beyond.map((name) => ({ name, share: Infinity }))];
	for (const { name, share } of all) {
		const key = signalKey(name);
		const known = sources.get(key) ?? { name, share: 0, meaning: key };
		// One spelling may say what another one hides, such as where a word begins.
		const meaning = known.meaning === key ? findMeaningKey(name) : known.meaning;
		sources.set(key, { name: known.name, share: known.share + share, meaning });
	}
	sources.delete('');
	return sources;
}

export const describeSource = ({ name, share }: Source, value = formatNumber(share)): string =>
	`${nameSignal(name)} ${share === Infinity ? '(beyond any scale)' : `${value}%`}`;

const describeSources = (sources: readonly Source[]) =>
	listTexts(sources.map((source) => describeSource(source)));

/** Compared so that a limit that is not a number raises the level instead of lowering it. */
const reaches = (share: number, limit: number) => share > 0 && !(share < limit);

/** The finding about a source next to its limit. */
function makeLimitFinding(source: Source, limit: Bound, rule = `${limit.level} from`): Finding {
	const [value, bound] = formatApart(source.share, limit.share);
	const why = `${rule} its limit of ${bound}%`;
	return { level: limit.level, what: describeSource(source, value), why, signals: [source.name] };
}

/** A limit on a critical signal replaces "any trace": high from the limit, medium below it. */
const makeCriticalFinding = (source: Source, share: number) =>
	reaches(source.share, share)
		? makeLimitFinding(source, { share, level: 'high' })
		: makeLimitFinding(source, { share, level: 'medium' }, 'critical, medium below');

/** The limit of a critical signal: the lowest that says high, else the lowest. */
function findCriticalLimit(
	key: string,
	meaning: string,
	limits: readonly Limit[],
): number | undefined {
	const findLimits = (wanted: string) =>
		limits.filter(({ signal }) => signalKey(signal) === wanted);
	const own = findLimits(key).length > 0 ? findLimits(key) : findLimits(meaning);
	const high = own.filter(({ level }) => level === 'high');
	const shares = (high.length > 0 ? high : own).map(({ share }) => share);
	return shares.length > 0 ? Math.min(...shares) : undefined;
}

/** The keys of the critical signals. */
const listCriticalKeys = ({ criticalSignals }: RiskPolicy) =>
	criticalSignals.map(signalKey).filter((key) => key !== '');

/** The critical signals above zero, as the report spells them. */
export function findCriticalNames({ signals, beyond }: SignalsReading, policy: RiskPolicy) {
	const critical = listCriticalKeys(policy);
	return [...signals.map(({ name }) => name), ...beyond].filter(
		(name) => critical.includes(signalKey(name)) || critical.includes(findMeaningKey(name)),
	);
}

/** The findings about single signals: any trace of a critical one is high, the others count from their limits. */
function findBySignals(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	const sources = addSpellings(reading);
	const critical = listCriticalKeys(policy);
	const isCritical = (key: string, { meaning }: Spelled) =>
		critical.includes(key) || critical.includes(meaning);
	const traces: Source[] = [];
	const findings: Finding[] = [];
	for (const [key, source] of sources) {
		if (!isCritical(key, source)) continue;
		const limit = findCriticalLimit(key, source.meaning, policy.signalLimits);
		if (limit === undefined) traces.push(source);
		else findings.push(makeCriticalFinding(source, limit));
	}
	for (const limit of policy.signalLimits) {
		const key = signalKey(limit.signal);
		const source = sources.get(key);
		if (source && !isCritical(key, source) && reaches(source.share, limit.share))
			findings.push(makeLimitFinding(source, limit));
	}
	if (traces.length === 0) return findings;
	const what = describeSources(traces);
	const signals = traces.map(({ name }) => name);
	return [{ level: 'high', what, why: 'any trace is high', signals }, ...findings];
}

/** The level of a quantity between two thresholds. A threshold that is not a number raises the level. */
export function chooseLevel(value: number, mediumFrom: number, highFrom: number): Finding['level'] {
	if (!(value < highFrom)) return 'high';
	return value < mediumFrom ? 'low' : 'medium';
}

/** Writes a quantity and the threshold that decides about its level. */
function describeLevel(value: number, mediumFrom: number, highFrom: number, unit = '') {
	const level = chooseLevel(value, mediumFrom, highFrom);
	const [text, bound] = formatApart(value, level === 'high' ? highFrom : mediumFrom);
	const why = `${level === 'low' ? 'below' : `${level} from`} ${bound}${unit}`;
	return { level, text, why };
}

/** The finding about the sum of the danger signals. If one of them can't be read, the others may be enough. */
function findByDanger(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	const beyond = reading.dangerBeyond;
	if (beyond.length > 0) {
		const what = `${listNames(beyond)} beyond any scale`;
		return [{ level: 'high', what, why: 'counts as high', signals: beyond }];
	}
	if (reading.state !== 'read') return [];
	const { mediumDangerFrom, highDangerFrom } = policy;
	const share = sumShares(reading.signals, 'danger');
	const { level, text, why } = describeLevel(share, mediumDangerFrom, highDangerFrom, '%');
	if (level === 'low' && reading.signals.length === 0) return [];
	if (level === 'low' && share === 0) return [{ level, what: 'no danger signals', signals: [] }];
	const behind = describeSources(reading.signals.filter(({ group }) => group === 'danger'));
	return [{ level, what: `danger share ${text}%`, why, behind, signals: [] }];
}

/** The service doesn't document how it computes the score, so the reason names the signals next to it. */
function findByScore(score: number, policy: RiskPolicy, signals: readonly Signal[]): Finding {
	const { level, text, why } = describeLevel(score, policy.mediumRiskFrom, policy.highRiskFrom);
	const finding = { level, what: `score ${text}/100`, why, signals: [], isScore: true };
	const grave = signals.filter(({ group }) => group !== 'trusted');
	if (level === 'low' || grave.length === 0) return finding;
	return { ...finding, behind: `the report names ${describeSources(grave)}` };
}

/** The findings of every measure, in the order of the reasons. A score is from 0 to 100. */
export const findAll = (reading: SignalsReading, score: number | undefined, policy: RiskPolicy) => [
	...findBySignals(reading, policy),
	...(score === undefined ? [] : [findByScore(score, policy, reading.signals)]),
	...findByDanger(reading, policy),
];

/** What the findings about a report or an owner are made of: what is known, and what may hide something worse. */
export interface Evidence {
	findings: Finding[];
	doubts: Ground[];
}

/** A ground that is said in one sentence. */
export const toGround = (what: string): Ground => ({ what, signals: [] });

/** The reasons not to rely on a report's signals: one that can't be read might be the worst of them. */
export function listDoubts(reading: SignalsReading, policy: RiskPolicy): Ground[] {
	const { state, unreadable, beyond, dangerBeyond } = reading;
	if (state === 'unreadable') return [toGround("The report's signals can't be read")];
	// A danger signal beyond any scale is a finding already.
	const others = beyond.filter((name) => !dangerBeyond.includes(name));
	return [
		...(unreadable.length > 0
			? [toGround(`Signal without a readable value: ${listNames(unreadable)}`)]
			: []),
		...(others.length > 0 ? [toGround(`Signal beyond any scale: ${listNames(others)}`)] : []),
		...doubtUnknown(reading.signals, policy),
	];
}

const listUnknown = (signals: readonly Signal[]) =>
	signals.filter(({ group }) => group === 'unknown');

/** Signals that nobody knows could be danger. If that would make the level medium, a person has to look. */
function doubtUnknown(signals: readonly Signal[], policy: RiskPolicy): Ground[] {
	const unknown = listUnknown(signals);
	const share = sumShares(signals, 'danger', 'unknown');
	if (unknown.length === 0 || share < policy.mediumDangerFrom) return [];
	const [sum, bound] = formatApart(share, policy.mediumDangerFrom);
	const isAlone = sumShares(signals, 'danger') === 0;
	return [
		{
			what: describeSources(unknown),
			why: `unknown to this node, ${isAlone ? '' : `${sum}% with the danger share, `}from ${bound}%`,
			signals: unknown.map(({ name }) => name),
		},
	];
}

/** Names the signals that nobody knows, where they are too small to decide. */
export function describeUnknown(signals: readonly Signal[], policy: RiskPolicy) {
	const unknown = listUnknown(signals);
	if (unknown.length === 0 || doubtUnknown(signals, policy).length > 0) return undefined;
	return `Unknown to this node: ${describeSources(unknown)}`;
}

/** The owner's type counts like a signal of that name with a share of 100%. */
export function judgeOwner(type: string, policy: RiskPolicy): Evidence {
	const ruled = policy.signalLimits.map(({ signal }) => signal);
	const reading = readSignals({ [type]: 100 }, ruled);
	const isDanger = findGroup(type) === 'danger';
	const findings = [
		...findBySignals(reading, policy),
		...(isDanger ? findByDanger(reading, policy) : []),
	];
	const worst = findings.find(({ level }) => level === 'high') ?? findings[0];
	const what = `owner of type ${nameSignal(type)}`;
	const say = <T extends Ground>(ground: T): T => ({
		...ground,
		what,
		behind: undefined,
		signals: [],
	});
	return {
		findings: worst ? [say(worst)] : [],
		doubts: doubtUnknown(reading.signals, policy).map(say),
	};
}

/** Lists signals in plain words: the first five, and how many more there are. */
const listNames = (names: readonly string[]): string => listTexts(names.map(nameSignal));

function listTexts(texts: readonly string[]): string {
	const shown = clip(texts.slice(0, 5).join(', '), 240);
	return texts.length > 5 ? `${shown} and ${texts.length - 5} more` : shown;
}
