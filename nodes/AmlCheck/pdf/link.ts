import { isLoopback } from '../../shared/baseUrl';
import { invalidInput } from '../../shared/rpc/failure';
import { isPrivateHost } from './privateHost';

/** Every spelling that leads back to this machine: more than those by which plain HTTP is allowed. */
const HERE = /^(.+\.)?localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:(7f|0:0\])/i;

/**
 * Checks a link that came from outside before anything is fetched from it (design 8): encrypted, or to this very
 * machine where the service itself is there; into a private network only to the service's own host.
 * @param text the link.
 * @param serviceHost hostname of the credential's base URL.
 * @returns the link as a URL.
 * @throws AmlCheckError for a link that is not followed.
 */
export function readPdfLink(text: string, serviceHost: string): URL {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		throw invalidInput(
			`PDF Link '${text.slice(0, 100)}' is not an address`,
			'Give the pdfLink of a check as the service sent it.',
		);
	}
	const isHere = HERE.test(url.hostname);
	const isLocal = isLoopback(url.hostname);
	if (isHere && !isLoopback(serviceHost))
		throw invalidInput(
			'PDF Link points to the machine that n8n runs on',
			'Give the pdfLink of a check as the service sent it.',
		);
	if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
		throw invalidInput(
			'PDF Link does not begin with https://',
			'Only encrypted links are followed.',
		);
	if (!isHere && isPrivateHost(url.hostname) && url.hostname !== serviceHost)
		throw invalidInput(
			'PDF Link leads into a private network',
			'Give the pdfLink of a check as the service sent it.',
		);
	if (url.username || url.password)
		throw invalidInput('PDF Link holds a user name or password', 'Give a link without them.');
	return url;
}
