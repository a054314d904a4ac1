import { clip, plainText } from '../base/format';
import type { RiskLevel } from './judge';

/** In characters: a message in a chat, with a whole address and a whole transaction hash. */
const MAX_LENGTH = 480;

/** The content of a summary. Texts that are empty are left out. */
interface SummaryParts {
	riskLevel: RiskLevel;
	/** What was screened, such as `USDT on Tron` or `3 assets on Tron`. */
	asset: string;
	address: string;
	transaction?: string;
	/** What decided. */
	said: string;
	/** What follows: the owner's name, or the other checks of a wallet. */
	rest?: string;
}

/**
 * An address that can be copied. A prefix such as `bitcoincash:` is left out, since chats take it for a link, and what
 * is no letter, digit or hyphen too, since they read markup.
 */
const cleanIdentifier = (identifier: string) =>
	plainText(identifier.replace(/^[a-z]+:/i, ''), 256)
		.replace(/ /g, '')
		.slice(0, 130);

/** A token's symbol and the service's own words may hold what a chat or a page reads as markup, a mention or a link. */
const withoutMarkup = (text: string) => text.replace(/[*_~`<>&|@[\]\\]|:\/\//g, ' ');

/**
 * Makes the one line of a check or a wallet, such as
 * `HIGH · USDT on Tron · TSxT… · sanctions 3% (any trace is high; score 12/100) · Example Exchange`.
 */
export function makeSummary(parts: SummaryParts): string {
	const { riskLevel, asset, address, transaction = '', said, rest = '' } = parts;
	const tx = cleanIdentifier(transaction);
	const texts = [
		riskLevel.toUpperCase(),
		clip(asset, 80),
		cleanIdentifier(address),
		tx === '' ? '' : `transaction ${tx}`,
		clip(said, 200),
		rest,
	];
	return clip(withoutMarkup(texts.filter((text) => text !== '').join(' · ')), MAX_LENGTH);
}
