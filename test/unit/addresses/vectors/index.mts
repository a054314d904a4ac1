import { BCH } from './bch.mts';
import { BSV } from './bsv.mts';
import { BTC } from './btc.mts';
import { EVM } from './evm.mts';
import { LTC } from './ltc.mts';
import { TRX } from './trx.mts';
import type { FamilyVectors, ValidTarget } from './types.mts';
import { XLM } from './xlm.mts';
import { XRP } from './xrp.mts';

/** All vectors, by family; what has one set of addresses is one family. */
export const FAMILIES: Readonly<Record<string, FamilyVectors>> = {
	BTC,
	BCH,
	BSV,
	LTC,
	EVM,
	TRX,
	XRP,
	XLM,
};

/**
 * @param target a valid target of a table
 * @returns what is entered, and what must be sent for it
 */
export function entry(target: ValidTarget): { entered: string; sent: string } {
	return typeof target === 'string'
		? { entered: target, sent: target }
		: { entered: target[0], sent: target[1] };
}
