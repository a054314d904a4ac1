/**
 * Stryker's way to run tests, made for pure modules: all in one process, the modules loaded afresh for every change.
 * Jest takes seconds to begin anew, a change's own tests take milliseconds, and there are thousands of changes.
 */
import path from 'node:path';
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
	type CompleteDryRunResult,
	type DryRunOptions,
	type DryRunResult,
	type MutantRunOptions,
	type MutantRunResult,
	type TestResult,
	type TestRunner,
} from '@stryker-mutator/api/test-runner';
import { Cases, type Case } from './cases.mts';

/** What the changed code reads: which change is on, and what it is to count. */
const context: InstrumenterContext = ((globalThis as Record<string, unknown>)[
	INSTRUMENTER_CONSTANTS.NAMESPACE
] ??= {});

async function resultOf({ id, file, run }: Case): Promise<TestResult> {
	const begin = performance.now();
	const told = { id, name: id, fileName: file };
	const timeSpentMs = () => performance.now() - begin;
	try {
		await run();
		return { ...told, status: TestStatus.Success, timeSpentMs: timeSpentMs() };
	} catch (thrown) {
		const failureMessage = thrown instanceof Error ? thrown.message : String(thrown);
		return { ...told, status: TestStatus.Failed, failureMessage, timeSpentMs: timeSpentMs() };
	}
}

/** Runs in the folder with the changed code; the tests' files are in MUTATE_TESTS (mutate.mts). */
export class PureTestRunner implements TestRunner {
	private readonly files = (JSON.parse(process.env.MUTATE_TESTS ?? '[]') as string[]).map((file) =>
		path.resolve(file),
	);

	private readonly cases = new Cases(this.files, [path.resolve('test/mutation/seed.mts')]);

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun(_options: DryRunOptions): Promise<DryRunResult> {
		context.mutantCoverage = { static: {}, perTest: {} };
		const tests: TestResult[] = [];
		for (const { id, file } of this.cases.load()) {
			// Each on modules of its own: what one test left in a cache, the next would not reach.
			const test = this.cases.load([file]).find((one) => one.id === id);
			if (test === undefined) throw new Error(`${id} is not declared each time`);
			context.currentTestId = id;
			tests.push(await resultOf(test));
			context.currentTestId = undefined;
		}
		this.sortFiles(tests);
		const { mutantCoverage } = context;
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	/** The quickest first: most changes are noticed by tests of a few milliseconds, and never come to the others. */
	private sortFiles(tests: readonly TestResult[]): void {
		const spent = new Map<string, number>();
		for (const { fileName = '', timeSpentMs } of tests)
			spent.set(fileName, (spent.get(fileName) ?? 0) + timeSpentMs);
		this.files.sort((one, other) => (spent.get(one) ?? 0) - (spent.get(other) ?? 0));
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const { hitLimit } = options;
		context.hitLimit = hitLimit;
		context.hitCount = hitLimit === undefined ? undefined : 0;
		try {
			const result = await this.runFew(options);
			const endless = determineHitLimitReached(context.hitCount, hitLimit);
			return toMutantRunResult(endless ?? result);
		} catch (thrown) {
			return toMutantRunResult({ status: DryRunStatus.Error, errorMessage: String(thrown) });
		} finally {
			context.activeMutant = undefined;
		}
	}

	/** As many as it takes for one to fail; a file is loaded when its first one is run, which most changes don't come to. */
	private async runFew(options: MutantRunOptions): Promise<CompleteDryRunResult> {
		const { testFilter, disableBail } = options;
		const wanted = testFilter && new Set(testFilter);
		const tests: TestResult[] = [];
		for (const file of this.files) {
			if (testFilter && !testFilter.some((id) => id.startsWith(`${file} `))) continue;
			for (const test of this.loadChanged(file, options)) {
				if (wanted && !wanted.has(test.id)) continue;
				const result = await resultOf(test);
				tests.push(result);
				if (result.status === TestStatus.Failed && !disableBail)
					return { status: DryRunStatus.Complete, tests };
			}
		}
		return { status: DryRunStatus.Complete, tests };
	}

	/** A change to what runs while a file is loaded has to be there by then; any other must not be. */
	private loadChanged(file: string, { activeMutant, reloadEnvironment }: MutantRunOptions): Case[] {
		context.activeMutant = reloadEnvironment ? activeMutant.id : undefined;
		const cases = this.cases.load([file]);
		context.activeMutant = activeMutant.id;
		return cases;
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'pure', PureTestRunner)];
