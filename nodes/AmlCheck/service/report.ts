import { version } from '../../../package.json';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { FailureKind } from '../../shared/failures/kinds';
import { withoutEmpty } from '../../shared/values';
import type { ServiceItem } from '../outputs/service';
import { countNoun, hideNames, showTime, type Finding } from './finding';
import { LINES } from './lines';
import {
	failureOf,
	type Observations,
	type PaidCheck,
	type PaidObservations,
} from './observations';

/** The versions that a reader of the result needs. n8n gives nodes no version; what it offers them shows one. */
const nameVersions = (engine: string): string => `n8n-nodes-aml-check ${version} on n8n ${engine}`;

/** Failures of a ping that say nothing about the service: it was not reached, or let nobody in. */
const NOT_REACHED: readonly FailureKind[] = [
	...(['connectionLost', 'notSent', 'timeout', 'unavailable', 'rateLimited'] as const),
	...(['credentials', 'configuration', 'emptyPackage'] as const),
];

/** Which of the two reasons for refused credentials the service's own words name. */
function describeRefusal(message: string): string {
	const namesIp = /\bips?\b|allow|white ?list/i.test(message);
	const namesToken = /token|key|bearer|expired|revoked/i.test(message);
	if (namesIp && !namesToken)
		return "The words name the IP address: put this n8n's on the list of allowed addresses.";
	if (namesToken && !namesIp)
		return 'The words name the access token: correct it in the credential.';
	return "The words do not say whether the access token or this n8n's IP address is refused. Check both on the API tab of your account.";
}

/** The one item where the ping had no usable answer. */
function describeNoService(failure: AmlCheckError, versions: string): ServiceItem {
	const { kind, message, httpStatus } = failure;
	const isFirewall = kind === 'blocked' && httpStatus === 403;
	const isOpen = NOT_REACHED.includes(kind) || isFirewall;
	return {
		line: 'Summary',
		verdict: isOpen ? 'notSeen' : 'doesNotFit',
		observed: `No usable answer to a ping. ${hideNames(message)}. ${versions}.`,
		meaning:
			kind === 'credentials'
				? describeRefusal(message)
				: isOpen
					? 'Nothing is known of the service: it did not let this n8n in.'
					: 'No node of this package works at this address.',
		setting:
			kind === 'credentials'
				? 'Access Token, or the allowed IP addresses'
				: 'Base URL in the credential',
	};
}

interface Judged extends Finding {
	id: string;
	name: string;
}

/** Lines without which nothing can be said of a service: they show from some finished checks on. */
const NEEDED = ['1', 'E'];

const listLines = (lines: readonly Judged[]) =>
	lines.map(({ id, name }) => `${id} ${name}`).join(', ');

/** Sums up the lines. A line that breaks something decides, then too little to decide by, then settings. */
function summarize(lines: readonly Judged[], versions: string, spent: string): ServiceItem {
	const of = (verdict: Finding['verdict']) => lines.filter((line) => line.verdict === verdict);
	const [held, differing, open] = [of('holds'), of('differs'), of('notSeen')];
	const counts = `${held.length} of ${lines.length} lines hold, ${differing.length} differ, ${open.length} not seen`;
	const observed = `${counts}. ${versions}.${spent}`;
	const settings = lines.flatMap(({ setting, isOptional }) => (isOptional ? [] : (setting ?? [])));
	const setting = settings.length > 0 ? settings.join('; ') : undefined;
	const serious = lines.filter(({ isSerious }) => isSerious);
	const missing = open.filter(({ id }) => NEEDED.includes(id));
	const sum = (verdict: ServiceItem['verdict'], meaning: string) =>
		withoutEmpty<ServiceItem>({ line: 'Summary', verdict, observed, meaning, setting });
	if (serious.length > 0)
		return sum('doesNotFit', `Promises do not hold with this service: see ${listLines(serious)}.`);
	if (missing.length > 0)
		return sum(
			'notSeen',
			`Too little was seen to tell: ${listLines(missing)}. Screen a few wallets, then run Check Service again.`,
		);
	const remarks =
		differing.length > 0 ? ` What differs costs comfort: ${listLines(differing)}.` : '';
	if (setting)
		return sum('fitsWithSettings', `The service fits once the settings are made.${remarks}`);
	return sum('fits', `The service fits, as far as this shows.${remarks}`);
}

const toItem = ({ id, name, verdict, observed, meaning, setting }: Judged): ServiceItem =>
	withoutEmpty<ServiceItem>({ line: `${id} ${name}`, verdict, observed, meaning, setting });

function describePaid(check: PaidCheck, number: number): ServiceItem {
	const { hash, charged, isEarlier, failure, shownAfterMs, endedAfterMs } = check;
	const cost = charged ? '1 check charged' : 'No check charged';
	const times = [
		isEarlier && hash !== undefined && 'in an earlier try, so its times are not known',
		shownAfterMs !== undefined && `shown in the history after ${showTime(shownAfterMs)}`,
		endedAfterMs !== undefined && `ended after ${showTime(endedAfterMs)}`,
		failure && hideNames(failure.message),
	].filter(Boolean);
	return withoutEmpty<ServiceItem>({
		line: `Paid check ${number}`,
		verdict: hash === undefined || failure ? 'notSeen' : 'holds',
		observed: [cost, ...times].join('; '),
		meaning:
			hash === undefined
				? 'There is no check. Correct what the words say, then run Check Service again.'
				: 'Read it with Get Result, which is free.',
		hash,
		charged,
	});
}

function describeRepeated({ repeated }: PaidObservations): ServiceItem[] {
	if (!repeated) return [];
	const line = 'Paid check, repeated ID';
	if (repeated.kind === 'other')
		return [
			{
				line,
				verdict: 'holds',
				observed: '1 check charged; the same request ID made another check',
				meaning: 'Read it with Get Result, which is free.',
				hash: repeated.hash,
				charged: true,
			},
		];
	const isSettled = repeated.kind === 'same' || repeated.kind === 'refused';
	return [
		withoutEmpty<ServiceItem>({
			line,
			verdict: isSettled ? 'holds' : 'notSeen',
			observed:
				repeated.kind === 'lost'
					? 'It is not known whether a check was charged; the history shows none'
					: 'No check charged',
			meaning: isSettled
				? 'See line 8.'
				: 'Compare the history and the count of used checks in your account.',
			hash: repeated.kind === 'same' ? repeated.hash : undefined,
			charged: repeated.kind === 'lost',
		}),
	];
}

/** Says what the run was charged; empty without a paid part. */
function describeSpent(items: readonly ServiceItem[]): string {
	if (items.length === 0) return '';
	const charged = items.filter((item) => item.charged).length;
	return ` ${charged === 0 ? 'No check' : countNoun(charged, 'check')} charged.`;
}

/**
 * Makes the items of Check Service from what was seen; pure.
 * @param engine n8n's version, as far as it shows.
 */
export function describeService(seen: Observations, engine: string): ServiceItem[] {
	const versions = nameVersions(engine);
	const failure = failureOf(seen.ping);
	if (failure) return [describeNoService(failure, versions)];
	const lines = LINES.map(({ id, name, judge }): Judged => ({ id, name, ...judge(seen) }));
	const { paid } = seen;
	const ofPaid = paid
		? [
				...paid.checks.map((check, index) => describePaid(check, index + 1)),
				...describeRepeated(paid),
			]
		: [];
	return [summarize(lines, versions, describeSpent(ofPaid)), ...lines.map(toItem), ...ofPaid];
}
