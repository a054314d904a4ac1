/** A language model that thinks of nothing: it answers by a script, over the interface of OpenAI's chat completions. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message of a conversation, as far as the script looks at it. */
export interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content?: unknown;
}

/** A tool that the model is offered. */
export interface OfferedTool {
	function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** What the model is asked. */
export interface ModelRequest {
	messages: ModelMessage[];
	tools?: OfferedTool[];
}

/** What the model says: words, or a call of a tool. */
export type ModelTurn = string | { tool: string; input: Record<string, unknown> };

/** A running stand-in. */
export interface ModelStandIn {
	/** For the field "Base URL" of the credential. */
	url: string;
	/** Everything that was asked of it. */
	requests: ModelRequest[];
	close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest;
}

function completion(turn: ModelTurn, number: number): unknown {
	const words = typeof turn === 'string';
	const call = words
		? undefined
		: {
				id: `call_${number}`,
				type: 'function',
				function: { name: turn.tool, arguments: JSON.stringify(turn.input) },
			};
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				finish_reason: words ? 'stop' : 'tool_calls',
				message: {
					role: 'assistant',
					content: words ? turn : null,
					...(call ? { tool_calls: [call] } : {}),
				},
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/**
 * Starts a stand-in on a free port.
 *
 * @param script what the model says next, given the conversation so far
 */
export async function startModelStandIn(
	script: (request: ModelRequest) => ModelTurn,
): Promise<ModelStandIn> {
	const requests: ModelRequest[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((asked) => {
			requests.push(asked);
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(completion(script(asked), requests.length)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
