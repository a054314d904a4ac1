/**
 * Tests the tests: changes the pure modules on purpose and counts which changes their unit tests notice.
 * `npm run mutate` for all of them, `npm run mutate -- addresses dates` for some, and with the path of a file in place
 * of a name for that file of its module.
 */
import { readFileSync } from 'node:fs';
import { MODULES, type PureModule } from './modules.mts';
import { mutate } from './mutate.mts';
import { fateOf, LEAST, outlived, scoreOf, type Change, type Equivalent } from './score.mts';

const EQUIVALENTS = JSON.parse(
	readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'),
) as Equivalent[];

/** The module of this name, or the one that has this file, and nothing else of it. */
function moduleOf(asked: string): PureModule {
	const named = MODULES.find(({ name }) => name === asked);
	if (named) return named;
	const module = MODULES.find(({ code }) =>
		code.some((listed) => asked === listed || asked.startsWith(`${listed}/`)),
	);
	if (module) return { ...module, name: asked, code: [asked] };
	const known = MODULES.map(({ name }) => `"${name}"`).join(', ');
	throw new Error(`There is no module ${asked}. Choose of ${known}.`);
}

const asked = process.argv.slice(2);

function tellSurvivors(changes: Change[]): void {
	for (const change of changes) {
		if (fateOf(change, EQUIVALENTS) !== 'survived') continue;
		const { file, line, original, replacement } = change;
		console.log(`${file}:${line}\n\t- ${original}\n\t+ ${replacement}`);
	}
}

function row(name: string, changes: Change[], least: number): { text: string; passes: boolean } {
	const { noticed, survived, equivalent, percent } = scoreOf(changes, EQUIVALENTS);
	const passes = percent >= least;
	const cells = [
		name,
		noticed,
		survived,
		equivalent,
		`${percent.toFixed(1)} %`,
		passes ? '' : `below ${least} %`,
	];
	return { text: `| ${cells.join(' | ')} |`, passes };
}

const perModule = new Map<string, Change[]>();
for (const module of asked.length === 0 ? MODULES : asked.map(moduleOf)) {
	console.log(`== ${module.name}`);
	perModule.set(module.name, await mutate(module));
}

const all = [...perModule.values()].flat();
tellSurvivors(all);
const rows = [...perModule].map(([name, changes]) => row(name, changes, LEAST.each));
rows.push(row('all', all, LEAST.overall));
console.log(
	'\n| module | noticed | survived | equivalent | score | |\n| --- | --- | --- | --- | --- | --- |',
);
for (const { text } of rows) console.log(text);

const old = outlived(all, EQUIVALENTS);
for (const { file, code } of old) {
	console.error(`equivalents.json names a change that is not there any more: ${file}: ${code}`);
}
process.exitCode = old.length > 0 || rows.some(({ passes }) => !passes) ? 1 : 0;
