/** Loads the project's files as jest does, but in this process, and afresh as often as wanted. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync, type Options } from '@swc/core';

type Body = (...values: unknown[]) => void;

/** What Node.js hands to every file; the order is that of the call below. */
const OWN_NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];

const ENDINGS = ['', '.ts', '/index.ts'];
const IS_SOURCE = /\.m?ts$/;

/** As in jest.config.mjs: what is tested here is what is tested there. */
const COMPILER: Options = {
	jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
	module: { type: 'commonjs' },
};

/**
 * A set of modules. Each file is compiled once; a new round runs it again, so that nothing a module remembers is left
 * of the round before. Packages are loaded by Node.js, once.
 */
export class Loader {
	private readonly bodies = new Map<string, Body>();
	private loaded = new Map<string, { exports: unknown }>();
	private globals: readonly unknown[] = [];

	/** @param names of what is global to the files */
	constructor(private readonly names: readonly string[]) {}

	/**
	 * Forgets what was loaded, not what was compiled.
	 * @param globals what the files find under each name, in the order of the names
	 */
	newRound(globals: readonly unknown[]): void {
		this.loaded = new Map();
		this.globals = globals;
	}

	/**
	 * Runs a file unless it ran in this round.
	 * @param file absolute path.
	 * @returns what it exports.
	 * @throws what the file throws, and where it can't be compiled.
	 */
	load(file: string): unknown {
		const known = this.loaded.get(file);
		if (known) return known.exports;
		const module = { exports: {} as unknown };
		this.loaded.set(file, module);
		const require = (request: string) => this.require(file, request);
		const own = [module.exports, require, module, file, path.dirname(file)];
		this.bodyOf(file)(...own, ...this.globals);
		return module.exports;
	}

	private require(from: string, request: string): unknown {
		if (request.startsWith('.')) {
			const base = path.resolve(path.dirname(from), request);
			const file = ENDINGS.map((ending) => base + ending).find(
				(name) => IS_SOURCE.test(name) && existsSync(name),
			);
			if (file !== undefined) return this.load(file);
		}
		return createRequire(from)(request);
	}

	private bodyOf(file: string): Body {
		const known = this.bodies.get(file);
		if (known) return known;
		const { code } = transformSync(readFileSync(file, 'utf8'), {
			...COMPILER,
			filename: file,
			swcrc: false,
		});
		const body = compileFunction(code, [...OWN_NAMES, ...this.names], { filename: file }) as Body;
		this.bodies.set(file, body);
		return body;
	}
}
