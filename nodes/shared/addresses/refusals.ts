import { NETWORKS } from '../networks';
import { describeCharacter, findForeign, findInvisible, quote } from './hygiene';
import { nameNetworks } from './families';
import { describeTransactionHash } from './transactions';
import type { Network, Reading, Refusal, RefusalReason, TargetKind } from './types';

const COPY_AGAIN = 'Copy it again from where it comes from, without retyping it.';
const SWITCH_OFF = 'If you are sure that it is right, turn off Validate Targets in the options.';

/** What a field is called in a message. */
const NOUNS: Readonly<Record<TargetKind, string>> = {
	address: 'address',
	transaction: 'transaction hash',
};

function refuse(reason: RefusalReason, message: string, advice: string): Refusal {
	return { ok: false, reason, message, advice };
}

/**
 * Refuses what is wrong with a text before its network is looked at: nothing there, or characters nobody can see.
 *
 * @param text cleaned text
 * @param kind what it should be
 * @returns the refusal, or undefined if there is something to look at
 */
export function refuseUnreadable(text: string, kind: TargetKind): Refusal | undefined {
	const noun = NOUNS[kind];
	if (text === '') {
		const advice = `Fill in the ${noun}, or leave the item out before this node.`;
		return refuse('empty', `The ${noun} is empty.`, advice);
	}
	const invisible = findInvisible(text);
	if (invisible === undefined) return undefined;
	const message = `The ${noun} ${quote(text)} contains an invisible character (${describeCharacter(invisible)}).`;
	const advice = `Delete the text completely and enter the ${noun} again, or remove that character before this node.`;
	return refuse('invisibleCharacters', message, advice);
}

/**
 * Refuses a text that is a target of the other kind.
 *
 * @param text cleaned text
 * @param wanted what it should be
 * @returns the refusal
 */
export function refuseOtherKind(text: string, wanted: TargetKind): Refusal {
	const found = wanted === 'address' ? 'a transaction hash' : 'an address';
	const wantedNoun = wanted === 'address' ? 'an address' : 'a transaction hash';
	const advice =
		wanted === 'address'
			? 'Enter the wallet address here, or use the operation Check Transaction.'
			: 'Enter the hash of the transaction here, or use the operation Check Address.';
	return refuse('format', `${quote(text)} is ${found}, not ${wantedNoun}.`, advice);
}

/**
 * Refuses a private key, without repeating any of it.
 *
 * @param kind what it was entered as
 * @returns the refusal
 */
export function refuseSecret(kind: TargetKind): Refusal {
	return refuse(
		'format',
		`What was entered as the ${NOUNS[kind]} is a private key. It was not sent anywhere.`,
		'Enter the public address instead, and remove the key from your workflow and its data.',
	);
}

/**
 * Refuses an address by what the families made of it.
 *
 * @param text cleaned text
 * @param network the network the user chose
 * @param readings what the families made of it, none of them a valid address of that network
 * @returns the refusal that helps most: one about the network chosen first, then one about others
 */
export function refuseAddress(
	text: string,
	network: Network,
	readings: readonly Reading[],
): Refusal {
	if (readings.some(({ state }) => state === 'secret')) return refuseSecret('address');
	const isOwn = (reading: Reading) => 'networks' in reading && reading.networks.includes(network);
	const certain = readings.filter((reading) => !isDoubtful(reading));
	const doubtful = readings.filter((reading) => isDoubtful(reading));
	const ordered = [
		...certain.filter(isOwn),
		...doubtful.filter(isOwn),
		...certain.filter((reading) => !isOwn(reading)),
		...doubtful.filter((reading) => !isOwn(reading)),
	];
	const refusals = ordered.map((reading) => refuseReading(text, network, reading));
	return refusals.find((refusal) => refusal !== undefined) ?? refuseShape(text, network);
}

/** A reading whose checksum did not confirm it. */
function isDoubtful(reading: Reading): boolean {
	return reading.state === 'checksum' || reading.state === 'malformed';
}

function refuseReading(text: string, network: Network, reading: Reading): Refusal | undefined {
	const { name } = NETWORKS[network];
	switch (reading.state) {
		case 'test':
			return refuse(
				'testNetwork',
				`${quote(text)} is an address of a test network of ${nameNetworks(reading.networks)}.`,
				`Enter an address of ${name}'s main network.`,
			);
		case 'elsewhere':
			return refuseForeign(text, network, reading.name);
		case 'other':
			return refuse('format', `${quote(text)} is ${reading.what}.`, reading.advice);
		case 'checksum':
		case 'malformed':
			return reading.networks.includes(network)
				? refuseBroken(text, network, reading)
				: refuseForeign(text, network, nameNetworks(reading.networks));
		case 'address':
			return refuseForeign(text, network, nameNetworks(reading.networks));
		case 'secret':
		case 'unknown':
			return undefined;
	}
}

/** Refuses what was meant as an address of the network chosen. */
function refuseBroken(
	text: string,
	network: Network,
	reading: Extract<Reading, { state: 'checksum' | 'malformed' }>,
): Refusal {
	const subject = `The ${NETWORKS[network].name} address ${quote(text)}`;
	return reading.state === 'malformed'
		? refuse('format', `${subject} ${reading.what}.`, COPY_AGAIN)
		: refuse(
				'checksum',
				`${subject} is mistyped or incomplete: its checksum does not fit.`,
				COPY_AGAIN,
			);
}

/** Refuses what looks like an address of another network. */
function refuseForeign(text: string, network: Network, looksLike: string): Refusal {
	return refuse(
		'wrongNetwork',
		`${quote(text)} is not ${withArticle(NETWORKS[network].name)} address: it looks like one of ${looksLike}.`,
		`Choose the network the address belongs to, or enter an address of ${NETWORKS[network].name} (${network}).`,
	);
}

/** Refuses a text that no family recognises. */
function refuseShape(text: string, network: Network): Refusal {
	const { name, addressStart } = NETWORKS[network];
	const message = `${quote(text)} is not ${withArticle(name)} address${whyNot(text)}.`;
	const advice = `${name} addresses start with ${addressStart}. ${COPY_AGAIN} ${SWITCH_OFF}`;
	return refuse('format', message, advice);
}

/**
 * Refuses a text that is no transaction hash.
 *
 * @param text cleaned text
 * @param network the network the user chose
 * @returns the refusal
 */
export function refuseTransactionShape(text: string, network: Network): Refusal {
	const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(text)?.[1].length;
	const why = digits === undefined ? whyNot(text) : `: it has ${digits} hexadecimal digits`;
	return refuse(
		'format',
		`${quote(text)} is not a transaction hash${why}.`,
		`A transaction hash of ${NETWORKS[network].name} is ${describeTransactionHash(network)}. ${COPY_AGAIN} ${SWITCH_OFF}`,
	);
}

/** A network's name with its article; XRP is read letter by letter. */
function withArticle(name: string): string {
	return /^[AEIOX]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** What catches the eye in a text that is nothing known. */
function whyNot(text: string): string {
	if (/:\/\//.test(text)) return ': it is a link';
	if (/\s/.test(text)) return ': there is white space inside it';
	const foreign = findForeign(text);
	if (foreign === undefined) return '';
	return `: it contains “${foreign}” (${describeCharacter(foreign)}), which is not a letter of any address`;
}
