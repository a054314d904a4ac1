/** Which call is struck by which fault. How a fault looks on the wire is in `wire.mts`. */
import type { FaultKind, FaultSpec } from './types.mts';

/** Every kind, and whether the call is processed before the fault strikes. */
export const FAULT_KINDS: Readonly<Record<FaultKind, 'before' | 'after'>> = {
	lostAnswer: 'after',
	resetBefore: 'before',
	serverErrorBefore: 'before',
	serverErrorAfter: 'after',
	rateLimited: 'before',
	hang: 'before',
	hangAfter: 'after',
	brokenJson: 'after',
	html: 'after',
	wrongId: 'after',
	flat401: 'before',
	slow: 'after',
	rpcError: 'before',
	redirect: 'before',
	emptyResult: 'after',
};

/** Kinds that also make sense for the download of a PDF. */
const PDF_KINDS: readonly FaultKind[] = [
	'lostAnswer',
	'resetBefore',
	'serverErrorBefore',
	'serverErrorAfter',
	'rateLimited',
	'hang',
	'hangAfter',
	'html',
	'slow',
	'redirect',
];

interface ArmedFault {
	spec: FaultSpec;
	passed: number;
	struck: number;
}

const MEMBERS: readonly string[] = [
	'method',
	'kind',
	'times',
	'skip',
	'status',
	'retryAfter',
	'delayMs',
	'code',
	'message',
	'location',
	'result',
	'match',
];

function matches(spec: FaultSpec, method: string, subjects: readonly unknown[]): boolean {
	const isMethod = spec.method === method || (spec.method === '*' && method !== 'pdf');
	const address = spec.match?.address;
	return isMethod && (address === undefined || subjects.includes(address));
}

function requireUsable(spec: FaultSpec): void {
	const unknown = Object.keys(spec).find((key) => !MEMBERS.includes(key));
	if (unknown !== undefined) throw new Error(`A fault has no "${unknown}"`);
	if (!Object.hasOwn(FAULT_KINDS, spec.kind)) throw new Error(`There is no fault "${spec.kind}"`);
	if (spec.method === 'pdf' && !PDF_KINDS.includes(spec.kind)) {
		throw new Error(`The fault "${spec.kind}" does not exist for pdf`);
	}
	for (const count of [spec.times, spec.skip, spec.delayMs]) {
		if (count !== undefined && !(typeof count === 'number' && count >= 0)) {
			throw new Error('times, skip and delayMs must be numbers from 0');
		}
	}
	if (spec.match !== undefined && typeof spec.match?.address !== 'string') {
		throw new Error('match must be { address }');
	}
	const { status } = spec;
	if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
		throw new Error('status must be an HTTP status');
	}
}

export class FaultList {
	private armed: ArmedFault[] = [];

	constructor(private readonly methods: readonly string[]) {}

	/**
	 * Switches a fault on.
	 * @param spec which calls it strikes, and how
	 * @throws Error when the method, kind or member does not exist, or a value is impossible
	 */
	add(spec: FaultSpec): void {
		if (![...this.methods, '*', 'pdf'].includes(spec.method)) {
			throw new Error(`There is no method "${spec.method}"`);
		}
		requireUsable(spec);
		this.armed.push({ spec, passed: 0, struck: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/**
	 * The fault that strikes a call, if any: of those that match, the one switched on first that has let
	 * enough calls pass and has not struck often enough. Every fault that matches counts the call, so
	 * that `skip` numbers the calls whatever else strikes them.
	 * @param method method of the call, or `pdf`
	 * @param subjects addresses and hashes that the call is about, for `match`
	 */
	take(method: string, subjects: readonly unknown[]): FaultSpec | undefined {
		let striking: ArmedFault | undefined;
		for (const fault of this.armed) {
			if (!matches(fault.spec, method, subjects)) continue;
			if (fault.passed < (fault.spec.skip ?? 0)) fault.passed += 1;
			else if (!striking && fault.struck < (fault.spec.times ?? 1)) striking = fault;
		}
		if (striking) striking.struck += 1;
		return striking?.spec;
	}
}
