import type { GivenToken } from '../../shared/wallet/tokens';
import { isObject } from '../../shared/base/values';
import type { NodeRun } from '../nodeRun';

/** Reads the token of an item. An expression may give the bare value in place of the locator. */
export function parseToken(run: NodeRun, index: number): GivenToken {
	const given = run.parameters.given('token', index, '');
	const mode = isObject(given) ? given.mode : undefined;
	const isKnown = mode === 'list' || mode === 'id' || mode === 'contract';
	return {
		mode: isKnown ? (mode === 'contract' ? 'contract' : 'id') : undefined,
		value: run.parameters.text('token', index),
	};
}
