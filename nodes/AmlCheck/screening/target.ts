import { checkAddress, checkTransactionHash, cleanTarget, targetKey } from '../../shared/addresses';
import type { Network, TargetVerdict } from '../../shared/addresses';
import { CHECK_CURRENCY_CODES, readCurrency } from '../../shared/currencies';
import type { CurrencyCode } from '../../shared/currencies';
import { unusableValue } from '../../shared/parameters';
import { assetKeyOf } from '../../shared/reports/asset';
import type { AssetKey } from '../../shared/reports/asset';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { MethodParams, PaidMethod } from '../../shared/rpc/schemas';

export type CheckKind = 'address' | 'transaction';

/** What one input item wants checked, as the user gave it. */
export interface WantedTarget {
	kind: CheckKind;
	currency: string;
	address: string;
	/** Only for a transaction check. */
	transaction?: string;
	/** Resolved `token_id`; empty for the native currency or the alias's own token. */
	tokenId: string;
	/** The stablecoin that was named by its contract, where an alias names the same one by its symbol alone. */
	symbol?: string;
	validate: boolean;
}

/** A target that can be submitted. */
export interface Target {
	kind: CheckKind;
	network: Network;
	/** The code to send (service 4.8). */
	code: string;
	address: string;
	transaction: string | null;
	tokenId?: string;
	/** Which asset is looked at: the native one, or a token however it was named. */
	assetKey: AssetKey;
	/** Equal for the same wallet or transaction of a network, whatever the token. */
	walletKey: string;
	/** Equal for equal checks: merged within a run, and the same in every try (design 5). */
	key: string;
}

const LABELS: Record<CheckKind, string> = { address: 'Address', transaction: 'Transaction Hash' };

function refusal(label: string, verdict: Exclude<TargetVerdict, { ok: true }>): AmlCheckError {
	return unusableValue(
		`${label}: ${verdict.message}`,
		`${verdict.advice} Nothing was paid for it.`,
	);
}

function cleanChecked(
	text: string,
	network: Network,
	kind: CheckKind,
	{ validate }: WantedTarget,
): string {
	const label = LABELS[kind];
	if (!validate) {
		const cleaned = cleanTarget(text);
		if (cleaned !== '') return cleaned;
		throw unusableValue(`${label} is empty`, 'Fill it in. Nothing was paid for this item.');
	}
	const check = kind === 'address' ? checkAddress : checkTransactionHash;
	const verdict = check(text, network);
	if (verdict.ok) return verdict.value;
	throw refusal(label, verdict);
}

/**
 * Reads a currency that a paid method accepts.
 * @param text a code of service 4.8.
 * @throws AmlCheckError that lists the codes.
 */
export function requireCurrency(text: string): CurrencyCode {
	const currency = readCurrency(text);
	if (currency) return currency;
	throw unusableValue(
		text === '' ? 'Currency is empty' : `Currency '${text}' is not one the service checks`,
		`Use one of ${CHECK_CURRENCY_CODES.join(', ')}. Nothing was sent for this item.`,
	);
}

/**
 * Makes a target of what an item wants: cleans and validates it and says what makes it equal to another.
 * @param wanted the item's parameters.
 * @returns the target.
 * @throws AmlCheckError that names the parameter, what is wrong and what to do.
 */
export function readTarget(wanted: WantedTarget): Target {
	const currency = requireCurrency(wanted.currency);
	const { code, network } = currency;
	const address = cleanChecked(wanted.address, network, 'address', wanted);
	const transaction =
		wanted.kind === 'transaction'
			? cleanChecked(wanted.transaction ?? '', network, 'transaction', wanted)
			: null;
	const assetKey = assetKeyOf(currency, wanted.tokenId);
	const walletKey = [
		wanted.kind,
		network,
		targetKey(address, network, 'address'),
		...(transaction === null ? [] : [targetKey(transaction, network, 'transaction')]),
	].join('|');
	return {
		kind: wanted.kind,
		network,
		code,
		address,
		transaction,
		tokenId: wanted.tokenId === '' ? undefined : wanted.tokenId,
		assetKey,
		walletKey,
		key: `${walletKey}|${wanted.symbol === undefined ? assetKey : `symbol:${wanted.symbol}`}`,
	};
}

/** The paid method that checks a target (service 4.3, 4.4). */
export function methodOf(target: Target): PaidMethod {
	return target.kind === 'address' ? 'checkup.checkaddr' : 'checkup.checktx';
}

/** The parameters of that method. */
export function paramsOf(target: Target): MethodParams[PaidMethod] {
	const { address: addr, code: currency, tokenId, transaction } = target;
	const common = { addr, currency, ...(tokenId === undefined ? {} : { token_id: tokenId }) };
	return transaction === null ? common : { tx: transaction, ...common };
}
