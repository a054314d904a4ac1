import { collectBody } from '../../../nodes/shared/service/transport.ts';

/** Gives pieces of a kilobyte for as long as somebody reads. */
function endless() {
	const counts = { given: 0, destroyed: 0 };
	const body = {
		async *[Symbol.asyncIterator]() {
			for (;;) {
				counts.given++;
				yield Buffer.alloc(1024, 'x');
			}
		},
		destroy: () => void counts.destroyed++,
	};
	return { body, counts };
}

describe('a body', () => {
	it('is read no further than its limit, and closed', async () => {
		const { body, counts } = endless();
		expect(await collectBody(body, 10 * 1024)).toBeNull();
		expect(counts).toEqual({ given: 11, destroyed: 1 });
	});

	it('of just the limit is whole, also where a character is cut in two', async () => {
		const bytes = Buffer.from('größer');
		const body = {
			async *[Symbol.asyncIterator]() {
				yield bytes.subarray(0, 3);
				yield bytes.subarray(3);
			},
		};
		expect((await collectBody(body, bytes.length))?.toString('utf8')).toBe('größer');
	});
});
