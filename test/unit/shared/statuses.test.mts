/** Which statuses end a check: the one that means success, and each word of failure. */
import { parseOutcome } from '../../../nodes/shared/base/statuses.ts';

it.each(['SUCCESS', 'success', ' Success\n'])('%j is completed', (status) =>
	expect(parseOutcome(status)).toBe('completed'),
);

const WORDS = [
	...['FAIL', 'FAILED', 'FAILURE', 'ERROR', 'REJECTED', 'CANCELED', 'CANCELLED', 'EXPIRED'],
	'DECLINED',
];

it.each(WORDS)('%s is failed, alone and between what is no letter, in either case', (word) => {
	for (const status of [word, ` ${word.toLowerCase()} `, `CHECK_${word}`, `${word}-2`, `1${word}1`])
		expect(parseOutcome(status)).toBe('failed');
});

it.each(WORDS)('%s within another word is pending', (word) => {
	for (const status of [`X${word}`, `${word}X`, `UN_X${word}`, `${word}x_2`])
		expect(parseOutcome(status)).toBe('pending');
});

it.each(['', 'PENDING', 'SUCCESSFUL', 'NO SUCCESS', 'SUCCESS!', 'DONE', 'REJECT', 'CANCEL'])(
	'%j is pending',
	(status) => expect(parseOutcome(status)).toBe('pending'),
);
