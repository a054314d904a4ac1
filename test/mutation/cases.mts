/** The tests of some files, collected and run in this process: what pure modules need of jest, and nothing else. */
import { expect } from 'expect';
import { bind } from 'jest-each';
import { Loader } from './loader.mts';

type Body = () => unknown;

/** One test. */
export interface Case {
	/** Its file and its titles; no two are the same. */
	id: string;
	file: string;
	/** With what has to be done before and after. */
	run: () => Promise<void>;
}

/** Tests under one title. */
class Block {
	readonly before: Body[];
	readonly after: Body[];

	constructor(
		readonly title: string,
		outer?: Block,
	) {
		this.before = [...(outer?.before ?? [])];
		this.after = [...(outer?.after ?? [])];
	}

	/** Around each test, for "all" too: seldom are all of them run. */
	around(test: Body): () => Promise<void> {
		const { before, after } = this;
		return async () => {
			try {
				for (const body of before) await body();
				await test();
			} finally {
				for (const body of after) await body();
			}
		};
	}
}

const withEach = <T extends object>(declare: T) =>
	Object.assign(declare, { each: bind(declare as never, false) });

const NAMES = [
	'expect',
	'describe',
	'it',
	'test',
	'beforeAll',
	'beforeEach',
	'afterAll',
	'afterEach',
];

/** The tests of some files. */
export class Cases {
	private readonly loader = new Loader(NAMES);
	private block = new Block('');
	private cases = new Map<string, Case>();

	/**
	 * @param files absolute paths, in their order
	 * @param setup files that are run before them
	 */
	constructor(
		private readonly files: readonly string[],
		private readonly setup: readonly string[] = [],
	) {}

	/**
	 * Loads files afresh.
	 * @param files some of them; all where nothing is said.
	 * @returns the tests in the order in which they are declared.
	 * @throws what a file throws.
	 */
	load(files: readonly string[] = this.files): Case[] {
		this.cases = new Map();
		for (const file of this.setup) this.loader.load(file);
		for (const file of files) {
			this.block = new Block(file);
			this.loader.newRound(this.globals(file));
			this.loader.load(file);
		}
		return [...this.cases.values()];
	}

	/** In the order of their names. */
	private globals(file: string): unknown[] {
		const it = withEach((title: string, test: Body) => this.add(file, title, test));
		const before = (body: Body) => this.block.before.push(body);
		const after = (body: Body) => this.block.after.push(body);
		const describe = withEach((title: string, body: Body) => this.within(title, body));
		return [expect, describe, it, it, before, before, after, after];
	}

	private within(title: string, body: Body): void {
		const outer = this.block;
		this.block = new Block(`${outer.title} › ${title}`, outer);
		body();
		this.block = outer;
	}

	private add(file: string, title: string, test: Body): void {
		const name = `${this.block.title} › ${title}`;
		let id = name;
		for (let times = 2; this.cases.has(id); times++) id = `${name} (${times})`;
		this.cases.set(id, { id, file, run: this.block.around(test) });
	}
}
