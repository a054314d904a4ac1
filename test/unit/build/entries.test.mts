/** The files that n8n loads: what they show is what the classes show, and the code comes when it is needed. */
import { Script } from 'node:vm';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { entrySource, type Described } from '../../../scripts/entries.mts';

type Class = new () => object;
type Members = Record<string, (...given: unknown[]) => unknown>;

/** Runs a file that was written; every loading of the code is counted. */
function load(source: string, code: Record<string, Class>): { made: Members; loaded: string[] } {
	const loaded: string[] = [];
	const exports: Record<string, Class> = {};
	const required = (file: string) => {
		loaded.push(file);
		return code;
	};
	const run = new Script(`(exports, require) => {${source}}`).runInThisContext() as (
		...given: unknown[]
	) => void;
	run(exports, required);
	const [name] = Object.keys(code);
	return { made: new exports[name]() as Members, loaded };
}

const written = (name: string, one: Class) =>
	load(entrySource(name, new one() as Described, '../bundle.js'), { [name]: one });

/** What of it n8n reads before anything runs. */
const dataOf = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

class Odd {
	nothing = null;

	open = undefined;

	'a-b' = [1, [true, { 'c d': 'quote " and \\ and \n line' }], []];

	empty = {};

	own = function (this: unknown, ...given: unknown[]) {
		return ['own', this, given];
	};

	methods = {
		'list-search': {
			search(this: unknown, ...given: unknown[]) {
				return ['search', this, given];
			},
		},
	};

	run(...given: unknown[]) {
		return ['run', this, given];
	}
}

const CLASSES = Object.entries<Class>({ AmlCheck, AmlCheckApi, AmlCheckTrigger, Odd });

describe.each(CLASSES)('the file of %s', (name, one) => {
	it('shows the same data without loading the code', () => {
		const { made, loaded } = written(name, one);
		expect(dataOf(made)).toEqual(dataOf(new one()));
		expect(made.constructor.name).toBe(name);
		expect(loaded).toEqual([]);
	});

	it('has the same methods', () => {
		const { made } = written(name, one);
		const methodsOf = (object: object) => {
			const own = Object.keys(object);
			const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(object));
			const of = object as Members;
			return [...own, ...inherited].filter((member) => typeof of[member] === 'function').sort();
		};
		expect(methodsOf(made)).toEqual(methodsOf(new one()));
	});
});

it('hands on what n8n gives to a method, and loads the code once', () => {
	const { made, loaded } = written('Odd', Odd);
	const context = { isContext: true };
	expect(made.own.call(context, 1, 2)).toEqual(['own', context, [1, 2]]);
	expect(made.run.call(context, 3)).toEqual(['run', context, [3]]);
	const { search } = (made.methods as unknown as Record<string, Members>)['list-search'];
	expect(search.call(context, 4)).toEqual(['search', context, [4]]);
	expect(loaded).toEqual(['../bundle.js']);
});

it('keeps a rule that waits for undefined: the credential test relies on it', () => {
	const { made } = written('AmlCheckApi', AmlCheckApi);
	expect(made.test).toStrictEqual(new AmlCheckApi().test);
});
