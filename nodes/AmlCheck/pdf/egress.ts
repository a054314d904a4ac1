import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidInput } from '../../shared/rpc/failure';

/** An n8n before 2.41 has no such filter. */
type Helpers = Partial<Pick<IExecuteFunctions['helpers'], 'getSecureEgressFilter'>>;

/**
 * Asks n8n's own filter, which resolves the name, whether a link may be followed (design 8). Nodes can't resolve names
 * themselves. The ranges are n8n's, so what its administrator allows is allowed here too.
 * @param context the node's context.
 * @param url a link that was found to be allowed by its spelling.
 * @param serviceHost hostname of the credential's base URL, which is always allowed.
 * @throws AmlCheckError where the name leads into a private network.
 */
export async function refusePrivateAddress(
	{ helpers }: { helpers: Helpers },
	url: URL,
	serviceHost: string,
): Promise<void> {
	if (url.hostname === serviceHost || helpers.getSecureEgressFilter === undefined) return;
	let isAllowed = true;
	try {
		isAllowed = (await helpers.getSecureEgressFilter('enforced').validateUrl(url)).ok;
	} catch {
		// A name that can't be resolved here may be known to a proxy; without one, the download says so itself.
	}
	if (!isAllowed)
		throw invalidInput(
			'PDF Link leads into a private network',
			'Give the pdfLink of a check as the service sent it. Your administrator can allow the host in n8n (N8N_SSRF_ALLOWED_HOSTNAMES).',
		);
}
