import { existsSync, readFileSync } from 'node:fs';

it('the files that jest begins with exist', () => {
	const listed = [...readFileSync('test/slowestFirst.mjs', 'utf8').matchAll(/'(test\/.+)',/g)];
	expect(listed.length).toBeGreaterThan(0);
	const files = listed.map(([, name]) => `${name}.test.mts`);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
