/** A title stays readable. */
const MAX_IN_TITLE = 20;

/** Numbers as a person lists them: three and more in a row become a range. */
function toParts(numbers: readonly number[]): string[] {
	const parts: string[] = [];
	for (let at = 0; at < numbers.length;) {
		let end = at;
		while (numbers[end + 1] === numbers[end] + 1) end++;
		if (end - at < 2) end = at;
		parts.push(end === at ? String(numbers[at]) : `${numbers[at]} to ${numbers[end]}`);
		at = end + 1;
	}
	return parts;
}

/**
 * Lists rows for a message; they count from 0, as in n8n.
 * @param numbers of the input items, ascending.
 * @param max so many numbers and ranges are named.
 * @returns e.g. `row 3` or `rows 3, 17, 20 to 25, …`.
 */
export function listRows(numbers: readonly number[], max: number): string {
	const parts = toParts(numbers);
	const named = [...parts.slice(0, max), ...(parts.length > max ? ['…'] : [])];
	return `${numbers.length === 1 ? 'row' : 'rows'} ${named.join(', ')}`;
}

/**
 * Names input items by their numbers, which count from 0 as in n8n.
 * @param numbers of the items, ascending.
 * @returns `title` for a message, such as `[items 0, 2, 5 to 9]`; where that would be too long, `rest` for the text below
 * it names all of them, so that none is left out.
 */
export function nameItems(numbers: readonly number[]): { title: string; rest: string } {
	const parts = toParts(numbers);
	const more = parts.length > MAX_IN_TITLE ? ' and others' : '';
	const title = `[item${numbers.length === 1 ? '' : 's'} ${parts.slice(0, MAX_IN_TITLE).join(', ')}${more}]`;
	return { title, rest: more === '' ? '' : ` All of them: items ${parts.join(', ')}.` };
}
