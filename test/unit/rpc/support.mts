/** What the tests of responses share: the service's forms, and the failure that one of them becomes. */
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { parseBody } from '../../../nodes/shared/service/credential.ts';
import { interpretAnswer, type HttpAnswer } from '../../../nodes/shared/service/interpret.ts';
import type { MethodName } from '../../../nodes/shared/service/schemas.ts';

export const ID = 'b1946ac92492d2347c6235b4d2611184';
export const HASH = '0b3e5a52-6c1f-4c3e-9c77-1d9b0a5b7f10';
export const PAID = 'checkup.checkaddr';
export const FREE = 'checkup.getresult';
export const SUBMITTED = {
	check: { hash: HASH, currency: 'ETH', address: '0x1', transaction: null },
};

export const answer = (body: unknown, statusCode = 200, headers = {}): HttpAnswer => ({
	statusCode,
	headers,
	body: parseBody(typeof body === 'string' ? body : JSON.stringify(body), (value) => value),
	receivedAt: 0,
});
export const envelope = (members: object) => ({ jsonrpc: '2.0', id: ID, ...members });
export const refusal = (code: unknown, message = 'No') => envelope({ error: { code, message } });

/** The failure that a response becomes; undefined for one that is accepted. */
export function read(one: HttpAnswer, method: MethodName = PAID): AmlCheckError | undefined {
	try {
		interpretAnswer(one, method, ID);
		return undefined;
	} catch (thrown) {
		expect(thrown).toBeInstanceOf(AmlCheckError);
		return thrown as AmlCheckError;
	}
}

export function failureOf(one: HttpAnswer, method: MethodName = PAID): AmlCheckError {
	const failure = read(one, method);
	if (!failure) throw new Error('It was accepted');
	return failure;
}
