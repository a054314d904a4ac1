/** What came of a world: lives of executions, and in them the tries of nodes. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { WorkflowRun } from '../../engine/harness/index.mts';
import type { Call } from './network.mts';
import type { Process } from './processes.mts';
import type { Asker } from './check.mts';
import type { Service } from './service.mts';
import type { World } from './types.mts';
import type { Wish } from './workflow.mts';

/** One try of a node in one life of an execution. */
export interface Try {
	asker: Asker;
	wishes: Wish[];
	startedAt: number;
	/** Undefined while it runs, and for ever where its process died. */
	endedAt?: number;
	items?: INodeExecutionData[];
	thrown?: unknown;
}

/** An execution from its start, or its Retry, to its end. */
export interface Life {
	root: number;
	number: number;
	process: Process;
	startedAt: number;
	endedAt: number;
	tries: Try[];
	/** Undefined where its process died. */
	run?: WorkflowRun;
	/** Whether somebody stopped it before it was at its end. */
	isStopped: boolean;
}

/** What came of a world. Times in Unix ms of the service's clock. */
export interface Course {
	world: World;
	began: number;
	service: Service;
	calls: Call[];
	lives: Life[];
	token: string;
}
