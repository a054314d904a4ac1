import { writeDate } from '../dates';

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

/**
 * The ways that n8n and the user offer for another try of an item. Without a Retry every try is a new execution, which
 * pays again unless it has the same request key.
 */
export interface Offer {
	/** Whether n8n offers a Retry of the execution, which knows what was sent. */
	hasRetry: boolean;
	/** Whether the item has a request key. */
	hasKey: boolean;
}

/** The outcome that another try of an item would meet; the words for it depend on the {@link Offer}. */
export type Again =
	/** Nothing was paid for the item. `first` is what to do before, without a full stop. */
	| { after: 'nothing'; first?: string }
	/** n8n offers no Retry of an execution that was canceled. */
	| { after: 'cancel' }
	/** A request got no usable response. From this moment on, in Unix milliseconds, an empty history proves that it is unpaid. */
	| { after: 'loss'; provedAt: number }
	/** The same, and these checks of the history may be the one. */
	| { after: 'candidates' }
	/** Checks of the run were paid for. */
	| { after: 'payment' };

const NONE: Offer = { hasRetry: false, hasKey: false };

const PAY_AGAIN = "To pay for a new check instead, set another 'Request Key'.";

const SAME_KEY = "Send this item again with the same 'Request Key'";

/** An n8n process remembers a request key for a day; after that the service has to recognise the request. */
const KEY_HOLDS = 'within a day, and before n8n restarts';

const sendAgain = ({ hasRetry, hasKey }: Offer): string => {
	if (hasRetry) return 'Run the execution again with Retry';
	return hasKey ? SAME_KEY : 'Send this item again';
};

function joinSteps(first?: string, then?: string): string {
	if (first === undefined || then === undefined) return first || then ? `${first ?? then}.` : '';
	return `${first}, then ${then.charAt(0).toLowerCase()}${then.slice(1)}.`;
}

function adviseAfterLoss({ hasRetry, hasKey }: Offer, provedAt: number): string {
	const proved = writeDate(provedAt);
	if (hasRetry)
		return `Run again with Retry, in n8n's list of executions: it searches the history first and does not pay twice. From ${proved} on it sends the check again by itself, if the history does not show it. ${PAY_AGAIN}`;
	if (hasKey)
		return `${SAME_KEY}, ${KEY_HOLDS}: the history is searched first, and the check is not paid for twice. ${PAY_AGAIN}`;
	return `Before you send this item again, look for its check with Get Many of History, which is free. From ${proved} on, a check that the history does not show was not paid for. With a 'Request Key', sending it again would be safe.`;
}

function adviseAboutCandidates({ hasRetry, hasKey }: Offer): string {
	const read =
		'Look at your history at the service, and read your check with Get Result, which is free.';
	if (hasRetry || hasKey) return `${read} Nothing is sent again. ${PAY_AGAIN}`;
	return `${read} If you send this item again, it is paid for again.`;
}

/** Writes what to do about an item whose checks are paid for, or are not. Without an offer nobody can send it again. */
export function adviseAgain(again: Again, offer?: Offer): string {
	const { hasRetry, hasKey } = offer ?? NONE;
	switch (again.after) {
		case 'nothing':
			return joinSteps(again.first, offer && sendAgain(offer));
		case 'cancel':
			return offer ? `${sendAgain({ hasRetry: false, hasKey })}.` : '';
		case 'loss':
			return adviseAfterLoss({ hasRetry, hasKey }, again.provedAt);
		case 'candidates':
			return adviseAboutCandidates({ hasRetry, hasKey });
		case 'payment':
			if (hasRetry)
				return 'Run the execution again with Retry: what was paid for is not paid for again.';
			return 'Read them with Get Result, which is free.';
	}
}
