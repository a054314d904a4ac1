/**
 * The forms under n8n's own rules, which read nothing but literals. Functions build our descriptions: here they are
 * written out, and n8n's linter runs over them.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { ROOT } from '../docs/pages.mts';

/** A value as somebody writes it in TypeScript: the rules pass over keys in quotes. */
const toLiteral = (value: unknown): string =>
	JSON.stringify(value, null, '\t')
		.replace(/^(\t*)"([A-Za-z]\w*)":/gm, '$1$2:')
		.replaceAll('"main"', 'NodeConnectionTypes.Main');

const writeNode = (name: string, description: object): string =>
	`import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
export class ${name} implements INodeType {
	description: INodeTypeDescription = ${toLiteral(description)};
	methods = [NodeConnectionTypes];
}
`;

const writeCredential = (name: string, members: object): string =>
	`import type { ICredentialType } from 'n8n-workflow';
export class ${name} implements ICredentialType {
${Object.entries(members)
	.filter(([, value]) => typeof value !== 'function')
	.map(([key, value]) => `\t${key} = ${toLiteral(value)};\n`)
	.join('')}}
`;

interface LintedFile {
	filePath: string;
	messages: Array<{ line: number; ruleId: string; message: string }>;
}

/** Runs n8n's linter over a package with some files; a line for each error and warning. */
function lint(files: Readonly<Record<string, string>>): string[] {
	const folder = mkdtempSync(path.join(tmpdir(), 'literals-'));
	try {
		for (const name of ['node_modules', 'icons', 'package.json'])
			symlinkSync(path.join(ROOT, name), path.join(folder, name));
		for (const [name, text] of Object.entries(files)) {
			const file = path.join(folder, name);
			mkdirSync(path.dirname(file), { recursive: true });
			writeFileSync(file, text);
		}
		const eslint = path.join(ROOT, 'node_modules/eslint/bin/eslint.js');
		const config = path.join(ROOT, 'eslint.config.mjs');
		// Under jest's NODE_ENV the rules take every file for one of their own tests.
		const { NODE_ENV: _, ...env } = process.env;
		const args = [eslint, '--config', config, '--format', 'json', 'nodes', 'credentials'];
		const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
		return (JSON.parse(stdout) as LintedFile[]).flatMap(({ filePath, messages }) =>
			messages.map(
				({ line, ruleId, message }) => `${path.basename(filePath)}:${line} ${ruleId} ${message}`,
			),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

it("n8n's linter finds nothing in the forms", () => {
	const action = new AmlCheck().description;
	const found = lint({
		'credentials/AmlCheckApi.credentials.ts': writeCredential('AmlCheckApi', new AmlCheckApi()),
		'nodes/AmlCheck/AmlCheck.node.ts': writeNode('AmlCheck', action),
		'nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts': writeNode(
			'AmlCheckTrigger',
			new AmlCheckTrigger().description,
		),
	});
	expect(found).toEqual([]);
});
