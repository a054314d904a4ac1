/**
 * Which way dependencies may point (docs/maintainers/design.md): operations -> screening -> shared, the trigger -> shared. Run by
 * `npm run lint`. Imports of types count too: an arrow up is one, whatever it carries.
 */
const ACTION = '^nodes/AmlCheck/';
const TRIGGER = '^nodes/AmlCheckTrigger/';
const SHIPPED = '^(nodes|credentials)/';

/** The folders of nodes/shared, from the ground up: each is one layer, and needs itself and those before it. */
const LAYERS = [
	['vendor', 'base'],
	['failures'],
	['wallet'],
	['level'],
	['n8n'],
	['service'],
	['check'],
].map((folders) => ({
	name: folders.join(' and '),
	path: `^nodes/shared/(${folders.join('|')})/`,
}));

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
	forbidden: [
		forbid(
			'no-circle',
			'Modules that need each other are one module, or the part that both need is a third one.',
			{},
			{ circular: true },
		),
		forbid(
			'shared-knows-no-node',
			'What only one node needs belongs to that node.',
			{ path: '^(nodes/shared|credentials)/' },
			{ path: [ACTION, TRIGGER] },
		),
		...LAYERS.slice(0, -1).map(({ name, path }, index) =>
			forbid(
				'shared-has-an-order',
				`In nodes/shared, ${name} needs nothing of what is built on it.`,
				{ path },
				{ path: LAYERS.slice(index + 1).map((above) => above.path) },
			),
		),
		forbid(
			'shared-has-layers',
			'A new part of nodes/shared gets its place in the list of layers.',
			{},
			{ path: '^nodes/shared/', pathNot: LAYERS.map(({ path }) => path) },
		),
		forbid(
			'nodes-do-not-know-each-other',
			'What both nodes need belongs to nodes/shared.',
			{ path: ACTION },
			{ path: TRIGGER },
		),
		forbid(
			'nodes-do-not-know-each-other',
			'What both nodes need belongs to nodes/shared.',
			{ path: TRIGGER },
			{ path: ACTION },
		),
		forbid(
			'screening-knows-no-operation',
			'An operation hands screening what it needs: operations -> screening -> shared.',
			{ path: `${ACTION}(screening|items|fields)/` },
			{ path: `${ACTION}operations/` },
		),
		forbid(
			'items-know-no-screening',
			'What free operations need, too, knows nothing of paid checks: operations -> screening -> items, fields -> shared.',
			{ path: `${ACTION}(items|fields)/` },
			{ path: `${ACTION}screening/` },
		),
		forbid(
			'free-operations-pay-nothing',
			'The paid operations alone pay. A free one waits for results.',
			{ path: `${ACTION}operations/`, pathNot: `${ACTION}operations/screen\\.ts$` },
			{ path: `${ACTION}screening/`, pathNot: `${ACTION}screening/wait\\.ts$` },
		),
		forbid(
			'shipped-code-stands-alone',
			'The package is nodes and credentials; tools, stand-ins and tests stay at home.',
			{ path: SHIPPED },
			{ path: '^(sandbox|instance|demo|bench|scripts|test)/' },
		),
		forbid(
			'libraries-through-vendor',
			'What is bundled is imported in nodes/shared/vendor alone; n8n brings n8n-workflow.',
			{ path: SHIPPED, pathNot: '^nodes/shared/vendor/' },
			{ dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional'], pathNot: 'n8n-workflow' },
		),
		forbid(
			'stand-in-knows-no-node',
			'The sandbox judges the nodes, so it shares only what holds for both: types, currencies, addresses.',
			{ path: '^sandbox/' },
			{ path: [ACTION, TRIGGER] },
		),
		forbid(
			'instance-knows-no-user-of-it',
			'What starts a real n8n serves the demo, the scripts and the tests, and needs none of them.',
			{ path: '^(instance|sandbox)/' },
			{ path: '^(bench|demo|scripts|test)/' },
		),
		forbid(
			'tests-need-no-demo',
			'What the demo and a test both need belongs to instance.',
			{ path: '^(bench|scripts|test)/' },
			{ path: '^demo/' },
		),
		forbid(
			'resolvable',
			'An import that leads nowhere.',
			{},
			{ couldNotResolve: true, pathNot: '^(@n8n/node-cli/eslint$|@stryker-mutator/)' },
		),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|instance/n8n)/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.tools.json' },
		moduleSystems: ['es6', 'cjs'],
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
			extensions: ['.ts', '.mts', '.mjs', '.js', '.json'],
		},
	},
};
