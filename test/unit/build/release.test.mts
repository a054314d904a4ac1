/** What `npm run release` changes: the version, and in the changelog two lines. It runs in a clone without a remote. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const VERSION = '0.97.0';

/** Nobody's: the machine may know no author. */
const AUTHOR = { NAME: 'Release test', EMAIL: 'release-test@example.com' };
const identity = Object.fromEntries(
	Object.entries(AUTHOR).flatMap(([key, value]) => [
		[`GIT_AUTHOR_${key}`, value],
		[`GIT_COMMITTER_${key}`, value],
	]),
);

let clone: string;

const run = (command: string, ...args: string[]): string =>
	execFileSync(command, args, {
		cwd: clone,
		encoding: 'utf8',
		env: { ...process.env, ...identity, CI: 'true' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});

const read = (file: string, folder = clone): string =>
	readFileSync(path.join(folder, file), 'utf8');

beforeAll(() => {
	clone = mkdtempSync(path.join(tmpdir(), 'release-'));
	run('git', 'clone', '--quiet', '--depth', '1', `file://${ROOT}`, '.');
	run('git', 'checkout', '--quiet', '-B', 'main');
	run('git', 'remote', 'remove', 'origin');
	for (const file of ['.release-it.json', 'CHANGELOG.md', 'package.json', 'package-lock.json'])
		cpSync(path.join(ROOT, file), path.join(clone, file));
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
	writeFileSync(path.join(clone, '.git/info/exclude'), 'node_modules\n');
	run('git', 'add', '--all');
	run('git', 'commit', '--quiet', '--allow-empty', '--message', 'Before the release');
	const { scripts } = JSON.parse(read('package.json')) as { scripts: { release: string } };
	// Without a remote there is nothing to push to.
	const local = ['--ci', '--no-git.push', '--no-git.requireUpstream'];
	run('npx', '--no-install', ...scripts.release.split(' '), VERSION, ...local);
}, 120_000);

afterAll(() => rmSync(clone, { recursive: true, force: true }));

it('keeps every line that people wrote in the changelog', () => {
	const after = read('CHANGELOG.md').split('\n');
	const before = read('CHANGELOG.md', ROOT).split('\n');
	const isLink = (line: string) => line.startsWith('[');
	const date = `\\d{4}-\\d\\d-\\d\\d`;
	const added = after.filter((line) => !before.includes(line) && !isLink(line));
	expect(added).toEqual([expect.stringMatching(new RegExp(`^## \\[${VERSION}\\] - ${date}$`))]);
	const kept = after.filter((line) => !added.includes(line) && !isLink(line) && line !== '');
	expect(kept).toEqual(before.filter((line) => !isLink(line) && line !== ''));
});

it('moves what is unreleased to the version, and leaves the heading for the next', () => {
	const [, unreleased = '', released = ''] = read('CHANGELOG.md').split(/^## /m);
	expect(unreleased.trim()).toBe('[Unreleased]');
	const [, before = ''] = read('CHANGELOG.md', ROOT).split(/^## /m);
	const entries = before.slice(before.indexOf('\n')).trim();
	expect(entries).not.toBe('');
	expect(released.slice(released.indexOf('\n')).trim()).toBe(entries);
});

it('gives the version that was asked for, and changes nothing else', () => {
	const changed = run('git', 'diff', '--name-only', 'HEAD~1').trim().split('\n');
	expect(changed).toEqual(['CHANGELOG.md', 'package-lock.json', 'package.json']);
	const numbers = run('git', 'diff', '--unified=0', 'HEAD~1', '--', 'package.json');
	const lines = numbers.split('\n').filter((line) => /^\+(?!\+)/.test(line));
	expect(lines).toEqual([`+\t"version": "${VERSION}",`]);
	expect(run('git', 'tag', '--points-at', 'HEAD').trim()).toBe(VERSION);
	expect(run('git', 'log', '-1', '--format=%s').trim()).toBe(`Release ${VERSION}`);
});

it('has the notes of the release on GitHub', () => {
	const notes = run('node', 'scripts/changelogSection.mjs', VERSION);
	expect(read('CHANGELOG.md')).toContain(notes.trim());
	expect(() => run('node', 'scripts/changelogSection.mjs', '9.9.9')).toThrow(/no entries/);
});
