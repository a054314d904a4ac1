/** Which call is struck by which fault. How a fault looks on the wire is in `wire.mts`. */
import { isRecord } from './options.mts';
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

/** The address or hash that a call is about, for `match`. */
function subjects(params: unknown): unknown[] {
	return isRecord(params) ? [params.addr, params.hash] : [];
}

function matches(spec: FaultSpec, method: string, params: unknown): boolean {
	const isMethod = spec.method === method || (spec.method === '*' && method !== 'pdf');
	const address = spec.match?.address;
	return isMethod && (address === undefined || subjects(params).includes(address));
}

export class FaultList {
	private armed: ArmedFault[] = [];

	constructor(private readonly methods: readonly string[]) {}

	/**
	 * Switches a fault on.
	 * @throws Error when the method or kind does not exist, or a count is impossible
	 */
	add(spec: FaultSpec): void {
		if (![...this.methods, '*', 'pdf'].includes(spec.method)) {
			throw new Error(`There is no method "${spec.method}"`);
		}
		if (!Object.hasOwn(FAULT_KINDS, spec.kind)) {
			throw new Error(`There is no fault "${spec.kind}"`);
		}
		if (spec.method === 'pdf' && !PDF_KINDS.includes(spec.kind)) {
			throw new Error(`The fault "${spec.kind}" does not exist for pdf`);
		}
		for (const count of [spec.times, spec.skip, spec.delayMs]) {
			if (count !== undefined && !(typeof count === 'number' && count >= 0)) {
				throw new Error('times, skip and delayMs must be numbers from 0');
			}
		}
		this.armed.push({ spec, passed: 0, struck: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/**
	 * The fault that strikes a call, if any: of those that match, the one switched on first that has let
	 * enough calls pass and has not struck often enough. Every fault that matches counts the call, so
	 * that `skip` numbers the calls whatever else strikes them.
	 */
	take(method: string, params: unknown): FaultSpec | undefined {
		let striking: ArmedFault | undefined;
		for (const fault of this.armed) {
			if (!matches(fault.spec, method, params)) continue;
			if (fault.passed < (fault.spec.skip ?? 0)) fault.passed += 1;
			else if (!striking && fault.struck < (fault.spec.times ?? 1)) striking = fault;
		}
		if (striking) striking.struck += 1;
		return striking?.spec;
	}
}
