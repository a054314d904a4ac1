/** The one search for reports: what is about something else is refused, whoever asks. */
import { findReports, searchReports } from '../../../nodes/shared/reports/find.ts';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';
import { makeAddress, makeTransaction } from '../../../sandbox/addresses.mts';

const [WALLET, OTHER] = [makeAddress('BTC', 1), makeAddress('BTC', 2)];
const TX = makeTransaction('BTC', 1);

const report = (hash: string, more: object = {}) => ({
	hash,
	currency: 'BTC',
	address: WALLET,
	transaction: null,
	status: 'SUCCESS',
	resultDate: '2030-01-01T00:00:00+00:00',
	...more,
});

/** A way to a service that answers with these checks, or with this failure. */
function sessionWith(answer: object[] | AmlCheckError) {
	const call = jest.fn(async () => {
		if (answer instanceof AmlCheckError) throw answer;
		return { result: { checks: answer, meta: { cheks_left: '3' } }, requestId: '1' };
	});
	return { call, session: { call } as unknown as RpcSession };
}

const failureOf = (kind: 'notFound' | 'rejected') =>
	new AmlCheckError({ kind, message: kind, description: '' });

const subject = { network: 'BTC', address: WALLET, transaction: null } as const;

it('asks for the address, or for the transaction', async () => {
	const { call, session } = sessionWith([]);
	await findReports(session, subject, { maxAttempts: 2 });
	await findReports(session, { ...subject, transaction: TX });
	expect(call.mock.calls).toEqual([
		['checkup.findreport', { hash: WALLET, currency: 'BTC' }, { maxAttempts: 2 }],
		['checkup.findreport', { hash: TX, currency: 'BTC' }, {}],
	]);
});

it('gives the newest first, in UTC, and only what tells that it is of the subject', async () => {
	const { session } = sessionWith([
		report('old', { resultDate: '2029-12-31T23:00:00' }),
		report('of a transaction', { transaction: TX }),
		report('untold', { address: null }),
		report('new'),
	]);
	const { checks, meta } = await findReports(session, subject);
	expect(checks.map(({ hash }) => hash)).toEqual(['new', 'old']);
	expect(meta).toEqual({ cheks_left: '3' });
});

it.each([
	['another wallet', { address: OTHER }],
	['another network', { currency: 'LTC' }],
])('refuses an answer that holds a report of %s beside the right one', async (_, more) => {
	for (const search of [
		async (session: RpcSession) => await searchReports(session, WALLET, 'BTC'),
		async (session: RpcSession) => await findReports(session, subject),
	]) {
		const { session } = sessionWith([report('right'), report('wrong', more)]);
		await expect(search(session)).rejects.toMatchObject({
			kind: 'mismatch',
			description: expect.stringContaining('wrong'),
		});
	}
});

it('finds nothing where the service knows nothing, and passes on why it can not tell', async () => {
	expect(await searchReports(sessionWith(failureOf('notFound')).session, WALLET, 'BTC')).toEqual({
		checks: [],
	});
	const { session } = sessionWith(failureOf('rejected'));
	await expect(searchReports(session, WALLET, 'BTC')).rejects.toMatchObject({ kind: 'rejected' });
});
