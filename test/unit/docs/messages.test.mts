/** A person finds each message that a failure begins with. */
import { cellsOf } from '../../../scripts/reference.docs.mts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import { read } from './pages.mts';

const PAGE = 'docs/troubleshooting.md';

/** The messages in the first cells of the tables: code with at least three words. */
const LISTED = read(PAGE)
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.flatMap((line) => [...(cellsOf(line)[0] ?? '').matchAll(/`([^`]+)`/g)])
	.map(([, message = '']) => message)
	.filter((message) => message.split(' ').length > 2 && !/^\d/.test(message));

it('has enough messages to be of use', () => {
	expect(LISTED.length).toBeGreaterThan(30);
	expect(new Set(LISTED).size).toBe(LISTED.length);
});

it('knows the message of every kind of failure that a person can meet', () => {
	const INTERNAL: FailureKind[] = ['invalidInput', 'unexpected', 'cancelled'];
	const kinds = (Object.keys(FAILURE_KINDS) as FailureKind[]).filter(
		(kind) => !INTERNAL.includes(kind),
	);
	const missing = kinds.filter((kind) => {
		const { message } = makeFailure(kind, { httpStatus: 503, timeoutMs: 60_000, method: 'X' });
		const start = message.split(/ X| \(| \d/)[0] ?? '';
		return !LISTED.some((listed) => listed.startsWith(start));
	});
	expect(missing).toEqual([]);
});
