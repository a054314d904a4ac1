/** What a reader has to hold at once (npm run lint:density): the file eslint.config.mjs stays n8n's own. */
import { config } from '@n8n/node-cli/eslint';

const { parser } = config
	.map(({ languageOptions }) => languageOptions)
	.findLast((one) => one?.parser);

export default [
	{
		files: ['**/*.ts'],
		languageOptions: { parser },
		// The comments that switch n8n's rules off name rules that are unknown here.
		linterOptions: { noInlineConfig: true },
		rules: { complexity: ['error', 15], 'max-lines': ['error', 250] },
	},
];
