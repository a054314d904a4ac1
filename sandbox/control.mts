/** The control API under /sandbox, for people and for tests in another process. */
import { isRecord } from './options.mts';
import { press } from './buttons.mts';
import { guidePage } from './guide.mts';
import type { FaultSpec } from './faults.mts';
import type { NewCheck } from './newCheck.mts';
import type { SandboxOptions } from './options.mts';
import type { SeedOptions } from './record.mts';
import type { Sandbox } from './types.mts';
import { json, type Answer } from './wire.mts';

type Body = Record<string, unknown>;
type Action = (sandbox: Sandbox, body: Body) => Answer;

/** Infinity, of a check that never finishes, becomes null. */
const finite = (value: number) => (Number.isFinite(value) ? value : null);

const done = (more: Record<string, unknown> = {}) => json({ ok: true, ...more });

/** JSON has no Infinity: `"always"` replaces it. */
const readTimes = (value: unknown) => (value === 'always' ? Infinity : value);

const ACTIONS: Record<string, Action> = {
	'GET /sandbox': guidePage,
	'GET /sandbox/stats': (sandbox) => json(sandbox.stats()),
	'GET /sandbox/checks': (sandbox) =>
		json(sandbox.checks().map((check) => ({ ...check, doneAt: finite(check.doneAt) }))),
	'POST /sandbox/reset': (sandbox) => {
		sandbox.reset();
		return done();
	},
	'POST /sandbox/configure': (sandbox, body) => {
		// JSON has no undefined: null takes a list of addresses or a seed away again.
		const partial = Object.entries(body).map(([key, value]) => [key, value ?? undefined]);
		sandbox.configure(Object.fromEntries(partial) as SandboxOptions);
		return done();
	},
	'POST /sandbox/faults': (sandbox, body) => {
		sandbox.fault({ ...body, times: readTimes(body.times) } as unknown as FaultSpec);
		return done();
	},
	'DELETE /sandbox/faults': (sandbox) => {
		sandbox.clearFaults();
		return done();
	},
	'POST /sandbox/checks': (sandbox, body) => done({ hash: sandbox.addCheck(body as NewCheck) }),
	'PATCH /sandbox/checks': (sandbox, { hash, ...change }) => {
		sandbox.updateCheck(String(hash), change as Parameters<Sandbox['updateCheck']>[1]);
		return done();
	},
	'POST /sandbox/seed': (sandbox, { count, ...options }) => {
		sandbox.seedHistory(count as number, options as SeedOptions);
		return done();
	},
};

/** The buttons of the page send forms, and lead back to it. */
const BUTTON = 'POST /sandbox/button';

function pressed(sandbox: Sandbox, text: string): Answer {
	press(sandbox, new URLSearchParams(text));
	return { status: 303, headers: { Location: '/sandbox' }, body: '' };
}

function readObject(text: string): Body {
	if (text.trim() === '') return {};
	const body: unknown = JSON.parse(text);
	if (!isRecord(body)) throw new Error('The body must be a JSON object');
	return body;
}

/** Answers a request of the control API. */
export function control(sandbox: Sandbox, httpMethod: string, path: string, text: string): Answer {
	const name = `${httpMethod} ${path.replace(/\/$/, '')}`;
	if (name !== BUTTON && !Object.hasOwn(ACTIONS, name)) {
		return json({ error: `There is no ${name}`, actions: Object.keys(ACTIONS) }, 404);
	}
	try {
		if (name === BUTTON) return pressed(sandbox, text);
		return ACTIONS[name](sandbox, readObject(text));
	} catch (error) {
		return json({ error: error instanceof Error ? error.message : String(error) }, 400);
	}
}
