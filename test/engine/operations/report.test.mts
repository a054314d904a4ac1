import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import {
	credential,
	jsonOf,
	pairsOf,
	run,
	sandbox,
	sent,
	sentTo,
	start,
	useSandbox,
} from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

describe('Find', () => {
	const parameters: INodeParameters = { currency: 'ETH', target: '={{ $json.target }}' };
	const items = [{ target: HIGH }, { target: LOW }];

	it('searches for each target and gives a result per check, paired with it', async () => {
		const transaction = makeTransaction('ETH', 1);
		sandbox().addCheck({ address: HIGH });
		sandbox().addCheck({ address: LOW });
		sandbox().addCheck({ address: LOW, transaction });
		const { main } = await run(
			'report.find',
			{ ...parameters, options: { includeDetails: true } },
			{ items },
		);
		expect(sent()).toEqual(
			expect.arrayContaining([
				{ method: 'checkup.findreport', params: { hash: HIGH, currency: 'ETH' } },
				{ method: 'checkup.findreport', params: { hash: LOW, currency: 'ETH' } },
			]),
		);
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(main[0]?.json).toMatchObject({
			address: HIGH,
			riskLevel: 'high',
			riskScore: 92,
			reportLink: expect.stringMatching(/^http.*share/),
			details: expect.objectContaining({
				counterparty: expect.objectContaining({ name: expect.any(String) }),
			}),
		});
		expect(sandbox().stats().charges).toBe(0);
	});

	it('gives what the service sent with Simplify off', async () => {
		const hash = sandbox().addCheck({ address: HIGH });
		const { main } = await run(
			'report.find',
			{ ...parameters, simplify: false },
			{ items: [items[0]!] },
		);
		expect(JSON.stringify(main[0]?.json)).toContain(hash);
		expect(JSON.stringify(main[0]?.json)).toContain('fiat_code_effective');
		expect(main[0]?.json).not.toHaveProperty('riskLevel');
	});

	it('says that nothing was found, by default with an item', async () => {
		sandbox().addCheck({ address: HIGH });
		const { main, status } = await run('report.find', parameters, { items });
		expect(status).toBe('success');
		expect(main[1]).toMatchObject({ json: { found: false }, pairedItem: { item: 1 } });
		expect(main[1]?.json).not.toHaveProperty('error');
	});

	it('can leave out what was not found', async () => {
		sandbox().addCheck({ address: LOW });
		const options = { ifNothingFound: 'noItems' };
		const { main, status } = await run('report.find', { ...parameters, options }, { items });
		expect(status).toBe('success');
		expect(pairsOf(main)).toEqual([{ item: 1 }]);
	});

	it('can stop, or route what was not found to the error output', async () => {
		sandbox().addCheck({ address: LOW });
		const asked = { ...parameters, options: { ifNothingFound: 'error' } };
		const stopped = await run('report.find', asked, { items });
		expect(stopped.status).toBe('error');
		const settings = { onError: 'continueErrorOutput' as const };
		const { main, error } = await run('report.find', asked, { items, settings });
		expect(pairsOf(main)).toEqual([{ item: 1 }]);
		expect(error[0]?.json).toMatchObject({ target: HIGH, error: expect.any(String) });
		expect(error[0]?.pairedItem).toMatchObject({ item: 0 });
	});

	it.each(['BSC', 'MATIC', 'NOPE', ''])('refuses the currency "%s" by name', async (currency) => {
		const result = await run('report.find', { ...parameters, currency }, { items });
		expect(result.status).toBe('error');
		expect(`${result.failure?.message}`).toContain(currency || 'Currency');
		expect(sent()).toEqual([]);
	});

	it('names an empty target before anything is sent', async () => {
		const result = await run('report.find', parameters, { items: [{ target: '' }] });
		expect(result.status).toBe('error');
		expect(result.failure?.message).toMatch(/Address or Transaction|Target/i);
		expect(sent()).toEqual([]);
	});
});

describe('Download PDF', () => {
	const parameters: INodeParameters = { pdfLink: '={{ $json.link }}' };
	let server: Server;
	let origin: string;
	const asked: Array<{ url?: string; authorization?: string }> = [];
	const answers: Record<string, (response: ServerResponse) => void> = {
		'/page': (response) => void response.end('<html>Sign in</html>'),
		'/json': (response) => void response.end('{"pdf":"%PDF-1.7"}'),
		'/empty': (response) => void response.end(),
		'/elsewhere': (response) => {
			response.writeHead(302, { location: `${origin}/report.pdf` });
			response.end();
		},
		'/missing': (response) => void response.writeHead(404).end('%PDF-1.7 not really'),
		'/report.pdf': (response) => {
			response.setHeader('content-type', 'application/octet-stream');
			response.end('%PDF-1.7 hello');
		},
		'/huge': (response) => {
			const block = Buffer.alloc(1024 * 1024, 'x');
			response.write('%PDF-1.7');
			let blocks = 0;
			const more = (): void => {
				if (blocks++ >= 400 || response.destroyed) return void response.end();
				response.write(block, () => setImmediate(more));
			};
			more();
		},
		'/stuck': (response) => void response.write('%PDF-1.7'),
		'/cut-off': (response) => {
			response.setHeader('content-length', '1000');
			response.write('%PDF-1.7');
			setTimeout(() => response.destroy(), 20);
		},
		'/announced-huge': (response) => {
			response.setHeader('content-length', String(10 * 1024 ** 3));
			response.write('%PDF-1.7');
		},
	};

	beforeAll(async () => {
		server = createServer(({ url = '', headers }, response) => {
			asked.push({ url, authorization: headers.authorization });
			answers[url]?.(response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	beforeEach(() => void (asked.length = 0));
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	it('gives each report as a file that the next node can attach', async () => {
		const hashes = [HIGH, LOW].map((address) => sandbox().addCheck({ address }));
		const items = hashes.map((hash) => ({ link: `${sandbox().baseUrl}/reports/${hash}.pdf` }));
		const { main, status } = await run('report.downloadPdf', parameters, { items });
		expect(status).toBe('success');
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const [index, item] of main.entries()) {
			const { data } = item.binary ?? {};
			expect(data).toMatchObject({ mimeType: 'application/pdf', fileExtension: 'pdf' });
			expect(data?.fileName).toContain(hashes[index]);
			expect(Buffer.from(data?.data ?? '', 'base64').toString('latin1')).toMatch(
				/^%PDF-1\.4[\s\S]*%%EOF/,
			);
		}
		expect(sandbox().stats().pdf).toEqual(
			expect.arrayContaining(hashes.map((hash) => ({ hash, authorization: false }))),
		);
		expect(sent()).toEqual([]);
	});

	it('puts the file where it is wanted, and sends the token to nobody', async () => {
		const items = [{ link: `${origin}/report.pdf` }];
		const wanted = { ...parameters, binaryPropertyName: 'report' };
		const { main } = await run('report.downloadPdf', wanted, { items });
		expect(Object.keys(main[0]?.binary ?? {})).toEqual(['report']);
		expect(main[0]?.binary?.report).toMatchObject({ mimeType: 'application/pdf' });
		expect(asked).toEqual([{ url: '/report.pdf', authorization: undefined }]);
	});

	it.each([
		'/page',
		'/json',
		'/empty',
		'/elsewhere',
		'/missing',
		'/huge',
		'/announced-huge',
		'/cut-off',
	])(
		'refuses %s',
		async (path) => {
			const items = [{ link: `${origin}${path}` }];
			const stopped = await run('report.downloadPdf', parameters, { items });
			expect(stopped.status).toBe('error');
			const settings = { onError: 'continueErrorOutput' as const };
			const { main, error } = await run('report.downloadPdf', parameters, { items, settings });
			expect(main).toEqual([]);
			expect(error).toHaveLength(1);
			expect(error[0]?.binary).toBeUndefined();
			expect(asked.map(({ url }) => url)).not.toContain('/report.pdf');
		},
		30_000,
	);

	it.each([
		'http://reports.example.com/a.pdf',
		'ftp://reports.example.com/a.pdf',
		'file:///etc/hostname',
		'data:application/pdf,%25PDF-1.7',
		'javascript:alert(1)',
		'//reports.example.com/a.pdf',
		'not a link',
		'',
	])('refuses the link "%s" without asking anybody', async (link) => {
		const result = await run('report.downloadPdf', parameters, { items: [{ link }] });
		expect(result.status).toBe('error');
		expect(`${result.failure?.message} ${result.failure?.description}`).toMatch(/PDF link|https/i);
		expect(asked).toEqual([]);
	});

	it('stops when it is cancelled in the middle of a file', async () => {
		const started = start('report.downloadPdf', parameters, {
			items: [{ link: `${origin}/stuck` }],
		});
		setTimeout(started.cancel, 150);
		expect((await started.result).status).toBe('canceled');
	});

	it.each(['ETH', 'BTC', 'MATIC'])(
		'looks the link up by the hash of a check on %s',
		async (network) => {
			const address = bookAddress(network, 'low');
			const hash = sandbox().addCheck({ currency: network, address });
			sandbox().seedHistory(1200, { until: Date.now(), everyMs: 1 });
			const parameters = { checkHash: '={{ $json.hash }}' };
			const { main } = await run('report.downloadPdf', parameters, { items: [{ hash }] });
			expect(main[0]?.json).toMatchObject({ hash, mimeType: 'application/pdf' });
			expect(main[0]?.binary?.data?.fileName).toContain(address.slice(-8));
			expect(sandbox().stats().charges).toBe(0);
		},
	);

	it('says so when the check has no report', async () => {
		const checkHash = sandbox().addCheck({ address: bookAddress('ETH', 'failed') });
		const { failure } = await run('report.downloadPdf', { checkHash });
		expect(failure?.message).toContain('no PDF report');
	});

	it('follows no link to its own machine when the service is elsewhere', async () => {
		const credentials = [credential({ baseUrl: 'https://aml.example.com' })];
		const items = [{ link: `${origin}/report.pdf` }];
		const { status } = await run('report.downloadPdf', parameters, { items, credentials });
		expect(status).toBe('error');
		expect(asked).toEqual([]);
	});

	it('keeps its hands off a link of an item without a report', async () => {
		const hash = sandbox().addCheck({ address: bookAddress('ETH', 'failed') });
		const items = [{ link: `${sandbox().baseUrl}/reports/${hash}.pdf` }];
		const { status, main } = await run('report.downloadPdf', parameters, { items });
		expect({ status, main }).toEqual({ status: 'error', main: [] });
	});

	it('gets what Find has found', async () => {
		sandbox().addCheck({ address: HIGH });
		const find = { currency: 'ETH', target: HIGH };
		const found = await run('report.find', find);
		const link = { checkHash: '={{ $json.hash }}' };
		const { main } = await run('report.downloadPdf', link, { items: jsonOf(found.main) });
		expect(main[0]?.binary?.data?.mimeType).toBe('application/pdf');
		expect(sentTo('checkup.findreport')).toHaveLength(1);
	});
});
