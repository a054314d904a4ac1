/**
 * Processes of n8n, as far as a node can tell: each has loaded the package's modules for itself, so that what one
 * keeps in them another one doesn't know. A process that dies takes it along.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IExecuteFunctions, NodeOutput } from 'n8n-workflow';
import type { NodeClass } from '../types.mts';
import type { Clock, Owner } from './clock.mts';

/** A process under way. */
export interface Process extends Owner {
	name: string;
	/** The package's node as this process has loaded it. */
	AmlCheck: NodeClass;
}

/** Somebody who sees each try of a node. */
export type Witness = (
	context: IExecuteFunctions,
	run: () => Promise<NodeOutput>,
) => Promise<NodeOutput>;

/** Who watches the nodes of the execution that is running. */
export const witnesses = new AsyncLocalStorage<Witness>();

/** The package's modules as one process has loaded them. */
interface Image {
	AmlCheck: NodeClass;
	forgetRequests: () => void;
}

const images: Image[] = [];

/** The node as it is, but somebody watches. */
function watched(Node: NodeClass): NodeClass {
	return class extends Node {
		constructor() {
			super();
			const execute = this.execute!;
			this.execute = async function (this: IExecuteFunctions) {
				const run = async () => await execute.call(this);
				const witness = witnesses.getStore();
				return await (witness ? witness(this, run) : run());
			};
		}
	};
}

/** Libraries hold nothing of a process's own; n8n has one `n8n-workflow` in each, but its errors have to be n8n's. */
const SHARED = ['n8n-workflow', 'zod'];

/** A fresh copy of the package's modules. */
function loadImage(): Image {
	let loaded: Image | undefined;
	const shared = SHARED.map((name) => [name, jest.requireActual<object>(name)] as const);
	jest.isolateModules(() => {
		for (const [name, library] of shared) jest.doMock(name, () => library);
		const { AmlCheck } = jest.requireActual<{ AmlCheck: NodeClass }>(
			'../../../../nodes/AmlCheck/AmlCheck.node.ts',
		);
		const { forgetRequests } = jest.requireActual<Pick<Image, 'forgetRequests'>>(
			'../../../../nodes/AmlCheck/screening/requests.ts',
		);
		loaded = { AmlCheck: watched(AmlCheck), forgetRequests };
		for (const [name] of shared) jest.dontMock(name);
	});
	return loaded!;
}

/**
 * The processes of one history. Their modules were loaded before, so each forgets its requests when it starts: otherwise
 * it would claim to know all that was sent since then. What else they remember is about other services.
 */
export class Processes {
	private count = 0;

	/**
	 * @param most how many there can be in the history; a history that needs few doesn't wait for many to load.
	 * @param clock of the history, where machines have clocks of their own.
	 */
	constructor(
		most: number,
		private readonly clock?: Clock,
	) {
		while (images.length < most) images.push(loadImage());
	}

	/** Starts one on a machine whose clock is so far ahead, in ms. */
	start(skewMs: number): Process {
		const image = images[this.count++];
		if (!image) throw new Error('More processes than there are machines and deaths');
		const { AmlCheck, forgetRequests } = image;
		const started = { name: `process ${this.count}`, AmlCheck, skewMs, isDead: false };
		if (this.clock) this.clock.as(started, forgetRequests);
		else forgetRequests();
		return started;
	}
}
