import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import type { MethodName } from '../../shared/rpc/schemas';
import type { z } from '../../shared/vendor/zod';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';

/** A call as a user would make it. Tests run it against the sandbox, and the docs show its form. */
export interface ExampleCall {
	/** What is filled in, beside resource and operation. */
	parameters: INodeParameters;
	/** The input item; none means an empty one. */
	input?: IDataObject;
}

/**
 * One operation of the action node: what the user sees, what is sent, what comes out (design 3). The node's
 * properties, the previews and tables of outputs, the pictures of forms and the tests of every operation are made of
 * these declarations.
 */
export interface Operation {
	/** In lower case, e.g. `check`; the editor shows it with a capital. */
	resource: string;
	/** Unique within the resource. */
	value: string;
	name: string;
	/** What the nodes panel and AI agents show, without what it costs. In sentence case. */
	action: string;
	/** One sentence without a full stop and without what it costs. */
	description: string;
	/** The method of the service that it calls, which says whether it is paid; null if it calls none or several. */
	method: MethodName | null;
	properties: INodeProperties[];
	/** What each item holds with Simplify on; every field with its meaning. */
	output: z.ZodTypeAny;
	example: ExampleCall;
	/** Runs over all items; one outcome for each, in their order. It doesn't throw for a single item. */
	run(run: NodeRun): Promise<ItemOutcome[]>;
}
