import { isLoopback } from '../../shared/baseUrl';
import { unusableValue } from '../../shared/parameters';

/** Every spelling that leads back to this machine: more than those by which plain HTTP is allowed. */
const HERE = /^(.+\.)?localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:(7f|0:0\])/i;

/**
 * Checks a link that came from outside before anything is fetched from it (design 8): encrypted, or to this very
 * machine where the service itself is there.
 * @param text the link.
 * @param isServiceLocal whether the credential's base URL is on this machine.
 * @returns the link as a URL.
 * @throws AmlCheckError for a link that is not followed.
 */
export function readPdfLink(text: string, isServiceLocal: boolean): URL {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		throw unusableValue(
			`PDF Link '${text.slice(0, 100)}' is not an address`,
			'Give the pdfLink of a check as the service sent it.',
		);
	}
	const isLocal = isLoopback(url.hostname);
	if (HERE.test(url.hostname) && !isServiceLocal)
		throw unusableValue(
			'PDF Link points to the machine that n8n runs on',
			'Give the pdfLink of a check as the service sent it.',
		);
	if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
		throw unusableValue(
			'PDF Link does not begin with https://',
			'Only encrypted links are followed.',
		);
	if (url.username || url.password)
		throw unusableValue('PDF Link holds a user name or password', 'Give a link without them.');
	return url;
}
