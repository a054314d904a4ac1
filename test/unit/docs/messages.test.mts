/** The messages that people look up are those of the code. */
import { codeTexts, failureMessages, messagesOf } from './codeTexts.mts';
import { cellsOf } from '../../../scripts/reference.docs.mts';
import { read } from './pages.mts';

const TEXTS = new Set(codeTexts());

const TROUBLESHOOTING = 'docs/troubleshooting.md';

/** Every message in a table: the first cell where it is nothing but code. */
function listedIn(page: string): string[] {
	return read(page)
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => /^`([^`]+)`$/.exec(cellsOf(line)[0] ?? '')?.[1])
		.filter((message): message is string => message !== undefined);
}

const LISTED = listedIn(TROUBLESHOOTING).filter((message) => message.includes(' '));

describe('troubleshooting', () => {
	it.each(LISTED)('%s', (message) => {
		expect(TEXTS).toContain(message);
	});

	it('knows every message of a failed call', () => {
		const words = messagesOf('nodes/shared/rpc/failureKinds.ts').filter(
			(message) => !message.includes('canceled'),
		);
		expect(words.length).toBeGreaterThan(8);
		expect(words.filter((message) => !LISTED.includes(message))).toEqual([]);
	});

	it('knows every message that a user can meet', () => {
		const found = failureMessages();
		expect(found.length).toBeGreaterThan(80);
		const missing = found.filter(({ message }) => !LISTED.includes(message));
		expect(missing).toEqual([]);
	});

	it('lists no message twice', () => {
		expect(new Set(LISTED).size).toBe(LISTED.length);
	});
});
