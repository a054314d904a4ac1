/**
 * What must hold before a release: two builds of the commit, from clean clones in different places and time zones, give
 * the same tarball byte for byte; n8n's scanner has nothing to say about source and tarball; the code is small and loads
 * quickly; and the facts that a reviewer of n8n asks for. `npm run release:check`; with `-- --installed` the clones use the packages of this folder.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

interface Manifest {
	name: string;
	version: string;
	license: string;
	author: { name?: string; email?: string };
	keywords: string[];
	files: string[];
	scripts: Record<string, string>;
	repository: { url: string };
	dependencies?: object;
	overrides?: object;
	peerDependencies: Record<string, string>;
	n8n: { strict?: boolean; nodes: string[]; credentials: string[] };
}

interface Build {
	folder: string;
	tarball: string;
}

const { values } = parseArgs({ options: { installed: { type: 'boolean', default: false } } });

const ROOT = process.cwd();
const WORK = mkdtempSync(path.join(tmpdir(), 'release-check-'));

/** Two surroundings that must make no difference. */
const PLACES = [
	{ name: 'one', timeZone: 'UTC' },
	{ name: 'two/with a longer path', timeZone: 'Asia/Tokyo' },
];

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
	return execFileSync(command, args, {
		cwd,
		env: { ...process.env, CI: 'true', ...env },
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		maxBuffer: 2 ** 26,
	});
}

function build({ name, timeZone }: (typeof PLACES)[number]): Build {
	const folder = path.join(WORK, name);
	mkdirSync(path.dirname(folder), { recursive: true });
	run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, folder], WORK);
	run('git', ['checkout', '--quiet', run('git', ['rev-parse', 'HEAD'], ROOT).trim()], folder);
	const modules = path.join(folder, 'node_modules');
	if (values.installed) symlinkSync(path.join(ROOT, 'node_modules'), modules);
	else run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder);
	const env = { TZ: timeZone };
	run('npm', ['run', 'build'], folder, env);
	const packed = run('npm', ['pack', '--json', '--ignore-scripts'], folder, env);
	const [{ filename = '' } = {}] = JSON.parse(packed) as Array<{ filename?: string }>;
	return { folder, tarball: path.join(folder, filename) };
}

const hashOf = (file: string): string =>
	createHash('sha256').update(readFileSync(file)).digest('hex');

/** The files of a tarball with their hashes. */
function contents({ tarball }: Build): Map<string, string> {
	const folder = mkdtempSync(path.join(WORK, 'unpacked-'));
	run('tar', ['-xzf', tarball, '-C', folder], WORK);
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
	return new Map(files.sort().map((file) => [file, hashOf(path.join(folder, file))]));
}

/** Which files of two builds differ. */
function compare(one: Build, two: Build): string[] {
	if (hashOf(one.tarball) === hashOf(two.tarball)) return [];
	const [first, second] = [contents(one), contents(two)];
	const differing = [...new Set([...first.keys(), ...second.keys()])].filter(
		(file) => first.get(file) !== second.get(file),
	);
	return differing.length > 0 ? differing : ['the order or the headers of the files'];
}

/** The packages whose code is in the bundle, as its first comment names them. */
function bundledPackages({ folder }: Build): string {
	const [comment = ''] = readFileSync(path.join(folder, 'dist/nodes/bundle.js'), 'utf8').split(
		'*/',
	);
	return [...comment.matchAll(/^(@?[\w./-]+ \d+\.\d+\.\d+)$/gm)].map(([, name]) => name).join(', ');
}

/** Every import of the shipped code that is not one of its own files. */
function outsideImports({ folder }: Build): string[] {
	const files = readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
	const names = files
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(path.join(folder, 'dist', file), 'utf8'))
		.flatMap((text) => [...text.matchAll(/\brequire\(["']([^."'][^"']*)["']\)/g)])
		.map(([, name = '']) => name);
	return [...new Set(names)].sort();
}

/** The command of the page for administrators that compares the files of a release with their checksums. */
function readCheckCommand({ folder }: Build): string {
	const page = readFileSync(path.join(folder, 'docs/install.md'), 'utf8');
	const [command] = /^sha256sum --check .*$/m.exec(page) ?? [];
	if (command === undefined) throw new Error('docs/install.md has no command for the checksums');
	return command;
}

const sortNames = (names: readonly string[]): string => [...names].sort().join(', ');

/** The files beside the tarball, made as the workflow that publishes makes them, and verified as a user does. */
function verifyRelease(made: Build): Fact[] {
	const { folder, tarball } = made;
	const list = path.join(folder, 'release.cdx.json');
	writeFileSync(list, run('node', ['scripts/sbom.mjs'], folder));
	const { components = [] } = JSON.parse(readFileSync(list, 'utf8')) as {
		components?: Array<{ group?: string; name: string; version: string }>;
	};
	const listed = components.map(({ group, name, version }) =>
		[[group, name].filter(Boolean).join('/'), version].join(' '),
	);
	const notices = readFileSync(path.join(folder, 'THIRD-PARTY-NOTICES'), 'utf8');
	const noticed = [...notices.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);
	const bundled = sortNames(bundledPackages(made).split(', '));
	const files = [tarball, list].map((file) => path.basename(file));
	writeFileSync(path.join(folder, 'SHA256SUMS'), run('sha256sum', files, folder));
	const said = run('bash', ['-c', readCheckCommand(made)], folder)
		.trim()
		.split('\n');
	return [
		['List of bundled libraries', listed.join(', '), sortNames(listed) === bundled],
		['Third-party notices', noticed.join(', '), sortNames(noticed) === bundled],
		['Checksums', said.join(', '), said.length === 2 && said.every((one) => one.endsWith(': OK'))],
	];
}

/** The largest bundle, in bytes, and the longest time until n8n can show a node, in milliseconds. */
const MAX_BUNDLE_BYTES = 600_000;
const MAX_LOAD_MS = 20;

/** How long a fresh process needs to load a file of n8n's list and to make its class, in milliseconds. */
function measureLoad(file: string, folder: string): number {
	const code = `
		const began = performance.now();
		new (Object.values(require(${JSON.stringify(path.join(folder, file))}))[0])();
		console.log(performance.now() - began);`;
	return Number(run('node', ['--eval', code], folder));
}

/** The quickest of five loads: whatever else the machine does only makes a load slower. */
const loadTime = (file: string, folder: string): number =>
	Math.min(...Array.from({ length: 5 }, () => measureLoad(file, folder)));

/** What users would notice: the size of the code, and the time that each node adds to n8n's start. */
function weighBuild({ folder }: Build, files: readonly string[]): Fact[] {
	const size = statSync(path.join(folder, 'dist/nodes/bundle.js')).size;
	const loads = files.map((file) => ({ file, ms: loadTime(file, folder) }));
	return [
		['Bundle', `${size} bytes of at most ${MAX_BUNDLE_BYTES}`, size <= MAX_BUNDLE_BYTES],
		...loads.map(({ file, ms }): Fact => [
			`Load time of ${path.basename(file)}`,
			`${ms.toFixed(1)} ms of at most ${MAX_LOAD_MS}`,
			ms <= MAX_LOAD_MS,
		]),
	];
}

/** A fact for a reviewer, and whether it is as n8n wants it. */
type Fact = [name: string, value: string, isGood: boolean];

function facts(made: Build): Fact[] {
	const read = (file: string) => readFileSync(path.join(made.folder, file), 'utf8');
	const manifest = JSON.parse(read('package.json')) as Manifest;
	const { name, version, license, author, keywords, scripts, repository, n8n } = manifest;
	const installScripts = Object.keys(scripts).filter((script) =>
		/^(pre|post)?(install|prepare|publish)$/.test(script),
	);
	const imports = outsideImports(made);
	const [, unreleased = ''] = read('CHANGELOG.md').split(/^## /m);
	const news = [...unreleased.matchAll(/^- /gm)].length;
	const changed = run('git', ['status', '--porcelain'], ROOT).trim();
	const workflow = read('.github/workflows/publish.yml');
	return [
		['Package', `${name} ${version}`, name.startsWith('n8n-nodes-')],
		['Licence', license, license === 'MIT' && existsSync(path.join(made.folder, 'LICENSE'))],
		['Author', `${author.name} <${author.email}>`, Boolean(author.name && author.email)],
		['Keyword', 'n8n-community-node-package', keywords.includes('n8n-community-node-package')],
		['Repository', repository.url, repository.url.startsWith('git+https://github.com/')],
		['Strict mode of the linter', String(n8n.strict), n8n.strict === true],
		['Nodes', n8n.nodes.map((file) => path.basename(file, '.node.js')).join(', '), true],
		['Runtime dependencies', manifest.dependencies ? 'some' : 'none', !manifest.dependencies],
		['Overrides', manifest.overrides ? 'some' : 'none', !manifest.overrides],
		[
			'Peer dependencies',
			JSON.stringify(manifest.peerDependencies),
			JSON.stringify(manifest.peerDependencies) === '{"n8n-workflow":"*"}',
		],
		['Scripts at installation', installScripts.join(', ') || 'none', installScripts.length === 0],
		['Bundled code', bundledPackages(made), true],
		[
			'Imports of the shipped code',
			imports.join(', '),
			imports.every((one) => one === 'n8n-workflow' || one.startsWith('node:')),
		],
		...weighBuild(made, [...n8n.credentials, ...n8n.nodes]),
		['Tarball', `${path.basename(made.tarball)}, sha256 ${hashOf(made.tarball)}`, true],
		...verifyRelease(made),
		['Published with provenance', 'from a GitHub Action', /--provenance/.test(workflow)],
		[
			'Changelog',
			`${news} entries under Unreleased`,
			unreleased.startsWith('[Unreleased]') && news > 0,
		],
		['This folder', changed ? 'has changes that are not committed' : 'is the commit', !changed],
	];
}

function main(): number {
	const [one, two] = PLACES.map(build);
	if (!one || !two) throw new Error('Two builds are needed');
	const differing = compare(one, two);
	console.log(run('node', ['scripts/scan.mjs'], one.folder));
	const all: Fact[] = [
		[
			'Two builds',
			differing.length === 0 ? 'are equal' : differing.join(', '),
			differing.length === 0,
		],
		...facts(one),
	];
	for (const [name, value, isGood] of all)
		console.log(`${isGood ? 'ok   ' : 'WRONG'} ${name}: ${value}`);
	return all.every(([, , isGood]) => isGood) ? 0 : 1;
}

try {
	process.exitCode = main();
} finally {
	rmSync(WORK, { recursive: true, force: true });
}
