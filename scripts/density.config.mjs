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

export default [
	{
		files: ['**/*.ts', '**/*.mts'],
		languageOptions: { parser },
		// The comments that switch n8n's rules off name rules that are unknown here.
		linterOptions: { noInlineConfig: true },
		rules: { complexity: ['error', 15], 'no-restricted-syntax': ['error', ...FOLDED] },
	},
];
