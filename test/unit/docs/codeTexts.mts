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
