/** The operation that the contributor's guide adds works as it stands there, on n8n's engine and the sandbox. */
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { showFor } from '../../../nodes/AmlCheck/fields/show.ts';
import { findOperation, OPERATIONS, PROPERTIES } from '../../../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../../../nodes/AmlCheck/operations/types.ts';
import { makeTransaction } from '../../../sandbox/server.mts';
import {
	jsonOf,
	run,
	sandbox,
	useSandbox,
	type OperationName,
} from '../../engine/operations/support.mts';
import { blocksOf, ROOT } from './pages.mts';

const BLOCKS = blocksOf('docs/contributing.md').filter(({ language }) => language === 'ts');

const blockWith = (text: string): string => {
	const block = BLOCKS.find((one) => one.text.includes(text));
	if (!block) throw new Error(`The guide has no code with "${text}"`);
	return block.text;
};

/** Runs code as the file it is meant to be. */
function load(
	code: string,
	file: string,
	given: Record<string, unknown> = {},
): Record<string, unknown> {
	const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
	const { outputText } = ts.transpileModule(code, { compilerOptions });
	const exported: Record<string, unknown> = {};
	const names = ['exports', 'require', ...Object.keys(given)];
	const values = [exported, createRequire(path.join(ROOT, file)), ...Object.values(given)];
	new Function(...names, outputText)(...values);
	return exported;
}

const operation = load(blockWith('countHistory'), 'nodes/AmlCheck/operations/countHistory.ts')
	.countHistory as Operation;

useSandbox();

(OPERATIONS as Operation[]).push(operation);
PROPERTIES.push(...showFor('history', 'count', operation.properties));

const count = async (type: string) => {
	const name = `${operation.resource}.${operation.value}` as OperationName;
	const { main, status } = await run(name, { type });
	expect(status).toBe('success');
	return jsonOf(main);
};

describe('the worked example', () => {
	it('counts, for free, with one call', async () => {
		sandbox().addCheck();
		sandbox().addCheck();
		sandbox().addCheck({ transaction: makeTransaction('BTC', 1) });
		expect(await count('address')).toEqual([{ type: 'address', total: 2 }]);
		expect(await count('tx')).toEqual([{ type: 'tx', total: 1 }]);
		expect(sandbox().stats()).toMatchObject({
			charges: 0,
			calls: { 'checkup.getcheckshistory': 2 },
		});
	});

	it('has the names and the words that n8n asks for', () => {
		expect(operation.action).toMatch(/^[A-Z][a-z ]+$/);
		expect(operation.description).toMatch(/\. Free\.$/);
		expect(findOperation('history', 'count')).toBe(operation);
	});

	it('passes the test that the guide gives it', async () => {
		const test = blockWith("it('counts the checks'");
		let body: (() => Promise<void>) | undefined;
		const it = (_name: string, given: () => Promise<void>) => void (body = given);
		const { expect } = globalThis as unknown as { expect: jest.Expect };
		load(test, 'test/engine/operations/count.test.mts', { expect, it, jsonOf, run, sandbox });
		await body?.();
		expect(body).toBeDefined();
	});
});
