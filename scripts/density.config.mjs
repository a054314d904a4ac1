/** What a reader has to hold at once (npm run lint:density): the file eslint.config.mjs stays n8n's own. */
import { config } from '@n8n/node-cli/eslint';

const { parser } = config
	.map(({ languageOptions }) => languageOptions)
	.findLast((one) => one?.parser);

/** Text that is folded to save a line, at the reader's cost. */
const FOLDED = [
	{
		selector: 'SpreadElement > ObjectExpression.argument',
		message: 'Write the members of a literal one a line instead of spreading a second literal.',
	},
	{
		selector: 'VariableDeclarator[id.type="ArrayPattern"] > ArrayExpression.init',
		message: 'Declare each variable by itself.',
	},
	{
		selector: 'AssignmentExpression[left.type="ArrayPattern"] > ArrayExpression.right',
		message: 'Assign each variable by itself.',
	},
];

/** What depends on the time zone of the machine. */
const ZONED = [
	{
		selector: 'NewExpression[callee.name="Date"][arguments.length>0]',
		message:
			'Read and write dates in nodes/shared/dates.ts alone: other code would depend on the zone.',
	},
	{
		selector:
			'CallExpression[callee.property.name=/^(parse|[gs]et(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset))$/][callee.object.name=/^(Date|date)$/]',
		message:
			'Read and write dates in nodes/shared/dates.ts alone: other code would depend on the zone.',
	},
];

/** Names that a module imports from the package. */
const importsOf = (program) =>
	program.body
		.filter(({ type, source }) => type === 'ImportDeclaration' && /\/nodes\//.test(source.value))
		.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name));

/** A test that stands in for our own class or function pins the inside: it fails where nothing that users see changes. */
const noStandIns = {
	create: (context) => {
		const ours = new Set(importsOf(context.sourceCode.ast));
		return {
			'TSAsExpression[expression.type="TSAsExpression"]'({ expression, typeAnnotation }) {
				const isUnknown = expression.typeAnnotation.type === 'TSUnknownKeyword';
				const name = typeAnnotation.typeName?.name;
				if (isUnknown && ours.has(name))
					context.report({
						node: typeAnnotation,
						message: `Use a real ${name}: play it on n8n's engine, or test a pure function.`,
					});
			},
		};
	},
};

// The comments that switch n8n's rules off name rules that are unknown here.
const shared = { languageOptions: { parser }, linterOptions: { noInlineConfig: true } };

export default [
	{
		...shared,
		files: ['{nodes,credentials}/**/*.ts'],
		rules: { complexity: ['error', 15], 'no-restricted-syntax': ['error', ...FOLDED, ...ZONED] },
	},
	{
		files: ['nodes/shared/dates.ts'],
		rules: { 'no-restricted-syntax': ['error', ...FOLDED] },
	},
	{
		...shared,
		files: ['test/**/*.mts'],
		plugins: { own: { rules: { 'no-stand-ins': noStandIns } } },
		rules: { 'own/no-stand-ins': 'error' },
	},
];
