import type { GivenToken } from '../../shared/wallet/tokens';
import { isObject } from '../../shared/base/values';
import type { Parameters } from '../parameters';

/** Reads the token of an item. An expression may give the bare value in place of the locator. */
export function parseToken(parameters: Parameters, index: number): GivenToken {
	const given = parameters.given('token', index, '');
	const mode = isObject(given) ? given.mode : undefined;
	const value = parameters.text('token', index);
	if (mode === 'contract') return { mode, value };
	return mode === 'list' || mode === 'id' ? { mode: 'id', value } : { value };
}
