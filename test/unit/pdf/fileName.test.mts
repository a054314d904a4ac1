import fc from 'fast-check';
import { nameFile } from '../../../nodes/AmlCheck/pdf/download.ts';

const HASH = '3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c';
const URL_OF_CHECK = new URL(`https://aml.example/reports/${HASH}.pdf`);
const check = {
	hash: HASH,
	currency: 'btc',
	address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
	transaction: null,
	resultDate: '2026-01-31T12:00:00+00:00',
};

describe('the name of a PDF', () => {
	it('says network, wallet, day and check', () => {
		expect(nameFile(check, URL_OF_CHECK)).toBe(
			'aml-BTC-bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq-2026-01-31-3f2a8c1e.pdf',
		);
	});

	it('says the transaction of a transaction check', () => {
		const transaction = `0x${'ab'.repeat(32)}`;
		expect(nameFile({ ...check, currency: 'ETH', transaction }, URL_OF_CHECK)).toBe(
			`aml-ETH-${transaction}-2026-01-31-3f2a8c1e.pdf`,
		);
	});

	it('leaves out what is not known', () => {
		const unknown = { hash: HASH, currency: null, address: '', transaction: '', resultDate: null };
		expect(nameFile(unknown, URL_OF_CHECK)).toBe('aml-3f2a8c1e.pdf');
	});

	it('takes the prefix of a Bitcoin Cash address as part of a name, not as a drive', () => {
		const address = 'bitcoincash:qpq6ce3gdexqvn4f0mywvvn80s3l3pzp3gg4ry0m94';
		expect(nameFile({ ...check, currency: 'BCH', address }, URL_OF_CHECK)).toBe(
			'aml-BCH-bitcoincash-qpq6ce3gdexqvn4f0mywvvn80s3l3pzp3gg4ry0m94-2026-01-31-3f2a8c1e.pdf',
		);
	});

	it.each([
		[`https://aml.example/reports/${HASH.toUpperCase()}.pdf`, `aml-check-${HASH}.pdf`],
		[`https://aml.example/pdf?check=${HASH}&lang=en`, `aml-check-${HASH}.pdf`],
		['https://aml.example/r/Az09_x.PDF', 'aml-check-Az09_x.pdf'],
		['https://aml.example/pdf?id=17', 'aml-check-pdf-896c3756.pdf'],
		['https://aml.example/pdf?id=18', 'aml-check-pdf-2ff95ae2.pdf'],
		['https://aml.example/', 'aml-check-report.pdf'],
		['https://aml.example/%2e%2e%2fetc%2fpasswd', 'aml-check-2e-2e-2fetc-2fpasswd.pdf'],
	])('is told by the link alone: %s', (link, name) => {
		expect(nameFile(undefined, new URL(link))).toBe(name);
	});

	it('keeps nothing of what grants access to a link', () => {
		const link = new URL('https://aml.example/r/one.pdf?sig=s3cr3tSignature&expires=1936774811');
		expect(nameFile(undefined, link)).toMatch(/^aml-check-one-[0-9a-f]{8}\.pdf$/);
	});

	it('is safe on every file system, whatever the service sent', () => {
		const anything = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'binary' })));
		const record = fc.record({
			hash: fc.string({ unit: 'binary', minLength: 1 }),
			currency: anything,
			address: fc.oneof(anything, fc.string({ minLength: 300, maxLength: 400 })),
			transaction: anything,
			resultDate: anything,
		});
		fc.assert(
			fc.property(
				fc.option(record, { nil: undefined }),
				fc.webUrl({ withQueryParameters: true }),
				(known, link) => {
					const name = nameFile(known, new URL(link));
					expect(name).toMatch(/^aml[A-Za-z0-9_-]*\.pdf$/);
					expect(name.length).toBeLessThanOrEqual(255);
				},
			),
			{ numRuns: 500, seed: 5 },
		);
	});
});
