/** The service's own sentence about a refusal, word by word: what each word decides, and the words beside it that decide nothing. */
import { failureOf, answer, refusal } from './support.mts';

/** What a refusal means: its kind, whose turn it is, and the reason, as far as its words say more than its code. */
function meaningOf(message: string, code: number = -40008): string {
	const { kind, fault, reason, isRepeatedId } = failureOf(answer(refusal(code, message)));
	const parts = [kind, fault, reason, isRepeatedId ? 'again' : undefined];
	return parts.filter((part) => part !== undefined).join(' ');
}

const gap = (length: number) => ` ${'x'.repeat(length - 2)} `;

describe('too many requests', () => {
	it.each([
		'Too many requests',
		'too many calls',
		'Request limit exceeded',
		'Requests limit exceeded',
		'The call limit is reached',
		'calls limit reached',
		'Request limit is exceeded',
		'Request limit was exceeded',
		'The call limit has been reached',
		'too many request',
		'rate limit',
		'Rate-limit of 5',
		'ratelimit',
		'Rate limiting is on',
		'You were rate limited',
		'Your rate limits',
		'throttled',
		'Throttling is on',
		'Please SLOW DOWN.',
	])('%s', (message) => {
		expect(meaningOf(message)).toBe('rateLimited');
		expect(meaningOf(message, -32603)).toBe('rateLimited');
		expect(meaningOf(message, -32600)).toBe('invalidRequest');
	});

	it.each([
		'Too many people',
		'Too many requestsx',
		'too manyrequests',
		'xtoo many requests',
		'Prerequest limit exceeded',
		'Request limit',
		'Request limit will be exceeded',
		'Request limit is_exceeded',
		'The limit is exceeded',
		'Pirate limit',
		'rate--limit',
		'rate_limit',
		'rate limiter',
		'throttl',
		'throttl es',
		'slow downs',
		'slowdown',
	])('not %s', (message) => expect(meaningOf(message)).toBe('rejected'));

	it.each([
		[-32028, 'undecided'],
		[-32029, 'rateLimited'],
		[-32030, 'undecided'],
		[32029, 'rejected'],
	])('code %i alone is %s', (code, meaning) => expect(meaningOf('No', code)).toBe(meaning));
});

describe('an empty package', () => {
	const things = [
		...['check', 'checks', 'credit', 'credits', 'balance', 'fund', 'funds', 'quota', 'package'],
		...['tariff', 'subscription'],
	];
	it.each(things)('is told of the %s, in each of its sentences', (thing) => {
		for (const message of [
			`Not enough ${thing}`,
			`No ${thing} left`,
			`The ${thing} is empty`,
			`THE ${thing.toUpperCase()} HAS EXPIRED`,
		])
			expect(meaningOf(message)).toBe('emptyPackage');
		for (const message of [`Not enough ${thing}x`, `No x${thing} left`, `The ${thing}x is empty`])
			expect(meaningOf(message)).toBe('rejected');
	});

	it.each([
		'Not enough checks',
		'insufficient checks',
		'out of checks',
		'zero checks',
		'0 checks',
		'not enough paid checks',
		'not enough of your checks',
		'no checks left',
		'no more checks left',
		'no more paid checks left',
		'no checks at left',
		'no checks of yours left',
		'no checks remain',
		'no balance remains',
		'no checks remaining',
		'no checks available',
		'package empty',
		'package exhausted',
		'package exceeded',
		'package expired',
		'package insufficient',
		'package not enough',
		'package used up',
		'package ended',
		'package too low',
		'package is over',
		'package has run out',
		'your package ran out',
		`package${gap(30)}empty`,
		'Payment required',
		'top up',
		'limit of checks',
		'check limit',
		'checks limit',
		'there is no check in it',
		'there are no checks in it',
	])('%s', (message) => {
		expect(meaningOf(message)).toBe('emptyPackage');
		expect(meaningOf(message, -32000)).toBe('emptyPackage');
		expect(meaningOf(message, -32600)).toBe('invalidRequest setup emptyPackage');
	});

	it.each([
		...['not enough of all your checks', 'not enough, checks', 'not enough  checks'],
		...['not enoughchecks', 'xinsufficient checks', '10 checks', 'no checks'],
		...['no check was found', 'nano checks left', 'no, checks left'],
		...['no more of your checks left', 'no checks of yours are left', 'no checks, left'],
		...['no  checks left', 'no checks  left', 'no checks lefty'],
		...['package emptyx', 'package xempty', 'empty package', 'paycheck empty'],
		`package${gap(31)}empty`,
		...['package is not overdue', 'prepayment required', 'payment requiredx', 'top upper'],
		...['stop up', 'xlimit of checks', 'limit of checksum', 'check limits', 'paycheck limit'],
		...['no checks inside', 'no check into it'],
	])('not %s', (message) => expect(meaningOf(message)).toBe('rejected'));
});

describe('the account, the token or the allowed addresses', () => {
	it.each([
		...['ip', 'IPs', 'access', 'allowed', 'allowlist', 'auth', 'authorization'],
		...['unauthorised', 'unauthorized', 'bearer', 'credential', 'credentials', 'permission'],
		...['permissions', 'forbidden', 'api', 'key', 'keys', 'account', 'licence', 'license', 'plan'],
		...['accounts', 'licences', 'licenses', 'plans', 'whitelist', 'whitelisted'],
	])('%s', (word) => {
		for (const message of [word, `About ${word}, an invalid address`])
			expect(meaningOf(message)).toBe('rejected setup');
		expect(meaningOf(word, -32602)).toBe('invalidRequest setup');
		expect(meaningOf(word, -32603)).toBe('undecided setup');
		expect(meaningOf(`x${word}`)).toBe('rejected');
	});

	it.each([
		...[
			'ipsum',
			'accessory',
			'allow',
			'allows',
			'allowing',
			'bearers',
			'credentialed',
			'permissive',
		],
		...['apis', 'keyed', 'accounting', 'licensee', 'planet', 'au', 'unauthorizes', 'lice'],
	])('not %s', (word) => expect(meaningOf(`About ${word}`)).toBe('rejected'));
});

describe('a value of the item', () => {
	const unusable = [
		...['invalid', 'incorrect', 'wrong', 'bad', 'malformed', 'unknown', 'unsupported'],
		...['not valid', 'not a valid', 'not supported', 'not recognised', 'not recognized'],
		'does not exist',
	];
	const values = [
		...['addr', 'address', 'wallet', 'tx', 'transaction', 'currency', 'token_id', 'tokenid'],
		...['token id', 'token-id', 'token_ids', 'addresses', 'wallets', 'transactions', 'currencies'],
		...['hash', 'hashes', 'param', 'params', 'parameter', 'parameters'],
	];

	it.each(unusable)('%s', (word) => {
		for (const message of [`${word} hash`, `The hash is ${word.toUpperCase()}`]) {
			expect(meaningOf(message)).toBe('rejected input');
			expect(meaningOf(message, -32603)).toBe('undecided input');
			expect(meaningOf(message, -32600)).toBe('invalidRequest input');
		}
		for (const message of [`x${word} hash`, `hash x${word}`, `hash ${word}x`, `${word}x hash`])
			expect(meaningOf(message)).toBe('rejected');
	});

	it.each(values)('%s', (value) => {
		for (const message of [`Invalid ${value}`, `${value.toUpperCase()}: invalid`])
			expect(meaningOf(message)).toBe('rejected input');
		const others = [`x${value}`, `${value}x`];
		for (const message of others.flatMap((other) => [`invalid ${other}`, `${other} invalid`]))
			expect(meaningOf(message)).toBe('rejected');
	});

	it.each([
		[`invalid${gap(40)}hash`, 'rejected input'],
		[`invalid${gap(41)}hash`, 'rejected'],
		[`hash${gap(60)}invalid`, 'rejected input'],
		[`hash${gap(61)}invalid`, 'rejected'],
		['hash', 'rejected'],
		['invalid', 'rejected'],
		['not the valid hash', 'rejected'],
		['token__id invalid', 'rejected'],
		['token  id invalid', 'rejected'],
	])('%s: %s', (message, meaning) => expect(meaningOf(message)).toBe(meaning));

	it.each([
		[-32602, 'invalidRequest input'],
		[-32601, 'invalidRequest'],
		[-32603, 'undecided'],
		[-40008, 'rejected'],
	])('code %i alone is %s', (code, meaning) => expect(meaningOf('No', code)).toBe(meaning));
});

describe('an id that the service had before', () => {
	it.each([
		...['already', 'duplicate', 'exist', 'exists', 'repeated', 'unique', 'used'].map(
			(word) => `The ID of it\nis ${word}.`,
		),
		...['Already', 'duplicate', 'repeated', 'unique', 'used'].map((word) => `${word}: the\nid`),
		...['duplicated', 'already exist', 'already exists', 'already queued', 'Already received'],
		'already submitted',
	])('%s', (message) => {
		expect(meaningOf(message)).toBe('rejected again');
		expect(meaningOf(message, -32603)).toBe('undecided again');
		expect(meaningOf(message, -32600)).toBe('invalidRequest');
	});

	it.each([
		...['already', 'exists', 'exists idea', 'used', 'the idea is used', 'the paid is used'],
		...['the id is reused', 'the id is existing', 'the id', 'used idea', 'reused id', 'usedid'],
		...['exists: the id', 'uniquely the id', 'used: paid', 'deduplicated', 'already sent'],
		...['already exists_', 'xalready queued'],
	])('not %s', (message) => expect(meaningOf(message)).toBe('rejected'));
});

it.each([
	['Too many requests, no checks left', 'rateLimited'],
	['No checks left on the account', 'emptyPackage'],
	['The account has an invalid address', 'rejected setup'],
	['The id was used on the account', 'rejected setup again'],
	['The id was used for an invalid address', 'rejected input again'],
])('of several the first decides: %s', (message, meaning) =>
	expect(meaningOf(message)).toBe(meaning),
);
