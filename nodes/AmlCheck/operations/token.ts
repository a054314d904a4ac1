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

/** Whether a token ID means the network's own coin. */
const isNative = (token: string): boolean => /^0*$/.test(token);

/** The field as n8n keeps it. */
interface Locator {
	mode?: string;
	value?: unknown;
}

const NO_TOKEN = "'Asset' is Another Token, and 'Token' is empty";
const CHOOSE_TOKEN = "Choose the token in 'Token', or another asset.";

/** Reads the token of an item. A bare number is an ID, any other text a contract. */
function readLocator(run: NodeRun, index: number) {
	const raw = run.given('token', index, '');
	// An expression may give the bare value in place of the locator.
	const isLocator = typeof raw === 'object' && raw !== null;
	const { mode, value } = (isLocator ? raw : { value: raw }) as Locator;
	if (value === undefined || value === null) throw refuseItem(NO_TOKEN, CHOOSE_TOKEN);
	const text = run.readGiven('token', () => readValue(tokenText, value, 'Token'));
	run.refuseFixedExpression('token', text);
	return { mode: mode ?? (/^\d*$/.test(text) ? 'id' : 'contract'), value: text };
}

/**
 * Reads the token of an item: its ID without leading zeros, or its contract.
 * @throws AmlCheckError where there is none, since the coin would be screened in its place.
 */
export function readToken(run: NodeRun, index: number): GivenToken {
	const { mode, value } = readLocator(run, index);
	if (isNative(value)) throw refuseItem(NO_TOKEN, CHOOSE_TOKEN);
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
