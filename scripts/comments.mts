/** The sentences of the comments of a TypeScript file. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A text, and where it stands or is declared. */
export interface Prose {
	where: string;
	text: string;
}

/** The comments of a file with their places, in their order. Lines that follow each other are one comment. */
function findComments(source: string): Array<{ from: number; to: number }> {
	const file = ts.createSourceFile('any.ts', source, ts.ScriptTarget.Latest, true);
	const found = new Map<number, number>();
	const visit = (node: ts.Node): void => {
		const { pos } = node;
		const ranges = [
			...(ts.getLeadingCommentRanges(source, pos) ?? []),
			...(ts.getTrailingCommentRanges(source, pos) ?? []),
		];
		for (const { pos: from, end } of ranges) found.set(from, end);
		node.getChildren(file).forEach(visit);
	};
	visit(file);
	const comments: Array<{ from: number; to: number }> = [];
	for (const [from, to] of [...found].sort(([a], [b]) => a - b)) {
		const last = comments.at(-1);
		const isNext = last && /^\s*$/.test(source.slice(last.to, from));
		if (isNext && source.startsWith('//', last.from) && source.startsWith('//', from)) last.to = to;
		else comments.push({ from, to });
	}
	return comments;
}

/** The paragraphs of a comment: an empty line, an item of a list and a tag begin a new one. */
function readParagraphs(comment: string): string[] {
	const lines = comment
		.replace(/^\/\*+|\*\/$/g, '')
		.split('\n')
		.map((line) => line.replace(/^\s*(?:\/\/|\*(?!\*))?\s*/, '').trim());
	const marked = lines.map((line) => (/^(?:@|- |\d+\. |$)/.test(line) ? `\n${line}` : line));
	return marked
		.join(' ')
		.split('\n')
		.map((text) =>
			text
				.trim()
				.replace(/^@param \S+\s*|^@throws \S+\s*|^@\w+\s*|^- |^\d+\. /, '')
				.replace(/\{@link (\w+)\}/g, '`$1`'),
		)
		.filter((text) => text !== '' && !text.startsWith('eslint-'));
}

/** Reads the comments of a file as paragraphs. */
export function readComments(path: string): Prose[] {
	const source = readFileSync(path, 'utf8');
	return findComments(source).flatMap(({ from, to }) => {
		const where = `${path}:${source.slice(0, from).split('\n').length}`;
		return readParagraphs(source.slice(from, to)).map((text) => ({ where, text }));
	});
}
