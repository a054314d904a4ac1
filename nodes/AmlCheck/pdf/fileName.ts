import { createHash } from 'node:crypto';

import type { CheckRecord } from '../../shared/rpc/schemas';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Letters, digits and a few signs that every file system takes; no path, no hidden file, no second extension. */
const sanitize = (text: string) =>
	text
		.replace(/[^A-Za-z0-9_-]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 100);

/**
 * What tells one link from another: the check's hash if it is in it, else the end of its path, with a digest of the query
 * and never the query itself, since that may be what grants access.
 */
function nameOfLink({ pathname, search }: URL): string {
	const hash = UUID.exec(pathname + search)?.[0].toLowerCase();
	if (hash) return hash;
	const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
	const name = sanitize(last.replace(/\.pdf$/i, '')) || 'report';
	if (search === '') return name;
	return `${name}-${createHash('sha256').update(search).digest('hex').slice(0, 8)}`;
}

/**
 * A file name that says what is in it; safe on every file system, whatever the service sent.
 * @param check what is known of the check.
 * @param url the link; it often holds the check's hash.
 * @returns e.g. `aml-BTC-bc1q…-2026-01-31-3f2a8c1e.pdf`, or `aml-check-<hash>.pdf` where only the link is known.
 */
export function pdfFileName(
	check:
		Pick<CheckRecord, 'hash' | 'currency' | 'address' | 'transaction' | 'resultDate'> | undefined,
	url: URL,
): string {
	if (!check) return `aml-check-${nameOfLink(url)}.pdf`;
	const parts = [
		'aml',
		check.currency?.toUpperCase(),
		check.transaction || check.address,
		check.resultDate?.slice(0, 10),
		check.hash.slice(0, 8),
	];
	return `${parts
		.map((part) => sanitize(part ?? ''))
		.filter((part) => part !== '')
		.join('-')}.pdf`;
}
