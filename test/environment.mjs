/**
 * The environment of each test file. A storage that follows asynchronous work stays known to Node.js when its file has
 * ended, although nobody can reach it any more, and each one slows down every promise of the files after it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const used = new Set();

for (const name of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...given) {
		used.add(this);
		return original.apply(this, given);
	};
}

export default class StorageEnvironment extends TestEnvironment {
	async teardown() {
		await super.teardown();
		for (const storage of used) storage.disable();
		used.clear();
	}
}
