/** The buttons of the sandbox's page: what a person can do to checks and to the service without a terminal. */
import type { Sandbox } from './types.mts';

/** The scores of finished checks, in percent. */
const SCORES = { low: 4, medium: 48, high: 92 } as const;

type Level = keyof typeof SCORES;

const isLevel = (text: string): text is Level => Object.hasOwn(SCORES, text);

const HOUR_MS = 3_600_000;
const PAID = ['checkup.checkaddr', 'checkup.checktx'];

interface Behaviour {
	label: string;
	/** For the page: the service now does this. */
	effect: string;
	apply(sandbox: Sandbox): void;
}

/** How the service can behave; each choice replaces the one before. */
const BEHAVIOURS: Record<string, Behaviour> = {
	normal: {
		label: 'Work normally',
		effect: 'answers at once, and checks take up to three seconds',
		apply: () => undefined,
	},
	hold: {
		label: 'Leave checks unfinished',
		effect: 'leaves new checks unfinished until you finish them below',
		apply: (sandbox) => sandbox.configure({ processingMs: HOUR_MS * 24 }),
	},
	slow: {
		label: 'Be slow',
		effect: 'answers after five seconds, and checks take a minute',
		apply: (sandbox) => sandbox.configure({ latencyMs: 5_000, processingMs: 60_000 }),
	},
	refuse: {
		label: 'Refuse paid checks',
		effect: 'refuses every paid check',
		apply: (sandbox) => {
			const message = 'The sandbox refuses this check';
			for (const method of PAID)
				sandbox.fault({ method, kind: 'rpcError', message, times: Infinity });
		},
	},
	down: {
		label: 'Be out of service',
		effect: 'answers every call with HTTP 503',
		apply: (sandbox) => sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: Infinity }),
	},
};

const chosen = new WeakMap<Sandbox, string>();

/** The choices of behaviour, and the sentence about the present one. */
export function describeBehaviour(sandbox: Sandbox) {
	const choices = Object.entries(BEHAVIOURS).map(([value, { label }]) => ({ value, label }));
	return { choices, effect: BEHAVIOURS[chosen.get(sandbox) ?? 'normal']?.effect };
}

function behave(sandbox: Sandbox, value: string): void {
	const behaviour = BEHAVIOURS[value];
	if (!behaviour) throw new Error(`There is no behaviour ${value}`);
	sandbox.clearFaults();
	sandbox.configure({ latencyMs: 0, processingMs: { min: 500, max: 3_000 } });
	behaviour.apply(sandbox);
	chosen.set(sandbox, value);
}

/**
 * Does what a button says.
 * @throws Error for anything else.
 */
export function press(sandbox: Sandbox, form: URLSearchParams): void {
	const [action = '', choice = ''] = (form.get('press') ?? '').split(' ');
	const outcome = isLevel(choice)
		? { status: 'SUCCESS', riskscore: SCORES[choice] }
		: { status: choice.toUpperCase() };
	if (action === 'behave') behave(sandbox, choice);
	else if (action === 'add') sandbox.addCheck(outcome);
	else if (action === 'finish') sandbox.updateCheck(form.get('hash') ?? '', outcome);
	else throw new Error(`There is no button ${action}`);
}
