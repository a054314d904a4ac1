/** A list of wallets as somebody would upload it: mostly good, with duplicates, typing mistakes and blanks in between. */
import { makeAddress } from '../../../sandbox/server.mts';

/** A row of the list, and what is to come of it. */
export interface WalletRow {
	customer: string;
	currency: string;
	address: string;
	/** The wallet it stands for, the same for every spelling; null where there is none. */
	wallet: string | null;
}

const NETWORKS = ['BTC', 'ETH', 'LTC', 'TRX', 'XRP'];

/** Ethereum's addresses are one wallet in any case; the others are written in one way only. */
const otherSpelling = (currency: string, address: string) =>
	currency === 'ETH' ? `0x${address.slice(2).toUpperCase()}` : `  ${address} `;

/** Leaves a character out where there is no checksum to tell by, else swaps two neighbours that differ. */
function mistype(currency: string, address: string): string {
	if (currency === 'ETH') return address.slice(0, -1);
	const at = [...address].findIndex(
		(letter, index) => index > 8 && letter.toLowerCase() !== address[index + 1]?.toLowerCase(),
	);
	return `${address.slice(0, at)}${address[at + 1]}${address[at]}${address.slice(at + 2)}`;
}

/**
 * Makes the list: of every ten rows six are new wallets, two are wallets of earlier rows (one in another spelling),
 * one is mistyped and one has no address.
 */
export function walletRows(count: number): WalletRow[] {
	const rows: WalletRow[] = [];
	for (let index = 0; index < count; index += 1) {
		const customer = `Customer ${String(index + 1).padStart(4, '0')}`;
		const earlier = rows[Math.floor(index / 20) * 10];
		const currency = NETWORKS[(index + Math.floor(index / 10)) % NETWORKS.length];
		const address = makeAddress(currency, `batch ${index}`);
		const kind = index % 10;
		if (kind === 7) rows.push({ ...earlier, customer });
		else if (kind === 5)
			rows.push({
				...earlier,
				customer,
				address: otherSpelling(earlier.currency, earlier.address),
			});
		else if (kind === 3)
			rows.push({ customer, currency, address: mistype(currency, address), wallet: null });
		else if (kind === 9) rows.push({ customer, currency, address: '', wallet: null });
		else rows.push({ customer, currency, address, wallet: `${currency}:${address}` });
	}
	return rows;
}

/** The rows as a CSV file, as Excel saves one: with a byte order mark in front. */
export function toCsv(rows: WalletRow[]): Buffer {
	const lines = rows.map(({ customer, currency, address }) => `${customer},${currency},${address}`);
	return Buffer.from(['\uFEFFcustomer,currency,address', ...lines, ''].join('\r\n'));
}
