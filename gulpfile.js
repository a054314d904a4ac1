/**
 * The build steps that `n8n-node build` doesn't have, run after it on what it left in `dist`:
 * a community node may have no runtime dependencies, so the libraries it uses are put into `dist`.
 */
const { series } = require('gulp');
const { build, transform } = require('esbuild');
const { deepStrictEqual, strictEqual } = require('node:assert');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { format } = require('prettier');
const tsx = require('tsx/cjs/api');
const { preProcessFile } = require('typescript');

const SHIPPED = ['credentials', 'icons', 'nodes'];
const VENDOR = 'nodes/shared/vendor';
const BUNDLE = 'dist/nodes/bundle.js';
const STYLE = require('./.prettierrc.js');
const ALLOWED_IMPORT = /^(n8n-workflow$|node:)/;

/** Removes what n8n's build copied from places that are not shipped: it takes every image, docs and demo included. */
async function dropStrays() {
	for (const name of readdirSync('dist').filter((entry) => !SHIPPED.includes(entry))) {
		rmSync(path.join('dist', name), { recursive: true });
	}
}

/** Writes what n8n's editor shows of an output before the first run. */
async function writeSchemas() {
	const { writePreviews } = tsx.require('./scripts/schemas.mts', __filename);
	writePreviews('dist/nodes/AmlCheck');
}

/** The package folders (below node_modules) that a bundle was made of, from esbuild's list of its inputs. */
function packagesIn(metafile) {
	const folders = Object.keys(metafile.inputs).map(
		(file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0],
	);
	return [...new Set(folders.filter(Boolean))].sort();
}

/** A comment with name, version and licence of each bundled package: their licences ask for it. */
function licences(packages) {
	const texts = packages.map((folder) => {
		const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
		return `${name} ${version}\n\n${readFileSync(path.join(folder, 'LICENSE'), 'utf8').trim()}`;
	});
	return `/*\nThis file contains:\n\n${texts.join('\n\n').replaceAll('*/', '* /')}\n*/`;
}

/** The classes that n8n asks the package for: the file it loads in `dist`, and the class in it, named like the file. */
function entries() {
	const { credentials, nodes } = require('./package.json').n8n;
	return [...credentials, ...nodes].map((file) => ({
		file,
		source: `./${path.relative('dist', file).replace(/\.js$/, '')}`,
		name: path.basename(file).split('.')[0],
	}));
}

/**
 * Lays a bundle out in the style of this repository, without the comments of the sources, which the repository has:
 * n8n reads the whole file when it starts. Nothing but comments is left out.
 */
async function layOut(code) {
	const laidOut = await format(code, { ...STYLE, parser: 'babel' });
	const short = laidOut.replaceAll(/^\t*\/\*\*[^]*?\*\/\n/gm, '');
	const [before, after] = await Promise.all(
		[laidOut, short].map(async (one) => (await transform(one, { minify: true })).code),
	);
	strictEqual(after, before);
	return short;
}

/**
 * Puts the package's own code and the third-party code into one readable file: opening some 180 small files takes long,
 * and what the nodes know together (what is on its way, how fast the service is) has to stand once in a process.
 */
async function bundleCode() {
	const { outputFiles, metafile } = await build({
		stdin: {
			contents: entries()
				.map(({ name, source }) => `export { ${name} } from '${source}';`)
				.join('\n'),
			resolveDir: __dirname,
			loader: 'ts',
		},
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		// The paths in the bundle's comments are those below this folder, wherever the packages really are.
		preserveSymlinks: true,
		legalComments: 'none',
		metafile: true,
		write: false,
	});
	const compiled = readdirSync('dist', { recursive: true }).filter((file) => file.endsWith('.js'));
	for (const file of compiled) rmSync(path.join('dist', file));
	const code = await layOut(outputFiles[0].text);
	writeFileSync(BUNDLE, `${licences(packagesIn(metafile))}\n${code}`);
}

/** Writes the files that n8n loads: the descriptions, and the way to the code. */
async function writeEntries() {
	const { entrySource } = tsx.require('./scripts/entries.mts', __filename);
	const classes = require(path.resolve(BUNDLE));
	for (const { file, name } of entries()) {
		const way = `./${path.relative(path.dirname(file), BUNDLE)}`;
		const described = new classes[name]();
		const source = entrySource(name, described, way);
		writeFileSync(file, await format(source, { ...STYLE, parser: 'babel' }));
		deepStrictEqual(dataOf(new (require(path.resolve(file))[name])()), dataOf(described));
	}
}

/** What n8n reads of a node or credential type before it runs anything. */
const dataOf = (described) => JSON.parse(JSON.stringify(described));

/** Fails the build if a file of `dist` loads anything that an installed package would not have. */
async function checkImports() {
	const files = readdirSync('dist', { recursive: true }).filter((file) => file.endsWith('.js'));
	const wrong = files.flatMap((file) =>
		preProcessFile(readFileSync(path.join('dist', file), 'utf8'), true, true)
			.importedFiles.map(({ fileName }) => fileName)
			.filter((name) =>
				name.startsWith('.')
					? !['', '.js', '/index.js'].some((end) =>
							existsSync(path.join('dist', path.dirname(file), name + end)),
						)
					: !ALLOWED_IMPORT.test(name),
			)
			.map((name) => `dist/${file} loads ${name}`),
	);
	if (wrong.length > 0) {
		throw new Error(`Import third-party code through ${VENDOR} only:\n${wrong.join('\n')}`);
	}
}

exports.default = series(dropStrays, writeSchemas, bundleCode, writeEntries, checkImports);
