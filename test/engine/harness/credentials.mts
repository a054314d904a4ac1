/** n8n's CredentialsHelper without its database: same defaults, same ways to authenticate a request. */
import {
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentials,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
	type Workflow,
} from 'n8n-workflow';
import type { HarnessCredential } from './types.mts';

interface SavedCredential {
	type: ICredentialType;
	data: ICredentialDataDecryptedObject;
}

/** What `node.credentials` of a node holds when every given credential is chosen in it. */
export function chosenCredentials(credentials: readonly HarnessCredential[]): INodeCredentials {
	const names = credentials.map(({ type: Type }) => new Type().name);
	return Object.fromEntries(names.map((name) => [name, { id: name, name: `My ${name}` }]));
}

export class HarnessCredentialsHelper extends ICredentialsHelper {
	private readonly saved: Map<string, SavedCredential>;

	constructor(credentials: readonly HarnessCredential[]) {
		super();
		this.saved = new Map(
			credentials.map(({ type: Type, data }) => {
				const type = new Type();
				return [type.name, { type, data }];
			}),
		);
	}

	/**
	 * The decrypted values of a saved credential, with the defaults of what the user left alone.
	 *
	 * @throws if no credential of that type was given to the harness
	 */
	values(name: string): ICredentialDataDecryptedObject {
		const { type, data } = this.find(name);
		const values = data as INodeParameters;
		const filled = NodeHelpers.getNodeParameters(type.properties, values, true, false, null, null);
		return filled as ICredentialDataDecryptedObject;
	}

	/** As n8n does it: a function of the credential, or `generic` properties that may hold expressions. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		name: string,
		options: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.find(name).type;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (authenticate?.type !== 'generic' || !workflow || !node) return options;
		const resolve = (text: string): string => {
			if (!text.startsWith('=')) return text;
			const keys = { $credentials: credentials } as unknown as Parameters<
				typeof workflow.expression.getSimpleParameterValue
			>[3];
			const { expression } = workflow;
			return String(expression.getSimpleParameterValue(node, text, 'internal', keys) ?? '');
		};
		const target = options as unknown as Record<string, Record<string, unknown>>;
		for (const [part, entries] of Object.entries(authenticate.properties)) {
			target[part] ??= {};
			for (const [key, value] of Object.entries(entries as Record<string, string>)) {
				target[part][resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	async getDecrypted(
		_additionalData: unknown,
		_details: INodeCredentialsDetails,
		name: string,
	): Promise<ICredentialDataDecryptedObject> {
		return this.values(name);
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		return this.find(name).type.properties;
	}

	getParentTypes(name: string): string[] {
		return this.find(name).type.extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<never> {
		throw new Error('The harness has no encrypted credentials');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	private find(name: string): SavedCredential {
		const found = this.saved.get(name);
		if (!found) throw new Error(`The harness was given no credential of type "${name}"`);
		return found;
	}
}
