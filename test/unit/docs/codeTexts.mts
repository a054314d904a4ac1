/** The texts of the shipped code as a reader of the docs knows them: a value that is filled in is a `…`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './pages.mts';

const FOLDERS = ['nodes', 'credentials'];

/** The text of a string or template, or undefined for any other expression. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
		return node.text.replace(/\{\w+\}/g, '…');
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
