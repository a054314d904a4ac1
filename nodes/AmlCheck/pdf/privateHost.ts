import { fromByteArray, isValid, parse } from '../../shared/vendor/ipaddr';
import type { IPv4, IPv6 } from '../../shared/vendor/ipaddr';

/** Ranges that lead to this machine or into a private network. */
const PRIVATE: ReadonlySet<string> = new Set([
	'carrierGradeNat',
	'deprecatedSiteLocal',
	'linkLocal',
	'loopback',
	'private',
	'uniqueLocal',
	'unspecified',
]);

/** Where an IPv6 address of a range has an IPv4 address inside: the first of its four bytes. */
const INNER: Readonly<Record<string, number>> = {
	'6to4': 2,
	ipv4Mapped: 12,
	rfc6052: 12,
	rfc6145: 12,
};

function isPrivate(address: IPv4 | IPv6): boolean {
	const range = address.range();
	const bytes = address.toByteArray();
	// Twelve zeros and an IPv4 address, which the library knows in decimal form only.
	const isCompatible = range === 'unicast' && bytes.slice(0, 12).every((byte) => byte === 0);
	const start = isCompatible && bytes.length === 16 ? 12 : INNER[range];
	if (start === undefined) return PRIVATE.has(range);
	return isPrivate(fromByteArray(bytes.slice(start, start + 4)));
}

/**
 * Whether a host is, by its spelling alone, this machine or one of a private network. `URL` has already turned
 * decimal, octal and hexadecimal forms of IPv4 into the usual one.
 * @param hostname as in `URL.hostname`.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host === 'localhost' || host.endsWith('.localhost')) return true;
	const literal = host.replace(/^\[|\]$/g, '');
	return isValid(literal) && isPrivate(parse(literal));
}
