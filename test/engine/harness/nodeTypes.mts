/** The node types n8n would have loaded, its derived AI tools included, and helpers to make throw-away ones. */
import {
	deepCopy,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	NodeConnectionTypes,
	NodeHelpers,
	type NodeOutput,
} from 'n8n-workflow';
import type { HarnessItems, HarnessNode, NodeClass } from './types.mts';

const instances = new Map<NodeClass, INodeType>();

/** The one instance of a node class, as in n8n: what a node keeps in itself is shared by all executions. */
export function instanceOf(Node: NodeClass): INodeType {
	const instance = instances.get(Node) ?? new Node();
	instances.set(Node, instance);
	return instance;
}

/** The type name a node has in a workflow; a tool's ends in "Tool", as in n8n. */
export function typeName({ node, asTool }: Pick<HarnessNode, 'asTool' | 'node'>): string {
	return `harness.${instanceOf(node).description.name}${asTool ? 'Tool' : ''}`;
}

/** The highest version of a node type. */
export function latestVersion({ version }: INodeTypeDescription): number {
	return Math.max(...[version].flat());
}

/** The tool that n8n derives from a node: no inputs, the one output `ai_tool`, and a description for the model. */
function asTool(nodeType: INodeType): INodeType {
	if (!nodeType.description.usableAsTool) {
		throw new Error(`${nodeType.description.name} is not usable as a tool`);
	}
	const description = deepCopy({ ...nodeType.description, usableAsTool: undefined });
	description.name += 'Tool';
	description.displayName += ' Tool';
	description.inputs = [];
	description.outputs = [NodeConnectionTypes.AiTool];
	description.properties.unshift(
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			options: [
				{ name: 'Set Automatically', value: 'auto' },
				{ name: 'Set Manually', value: 'manual' },
			],
			default: 'auto',
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			default: description.description,
			displayOptions: { show: { descriptionType: ['manual'] } },
		},
	);
	return Object.create(nodeType, { description: { value: description } }) as INodeType;
}

/** The types of the given nodes, found by their names as in a workflow. */
export function nodeTypesOf(nodes: readonly HarnessNode[]): INodeTypes {
	const types = new Map(
		nodes.map((node) => {
			const instance = instanceOf(node.node);
			return [typeName(node), node.asTool ? asTool(instance) : instance];
		}),
	);
	const getByName = (name: string): INodeType => {
		const type = types.get(name);
		if (!type) throw new Error(`Unknown node type ${name}`);
		return type;
	};
	return {
		getByName,
		getByNameAndVersion: (name, version) =>
			NodeHelpers.getVersionedNodeType(getByName(name), version),
		getKnownTypes: () => ({}),
	};
}

/** A throw-away node class. */
export function defineNode(
	name: string,
	execute: (this: IExecuteFunctions, response?: unknown) => Promise<NodeOutput>,
	description: Partial<INodeTypeDescription> = {},
): NodeClass {
	return class implements INodeType {
		description: INodeTypeDescription = {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: name,
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
			...description,
		};

		execute = execute;
	};
}

/** Items as the engine wants them. */
function toItems(items: HarnessItems): INodeExecutionData[] {
	return items.map((item) =>
		typeof item.json === 'object' && item.json !== null
			? (item as INodeExecutionData)
			: ({ json: item } as INodeExecutionData),
	);
}

/** A first node that yields the given items. */
export function startNode(items: HarnessItems): NodeClass {
	return defineNode('start', async () => [toItems(items)]);
}
