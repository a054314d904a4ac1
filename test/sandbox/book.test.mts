/** The address book: right checksums, and each address gives what the book says. */
import { writeAddress } from '../../nodes/shared/wallet/addresses/index.ts';
import { NETWORK_CODES, type Network } from '../../nodes/shared/wallet/networks.ts';
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

const sandbox = useSandbox();

const isAddress = (network: string, address: string) =>
	writeAddress(address, network as Network) !== undefined;

it('the addresses of the book, made ones and contracts are addresses of their networks', () => {
	const made = NETWORK_CODES.flatMap((network) =>
		Array.from({ length: 20 }, (_, n) => ({ network, address: makeAddress(network, n) })),
	);
	// A contract in mixed case has a checksum only if it is spelled as its issuer does.
	const contracts = CURRENCY_LIST.flatMap(({ currency: network, issuer }) =>
		issuer ? { network, address: issuer.replace(/^0x.*/i, (hex) => hex.toLowerCase()) } : [],
	);
	for (const { network, address } of [...BOOK, ...made, ...contracts])
		expect([network, address, isAddress(network, address)]).toEqual([network, address, true]);
	expect(new Set(made.map(({ network, address }) => network + address)).size).toBe(made.length);
});

const done = { resultDate: expect.any(String) as string };
const open = { report: null, resultDate: null };

const GIVES: Record<BookKind, object> = {
	low: { status: 'SUCCESS', report: { riskscore: 4 } },
	medium: { status: 'SUCCESS', report: { riskscore: 48 } },
	high: { report: { riskscore: 92, signals: { mixer: 0.41, stolen_coins: 0.3 } } },
	sanctioned: { status: 'SUCCESS', report: { riskscore: 12, signals: { sanctions: 0.03 } } },
	unscored: { status: 'SUCCESS', report: { riskscore: null } },
	failed: { status: 'FAILED', report: null, ...done },
	neverFinishing: { status: 'PENDING', ...open },
	unknownStatus: { status: 'MANUAL_REVIEW', ...open },
	unscoredSanctioned: { report: { riskscore: null, signals: { sanctions: 0.03 } } },
	rejected: { status: 'REJECTED', report: null, ...done },
	noReport: { status: 'SUCCESS', report: null, ...done },
	unreadable: { status: 'SUCCESS', report: { riskscore: 'n/a' } },
	dirtyUsdt: { status: 'SUCCESS', report: { riskscore: 4 } },
	newSignal: { report: { riskscore: 18, signals: { quantum_bridge: 0.05 } } },
};

async function outcomeOf(network: string, kind: BookKind) {
	const addr = bookAddress(network, kind);
	const submitted = await result(sandbox(), 'checkup.checkaddr', { addr, currency: network });
	return (await result(sandbox(), 'checkup.getresult', { hash: submitted.check.hash })).check;
}

it('each address gives what the book says', async () => {
	for (const { network, kind } of BOOK)
		expect(await outcomeOf(network, kind)).toMatchObject(GIVES[kind]);
	const onEthereum = BOOK.filter(({ network }) => network === 'ETH').map(({ kind }) => kind);
	expect(onEthereum.sort()).toEqual(Object.keys(BOOK_KINDS).sort());
	for (const network of NETWORK_CODES)
		for (const kind of ['low', 'high', 'sanctioned'] as const) bookAddress(network, kind);
});

it('a wallet gives something else for USDT, if the book says so', async () => {
	const addr = bookAddress('TRX', 'dirtyUsdt');
	for (const [currency, riskscore] of [
		['TRX', 4],
		['USDTTRC20', 12],
		['USDCTRC20', 4],
	] as const) {
		const { check } = await result(sandbox(), 'checkup.checkaddr', { addr, currency });
		const read = await result(sandbox(), 'checkup.getresult', { hash: check.hash });
		expect(read.check.report.riskscore).toBe(riskscore);
	}
});

it('the book knows an address in every spelling that is equal on its network', () => {
	expect(bookKind('BSC', bookAddress('ETH', 'high').toLowerCase())).toBe('high');
	expect(bookKind('BTC', bookAddress('BTC', 'high').toUpperCase())).toBe('high');
	expect(bookKind('BCH', bookAddress('BCH', 'low').slice(12))).toBe('low');
	expect(bookKind('TRX', bookAddress('TRX', 'low').toLowerCase())).toBeUndefined();
	expect(bookKind('LTC', bookAddress('BTC', 'low'))).toBeUndefined();
	expect(() => bookAddress('XRP', 'rejected')).toThrow('no "rejected" address for XRP');
});
