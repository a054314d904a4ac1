/** Writes down what a run did and showed, so that a person can read it and every change of it is seen. */
import type { NodeRun } from '../harness/index.mts';
import type { Call } from '../harness/virtual/wire.mts';
import type { World } from '../screening/support.mts';

/** What differs from run to run, or says nothing to a reader, gets a name in the order in which it appears. */
class Names {
	private readonly names = new Map<string, string>();
	private readonly counts = new Map<string, number>();

	name(kind: string, what: string): string {
		const key = what.toLowerCase();
		const known = this.names.get(key);
		if (known !== undefined) return known;
		const count = (this.counts.get(kind) ?? 0) + 1;
		this.counts.set(kind, count);
		const name = `${kind}-${count}`;
		this.names.set(key, name);
		return name;
	}
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const REQUEST = /\b[0-9a-f]{32}\b/g;
const WALLET = /\b(bc1[0-9a-z]{20,}|0x[0-9a-f]{40}|[13T][1-9A-HJ-NP-Za-km-z]{25,40})\b/gi;
const DATE = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
const MOMENT = /\b1[78]\d{11}(\.\d+)?\b/g;
const EXECUTION = /(?<="execution":")\d+/g;
const HOST = /service-\d+\.example/g;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).replace('-0.0', '0.0')} s`;

/** What n8n saves of the node. */
interface Saved {
	flow?: { amlCheck?: { Node?: Record<string, object[]> } };
}

/** Tells stories of one world. */
export class Teller {
	private readonly names = new Names();
	private readonly began: number;
	private told = 0;

	constructor(private readonly world: World) {
		this.began = world.clock.now - world.elapsed();
	}

	/** Replaces moments by those of the world, and everything that is drawn by names. */
	private plain(text: string): string {
		const since = (at: number) => `+${seconds(at - this.began)}`;
		return text
			.replace(UUID, (hash) => this.names.name('check', hash))
			.replace(REQUEST, (id) => this.names.name('request', id))
			.replace(WALLET, (wallet) => this.names.name('wallet', wallet))
			.replace(DATE, (date) => since(Date.parse(date)))
			.replace(MOMENT, (moment) => since(Number(moment)))
			.replace(EXECUTION, (id) => this.names.name('execution', `execution ${id}`))
			.replace(HOST, 'service.example');
	}

	private tellCall({ at, answeredAt, method, params, passage }: Call): string {
		const answer = passage?.instead?.answer;
		const instead =
			answer === undefined ? '' : typeof answer === 'string' ? ` ${answer}` : ` ${answer.status}`;
		const end = answeredAt === undefined ? 'no answer' : seconds(answeredAt - this.began);
		const what = Object.entries(params).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
		return `${seconds(at - this.began)} ${method.replace('checkup.', '')} ${what.join(', ')} → ${end}${instead}`;
	}

	/** What was sent since this was told last, and what came out of a run. */
	tell(result: NodeRun): string {
		const { calls } = this.world.wire;
		const sent = calls.slice(this.told).map((call) => this.tellCall(call));
		this.told = calls.length;
		const { status, failure, hints, main, error, saved, logs } = result;
		const show = (value: unknown) => JSON.stringify(value, null, 1);
		const items = (name: string, list: NodeRun['main']) =>
			list.map(({ json, pairedItem }) => `${name} ${show(pairedItem)} ${show(json)}`);
		const context = saved.executionData?.contextData as unknown as Saved | undefined;
		const entries = Object.entries(context?.flow?.amlCheck?.Node ?? {});
		const lines = [
			...sent,
			`ends at ${seconds(this.world.elapsed())}: ${status}`,
			...(failure ? [`throws ${failure.message}`, String(failure.description)] : []),
			...hints.map(({ type, message }) => `hint (${type}) ${message}`),
			...logs
				.filter(({ level }) => level === 'warn' || level === 'error')
				.map(({ level, message }) => `log (${level}) ${message}`),
			...items('item', main),
			...items('error item', error),
			...entries.flatMap(([name, own]) =>
				own.map((entry) => `remembers ${name} ${JSON.stringify(entry)}`),
			),
		];
		return this.plain(lines.join('\n'));
	}
}
