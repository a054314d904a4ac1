/** Changes one module on purpose, one place at a time, and runs its tests for each change. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { PureModule } from './modules.mts';
import type { Change } from './score.mts';

/** Ends that say that the tests noticed; a change that can't be loaded was no change. */
const NOTICED: ReadonlySet<MutantResult['status']> = new Set(['Killed', 'Timeout', 'RuntimeError']);
const NOT_NOTICED: ReadonlySet<MutantResult['status']> = new Set(['Survived', 'NoCoverage']);

const isFile = (listed: string) => /\.m?ts$/.test(listed);

/** The files that are listed, and those in the folders that are. */
const filesOf = (list: string[], ending: string): string[] =>
	list.flatMap((listed) =>
		isFile(listed)
			? [listed]
			: readdirSync(listed, { recursive: true, encoding: 'utf8' })
					.filter((file) => file.endsWith(ending))
					.sort()
					.map((file) => path.join(listed, file)),
	);

function optionsFor({ code }: PureModule, tempDirName: string): PartialStrykerOptions {
	return {
		mutate: code.map((listed) => (isFile(listed) ? listed : `${listed}/**/*.ts`)),
		testRunner: 'pure',
		plugins: [fileURLToPath(new URL('runner.mts', import.meta.url))],
		testRunnerNodeArgs: ['--import', 'tsx'],
		checkerNodeArgs: ['--import', 'tsx'],
		coverageAnalysis: 'perTest',
		concurrency: Number(process.env.MUTATE_WORKERS ?? 1),
		reporters: ['progress-append-only'],
		tempDirName,
		cleanTempDir: 'always',
		// What no unit test reads.
		ignorePatterns: ['/.*', '/demo', '/dist', '/docs', '/examples', '/icons', '/test/{e2e,queue}'],
		timeoutMS: 10_000,
		allowConsoleColors: false,
	};
}

/** The text between two places of a file, as lines and columns from 1. */
function textAt(lines: string[], { start, end }: MutantResult['location']): string {
	const part = lines.slice(start.line - 1, end.line);
	part[part.length - 1] = part.at(-1)?.slice(0, end.column - 1) ?? '';
	part[0] = part[0]?.slice(start.column - 1) ?? '';
	return part.join('\n');
}

function toChange(result: MutantResult, sources: ReadonlyMap<string, string>): Change {
	const file = path.relative(process.cwd(), result.fileName);
	const lines = (sources.get(file) ?? '').split('\n');
	const { line } = result.location.start;
	return {
		file,
		line,
		code: (lines[line - 1] ?? '').trim(),
		original: textAt(lines, result.location),
		replacement: result.replacement ?? '',
		noticed: NOTICED.has(result.status),
	};
}

/**
 * Tests the tests of one module.
 * @param module its code and its tests.
 * @returns every change that was tried.
 * @throws where the tests fail on the code as it is.
 */
export async function mutate(module: PureModule): Promise<Change[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'mutate-'));
	process.env.MUTATE_TESTS = JSON.stringify(filesOf(module.tests, '.test.mts'));
	// As they are now: they may change before the last change was tried.
	const sources = new Map(
		filesOf(module.code, '.ts').map((file) => [file, readFileSync(file, 'utf8')]),
	);
	try {
		const results = await new Stryker(optionsFor(module, folder)).runMutationTest();
		return results
			.filter(({ status }) => NOTICED.has(status) || NOT_NOTICED.has(status))
			.map((result) => toChange(result, sources));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
