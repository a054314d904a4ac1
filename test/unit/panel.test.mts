/** What the nodes panel and the canvas show of the node, before anything is filled in. */
import { readFileSync } from 'node:fs';
import { AmlCheckTrigger } from '../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { OPERATIONS, SUBTITLE } from '../../nodes/AmlCheck/operations/index.ts';
import { isPaid } from '../../nodes/shared/rpc/schemas.ts';
import { ROOT } from './docs/pages.mts';

it('says of paid actions what they cost, and of others nothing of the kind', () => {
	for (const { action, method } of OPERATIONS)
		expect([action, action.endsWith(' (costs 1 check)')]).toEqual([
			action,
			method !== null && isPaid(method),
		]);
});

it('offers the check of an address first', () => {
	expect(OPERATIONS[0]?.value).toBe('checkAddress');
});

it('calls every operation by its name on the canvas', () => {
	const names = JSON.parse(/\((\{.*\})\)/.exec(SUBTITLE)?.[1] ?? '') as Record<string, string>;
	for (const { resource, value } of OPERATIONS)
		expect(names[`${resource}.${value}`]).toMatch(/^[a-z][A-Za-z ]+$/);
	expect(names['check.checkAddress']).toBe('check address');
	expect(SUBTITLE.split('}}')).toHaveLength(2);
});

it.each(['screen', 'wallet', 'sanctions', 'check address'])('is found under "%s"', (word) => {
	const codex = JSON.parse(readFileSync(`${ROOT}/nodes/AmlCheck/AmlCheck.node.json`, 'utf8')) as {
		alias: string[];
	};
	expect(codex.alias).toContain(word);
});

it('does not let the trigger speak of prices: its text stands above the paid actions', () => {
	const { description } = new AmlCheckTrigger().description;
	expect(description).not.toMatch(/free|charge|cost|paid/i);
});
