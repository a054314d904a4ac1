/** The sandbox's page, pressed by forms as a browser sends them. */
import { BOOK } from '../../sandbox/server.mts';
import { call, errorOf, raw, result, useSandbox } from './helpers/client.mts';

const sandbox = useSandbox();

const show = async () =>
	(await raw(sandbox().baseUrl, { httpMethod: 'GET', path: '/sandbox' })).text;

async function press(button: string, hash = '') {
	// Only what the page offers is pressed.
	expect(await show()).toContain(`value="${button}"`);
	const answer = await raw(sandbox().baseUrl, {
		path: '/sandbox/button',
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: sandbox().baseUrl },
		body: new URLSearchParams({ press: button, hash }).toString(),
	});
	expect([answer.status, answer.headers.location]).toEqual([303, '/sandbox']);
}

const submit = async () =>
	await call(sandbox(), 'checkup.checkaddr', { addr: BOOK[0]?.address, currency: 'BTC' });

it.each([
	['low', 4],
	['medium', 48],
	['high', 92],
])('a pending check is finished as %s', async (level, riskscore) => {
	await press('add pending');
	const [{ hash } = { hash: '' }] = sandbox().checks();
	expect(await show()).toContain(hash);
	await press(`finish ${level}`, hash);
	const { check } = await result(sandbox(), 'checkup.getresult', { hash });
	expect(check).toMatchObject({ status: 'SUCCESS', report: { riskscore } });
	expect(await show()).not.toContain('value="finish low"');
});

it('the service refuses, is away, leaves checks unfinished, and works again', async () => {
	await press('behave refuse');
	expect(errorOf(await submit()).message).toBe('The sandbox refuses this check');
	await press('behave down');
	expect((await submit()).status).toBe(503);
	await press('behave hold');
	const hash = (await submit()).body.result?.check.hash;
	expect(sandbox().checks()).toMatchObject([{ hash, status: 'PENDING' }]);
	await press('finish medium', hash);
	await press('behave slow');
	expect(await show()).toContain('The service answers after five seconds');
	await press('behave normal');
	expect((await submit()).body.result).toBeDefined();
	expect(sandbox().stats().charges).toBe(2);
});

it('nothing else is pressed, and by nobody else', async () => {
	const send = async (body: string, headers: Record<string, string> = {}) =>
		(await raw(sandbox().baseUrl, { path: '/sandbox/button', body, headers })).status;
	expect(await send('press=explode')).toBe(400);
	expect(await send('press=behave+oddly')).toBe(400);
	expect(await send('press=finish+low&hash=none')).toBe(400);
	expect(await send('press=add+low', { Origin: 'https://example.com' })).toBe(403);
	expect(sandbox().checks()).toEqual([]);
});

it('the page lists the book, and not the token', async () => {
	const text = await show();
	for (const { address } of BOOK) expect(text).toContain(address);
	expect(text).not.toContain(sandbox().token);
	sandbox().addCheck({ address: '<b>' });
	expect(await show()).not.toContain('<b>');
});
