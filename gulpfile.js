/**
 * The build steps that `n8n-node build` doesn't have, run after it on what it left in `dist`:
 * a community node may have no runtime dependencies, so the libraries it uses are put into `dist`.
 */
const { series } = require('gulp');
const { build } = require('esbuild');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const tsx = require('tsx/cjs/api');
const { preProcessFile } = require('typescript');

const SHIPPED = ['credentials', 'icons', 'nodes'];
const VENDOR = 'nodes/shared/vendor';
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

/** Puts the third-party code behind each file of the vendor folder into its place in `dist`, readable. */
async function bundleVendor() {
	for (const file of readdirSync(VENDOR).filter((name) => name.endsWith('.ts'))) {
		const { outputFiles, metafile } = await build({
			entryPoints: [path.join(VENDOR, file)],
			bundle: true,
			platform: 'node',
			target: 'node20',
			format: 'cjs',
			external: ['n8n-workflow'],
			legalComments: 'none',
			metafile: true,
			write: false,
		});
		const code = `${licences(packagesIn(metafile))}\n${outputFiles[0].text}`;
		writeFileSync(path.join('dist', VENDOR, file.replace(/ts$/, 'js')), code);
	}
}

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

exports.default = series(dropStrays, writeSchemas, bundleVendor, checkImports);
