/**
 * Processes of n8n, as far as a node can tell: each has loaded the package's modules for itself, so that what one
 * keeps in them another one doesn't know. A process that dies takes it along.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IExecuteFunctions, NodeOutput } from 'n8n-workflow';
import type { NodeClass } from '../types.mts';
import type { Owner } from './clock.mts';

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

const images: NodeClass[] = [];

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
function loadImage(): NodeClass {
	let loaded: NodeClass | undefined;
	const shared = SHARED.map((name) => [name, jest.requireActual<object>(name)] as const);
	jest.isolateModules(() => {
		for (const [name, library] of shared) jest.doMock(name, () => library);
		const modules = jest.requireActual<{ AmlCheck: NodeClass }>(
			'../../../../nodes/AmlCheck/AmlCheck.node.ts',
		);
		loaded = modules.AmlCheck;
		for (const [name] of shared) jest.dontMock(name);
	});
	return watched(loaded!);
}

/**
 * The processes of one history. What their modules remember of earlier histories is about other services (each
 * history has an address and a token of its own) and days old.
 */
export class Processes {
	private count = 0;

	/** @param most how many there can be in the history; a history that needs few doesn't wait for many to load. */
	constructor(most: number) {
		while (images.length < most) images.push(loadImage());
	}

	/** Starts one on a machine whose clock is so far ahead, in ms. */
	start(skewMs: number): Process {
		const AmlCheck = images[this.count++];
		if (!AmlCheck) throw new Error('More processes than there are machines and deaths');
		return { name: `process ${this.count}`, AmlCheck, skewMs, isDead: false };
	}
}
