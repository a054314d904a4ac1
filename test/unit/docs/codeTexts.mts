/** The texts of the code as a reader of the docs knows them: whatever is filled in at run time is a `…`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './pages.mts';

const FOLDERS = ['nodes', 'credentials'];

/** The text of a string or template, or undefined for any other expression. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

function textsOfFile(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		if (text !== undefined) texts.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

/** Every string and template of the shipped code. */
export function codeTexts(): string[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.flatMap((file) => textsOfFile(path.join(ROOT, folder, file))),
	);
}

/** Functions whose first text is a message, as `new Error('…')` and `unusableValue('…', '…')`. */
const TELLERS = /^(Error|make|refuse|unusable|unusableValue|CursorError)$/;

/** The texts that an expression may come to, names of constants of the same file looked up. */
function spellingsOf(node: ts.Expression, constants: Map<string, ts.Expression>): string[] {
	const text = textOf(node);
	if (text !== undefined) return [text];
	if (ts.isConditionalExpression(node))
		return [node.whenTrue, node.whenFalse].flatMap((one) => spellingsOf(one, constants));
	const meant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
	return meant ? spellingsOf(meant, constants) : [];
}

/** What is given to whom as a message: the value of a `message`, or the first text of a call that makes a failure. */
function messageExpression(node: ts.Node, source: ts.SourceFile): ts.Expression | undefined {
	if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'message')
		return node.initializer;
	if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
	const isTeller = TELLERS.test(node.expression.getText(source));
	return isTeller
		? node.arguments?.find((argument) => spellingsOf(argument, new Map()).join('').includes(' '))
		: undefined;
}

/** Two words of its own at least: what is less wraps other messages. A message begins like a sentence. */
const isMessage = (text: string) =>
	!/^[a-z]/.test(text) && (text.match(/[A-Za-z]+/g) ?? []).length > 1;

/** Every message of the shipped code that says what kept it from its work, with its file. */
export function failureMessages(): Array<{ file: string; message: string }> {
	return FOLDERS.flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.flatMap((name) => {
				const file = `${folder}/${name.replaceAll(path.sep, '/')}`;
				const text = readFileSync(path.join(ROOT, file), 'utf8');
				const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
				const constants = new Map<string, ts.Expression>();
				const messages: string[] = [];
				const visit = (node: ts.Node): void => {
					if (ts.isVariableDeclaration(node) && node.initializer)
						constants.set(node.name.getText(source), node.initializer);
					const expression = messageExpression(node, source);
					if (expression) messages.push(...spellingsOf(expression, constants));
					ts.forEachChild(node, visit);
				};
				visit(source);
				return messages.filter(isMessage).map((message) => ({ file, message }));
			}),
	);
}

/** The messages of one file: the values of its properties called `message`. */
export function messagesOf(file: string): string[] {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
	const messages: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'message') {
			const message = textOf(node.initializer);
			if (message !== undefined) messages.push(message);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return messages;
}
