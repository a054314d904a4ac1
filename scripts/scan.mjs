/**
 * Runs n8n's scanner for community packages on the source and on what `npm pack` would publish, and
 * checks what is in that tarball. Anything to complain about, a warning included, fails.
 * Run it after `npm run build`: `npm run scan`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const TOP_LEVEL_FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const DIST_FILE = /^dist\/(credentials|icons|nodes)\/.*(?<!\.d)\.(js|json|png|svg)$/;
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** What the scanner's rules only warn of: the scanner itself keeps silent about it. */
async function warningsIn(folder, patterns) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(patterns);
	const formatter = await eslint.loadFormatter('stylish');
	const complaints = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0);
	return { files: results.length, text: complaints ? await formatter.format(results) : '' };
}

/** The scanner's verdict on a folder, as lines to complain about (none: all is well). */
async function scan(title, folder, patterns) {
	const verdict = await analyzePackage(folder, patterns);
	const { files, text } = await warningsIn(folder, patterns);
	const complaints = verdict.passed ? text : (verdict.details ?? verdict.message);
	console.log(`${title}: ${files} files scanned, ${complaints ? 'not clean' : 'clean'}`);
	return complaints ? [`${title}:\n${complaints}`] : [];
}

/** What is wrong with the list of files in the tarball: too many, or one that n8n will look for is missing. */
function checkFileList(paths) {
	const { nodes, credentials } = JSON.parse(readFileSync('package.json', 'utf8')).n8n;
	const missing = [...TOP_LEVEL_FILES, ...nodes, ...credentials].filter((p) => !paths.includes(p));
	const extra = paths.filter((p) => !TOP_LEVEL_FILES.includes(p) && !DIST_FILE.test(p));
	return [
		...missing.map((p) => `The tarball lacks ${p}`),
		...extra.map((p) => `The tarball should not hold ${p}`),
	];
}

const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
let complaints;
try {
	const pack = ['pack', '--json', '--loglevel=error', '--pack-destination', folder];
	const [tarball] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' }));
	const archive = path.join(folder, tarball.filename);
	execFileSync('tar', ['-xzf', archive, '-C', folder]);

	console.log(`${tarball.filename}: ${tarball.size} bytes, unpacked ${tarball.unpackedSize} bytes`);
	for (const file of tarball.files) console.log(`${String(file.size).padStart(9)}  ${file.path}`);

	complaints = [
		...checkFileList(tarball.files.map((file) => file.path)),
		...(await scan('Source', process.cwd(), SOURCE_FILE_PATTERNS)),
		...(await scan('Tarball', path.join(folder, 'package'), TARBALL_FILE_PATTERNS)),
	];
} finally {
	rmSync(folder, { recursive: true, force: true });
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
