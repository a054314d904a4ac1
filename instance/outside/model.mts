/** A language model that follows a script, over the interface of OpenAI's chat completions. */
import { createServer } from 'node:http';
import { close, listen, collectBody } from './proxy.mts';

/** A message of a conversation, as far as the script looks at it. */
interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content?: unknown;
}

/** A tool that the model is offered. */
interface OfferedTool {
	function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** A request to the model. */
export interface ModelRequest {
	messages: ModelMessage[];
	tools?: OfferedTool[];
}

/** An answer of the model: words, or a call of a tool. */
export type ModelTurn = string | { tool: string; input: Record<string, unknown> };

/** A running stand-in. */
export interface ModelStandIn {
	/** For the field "Base URL" of the credential. */
	url: string;
	/** Everything that was asked of it. */
	requests: ModelRequest[];
	close(): Promise<void>;
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

/** Starts a stand-in on a free port. */
export async function startModelStandIn(
	script: (request: ModelRequest) => ModelTurn,
): Promise<ModelStandIn> {
	const requests: ModelRequest[] = [];
	const server = createServer((request, response) => {
		void collectBody(request).then((body) => {
			const asked = JSON.parse(body) as ModelRequest;
			requests.push(asked);
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(completion(script(asked), requests.length)));
		});
	});
	return {
		url: `http://127.0.0.1:${await listen(server)}/v1`,
		requests,
		close: async () => await close(server),
	};
}

const textOf = ({ content }: ModelMessage) =>
	typeof content === 'string' ? content : JSON.stringify(content);

/** The answers of the tools since the person's last question. */
function resultsOf({ messages }: ModelRequest): string[] {
	const last = messages.map(({ role }) => role).lastIndexOf('user');
	return messages
		.slice(last)
		.filter(({ role }) => role === 'tool')
		.map(textOf);
}

/** The network that an address seems to be of: enough for a conversation. */
function guessNetwork(address: string): string {
	if (address.startsWith('0x')) return 'ETH';
	return address.startsWith('T') ? 'TRX' : 'BTC';
}

/**
 * The script of a careful agent: it searches for reports first, proposes a check if there is none, and repeats the level.
 */
export function answerAsAgent(request: ModelRequest): ModelTurn {
	const questions = request.messages.filter(({ role }) => role === 'user').map(textOf);
	const address = /\b(?:0x[0-9a-fA-F]{40}|[A-Za-z0-9]{26,62})\b/.exec(questions.at(-1) ?? '')?.[0];
	if (address === undefined) return 'Please send me a wallet address.';
	const results = resultsOf(request);
	const network = guessNetwork(address);
	if (results.length === 0) return { tool: 'Find_Reports', input: { network, address } };
	const toolParameters = { asset: 'all', network: network === 'ETH' ? network : '', address };
	if (results.length === 1 && results[0].includes('"found":false'))
		return { tool: 'Screen_Wallet', input: { toolParameters, hitlParameters: {} } };
	const level = /"riskLevel":"(\w+)"/.exec(results[results.length - 1])?.[1];
	return level ? `The risk level is ${level}.` : 'It was not screened: a person has to review it.';
}
