import type { Answers, HistoryAnswer } from './existing';
import { patience, type Question, type Wish } from './wish';

/** A question, and what one reading of the history says to it. */
export interface Asked {
	wish: Wish;
	need: Question;
	answer: HistoryAnswer;
	reading: Answers;
	leftAt: number;
}

/** A wish of this execution that was sent by another process shows that the others may have been, too. */
export function fearAll(asked: readonly Asked[]): void {
	const isReached = asked.some(({ need, answer }) => need.isFearless && answer.kind !== 'nothing');
	if (!isReached) return;
	for (const { need, leftAt } of asked)
		if (need.isFearless)
			Object.assign(need, { endedAt: leftAt, isFearless: false, ...patience(leftAt) });
}

/**
 * Another process may have sent a wish that this one has sent: its check is searched for from then on.
 * @param since since when another process sends the wishes of the execution, in Unix milliseconds, if one does.
 */
export function suspect(wish: Wish, since: number | undefined): void {
	const { entry, options } = wish;
	if (since === undefined || entry.state !== 'sent' || options.idempotencyKey !== '') return;
	wish.apply({ kind: 'lost', candidates: [], since: Math.min(entry.sentAt, since) });
}
