/** Why something can't be screened: what is wrong (`message`) and the one thing to do about it (`advice`). */
export interface Refusal {
	ok: false;
	reason: RefusalReason;
	message: string;
	advice: string;
	/** There where not this row but a setting of the node is wrong. */
	fault?: 'setup';
}

type RefusalReason =
	| 'invalid'
	| 'missing'
	| 'networkUnclear'
	| 'notAWallet'
	| 'privateKey'
	| 'severalTargets'
	| 'unsupportedNetwork'
	| 'wrongAsset'
	| 'wrongKind'
	| 'wrongNetwork';

export const refuse = (reason: RefusalReason, message: string, advice: string): Refusal => ({
	ok: false,
	reason,
	message,
	advice,
});

export const isRefusal = (value: unknown): value is Refusal =>
	typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;

/**
 * Refuses what may be a private key or the words of a seed, without repeating any of it.
 * @param what was asked for, such as `address` or `token`.
 */
export const refuseSecret = (what: string): Refusal =>
	refuse(
		'privateKey',
		`What was entered as the ${what} may be a private key or the words of a seed. It was not sent anywhere`,
		`Write the ${what} alone. If it is a secret, remove it from the workflow and its data.`,
	);
