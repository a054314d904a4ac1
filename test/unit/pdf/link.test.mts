import { readPdfLink } from '../../../nodes/AmlCheck/pdf/link.ts';

const HERE = ['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '[::1]', '0x7f.1', '2130706433'];
const HERE_TOO = ['localhost.', 'pdf.localhost', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]'];

describe('a link to a PDF', () => {
	it.each([true, false])('is followed when it is encrypted (service local: %s)', (isLocal) => {
		const link = 'https://aml.example:8443/reports/a.pdf?signature=x%2Fy#page=2';
		expect(readPdfLink(link, isLocal).href).toBe(link);
	});

	it.each(HERE)('to %s over http is followed where the service is local', (host) => {
		expect(readPdfLink(`http://${host}:1234/a.pdf`, true).port).toBe('1234');
	});

	it.each([...HERE, ...HERE_TOO])('to %s is refused where the service is elsewhere', (host) => {
		for (const scheme of ['http', 'https'])
			expect(() => readPdfLink(`${scheme}://${host}/a.pdf`, false)).toThrow(
				'PDF Link points to the machine that n8n runs on',
			);
	});

	it.each([
		'aml.example',
		'10.0.0.1',
		'127.0.0.1.aml.example',
		'localhost.aml.example',
		...HERE_TOO,
	])('to %s over http is refused, also where the service is local', (host) => {
		expect(() => readPdfLink(`http://${host}/a.pdf`, true)).toThrow('https://');
	});

	it.each(['ftp://aml.example/a', 'file:///etc/hostname', 'data:,x', 'javascript:1', 'blob:x'])(
		'of another scheme is refused: %s',
		(link) => {
			expect(() => readPdfLink(link, true)).toThrow('https://');
		},
	);

	it.each(['', 'a.pdf', '//aml.example/a.pdf', 'https://', 'https://[::1'])(
		'that is none is refused: "%s"',
		(link) => {
			expect(() => readPdfLink(link, true)).toThrow('is not an address');
		},
	);

	it('with a user name or password is refused', () => {
		for (const user of ['user', 'user:secret', ':secret'])
			expect(() => readPdfLink(`https://${user}@aml.example/a.pdf`, false)).toThrow(
				'holds a user name or password',
			);
	});

	it('is shown in the message no longer than needed', () => {
		expect(() => readPdfLink('x'.repeat(5000), false)).toThrow(/^.{0,150}$/);
	});
});
