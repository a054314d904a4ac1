/** A jest reporter that adds one line, "<passed> <failed>", to the file named by TEST_COUNTS; see .ci/run. */
import { appendFileSync } from 'node:fs';

export default class CountReporter {
	/** A test file that could not be loaded has no failed tests, but has failed. */
	onRunComplete(_contexts, results) {
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		appendFileSync(process.env.TEST_COUNTS, `${results.numPassedTests} ${failed}\n`);
	}
}
