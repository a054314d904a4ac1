/** A client of the official MCP SDK, which n8n brings along. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { INSTALL } from '../../../instance/paths.mts';

interface Tool {
	name: string;
	description?: string;
	inputSchema: { required?: string[]; properties?: Record<string, { description?: string }> };
}

/** What the tests use of a connected client. */
export interface McpClient {
	getInstructions(): string | undefined;
	listTools(): Promise<{ tools: Tool[] }>;
	callTool(call: {
		name: string;
		arguments: Record<string, unknown>;
	}): Promise<{ isError?: boolean; content: Array<{ text: string }> }>;
	close(): Promise<void>;
}

interface Sdk {
	Client: new (info: { name: string; version: string }) => McpClient & {
		connect(transport: unknown): Promise<void>;
	};
	StreamableHTTPClientTransport: new (
		url: URL,
		options: { requestInit: { headers: Record<string, string> } },
	) => unknown;
}

function loadSdk(): Sdk {
	const load = createRequire(path.join(INSTALL, 'package.json'));
	return {
		...(load('@modelcontextprotocol/sdk/client/index.js') as Pick<Sdk, 'Client'>),
		...(load('@modelcontextprotocol/sdk/client/streamableHttp.js') as Pick<
			Sdk,
			'StreamableHTTPClientTransport'
		>),
	};
}

/**
 * Connects to a server.
 *
 * @throws Error when the server refuses the headers
 */
export async function connectMcp(url: string, headers: Record<string, string>): Promise<McpClient> {
	const { Client, StreamableHTTPClientTransport } = loadSdk();
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
	);
	return client;
}
