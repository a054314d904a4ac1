/**
 * Words that make readers stop, as a rule of textlint. Code, quotes and the targets of links are left alone. Each entry
 * has what to write in its place.
 */
const WORDS = [
	[/\b(?:un)?told\b|\btells?\b/gi, 'show, return, report, unspecified'],
	[
		/\b(?:a|each|every|first|fewer|free|last|many|more|next|no|the|\d+) looks?\b/gi,
		'request, poll, attempt',
	],
	[/\blook(?:s|ed)? (?:for|it|them|what)\b/gi, 'search, request, poll'],
	[/\b(?:came|comes?) (?:of|to)\b/gi, 'result, outcome'],
	[/\bst(?:ands?|ood) (?:beside|for|in)\b/gi, 'replace, next to'],
	[/\bgo(?:es)? on\b|\bbeg[aiu]n(?:s|ning)? anew\b/gi, 'continue, restart'],
	[/\bfrom (?:which|there|here) on\b/gi, 'from'],
	[
		/\b(?:is|are|was|were|be) (?:asked|delivered|ignored|quoted|refused|remembered|removed|requested|submitted)\b/gi,
		'a sentence that says who does it',
	],
	[/\ball the same\b/gi, 'anyway'],
	[/\balso where\b/gi, 'even if'],
	[/(?<=^|[.!] )So (?:few|long|many|much|often)\b/g, 'a sentence: The number of …'],
	[/(?<=^|[.!] )(?:Of|What(?! to\b))\b(?![^.!?]*\?)/g, 'a sentence that begins with its subject'],
];

/** Replaces what the rule leaves alone by as many letters, so that places stay true. */
const blank = (source) =>
	source.replace(/`[^`]*`|"[^"]*"|\]\([^)]*\)/g, (part) => 'x'.repeat(part.length));

module.exports = function words({ Syntax, RuleError, report, getSource, locator }) {
	return {
		[Syntax.Paragraph](node) {
			const text = blank(getSource(node));
			for (const [pattern, better] of WORDS) {
				for (const { 0: found, index } of text.matchAll(pattern)) {
					const padding = locator.range([index, index + found.length]);
					report(node, new RuleError(`"${found}": better ${better}`, { padding }));
				}
			}
		},
	};
};
