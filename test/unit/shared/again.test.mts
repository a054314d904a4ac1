/** What to do about an item, by the ways that n8n and the user offer for another try. */
import { adviseAgain, type Again } from '../../../nodes/shared/failures/notes.ts';

const advise = (again: Again, hasRetry: boolean, hasKey: boolean) =>
	adviseAgain(again, { hasRetry, hasKey });

it.each([
	[true, false],
	[false, true],
	[true, true],
])('candidates are not paid for again (Retry %s, Request Key %s)', (hasRetry, hasKey) => {
	const text = advise({ after: 'candidates' }, hasRetry, hasKey);
	expect(text).toContain('Nothing is sent again. To pay for a new check instead');
	expect(text).not.toContain('it is paid for again');
});

it('candidates are paid for again in a new execution without a key', () => {
	const text = advise({ after: 'candidates' }, false, false);
	expect(text).toContain('If you send this item again, it is paid for again.');
	expect(text).not.toContain('Nothing is sent again');
});
