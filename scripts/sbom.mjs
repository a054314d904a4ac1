/**
 * `node scripts/sbom.mjs` prints the bill of materials of the package, in CycloneDX's form: the libraries in its bundle.
 * npm alone would list nothing, since a community node declares no dependencies, or every tool of this repository.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The bundle begins with a comment that names them. */
const BUNDLED = /^(@?[\w./-]+) \d+\.\d+\.\d+$/gm;

const read = (file) => readFileSync(file, 'utf8');
const { name, version, license } = JSON.parse(read('package.json'));
const { packages } = JSON.parse(read('package-lock.json'));
const [comment] = read('dist/nodes/bundle.js').split('*/');
const bundled = [...comment.matchAll(BUNDLED)].map(([, library]) => library);
if (bundled.length === 0)
	throw new Error('dist/nodes/bundle.js names no library: run npm run build first');

// npm names the package after its folder.
const place = mkdtempSync(path.join(tmpdir(), 'sbom-'));
const folder = path.join(place, name);
try {
	mkdirSync(folder);
	const locked = bundled.map((library) => [library, packages[`node_modules/${library}`]]);
	const dependencies = Object.fromEntries(locked.map(([library, one]) => [library, one.version]));
	const root = { name, version, license, dependencies };
	const shipped = locked.map(([library, { dev, ...one }]) => [`node_modules/${library}`, one]);
	const lock = {
		name,
		version,
		lockfileVersion: 3,
		packages: { '': root, ...Object.fromEntries(shipped) },
	};
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root));
	writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
	const form = ['--sbom-format', 'cyclonedx', '--sbom-type', 'library'];
	process.stdout.write(
		execFileSync('npm', ['sbom', '--package-lock-only', ...form], { cwd: folder }),
	);
} finally {
	rmSync(place, { recursive: true, force: true });
}
