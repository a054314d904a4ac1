/** In bytes. */
export const MEBIBYTE = 1024 * 1024;

/** What a response's body is read from, piece by piece, unpacked. */
export type StreamedBody = AsyncIterable<Buffer> & { destroy?: () => void };

/**
 * Reads a body, and stops as soon as it is too large: n8n's helper itself knows no limit (design 8).
 * @param body as n8n's helper gave it for `encoding: 'stream'`.
 * @param maxBytes how many bytes it may have, unpacked.
 * @returns the bytes; null where there are more.
 * @throws whatever breaks the connection.
 */
export async function readBody(body: StreamedBody, maxBytes: number): Promise<Buffer | null> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			if (size > maxBytes) return null;
			chunks.push(chunk);
		}
	} finally {
		body.destroy?.();
	}
	return Buffer.concat(chunks);
}
