import { isNothing } from '../base/values';
import { z } from '../vendor/zod';
import { measureSignals, type Ground, type Weight } from './measures';
import type { RiskRules } from './rules';
import { findGroup, nameSignal } from './vocabulary';

/** Who owns an address, as a report names it (service 2.5). An owner without a type could be anybody. */
export interface Owner {
	name?: string;
	type?: string;
	slug?: string;
}

/** The owners that an answer names, none included, or that there was no usable answer. */
export type OwnerReading = readonly Owner[] | 'unread';

const text = z.preprocess(
	(value) => (isNothing(value) ? undefined : value),
	z.string().trim().optional().catch(undefined),
);

const counterparty = z.object({ name: text, type: text, slug: text }).catch({});

/** A counterparty that holds nothing says that no owner is known. */
const holdsNothing = (raw: unknown): boolean =>
	isNothing(raw) || (typeof raw === 'object' && Object.values(raw as object).every(isNothing));

/** Parses `counterparty` of a record; undefined where it names nobody. */
export function parseOwner(raw: unknown): Owner | undefined {
	if (holdsNothing(raw)) return undefined;
	const { name, type, slug } = counterparty.parse(raw);
	return { name, type, slug };
}

/** An owner counts like a signal of 100 %; undefined where that says nothing. */
function measureOwner({ type }: Owner, rules: RiskRules): Ground | undefined {
	if (type === undefined) return { weight: 'doubt', what: 'owner of no readable type' };
	const signal = { name: type, group: findGroup(type), share: 100 };
	const found = measureSignals([signal], rules);
	const weight = WORST_FIRST.find((one) => found.some((ground) => ground.weight === one));
	if (weight === undefined) return undefined;
	const why = weight === 'doubt' ? 'unknown to this node' : `${weight} risk`;
	return { weight, what: `owner of type ${nameSignal(type)}`, why };
}

const WORST_FIRST: readonly Weight[] = ['high', 'doubt', 'medium'];

/** Finds the worst of the owners that the reports of an address name. */
export function findWorstOwner(
	owners: readonly Owner[],
	rules: RiskRules,
): { owner?: Owner; ground?: Ground } {
	const all = owners.map((owner) => ({ owner, ground: measureOwner(owner, rules) }));
	const [worst] = WORST_FIRST.flatMap((weight) =>
		all.filter(({ ground }) => ground?.weight === weight),
	);
	return worst ?? all[0] ?? {};
}
