/** PDF reports, share pages, and the control API. */
import { bookAddress } from '../../sandbox/server.mts';
import { call, raw, result, useSandbox, type Answer, type RawRequest } from './helpers/client.mts';

const sandbox = useSandbox();
const get = async (path: string, more: RawRequest = {}) =>
	await raw(sandbox().baseUrl, { httpMethod: 'GET', path, ...more });

describe('the PDF of a check', () => {
	const addHigh = () =>
		sandbox().addCheck({ currency: 'ETH', address: bookAddress('ETH', 'high') });

	it('is a valid file that states the facts', async () => {
		const hash = addHigh();
		const { history } = await result(sandbox(), 'checkup.getcheckshistory');
		const answer = await get(new URL(history[0].pdfLink).pathname);
		expect(answer.headers['content-type']).toBe('application/pdf');
		expect(answer.headers['content-disposition']).toContain(`aml-check-${hash}.pdf`);
		expect(Number(answer.headers['content-length'])).toBe(answer.text.length);
		expect(answer.text).toMatch(/^%PDF-1\.4\n.*%%EOF\n$/s);
		// A reader finds the table of objects by its place.
		const table = Number(/startxref\n(\d+)\n/.exec(answer.text)?.[1]);
		expect(answer.text.slice(table)).toMatch(/^xref\n/);
		for (const fact of [hash, bookAddress('ETH', 'high'), 'Risk score: 92', 'Signal mixer: 41 %'])
			expect(answer.text).toContain(fact);
	});

	it('needs no token, and the counters tell whether one was sent', async () => {
		const hash = addHigh();
		await get(`/reports/${hash}.pdf`);
		await get(`/reports/${hash}.pdf`, { headers: { Authorization: 'Bearer x' } });
		expect(sandbox().stats().pdf).toEqual([
			{ hash, authorization: false },
			{ hash, authorization: true },
		]);
	});

	it('is not there for unknown, pending and failed checks', async () => {
		const absent = [
			'nothing',
			sandbox().addCheck({ status: 'PENDING' }),
			sandbox().addCheck({ status: 'FAILED' }),
		];
		for (const hash of absent) {
			expect((await get(`/reports/${hash}.pdf`)).status).toBe(404);
			expect((await get(`/share/${hash}`)).status).toBe(404);
		}
	});

	it('has faults of its own, which * does not mean', async () => {
		const hash = addHigh();
		sandbox().fault({ method: '*', kind: 'serverErrorBefore' });
		expect((await get(`/reports/${hash}.pdf`)).status).toBe(200);
		sandbox().fault({ method: 'pdf', kind: 'html' });
		sandbox().fault({ method: 'pdf', kind: 'redirect', skip: 1 });
		const page = await get(`/reports/${hash}.pdf`);
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect((await get(`/reports/${hash}.pdf`)).status).toBe(307);
	});

	it('is also there for a share page, with text escaped', async () => {
		const hash = sandbox().addCheck({ address: '<b>', riskscore: 5 });
		const { status, text } = await get(`/share/${hash}`);
		expect(status).toBe(200);
		expect(text).toContain('&#60;b&#62;');
		expect(text).not.toContain('<b>');
	});
});

describe('the control API', () => {
	const send = async (httpMethod: string, path: string, body?: unknown): Promise<Answer> =>
		await get(path, { httpMethod, body: body === undefined ? '' : JSON.stringify(body) });

	it('configures, also back to no allow-list', async () => {
		await send('POST', '/sandbox/configure', { allowedIps: [], history: { lagMs: 5 } });
		expect((await call(sandbox(), 'checkup.ping')).body.code).toBe(401);
		await send('POST', '/sandbox/configure', { allowedIps: null });
		expect((await call(sandbox(), 'checkup.ping')).body.result).toBeDefined();
	});

	it('switches faults on and off', async () => {
		const fault = { method: 'checkup.ping', kind: 'serverErrorBefore', times: 'always' };
		expect((await send('POST', '/sandbox/faults', fault)).status).toBe(200);
		for (let number = 0; number < 3; number++) {
			expect((await call(sandbox(), 'checkup.ping')).status).toBe(503);
		}
		await send('DELETE', '/sandbox/faults');
		expect((await call(sandbox(), 'checkup.ping')).status).toBe(200);
		expect((await send('POST', '/sandbox/faults', { ...fault, kind: 'none' })).status).toBe(400);
	});

	it('adds, changes, lists and forgets checks', async () => {
		const check = { currency: 'TRX', address: 'T1', status: 'PENDING' };
		const added = (await send('POST', '/sandbox/checks', check)).body as { hash?: string };
		expect((await send('GET', '/sandbox/checks')).body).toEqual([
			expect.objectContaining({ ...check, hash: added.hash, doneAt: null }),
		]);
		const change = { hash: added.hash, status: 'SUCCESS', riskscore: 77 };
		expect((await send('PATCH', '/sandbox/checks', change)).status).toBe(200);
		const { history } = await result(sandbox(), 'checkup.getcheckshistory');
		expect(history).toEqual([expect.objectContaining({ hash: added.hash, riskscore: 77 })]);
		expect(sandbox().stats().charges).toBe(0);
		await send('POST', '/sandbox/seed', { count: 12 });
		const { meta } = await result(sandbox(), 'checkup.getcheckshistory');
		expect(meta.total).toBe(13);
		await send('POST', '/sandbox/reset');
		expect(sandbox().checks()).toEqual([]);
	});
});
