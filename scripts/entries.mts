/**
 * The files that n8n loads. At its start n8n reads the description of every node and credential type; what they do is
 * needed at the first use. So the build writes the descriptions out as plain data, and the code beside them is loaded
 * when something of it is called (gulpfile.js).
 */

/** A node or credential type, as n8n makes it of its class. */
export type Described = Readonly<Record<string, unknown>>;

const WORD = /^[A-Za-z_$][\w$]*$/;

const keyOf = (name: string) => (WORD.test(name) ? name : JSON.stringify(name));

/** How a member is reached, e.g. `.methods.listSearch`. */
const memberOf = (path: readonly string[]) =>
	path.map((name) => (WORD.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('');

/** Calls the member of the same place, whoever `this` is: n8n calls all of them with a context of its own. */
const calling = (path: readonly string[]) =>
	`(...given) { return whole()${memberOf(path)}.apply(this, given); }`;

const literalOf = (value: unknown, path: readonly string[]): string => {
	if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
	if (Array.isArray(value))
		return `[${value.map((member, index) => literalOf(member, [...path, String(index)])).join()}]`;
	const members = Object.entries(value).map(([name, member]) =>
		typeof member === 'function'
			? `${keyOf(name)}${calling([...path, name])}`
			: `${keyOf(name)}: ${literalOf(member, [...path, name])}`,
	);
	return `{${members.join()}}`;
};

/** What the class itself has, such as `execute`. */
function methodsOf(described: Described): string[] {
	const prototype = Object.getPrototypeOf(described) as object;
	return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
}

/** Writes the file that n8n loads for a class. */
export function entrySource(name: string, described: Described, bundle: string): string {
	const fields = Object.entries(described).map(([field, value]) =>
		typeof value === 'function'
			? `${keyOf(field)} = function ${calling([field])};`
			: `${keyOf(field)} = ${literalOf(value, [field])};`,
	);
	const methods = methodsOf(described).map((method) => `${keyOf(method)}${calling([method])}`);
	return `'use strict';

let made;

/** The code is loaded when something of it is called. */
function whole() {
	made ??= new (require(${JSON.stringify(bundle)}).${name})();
	return made;
}

class ${name} {
${[...fields, ...methods].join('\n\n')}
}

exports.${name} = ${name};
`;
}
