/**
 * What any node has to do for a batch of checks, and nothing else: the address of each item by an expression, and three
 * calls a check through n8n's helper (submission, result, owner), no look at what comes back. The benchmark shows with it
 * what n8n and this machine cost.
 */
class BareCalls {
	description = {
		displayName: 'Bare Calls',
		name: 'bareCalls',
		group: ['transform'],
		version: 1,
		description: 'Three calls a check, and nothing else',
		defaults: { name: 'Bare Calls' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'amlCheckApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Address', name: 'address', type: 'string', default: '' },
			{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 50 },
			{ displayName: 'Takes Ms', name: 'takesMs', type: 'number', default: 3000 },
		],
	};

	async execute() {
		const items = this.getInputData();
		const url = this.getNodeParameter('url', 0);
		const call = async (method, params, id) => {
			const body = { jsonrpc: '2.0', id, method, params };
			const request = { method: 'POST', url, body, json: true };
			const { helpers } = this;
			const answer = await helpers.httpRequestWithAuthentication.call(this, 'amlCheckApi', request);
			return answer.result;
		};
		const takesMs = this.getNodeParameter('takesMs', 0);
		const addresses = items.map((_, index) => this.getNodeParameter('address', index));
		const submitted = [];
		const forAll = async (work) => {
			const left = items.map((_, index) => index);
			const worker = async () => {
				for (let index = left.shift(); index !== undefined; index = left.shift()) await work(index);
			};
			await Promise.all(Array.from({ length: this.getNodeParameter('atOnce', 0) }, worker));
		};
		await forAll(async (index) => {
			const params = { addr: addresses[index], currency: 'ETH' };
			const { check } = await call('checkup.checkaddr', params, `${Date.now()}-${index}`);
			submitted[index] = { hash: check.hash, at: Date.now() };
		});
		const results = [];
		await forAll(async (index) => {
			const { hash, at } = submitted[index];
			await new Promise((resolve) => setTimeout(resolve, at + takesMs - Date.now()));
			const { check } = await call('checkup.getresult', { hash }, `${Date.now()}-${index}`);
			const search = { hash: addresses[index], currency: 'ETH' };
			const owner = await call('checkup.findreport', search, `${Date.now()}-o${index}`);
			results[index] = { ...check, owner: owner.checks[0]?.counterparty };
		});
		return [results.map((json, item) => ({ json, pairedItem: { item } }))];
	}
}

module.exports = { BareCalls };
