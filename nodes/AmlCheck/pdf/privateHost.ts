/** Ranges of IPv4 that lead to this machine or into a private network, as first address and bits. */
const PRIVATE_V4: ReadonlyArray<readonly [string, number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
];

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

const toNumber = (ipv4: string) =>
	ipv4.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isPrivateV4(value: number): boolean {
	return PRIVATE_V4.some(([first, bits]) => {
		const size = 2 ** (32 - bits);
		return Math.floor(value / size) === Math.floor(toNumber(first) / size);
	});
}

/** The eight groups of an IPv6 address in the form that `URL` gives it: hexadecimal, shortened once at most. */
function groupsOf(ipv6: string): number[] {
	const [head = '', tail] = ipv6.split('::');
	const read = (text: string) =>
		text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
	const [before, after] = [read(head), read(tail ?? '')];
	return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The IPv4 address inside one that is mapped, compatible, translated (NAT64) or 6to4. */
function innerV4(groups: readonly number[]): number | undefined {
	const at = (index: number) => (groups[index] ?? 0) * 65_536 + (groups[index + 1] ?? 0);
	const prefix = groups
		.slice(0, 6)
		.map((group) => group.toString(16))
		.join(':');
	if (['0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'].includes(prefix))
		return at(6);
	return groups[0] === 0x2002 ? at(1) : undefined;
}

function isPrivateV6(ipv6: string): boolean {
	const groups = groupsOf(ipv6);
	const first = groups[0] ?? 0;
	const isUniqueLocal = first >= 0xfc00 && first <= 0xfdff;
	const isLinkOrSiteLocal = first >= 0xfe80 && first <= 0xfeff;
	const inner = innerV4(groups);
	return isUniqueLocal || isLinkOrSiteLocal || (inner !== undefined && isPrivateV4(inner));
}

/**
 * Whether a host is, by its spelling alone, this machine or one of a private network: loopback, private, shared,
 * link-local, unique-local or unspecified (design 8). `URL` has already turned decimal, octal and hexadecimal forms
 * of IPv4 into the usual one.
 * @param hostname as in `URL.hostname`.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host === 'localhost' || host.endsWith('.localhost')) return true;
	if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
	return IPV4.test(host) && isPrivateV4(toNumber(host));
}
