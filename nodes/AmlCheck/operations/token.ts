import { isSecret, refuseSecret } from '../../shared/addresses';
import { invalidInput, type AmlCheckError } from '../../shared/failures/failure';
import { NOT_PAID } from '../../shared/failures/notes';
import { quote } from '../../shared/quote';
import { readValue, text as plainText } from '../../shared/options/read';
import type { GivenToken } from '../../shared/reading/given';
import type { NodeRun } from '../run/nodeRun';

/* The token of an item. */

const tokenText = plainText.default('');

/** The failure of an item that can't be screened as it is. */
export const refuseItem = (message: string, advice: string): AmlCheckError =>
	invalidInput(message, advice).note('payment', NOT_PAID);

/** Whether a token ID means the network's own currency. */
const isNative = (token: string): boolean => /^0*$/.test(token);

/** The field as n8n keeps it; `cachedResultName` is what the list shows of the choice. */
interface Locator {
	mode?: string;
	value?: unknown;
	cachedResultName?: string;
}

/**
 * Reads the token of an item. A bare number is an ID, any other text a contract, and an empty text the native currency.
 * It refuses an expression without a result, and a choice that n8n has emptied: the native currency would be screened in
 * place of the token that is meant.
 */
function readLocator(run: NodeRun, index: number) {
	const raw = run.given('token', index, '');
	// An expression may give the bare value in place of the locator.
	const isLocator = typeof raw === 'object' && raw !== null;
	const { mode, value, cachedResultName } = (isLocator ? raw : { value: raw }) as Locator;
	if (value === undefined || value === null)
		throw refuseItem(
			"'Token' holds nothing: give it a value or remove it",
			"Its expression yields nothing for this item. For the network's own currency let it yield an empty text.",
		);
	const text = run.readGiven('token', () => readValue(tokenText, value, 'Token'));
	// n8n empties a choice together with its name, if the list of another credential lacks it or doesn't load.
	if (text === '' && cachedResultName === '')
		throw refuseItem(
			"'Token' is empty since the credential was changed",
			"Choose the token again. For the network's own currency switch the field to By ID, and enter 0.",
		);
	run.refuseFixedExpression('token', text);
	return { mode: mode ?? (/^\d*$/.test(text) ? 'id' : 'contract'), value: text };
}

/**
 * Reads the token of an item: its ID without leading zeros, or its contract.
 * @returns undefined for the native currency, and where a code names the token.
 */
export function readToken(run: NodeRun, index: number): GivenToken | undefined {
	const { mode, value } = readLocator(run, index);
	if (isNative(value)) return undefined;
	if (isSecret(value)) {
		const { message, advice, reason } = refuseSecret('token');
		throw refuseItem(message, advice).with({ reason });
	}
	if (mode === 'contract') return { kind: 'contract', value };
	if (/^\d+$/.test(value)) return { kind: 'id', value: value.replace(/^0+/, '') };
	throw refuseItem(
		`'Token': ${quote(value)} is not a token ID`,
		'A token ID is a number, e.g. 94252. To give a contract address, switch the field to By Contract Address.',
	);
}
