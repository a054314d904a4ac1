/** The evidence of a check: its PDF, by link or by hash, and nothing that only looks like it. */
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import type { INodeParameters } from 'n8n-workflow';
import { NETWORK_CODES } from '../../../nodes/shared/networks.ts';
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import type { NewCheck } from '../../../sandbox/server.mts';
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
	type OperationRun,
} from '../operations/support.mts';
import { container, SsrfProtectionConfig } from '../harness/platform.mts';
import { useRealTime } from '../harness/time.mts';
import { startPdfServer, type PdfPath, type PdfServer } from './pdfServer.mts';

useSandbox();

let server: PdfServer;
beforeAll(async () => void (server = await startPdfServer()));
beforeEach(() => void (server.asked.length = 0));
afterAll(async () => await server.close());

const HIGH = bookAddress('ETH', 'high');

const download = async (parameters: INodeParameters, more: OperationRun = {}) =>
	await run('report.downloadPdf', parameters, more);

/** Has the service name a link for a new check. */
function nameLink(pdfLink: string): string {
	const hash = sandbox().addCheck({ address: HIGH });
	const check = { hash, currency: 'ETH', address: HIGH, transaction: null, status: 'SUCCESS' };
	const result = { check: { ...check, pdfLink } };
	sandbox().fault({ method: 'checkup.getresult', kind: 'emptyResult', result });
	return hash;
}

const bytesOf = (data: string | undefined): Buffer => Buffer.from(data ?? '', 'base64');

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Addresses and transactions of every network, and tokens; what `addCheck` is told of them. */
const CHECKS: Array<[string, NewCheck]> = [
	...NETWORK_CODES.flatMap((currency): Array<[string, NewCheck]> => {
		const address = makeAddress(currency, 'evidence');
		const transaction = makeTransaction(currency, 'evidence');
		return [
			[`${currency} address`, { currency, address }],
			[`${currency} transaction`, { currency, address, transaction }],
		];
	}),
	['USDT on ETH', { currency: 'ETH', address: HIGH, tokenId: '94252' }],
	['USDT on TRX', { currency: 'TRX', address: bookAddress('TRX', 'high'), tokenId: '9' }],
	[
		'transfer of USDT on BSC',
		{ currency: 'BSC', address: HIGH, transaction: makeTransaction('BSC', 2), tokenId: '9' },
	],
];

describe('by hash alone', () => {
	it.each(CHECKS)('finds the PDF of %s through free calls', async (_, check) => {
		const now = Date.now();
		for (let n = 1; n <= 20; n++) sandbox().addCheck({ ...check, initAt: now - n * 600_000 });
		const hash = sandbox().addCheck({ ...check, initAt: now - 3_000_000 });
		const { main, status } = await download({ checkHash: hash });
		expect(status).toBe('success');
		expect(main[0]?.json).toMatchObject({
			hash,
			currency: check.currency,
			address: check.address,
			transaction: check.transaction ?? null,
			pdfLink: `${sandbox().baseUrl}/reports/${hash}.pdf`,
			// Safe on every file system, whatever the target.
			fileName: expect.stringMatching(/^aml-[A-Za-z0-9_-]{1,240}\.pdf$/),
		});
		expect(sandbox().stats()).toMatchObject({ charges: 0, pdf: [{ hash, authorization: false }] });
		expect(sent().map(({ method }) => method)).toEqual([
			'checkup.getresult',
			'checkup.getcheckshistory',
		]);
	});

	it('asks for one page of the history, around the time of the check', async () => {
		const initAt = Date.now() - 5 * 86_400_000;
		const hash = sandbox().addCheck({ address: HIGH, initAt, doneAt: initAt + 30_000 });
		await download({ checkHash: hash });
		const [asked] = sentTo('checkup.getcheckshistory') as Array<{ filter: Record<string, number> }>;
		expect(asked?.filter).toMatchObject({ currency: 'ETH', type: 'address' });
		expect(asked?.filter.date_from).toBeLessThan(initAt / 1000);
		expect(asked?.filter.date_to).toBeGreaterThan(initAt / 1000 + 30);
		expect(asked!.filter.date_to! - asked!.filter.date_from!).toBeLessThan(300);
	});

	it.each(['initDate', 'resultDate'] as const)(
		'finds a check that took hours, whichever date the history goes by (%s)',
		async (orderBy) => {
			sandbox().configure({ history: { showPending: true, orderBy, lagMs: 0 } });
			const initAt = Date.now() - 86_400_000;
			const hash = sandbox().addCheck({ address: HIGH, initAt, doneAt: initAt + 7_200_000 });
			const { main } = await download({ checkHash: hash });
			expect(main[0]?.json.hash).toBe(hash);
		},
	);

	it('finds it among more checks of the same hour than a page has', async () => {
		const address = bookAddress('MATIC', 'low');
		const hash = sandbox().addCheck({ currency: 'MATIC', address });
		sandbox().seedHistory(1200, { until: Date.now(), everyMs: 1 });
		const { main } = await download({ checkHash: hash });
		expect(main[0]?.json).toMatchObject({ hash, address });
	});

	it('is found without the pages after the one that has it', async () => {
		sandbox().seedHistory(1200, { until: Date.now() - 1_200, everyMs: 1 });
		const hash = sandbox().addCheck({ currency: 'MATIC', address: bookAddress('MATIC', 'low') });
		const { main } = await download({ checkHash: hash });
		expect(main[0]?.json).toMatchObject({ hash });
		expect(sandbox().stats().calls['checkup.getcheckshistory']).toBe(1);
	});

	it('says when to try again where the history lags behind', async () => {
		sandbox().configure({ history: { showPending: true, orderBy: 'initDate', lagMs: 600_000 } });
		const hash = sandbox().addCheck({ address: HIGH });
		const { failure } = await download({ checkHash: hash });
		expect(failure?.message).toContain(`no PDF report for the check ${hash}`);
		expect(failure?.description).toContain('Try again later');
		expect(sandbox().stats()).toMatchObject({ charges: 0, pdf: [] });
	});

	it.each(['failed', 'neverFinishing', 'unknownStatus'] as const)(
		'says that a check has no PDF yet or at all: %s',
		async (kind) => {
			const hash = sandbox().addCheck({ address: bookAddress('ETH', kind) });
			const { failure, status } = await download({ checkHash: hash });
			expect(status).toBe('error');
			expect(failure?.message).toContain(`no PDF report for the check ${hash} (status `);
			expect(sandbox().stats().pdf).toEqual([]);
		},
	);

	it('says that the service does not know the hash', async () => {
		const { failure, status } = await download({
			checkHash: '00000000-0000-4000-8000-000000000000',
		});
		expect({ status, pdf: sandbox().stats().pdf }).toEqual({ status: 'error', pdf: [] });
		expect(failure?.message).toMatch(/know|found/i);
	});

	it('goes through a batch in order, with one item that has none', async () => {
		const hashes = ['low', 'failed', 'high', 'medium'].map((kind) =>
			sandbox().addCheck({ address: bookAddress('ETH', kind as 'low') }),
		);
		const { main, error } = await download(
			{ checkHash: '={{ $json.hash }}' },
			{ items: hashes.map((hash) => ({ hash })), settings: { onError: 'continueErrorOutput' } },
		);
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 2 }, { item: 3 }]);
		expect(jsonOf(main).map(({ hash }) => hash)).toEqual([hashes[0], hashes[2], hashes[3]]);
		expect(pairsOf(error)).toEqual([{ item: 1 }]);
		expect(error[0]?.binary).toBeUndefined();
	});
});

describe('the file', () => {
	it('is what was sent, with its size and its SHA-256', async () => {
		const hash = sandbox().addCheck({ address: HIGH });
		const { main } = await download({ checkHash: hash });
		const { json, binary } = main[0]!;
		const bytes = bytesOf(binary?.data?.data);
		const direct = await fetch(String(json.pdfLink));
		expect(bytes).toEqual(Buffer.from(await direct.arrayBuffer()));
		expect(json).toMatchObject({
			fileName: `aml-ETH-${HIGH}-${new Date().toISOString().slice(0, 10)}-${hash.slice(0, 8)}.pdf`,
			fileSize: bytes.length,
			mimeType: 'application/pdf',
			sha256: sha256(bytes),
		});
		expect(binary?.data).toMatchObject({
			fileName: json.fileName,
			fileExtension: 'pdf',
			mimeType: 'application/pdf',
		});
	});

	it('is put into the field that is wanted', async () => {
		const wanted = { pdfLink: `${server.origin}/plain`, binaryPropertyName: 'report' };
		const { main } = await download(wanted);
		expect(Object.keys(main[0]?.binary ?? {})).toEqual(['report']);
	});

	it('has the same sum whether it came by link or by hash', async () => {
		const hash = sandbox().addCheck({ address: HIGH });
		const byHash = await download({ checkHash: hash });
		const byLink = await download({ pdfLink: String(byHash.main[0]?.json.pdfLink) });
		expect(byLink.main[0]?.json.sha256).toBe(byHash.main[0]?.json.sha256);
		expect(byLink.main[0]?.json).toMatchObject({
			fileName: `aml-check-${String(byHash.main[0]?.json.sha256).slice(0, 8)}.pdf`,
			hash: null,
			currency: null,
			address: null,
			transaction: null,
		});
	});

	it('has a name of its own for every check', async () => {
		const hashes = Array.from({ length: 5 }, () => sandbox().addCheck({ address: HIGH }));
		const items = hashes.map((hash) => ({ hash }));
		const { main } = await download({ checkHash: '={{ $json.hash }}' }, { items });
		expect(new Set(jsonOf(main).map(({ fileName }) => fileName)).size).toBe(5);
	});

	it('may come from a server that puts a mark before it', async () => {
		const { main } = await download({ pdfLink: `${server.origin}/mark-before` });
		expect(bytesOf(main[0]?.binary?.data?.data).toString()).toContain('%PDF-1.4');
	});
});

describe('what is no PDF, or not as it should be,', () => {
	const refusal = async (path: PdfPath, options: INodeParameters = {}): Promise<string> => {
		const pdfLink = `${server.origin}${path}`;
		const settings = { onError: 'continueErrorOutput' as const };
		const { main, error, status } = await download({ pdfLink, options }, { settings });
		expect({ status, main }).toEqual({ status: 'success', main: [] });
		expect(error).toHaveLength(1);
		expect(error[0]?.binary).toBeUndefined();
		const { error: message, details } = error[0]!.json;
		return `${String(message)}. ${(details as { description: string }).description}`;
	};

	it.each<PdfPath>(['/page', '/mentions', '/empty', '/no-content'])(
		'is refused: %s',
		async (path) => {
			const words = await refusal(path);
			expect(words).toContain('is not a PDF');
			expect(words).toContain("give the 'Check Hash' instead");
		},
	);

	it.each<PdfPath>(['/301', '/302', '/307', '/308'])(
		'is not followed elsewhere: %s',
		async (path) => {
			const { host } = new URL(server.origin);
			const words = await refusal(path);
			expect(words).toContain(`HTTP status ${path.slice(1)}, a redirect to ${host}`);
			expect(words).toContain('Redirects are not followed');
			expect(server.asked.map(({ url }) => url)).toEqual([path]);
		},
	);

	const TOO_LARGE = /larger than 1 MiB.*Max File Size \(MiB\)/;

	it.each<[PdfPath, INodeParameters, RegExp]>([
		['/206', {}, /HTTP status 206/],
		['/403', {}, /HTTP status 403/],
		['/503', {}, /HTTP status 503/],
		['/1-byte-more', { maxFileSize: 1 }, TOO_LARGE],
		['/announced', { maxFileSize: 1 }, TOO_LARGE],
		['/streams', { maxFileSize: 1 }, TOO_LARGE],
		['/announced', {}, /larger than 20 MiB/],
		['/cut-off', {}, /The connection to \S+ failed \(ECONNRESET\)/],
	])('is refused, and why is said: %s with %j', async (path, options, words) => {
		expect(await refusal(path, options)).toMatch(words);
	});

	describe('in real time, since other threads unpack,', () => {
		useRealTime();

		it('is refused when it becomes too large', async () => {
			expect(await refusal('/inflates', { maxFileSize: 1 })).toMatch(TOO_LARGE);
		});
	});

	it('is not read to the end when it is too large', async () => {
		const before = server.streamed();
		await refusal('/streams', { maxFileSize: 1 });
		expect(server.streamed() - before).toBeLessThan(32 * 1024 * 1024);
	});

	it('may weigh what the limit says', async () => {
		const pdfLink = `${server.origin}/exactly-1-MiB`;
		const { main } = await download({ pdfLink, options: { maxFileSize: 1 } });
		expect(main[0]?.json.fileSize).toBe(1024 * 1024);
	});

	it.each<PdfPath>(['/silent', '/stalls', '/drips'])('is given up in time: %s', async (path) => {
		const began = Date.now();
		expect(await refusal(path)).toContain('longer than 60 seconds');
		expect(Date.now() - began).toBeLessThan(65_000);
	});

	it('stops in the middle when the execution is canceled', async () => {
		const started = start('report.downloadPdf', { pdfLink: `${server.origin}/stalls` });
		setTimeout(started.cancel, 150);
		expect((await started.result).status).toBe('canceled');
	});

	it.each([{ maxFileSize: 0 }, { maxFileSize: -1 }, { maxFileSize: 'large' }])(
		'is not asked for with an option that is not usable: %j',
		async (options) => {
			const pdfLink = `${server.origin}/plain`;
			const { failure, status } = await download({ pdfLink, options });
			expect({ status, asked: server.asked }).toEqual({ status: 'error', asked: [] });
			expect(failure?.message).toMatch(/Max File Size/);
		},
	);

	it('falls back to the defaults where an expression yields nothing', async () => {
		const options = { maxFileSize: '={{ undefined }}' };
		const { status } = await download({ pdfLink: `${server.origin}/plain`, options });
		expect(status).toBe('success');
	});
});

describe('the way there', () => {
	it('carries no token, also to the service itself', async () => {
		const hash = sandbox().addCheck({ address: HIGH });
		await download({ checkHash: hash });
		await download({ pdfLink: `${sandbox().baseUrl}/reports/${hash}.pdf` });
		await download({ pdfLink: `${server.origin}/plain` });
		expect(sandbox().stats().pdf).toEqual([
			{ hash, authorization: false },
			{ hash, authorization: false },
		]);
		expect(server.asked).toEqual([{ url: '/plain', authorization: undefined, cookie: undefined }]);
	});

	it.each([
		['http://10.0.0.1/a.pdf', 'https://'],
		['file:///etc/hostname', 'https://'],
		['not a link', 'is not an address'],
		['', "'Check Hash' and 'PDF Link' are both empty"],
	])('is an encrypted one, so not "%s"', async (pdfLink, words) => {
		const { failure } = await download({ pdfLink });
		expect(failure?.message).toContain(words);
	});

	it('does not follow a link of the service that is not allowed either', async () => {
		const checkHash = nameLink('http://aml.example/a.pdf');
		const { failure, status } = await download({ checkHash });
		expect(status).toBe('error');
		expect(failure?.message).toContain('https://');
	});
});

describe('what can be dragged from an item', () => {
	const screened = async (links: object) => {
		const hash = sandbox().addCheck({ address: HIGH });
		const found = await run('report.find', { currency: 'ETH', target: HIGH });
		return { hash, items: jsonOf(found.main).map((json) => ({ ...json, ...links })) };
	};

	it('its hash gives the PDF', async () => {
		const { hash, items } = await screened({});
		const { main } = await download({ checkHash: '={{ $json.hash }}' }, { items });
		expect(main[0]).toMatchObject({
			json: { hash },
			binary: { data: { mimeType: 'application/pdf' } },
		});
	});

	it('its reportLink that leads to a PDF gives the PDF', async () => {
		const { items } = await screened({ reportLink: `${server.origin}/plain` });
		const { main } = await download({ pdfLink: '={{ $json.reportLink }}' }, { items });
		expect(main[0]?.json).toMatchObject({ pdfLink: `${server.origin}/plain` });
	});

	it('its reportLink that leads to a page is answered with the way to the PDF', async () => {
		const { items } = await screened({});
		const { reportLink } = items[0]! as { reportLink?: string };
		expect(reportLink).toContain('/share/');
		const { failure } = await download({ pdfLink: '={{ $json.reportLink }}' }, { items });
		expect(failure?.message).toContain('is not a PDF');
		expect(failure?.description).toContain(
			"It may be the page of a report. Remove 'PDF Link' and give the 'Check Hash' instead",
		);
	});

	it.each(['report.downloadPdf', 'check.getResult'] as const)(
		'a link is no hash: %s',
		async (operation) => {
			const { items } = await screened({});
			const { failure } = await run(operation, { checkHash: '={{ $json.reportLink }}' }, { items });
			expect(failure?.message).toContain("'Check Hash' holds a link");
			expect(failure?.description).toContain("Use the field 'hash' of the same item");
			expect(sent().filter(({ method }) => method === 'checkup.getresult')).toEqual([]);
		},
	);

	it('a link of the service itself that is a page is not answered with the hash, which was given', async () => {
		const { failure } = await download({ checkHash: nameLink(`${server.origin}/page`) });
		expect(failure?.description).toContain('The service names this link for the check.');
		expect(failure?.description).not.toContain("give the 'Check Hash'");
	});
});

describe('a service whose Base URL is plain http', () => {
	const HOST = 'aml.plain.example';
	let lookup: jest.SpyInstance;

	beforeEach(() => {
		// Another machine by its name; the connection ends at the sandbox.
		lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
			_host: string,
			options: { all?: boolean },
			done: (error: null, address: unknown, family?: number) => void,
		) => {
			const address = '127.0.0.1';
			if (options.all) done(null, [{ address, family: 4 }]);
			else done(null, address, 4);
		}) as typeof dns.lookup);
	});
	afterEach(() => lookup.mockRestore());

	const elsewhere = (url: string) => url.replace('127.0.0.1', HOST);
	const plainOf = (more: object) => credential({ baseUrl: elsewhere(sandbox().baseUrl), ...more });

	it('gives its PDF by plain http, where that is allowed', async () => {
		const hash = sandbox().addCheck({ address: HIGH });
		const pdfLink = elsewhere(`${sandbox().baseUrl}/reports/${hash}.pdf`);
		const check = { hash, currency: 'ETH', address: HIGH, transaction: null, status: 'SUCCESS' };
		const result = { check: { ...check, pdfLink } };
		sandbox().fault({ method: 'checkup.getresult', kind: 'emptyResult', result });
		const credentials = [plainOf({ allowHttp: true })];
		const byHash = await download({ checkHash: hash }, { credentials });
		expect(byHash.main[0]?.json).toMatchObject({ hash, pdfLink });
		const byLink = await download({ pdfLink }, { credentials });
		expect(byLink.main[0]?.json).toMatchObject({ pdfLink });
		expect(sandbox().stats().pdf).toEqual([
			{ hash, authorization: false },
			{ hash, authorization: false },
		]);
	});

	it('gives none where plain http is not allowed, and none of another host', async () => {
		const pdfLink = elsewhere(`${server.origin}/plain`);
		for (const [link, credentials, words] of [
			[pdfLink, [plainOf({ allowHttp: false })], 'AML Check API credential can not be used'],
			[pdfLink, [credential({ baseUrl: `https://${HOST}` })], 'does not begin with https://'],
			[
				pdfLink.replace(HOST, `other.${HOST}`),
				[plainOf({ allowHttp: true })],
				'does not begin with https://',
			],
		] as const) {
			const { failure } = await download({ pdfLink: link }, { credentials });
			expect(failure?.message).toContain(words);
		}
		expect(server.asked).toEqual([]);
	});
});

describe("n8n's guard against private addresses", () => {
	const enable = (isEnabled: boolean) => {
		container.get(SsrfProtectionConfig).enabled = isEnabled;
	};
	beforeEach(() => enable(true));
	afterEach(() => enable(false));

	it('decides which hosts a link may reach, and the setting is named', async () => {
		const { failure, status } = await download({ pdfLink: `${server.origin}/plain` });
		expect({ status, asked: server.asked }).toEqual({ status: 'error', asked: [] });
		expect(failure?.message).toBe(
			`This n8n does not allow requests to ${new URL(server.origin).host} (N8N_SSRF_ALLOWED_HOSTNAMES) [item 0]`,
		);
		expect(failure?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	});
});
