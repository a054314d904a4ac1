/** Which checks an unusable response names: they may have been paid for. */
import { findCandidates } from '../../../nodes/shared/service/interpret.ts';

const SUBMIT = 'checkup.checkaddr';
const [ONE, OTHER] = ['0b8f2c5e-1111-4222-8333-444455556666', 'another-hash'];
const BODY = JSON.stringify({ id: '1', result: { check: { hash: ONE, status: 'PENDING' } } });

it.each([
	['a response that broke off', BODY.slice(0, -20), [ONE]],
	['one with blanks', `  { "result": { "check": { "hash" : "${ONE}", `, [ONE]],
	['a list', `[{"hash":"${ONE}"},{"hash":"${OTHER}"},{"hash":"${ONE}"},`, [ONE, OTHER]],
	['one that broke off within the hash', BODY.slice(0, BODY.indexOf(ONE) + 10), undefined],
	['one with an empty hash', '{"hash":" ","other', undefined],
	['a page for people', `<html><script>{"hash":"${ONE}"}</script>`, undefined],
	['nothing', '', undefined],
	['signs that JSON writes otherwise', '{"hash":"a\\"\\u0062', undefined],
	['such signs in a whole hash', '{"hash":"a\\"\\u0062"', ['a"b']],
	['what was parsed', { error: { data: [{ hash: ` ${ONE} ` }] } }, [ONE]],
	['too many', Array.from({ length: 30 }, (_, index) => ({ hash: `${index}` })), 20],
])('%s', (_, response, expected) => {
	const found = findCandidates(SUBMIT, response);
	expect(typeof expected === 'number' ? found.length : found).toEqual(expected ?? []);
});

it('a free method pays for nothing', () => {
	expect(findCandidates('checkup.getresult', BODY.slice(0, -20))).toEqual([]);
});

it.each([null, undefined, 5, true, [null, 5, 'hash', { hash: null }]])(
	'%j names none',
	(response) => expect(findCandidates(SUBMIT, response)).toEqual([]),
);

it('a text names hashes in their order, without blanks, and at most twenty', () => {
	const parts = Array.from({ length: 21 }, (_, index) => `{"hash":" ${index} "},`);
	const found = findCandidates('checkup.checktx', `\n [${parts.join('')}`);
	expect(found).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
	const none = '{"hash":"\\n"} {"hash" : 5} {"Hash":"b"} {"hash":""}';
	for (const text of [none, 'x {"hash":"a"}']) expect(findCandidates(SUBMIT, text)).toEqual([]);
});
