/** The address book: right checksums, and each address gives what the book says. */
import { createBase58check, base32, base58xrp, bech32, bech32m } from '@scure/base';
import { sha256 } from '@noble/hashes/sha256';
import { keccak_256 } from '@noble/hashes/sha3';
import {
	BOOK,
	BOOK_KINDS,
	bookAddress,
	bookKind,
	CURRENCY_LIST,
	makeAddress,
	type BookKind,
} from '../../sandbox/server.mts';
import { result, useSandbox } from './helpers/client.mts';

const base58check = createBase58check(sha256);
const VERSIONS: Record<string, number[]> = {
	BTC: [0x00, 0x05],
	BCH: [0x00],
	BSV: [0x00],
	LTC: [0x30, 0x32],
	TRX: [0x41],
};

function isBase58(address: string, network: string): boolean {
	const bytes = base58check.decode(address);
	return bytes.length === 21 && VERSIONS[network].includes(bytes[0]);
}

function isSegwit(address: `${string}1${string}`, prefix: string): boolean {
	const codec = address[prefix.length + 1] === 'q' ? bech32 : bech32m;
	return codec.decode(address).prefix === prefix;
}

function isChecksummed(address: string): boolean {
	const digits = address.slice(2).toLowerCase();
	const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
	const expected = [...digits].map((digit, index) =>
		parseInt(hash[index], 16) >= 8 ? digit.toUpperCase() : digit,
	);
	return address === `0x${expected.join('')}`;
}

function isCashAddress(address: string): boolean {
	const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
	const [prefix, payload] = address.split(':');
	const values = [...prefix].map((letter) => letter.charCodeAt(0) & 31);
	values.push(0, ...[...payload].map((letter) => alphabet.indexOf(letter)));
	const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
	let checksum = 1n;
	for (const value of values) {
		const top = checksum >> 35n;
		checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value);
		generators.forEach((generator, bit) => {
			if ((top >> BigInt(bit)) & 1n) checksum ^= generator;
		});
	}
	return checksum === 1n;
}

function isRipple(address: string): boolean {
	const bytes = base58xrp.decode(address);
	const body = bytes.subarray(0, 21);
	return Buffer.from(sha256(sha256(body)).subarray(0, 4)).equals(Buffer.from(bytes.subarray(21)));
}

function isStellar(address: string): boolean {
	const bytes = base32.decode(address);
	let crc = 0;
	for (const byte of bytes.subarray(0, 33)) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
	}
	return bytes[0] === 48 && bytes.length === 35 && crc === bytes[33] + bytes[34] * 256;
}

function isWellFormed(network: string, address: string): boolean {
	if (address.startsWith('bc1')) return isSegwit(address as `${string}1${string}`, 'bc');
	if (address.startsWith('ltc1')) return isSegwit(address as `${string}1${string}`, 'ltc');
	if (address.startsWith('bitcoincash:')) return isCashAddress(address);
	if (network === 'XRP') return isRipple(address);
	if (network === 'XLM') return isStellar(address);
	if (VERSIONS[network]) return isBase58(address, network);
	return address === address.toLowerCase()
		? /^0x[0-9a-f]{40}$/.test(address)
		: isChecksummed(address);
}

describe('checksums', () => {
	it.each(BOOK.map(({ network, kind, address }) => [network, kind, address]))(
		'%s %s: %s',
		(network, _kind, address) => {
			expect(isWellFormed(network, address)).toBe(true);
		},
	);

	it('of made addresses, on every network', () => {
		const networks = [
			'BTC',
			'BCH',
			'BSV',
			'ETH',
			'ETC',
			'LTC',
			'TRX',
			'XRP',
			'XLM',
			'BSC',
			'MATIC',
		];
		for (const network of networks) {
			const made = Array.from({ length: 50 }, (_, number) => makeAddress(network, number));
			expect(new Set(made).size).toBe(50);
			for (const address of made)
				expect([address, isWellFormed(network, address)]).toEqual([address, true]);
			expect(makeAddress(network, 7)).toBe(made[7]);
		}
	});

	it('of the contracts in the list of currencies', () => {
		for (const { currency, issuer } of CURRENCY_LIST) {
			if (issuer === null) continue;
			const isPlain = issuer.startsWith('0x') && !/[a-f]/.test(issuer);
			const spelled = isPlain ? issuer.toLowerCase() : issuer;
			expect([issuer, isWellFormed(currency, spelled)]).toEqual([issuer, true]);
		}
	});
});

describe('the book', () => {
	const sandbox = useSandbox();
	const core: BookKind[] = [
		'low',
		'medium',
		'high',
		'sanctioned',
		'unscored',
		'failed',
		'neverFinishing',
		'unknownStatus',
	];

	async function outcome(network: string, kind: BookKind) {
		const addr = bookAddress(network, kind);
		const submitted = await result(sandbox(), 'checkup.checkaddr', { addr, currency: network });
		const { check } = await result(sandbox(), 'checkup.getresult', { hash: submitted.check.hash });
		return check;
	}

	const expected: Record<BookKind, object> = {
		low: { status: 'SUCCESS', report: { riskscore: 4 } },
		medium: { status: 'SUCCESS', report: { riskscore: 48 } },
		high: {
			status: 'SUCCESS',
			report: { riskscore: 92, signals: { mixer: 0.41, stolen_coins: 0.3 } },
		},
		sanctioned: { status: 'SUCCESS', report: { riskscore: 12, signals: { sanctions: 0.03 } } },
		unscored: { status: 'SUCCESS', report: { riskscore: null } },
		failed: { status: 'FAILED', report: null, resultDate: expect.any(String) as string },
		neverFinishing: { status: 'PENDING', report: null, resultDate: null },
		unknownStatus: { status: 'MANUAL_REVIEW', report: null, resultDate: null },
		unscoredSanctioned: {
			status: 'SUCCESS',
			report: { riskscore: null, signals: { sanctions: 0.03 } },
		},
		rejected: { status: 'REJECTED', report: null, resultDate: expect.any(String) as string },
		noReport: { status: 'SUCCESS', report: null, resultDate: expect.any(String) as string },
		unreadable: { status: 'SUCCESS', report: { riskscore: 'n/a' } },
		newSignal: { status: 'SUCCESS', report: { riskscore: 18, signals: { quantum_bridge: 0.05 } } },
	};

	it.each(['BTC', 'ETH', 'TRX'])(
		'has every usual kind on %s, giving what it says',
		async (network) => {
			for (const kind of core) expect(await outcome(network, kind)).toMatchObject(expected[kind]);
		},
	);

	it.each(Object.keys(BOOK_KINDS) as BookKind[])('gives %s on Ethereum', async (kind) => {
		expect(await outcome('ETH', kind)).toMatchObject(expected[kind]);
	});

	it.each(['LTC', 'BCH', 'BSV', 'XRP', 'XLM', 'ETC', 'BSC', 'MATIC'])(
		'has low, high and sanctioned on %s',
		async (network) => {
			for (const kind of ['low', 'high', 'sanctioned'] as const) {
				expect(await outcome(network, kind)).toMatchObject(expected[kind]);
			}
		},
	);

	it('knows an address in every spelling that is equal on its network', () => {
		expect(bookKind('BSC', bookAddress('ETH', 'high').toLowerCase())).toBe('high');
		expect(bookKind('BTC', bookAddress('BTC', 'high').toUpperCase())).toBe('high');
		expect(bookKind('BCH', bookAddress('BCH', 'low').slice(12))).toBe('low');
		expect(bookKind('TRX', bookAddress('TRX', 'low').toLowerCase())).toBeUndefined();
		expect(bookKind('LTC', bookAddress('BTC', 'low'))).toBeUndefined();
		expect(() => bookAddress('XRP', 'rejected')).toThrow('no "rejected" address for XRP');
	});
});
