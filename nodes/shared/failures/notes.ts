import { adviseAgain, type Again, type Offer } from './again';

/** The subject of a note. Those of the first kind explain the message, and come before the advice. */
const EXPLAINING = ['rows', 'cause', 'check'] as const;

type Topic =
	| (typeof EXPLAINING)[number]
	/** When to try again, and how to. */
	| 'retry'
	| 'rerun'
	/** Whether the check was paid for, and which checks it may be. */
	| 'payment'
	| 'candidates'
	/** What to do about the payment. */
	| 'nextStep'
	| 'requestKey'
	| 'subject'
	/** The other checks of the same item. */
	| 'otherChecks'
	/** The input items that the failure is about, and what helps the others. */
	| 'items'
	| 'otherRows'
	/** Everything that the run has paid for. */
	| 'paid'
	| 'rerunPaid';

/** Sentences that belong to a failure. */
export interface Note {
	about: Topic;
	text: string;
	/** The state that another try would meet; the words for it follow the text. */
	again?: Again;
	/** The hashes of the checks that the text names. */
	names?: readonly string[];
}

/** Adds a note; one about the same thing is replaced. */
export function addNote(notes: readonly Note[], added: Note): Note[] {
	const isSame = ({ about }: Note) => about === added.about;
	return notes.some(isSame)
		? notes.map((note) => (isSame(note) ? added : note))
		: [...notes, added];
}

/** Takes out what is said about something. */
export const withoutNote = (notes: readonly Note[], topic: Topic): Note[] =>
	notes.filter(({ about }) => about !== topic);

/** Those of some hashes that no note names yet. */
export function unnamedIn(notes: readonly Note[] = [], hashes: readonly string[]): string[] {
	const named = new Set(notes.flatMap(({ names = [] }) => names));
	return hashes.filter((hash) => !named.has(hash));
}

const isExplaining = ({ about }: Note) => EXPLAINING.some((one) => one === about);

/** Writes a description: explanations, the advice, and what else there is to say. */
export function joinWords(advice: string, notes: readonly Note[], offer?: Offer): string {
	const first = notes.filter(isExplaining);
	const last = notes.filter((one) => !isExplaining(one));
	const write = ({ text, again }: Note) => [text, again ? adviseAgain(again, offer) : ''];
	const texts = [...first.flatMap(write), advice, ...last.flatMap(write)];
	return texts.filter((text) => text !== '').join(' ');
}

/** The words for an item that nothing was paid for. */
export const NOT_PAID = 'Nothing was paid for this item.';

/** How to get at a check whose hash is known. */
export const READ_IT = 'Read it with Get Result, which is free.';
