/** Finds the browser that the screenshots and the end-to-end tests use. */
import { existsSync } from 'node:fs';

const BROWSERS = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser on this machine; throws Error when there is none. */
export function findBrowser(): string {
	const found = BROWSERS.find((file) => file && existsSync(file));
	if (found) return found;
	throw new Error(
		'No Chromium or Chrome found. Install one (Debian: "apt-get install chromium"), or put its path into CHROMIUM_PATH.',
	);
}
