/** Chooses the fault that strikes a call. */
import { FAULT_SPEC, type FaultSpec } from './faults.mts';
import { checked } from './rules.mts';

interface ArmedFault {
	spec: FaultSpec;
	passed: number;
	struck: number;
}

function matches(spec: FaultSpec, method: string, subjects: readonly unknown[]): boolean {
	const isMethod = spec.method === method || (spec.method === '*' && method !== 'pdf');
	const address = spec.match?.address;
	return isMethod && (address === undefined || subjects.includes(address));
}

export class FaultList {
	private armed: ArmedFault[] = [];

	constructor(private readonly methods: readonly string[]) {}

	/**
	 * Switches a fault on.
	 * @throws Error when the method, kind or member does not exist, or a value is impossible
	 */
	add(spec: FaultSpec): void {
		checked(FAULT_SPEC, spec, 'fault');
		if (![...this.methods, '*', 'pdf'].includes(spec.method)) {
			throw new Error(`There is no method "${spec.method}"`);
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
