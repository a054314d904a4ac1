/** A node's context whose HTTP helper is a function of the test, for the code between a run and the network. */
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ID } from './support.mts';

export const TOKEN = 'tok-5f1d9c0e-4a7b';
export const CREDENTIALS = { baseUrl: 'https://aml.example.com', accessToken: TOKEN };

/** One call of n8n's helper, with the `id` of its body. */
export interface Sent {
	helperThis: object;
	credential: string;
	options: IHttpRequestOptions;
	id: string;
	method: string;
	at: number;
}

/** What n8n's helper returns for a streamed body. */
export function streamed(text: string | Buffer, statusCode = 200, headers: object = {}) {
	const body = {
		async *[Symbol.asyncIterator]() {
			yield Buffer.from(text);
		},
	};
	return { statusCode, headers, body };
}

/** A good response to a request. */
export const good = ({ id }: Pick<Sent, 'id'>, result: unknown, headers = {}) =>
	streamed(JSON.stringify({ jsonrpc: '2.0', id, result }), 200, headers);

export function contextOf(
	respond: (sent: Sent, n: number) => unknown,
	credentials: object | Error = CREDENTIALS,
) {
	const sent: Sent[] = [];
	const context = {
		logger: { debug: () => undefined },
		getNode: () => ({ name: 'node' }),
		getCredentials: async () => {
			if (credentials instanceof Error) throw credentials;
			return await Promise.resolve(credentials);
		},
		getExecutionCancelSignal: () => undefined,
		helpers: {
			async httpRequestWithAuthentication(
				this: object,
				credential: string,
				options: IHttpRequestOptions,
			) {
				const { id = ID, method } = JSON.parse(options.body as string) as Sent;
				const one = { helperThis: this, credential, options, id, method, at: performance.now() };
				sent.push(one);
				return await respond(one, sent.length);
			},
		},
	};
	return { context: context as unknown as IExecuteFunctions, sent };
}
