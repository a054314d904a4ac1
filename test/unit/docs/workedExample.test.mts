/**
 * The guide's examples, done as it says in a copy of the repository: the method and the network compile, pass the
 * linter, and run on n8n's engine against the sandbox.
 */
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Addresses from '../../../nodes/shared/addresses/index.ts';
import type { FamilyVectors } from '../addresses/vectors/types.mts';
import { read, ROOT } from './pages.mts';

const COPIED = ['credentials', 'docs', 'icons', 'nodes', 'sandbox', 'scripts', 'test/engine'];
const ALSO_COPIED = ['test/unit/addresses', 'test/unit/shared', 'demo/lib', 'docs/reference.md'];
const CONFIGURATION = ['package.json', 'eslint.config.mjs', 'tsconfig.json', 'tsconfig.tools.json'];

/** One step: code that is a file of its own, or goes into one before the first line that begins with an anchor. */
interface Step {
	file: string;
	anchor: string | undefined;
	code: string;
}

const STEPS: Step[] = [
	...read('docs/contributing.md').matchAll(
		/<!-- (?:file|into): (\S+)(?: before: ([^\n]*?))? -->\n\n```ts\n(.*?)```$/gms,
	),
].map(([, file = '', anchor, code = '']) => ({ file, anchor, code }));

const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'worked-example-')));
const inCopy = (file: string): string => path.join(copy, file);

function take({ file, anchor, code }: Step): void {
	if (anchor === undefined) {
		writeFileSync(inCopy(file), code);
		return;
	}
	const text = readFileSync(inCopy(file), 'utf8');
	const at = text.indexOf(`\n${anchor}`) + 1;
	if (at === 0) throw new Error(`${file} has no line that begins with "${anchor}"`);
	writeFileSync(inCopy(file), text.slice(0, at) + code + text.slice(at));
}

for (const name of [...COPIED, ...ALSO_COPIED, ...CONFIGURATION])
	cpSync(path.join(ROOT, name), inCopy(name), { recursive: true });
symlinkSync(path.join(ROOT, 'node_modules'), inCopy('node_modules'));
STEPS.forEach(take);

const FILES = [...new Set(STEPS.map(({ file }) => file))];

afterAll(() => rmSync(copy, { recursive: true }));

const TOOLS = path.join(ROOT, 'node_modules');
const SHIPPED = FILES.filter((file) => /^(nodes|sandbox)\//.test(file));

/** What a tool of the repository says in the copy; nothing where all is well. */
function complaints(tool: string, ...options: string[]): string {
	const { status, stdout } = spawnSync(process.execPath, [path.join(TOOLS, tool), ...options], {
		cwd: copy,
		encoding: 'utf8',
	});
	return status === 0 ? '' : stdout;
}

/** The copy's own tests run with it, and a busy machine takes its time. */
jest.setTimeout(240_000);

/** What the compiler says of the shipped code and the sandbox. */
function compile(): string {
	const configuration = { extends: './tsconfig.tools.json', include: [], files: SHIPPED };
	writeFileSync(inCopy('tsconfig.example.json'), JSON.stringify(configuration));
	return complaints('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.example.json');
}

describe('the examples', () => {
	it('write five files for a method, and three for a network', () => {
		const network = FILES.filter((file) => /networks|vectors/.test(file));
		expect(network).toHaveLength(3);
		expect(FILES.filter((file) => !network.includes(file))).toHaveLength(5);
	});

	it('compile', () => {
		expect(compile()).toBe('');
	}, 240_000);

	it("do not compile without the sandbox's rows", () => {
		const rows = STEPS.filter(({ file }) => file.startsWith('sandbox/'));
		const whole = rows.map(({ file }) => readFileSync(inCopy(file), 'utf8'));
		rows.forEach(({ file, code }, index) =>
			writeFileSync(inCopy(file), whole[index]!.replace(code, '')),
		);
		const found = compile();
		rows.forEach(({ file }, index) => writeFileSync(inCopy(file), whole[index]!));
		expect(found).toMatch(/checkup\.packageinfo\W+is missing/);
		expect(found).toMatch(/'DOGE' is missing/);
	}, 240_000);

	it('pass the linter', () => {
		const files = FILES.filter((file) => file.startsWith('nodes/'));
		expect(complaints('eslint/bin/eslint.js', ...files)).toBe('');
	}, 240_000);
});

describe('the docs of the examples', () => {
	const filled = (file: string, tool: string, name: string): string => {
		const tools = require(inCopy(tool)) as Record<string, (markdown: string) => string>;
		return tools[name]!(readFileSync(inCopy(file), 'utf8'));
	};

	it('have a section of their own, and a row in the reference', () => {
		const outputs = filled('docs/outputs.md', 'scripts/schemas.docs.mts', 'fillTables');
		expect(outputs).toMatch(
			/## Account → Get Package\n\n<!-- .*?\| `checksLeft` \| number or null/s,
		);
		const reference = filled('docs/reference.md', 'scripts/reference.docs.mts', 'fillReference');
		expect(reference).toContain('| Account | Get Package | free | Tell how many checks are left');
	});

	it('are not made of an operation without an output schema', () => {
		const { OPERATIONS } = require(inCopy('nodes/AmlCheck/operations/index.ts')) as {
			OPERATIONS: Array<{ value: string; output?: unknown }>;
		};
		const operation = OPERATIONS.find(({ value }) => value === 'getPackage')!;
		const { output } = operation;
		delete operation.output;
		const fill = () => filled('docs/outputs.md', 'scripts/schemas.docs.mts', 'fillTables');
		expect(fill).toThrow('no output schema for account/getPackage');
		operation.output = output;
	});
});

describe('the network of the example', () => {
	const { checkAddress } = require(inCopy('nodes/shared/addresses/index.ts')) as typeof Addresses;
	const network = 'DOGE' as Addresses.Network;
	const { DOGE } = require(inCopy('test/unit/addresses/vectors/doge.mts')) as Record<
		string,
		FamilyVectors
	>;

	it('accepts the vectors that are valid, and refuses the others with their reasons', () => {
		for (const { targets } of DOGE!.valid)
			for (const target of targets)
				expect(checkAddress(String(target), network)).toEqual({ ok: true, value: target });
		for (const { targets, reasons } of DOGE!.broken)
			for (const target of targets) {
				const verdict = checkAddress(target, network);
				expect(verdict.ok || reasons.includes(verdict.reason)).toBe(!verdict.ok);
			}
	});
});

// These files hold tests: with the examples in place, they have to pass as well.
describe.each([
	'test/engine/operations/getPackage.test.mts',
	'test/engine/operations/examples.test.mts',
	'test/unit/shared/networks.test.mts',
])('%s', (file) => {
	require(inCopy(file));
});
