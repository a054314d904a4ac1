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
			'Read and write dates in nodes/shared/base/dates.ts alone: other code would depend on the zone.',
	},
	{
		selector:
			'CallExpression[callee.property.name=/^(parse|[gs]et(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset))$/][callee.object.name=/^(Date|date)$/]',
		message:
			'Read and write dates in nodes/shared/base/dates.ts alone: other code would depend on the zone.',
	},
];

/** Names that a module imports from the package. */
const importsOf = (program) =>
	program.body
		.filter(({ type, source }) => type === 'ImportDeclaration' && /\/nodes\//.test(source.value))
		.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name));

/** The names in a type, such as `Order` and `Partial` of `Partial<Order>`. */
function namesIn(type) {
	if (typeof type !== 'object' || type === null) return [];
	if (Array.isArray(type)) return type.flatMap(namesIn);
	if (type.type === 'Identifier') return [type.name];
	const { parent, loc, range, ...members } = type;
	return Object.values(members).flatMap(namesIn);
}

/** Types through which anything can become anything. */
const DOORS = ['TSUnknownKeyword', 'TSNeverKeyword', 'TSAnyKeyword'];

/** A test that stands in for our own class or function pins the inside: it fails where nothing that users see changes. */
const noStandIns = {
	create: (context) => {
		const ours = new Set(importsOf(context.sourceCode.ast));
		const isOurs = (node) => namesIn(node).some((name) => ours.has(name));
		const report = (node, what) =>
			context.report({
				node,
				message: `Use a real ${what}: play it on n8n's engine, or test a pure function.`,
			});
		return {
			'TSAsExpression[expression.type="TSAsExpression"]'({ expression, typeAnnotation }) {
				if (DOORS.includes(expression.typeAnnotation.type) && isOurs(typeAnnotation))
					report(typeAnnotation, context.sourceCode.getText(typeAnnotation));
			},
			'TSAsExpression > TSNeverKeyword.typeAnnotation'(node) {
				const { parent } = node;
				const isLiteral = [
					'ArrayExpression',
					'ObjectExpression',
					'ArrowFunctionExpression',
				].includes(parent.expression.type);
				if (ours.size > 0 && parent.parent.type !== 'TSAsExpression' && isLiteral)
					report(parent, 'value');
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
		files: ['nodes/shared/base/dates.ts'],
		rules: { 'no-restricted-syntax': ['error', ...FOLDED] },
	},
	{
		...shared,
		files: ['test/**/*.mts'],
		plugins: { own: { rules: { 'no-stand-ins': noStandIns } } },
		rules: { 'own/no-stand-ins': 'error' },
	},
];
