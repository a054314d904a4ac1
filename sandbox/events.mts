/** A queue of moments at which a check changes, earliest first (a binary heap). */

export interface CheckEvent {
	/** Service time, milliseconds. */
	at: number;
	seq: number;
	/** `appear`: it is submitted; `settle`: it is done. */
	change: 'appear' | 'settle';
}

const isEarlier = (a: CheckEvent, b: CheckEvent) => a.at < b.at || (a.at === b.at && a.seq < b.seq);

export class EventQueue {
	private readonly heap: CheckEvent[] = [];

	clear(): void {
		this.heap.length = 0;
	}

	push(event: CheckEvent): void {
		const { heap } = this;
		let child = heap.push(event) - 1;
		while (child > 0) {
			const parent = (child - 1) >> 1;
			if (!isEarlier(event, heap[parent])) break;
			heap[child] = heap[parent];
			child = parent;
		}
		heap[child] = event;
	}

	/**
	 * Takes the earliest event that is due.
	 * @param until service time in milliseconds
	 * @returns the event, or undefined when none is due
	 */
	takeDue(until: number): CheckEvent | undefined {
		const { heap } = this;
		if (heap.length === 0 || heap[0].at > until) return undefined;
		const first = heap[0];
		const last = heap.pop() as CheckEvent;
		if (heap.length > 0) this.sink(last);
		return first;
	}

	private sink(event: CheckEvent): void {
		const { heap } = this;
		let parent = 0;
		for (;;) {
			let child = parent * 2 + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && isEarlier(heap[child + 1], heap[child])) child += 1;
			if (!isEarlier(heap[child], event)) break;
			heap[parent] = heap[child];
			parent = child;
		}
		heap[parent] = event;
	}
}
