const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

const sanitize = (text: string) => text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100);

/**
 * A file name that says what is in it.
 * @param check what is known of the check.
 * @param url the link; it often holds the check's hash.
 * @returns e.g. `aml-BTC-bc1q…-2026-01-31-3f2a8c1e.pdf`, or `aml-check-<hash>.pdf` where only the link is known.
 */
export function pdfFileName(
	check:
		| {
				hash: string;
				currency?: string | null;
				address?: string | null;
				transaction?: string | null;
				resultDate?: string | null;
		  }
		| undefined,
	url: URL,
): string {
	if (!check) {
		const hash = UUID.exec(url.pathname + url.search)?.[0].toLowerCase();
		return `aml-check-${hash ?? 'report'}.pdf`;
	}
	const parts = [
		'aml',
		check.currency?.toUpperCase(),
		check.transaction || check.address,
		check.resultDate?.slice(0, 10),
		check.hash.slice(0, 8),
	];
	return `${parts
		.filter((part): part is string => Boolean(part))
		.map(sanitize)
		.join('-')}.pdf`;
}
