/** The words of a failure: texts from outside, its notes in their order, and what n8n is told. */
import type { INode } from 'n8n-workflow';
import { AmlCheckError, describeFailure } from '../../../nodes/shared/failures/failure.ts';
import { toNodeApiError } from '../../../nodes/shared/failures/nodeErrors.ts';
import { wordsFor, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import {
	addNote,
	joinWords,
	unnamedIn,
	withoutNote,
	type Note,
} from '../../../nodes/shared/failures/notes.ts';

describe('texts from outside', () => {
	const said = (serviceMessage?: string) => wordsFor('rejected', { serviceMessage }).serviceMessage;

	it.each([
		['a'.repeat(200), 'a'.repeat(200)],
		['a'.repeat(201), `${'a'.repeat(200)}…`],
		[' a \n\t b ', 'a b'],
		['', undefined],
		[' \n', undefined],
		[undefined, undefined],
	])('%j become the line %j', (text, line) => expect(said(text)).toBe(line));

	it.each([
		['No', 'No'],
		['No.', 'No'],
		['No. ..', 'No'],
		['No!', 'No!'],
		['v1.2', 'v1.2'],
	])('a message of %j has no full stop: %j', (text, message) => {
		expect(wordsFor('rejected', { serviceMessage: text }).message).toBe(
			`The service says: ${message}`,
		);
	});

	it('are not filled in themselves', () => {
		expect(wordsFor('unexpected', { why: 'A {code} of {method}', code: 5 }).message).toBe(
			'A {code} of {method}',
		);
	});
});

describe('notes', () => {
	const note = (about: Note['about'], text: string = about, more: Partial<Note> = {}): Note => ({
		...{ about, text },
		...more,
	});

	it('are replaced in their place, and else added at the end', () => {
		const notes = [note('cause'), note('retry')];
		expect(addNote([], note('cause'))).toEqual([note('cause')]);
		expect(addNote(notes, note('paid'))).toEqual([...notes, note('paid')]);
		expect(addNote(notes, note('cause', 'new'))).toEqual([note('cause', 'new'), note('retry')]);
		expect(withoutNote(notes, 'cause')).toEqual([note('retry')]);
		expect(withoutNote(notes, 'paid')).toEqual(notes);
	});

	it('name hashes', () => {
		const notes = [note('check', '', { names: ['a', 'b'] }), note('retry')];
		expect(unnamedIn(notes, ['c', 'a', 'd'])).toEqual(['c', 'd']);
		expect(unnamedIn(undefined, ['a'])).toEqual(['a']);
	});

	it('that explain come before the advice, in their order, and all others after it', () => {
		const EXPLAINING = ['check', 'cause', 'rows'] as const;
		const OTHERS = [
			...(['paid', 'rerunPaid', 'otherRows', 'items', 'otherChecks', 'subject'] as const),
			...(['requestKey', 'nextStep', 'candidates', 'payment', 'rerun', 'retry'] as const),
		];
		const notes = [...OTHERS, ...EXPLAINING].map((about) => note(about));
		expect(joinWords('ADVICE', notes)).toBe([...EXPLAINING, 'ADVICE', ...OTHERS].join(' '));
	});

	it('say how to run it again after their text, and leave nothing behind where they are empty', () => {
		const again = { after: 'nothing', first: 'Buy' } as const;
		const notes = [
			note('rerun', 'Text.', { again }),
			note('retry', ''),
			note('cause', 'Why.', { again }),
		];
		const offer = { hasRetry: true, hasKey: false };
		expect(joinWords('', notes)).toBe('Why. Buy. Text. Buy.');
		const run = 'Buy, then run the execution again with Retry.';
		expect(joinWords('Do.', notes, offer)).toBe(`Why. ${run} Do. Text. ${run}`);
		const failure = new AmlCheckError({ kind: 'timeout', message: 'Late', advice: 'Do.', notes });
		expect(describeFailure(failure, offer)).toBe(`Why. ${run} Do. Text. ${run}`);
		expect(describeFailure({ kind: 'timeout', message: 'Late', advice: 'Do.' })).toBe('Do.');
	});
});

describe('the error that a node throws', () => {
	const node = { id: '1', name: 'Node', type: 'n' } as INode;
	const notes: Note[] = [{ about: 'rerun', text: '', again: { after: 'nothing' } }];
	const failure = new AmlCheckError({ kind: 'timeout', message: 'Late', advice: 'Do.', notes });

	it('has the words, the item, and how to run it again', () => {
		expect(toNodeApiError(node, failure)).toMatchObject({ message: 'Late', description: 'Do.' });
		expect(toNodeApiError(node, failure).context.itemIndex).toBeUndefined();
		const error = toNodeApiError(node, failure, 0, { hasRetry: false, hasKey: false });
		expect(error).toMatchObject({
			...{ message: 'Late [item 0]', description: 'Do. Send this item again.' },
			context: { itemIndex: 0 },
		});
	});

	it.each([
		[undefined, null],
		[0, null],
		[399, null],
		[400, '400'],
		[503, '503'],
	])('of the HTTP status %p has the code %p', (httpStatus, code) => {
		expect(toNodeApiError(node, failure.with({ httpStatus })).httpCode).toBe(code);
	});

	it.each<[FailureKind, object | undefined]>([
		['rateLimited', { cause: 'rate-limited', retryAfterMs: 5 }],
		['unavailable', { cause: 'temporarily-unavailable', retryAfterMs: 5 }],
		['credentials', { cause: 'credential-invalid' }],
		['emptyPackage', { cause: 'quota-exhausted' }],
		['configuration', { cause: 'configuration-invalid' }],
		['rejected', undefined],
		['unreadable', undefined],
	])('tells of %s the cause, and when to try again if it may pass: %j', (kind, cause) => {
		const error = toNodeApiError(node, failure.with({ kind, retryAfterMs: 5 }));
		expect((error as { failure?: object }).failure).toEqual(cause);
	});
});
