import { readPdfLink, refusePrivateAddress } from '../../../nodes/AmlCheck/pdf/link.ts';

const service = (host: string, scheme = 'https') => new URL(`${scheme}://${host}/rpc/v1/request`);

const HERE = ['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '[::1]', '0x7f.1', '2130706433'];
const HERE_TOO = ['localhost.', 'pdf.localhost', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]'];

describe('a link to a PDF', () => {
	it.each(['127.0.0.1', 'aml.example'])(
		'is followed when it is encrypted (service: %s)',
		(host) => {
			const link = 'https://aml.example:8443/reports/a.pdf?signature=x%2Fy#page=2';
			expect(readPdfLink(link, service(host)).href).toBe(link);
		},
	);

	it.each(HERE)('to %s over http is followed where the service is local', (host) => {
		expect(readPdfLink(`http://${host}:1234/a.pdf`, service('127.0.0.1')).port).toBe('1234');
	});

	it.each([...HERE, ...HERE_TOO])('to %s is refused where the service is elsewhere', (host) => {
		for (const scheme of ['http', 'https'])
			expect(() => readPdfLink(`${scheme}://${host}/a.pdf`, service('aml.example'))).toThrow(
				"'PDF Link' points to the machine that n8n runs on",
			);
	});

	it.each([
		'aml.example',
		'10.0.0.1',
		'127.0.0.1.aml.example',
		'localhost.aml.example',
		...HERE_TOO,
	])('to %s over http is refused, also where the service is local', (host) => {
		expect(() => readPdfLink(`http://${host}/a.pdf`, service('127.0.0.1'))).toThrow('https://');
	});

	it.each(['ftp://aml.example/a', 'file:///etc/hostname', 'data:,x', 'javascript:1', 'blob:x'])(
		'of another scheme is refused: %s',
		(link) => {
			expect(() => readPdfLink(link, service('127.0.0.1'))).toThrow('https://');
		},
	);

	it.each(['', 'a.pdf', '//aml.example/a.pdf', 'https://', 'https://[::1'])(
		'that is none is refused: "%s"',
		(link) => {
			expect(() => readPdfLink(link, service('127.0.0.1'))).toThrow('is not an address');
		},
	);

	it('over http is followed to the host of a base URL over http, and to no other host', () => {
		const plain = service('aml.internal', 'http');
		expect(readPdfLink('http://aml.internal:81/a.pdf', plain).port).toBe('81');
		for (const [link, own] of [
			['http://aml.internal/a.pdf', service('aml.internal')],
			['http://other.internal/a.pdf', plain],
		] as const)
			expect(() => readPdfLink(link, own)).toThrow('does not begin with https://');
	});

	it('with a user name or password is refused', () => {
		for (const user of ['user', 'user:secret', ':secret'])
			expect(() =>
				readPdfLink(`https://${user}@aml.example/a.pdf`, service('aml.example')),
			).toThrow('holds a user name or password');
	});

	it('is shown in the message no longer than needed', () => {
		expect(() => readPdfLink('x'.repeat(5000), service('aml.example'))).toThrow(/^.{0,150}$/);
	});
});

const PRIVATE = [
	'10.0.0.1',
	'10.255.255.255',
	'0xa.1',
	'012.0.0.1',
	'167772161',
	'100.64.0.1',
	'169.254.169.254',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.1',
	'192.168.1.1.',
	'0.1.2.3',
	'[fd00::1]',
	'[fc00::]',
	'[fdff:ffff::]',
	'[fe80::1]',
	'[febf::1]',
	'[::ffff:10.0.0.1]',
	'[::ffff:a9fe:a9fe]',
	'[::10.0.0.1]',
	'[64:ff9b::192.168.0.1]',
	'[2002:a00:1::]',
];

const PUBLIC = [
	'9.255.255.255',
	'11.0.0.1',
	'100.128.0.1',
	'172.15.0.1',
	'172.32.0.1',
	'192.169.0.1',
	'10.0.0.1.aml.example',
	'fd00.example',
	'[2001:db8::1]',
	'[2002:808:808::]',
	'[::ffff:8.8.8.8]',
	'[fbff::1]',
];

describe('a link into a private network', () => {
	it.each(PRIVATE)('is refused: %s', (host) => {
		for (const own of ['aml.example', '127.0.0.1', '10.9.9.9'])
			expect(() => readPdfLink(`https://${host}/a.pdf`, service(own))).toThrow('private network');
	});

	it.each(PRIVATE)('is followed to the service itself: %s', (host) => {
		const { hostname } = new URL(`https://${host}`);
		expect(readPdfLink(`https://${host}/a.pdf`, service(hostname)).hostname).toBe(hostname);
	});

	it.each(PUBLIC)('is told from any other: %s', (host) => {
		expect(() => readPdfLink(`https://${host}/a.pdf`, service('aml.example'))).not.toThrow();
	});

	const url = new URL('https://pdf.example/a.pdf');
	const helpers = (validateUrl: () => Promise<{ ok: boolean }>) =>
		({ helpers: { getSecureEgressFilter: () => ({ validateUrl }) } }) as unknown as Parameters<
			typeof refusePrivateAddress
		>[0];

	it("is refused where n8n's filter finds a private address behind the name", async () => {
		const context = helpers(async () => ({ ok: false }));
		await expect(refusePrivateAddress(context, url, service('aml.example'))).rejects.toThrow(
			'private network',
		);
		await expect(
			refusePrivateAddress(context, url, service('pdf.example')),
		).resolves.toBeUndefined();
	});

	it.each([
		['the filter allows it', helpers(async () => ({ ok: true }))],
		['the name can not be resolved', helpers(async () => await Promise.reject(new Error('DNS')))],
		['an older n8n has no filter', { helpers: {} }],
	])('is left to the download where %s', async (_, context) => {
		await expect(
			refusePrivateAddress(context, url, service('aml.example')),
		).resolves.toBeUndefined();
	});
});
