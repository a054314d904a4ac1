/** A mail server that keeps what it is sent: as much of SMTP (RFC 5321) as n8n's Send Email node speaks. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** One e-mail as it came over the wire. */
export interface Mail {
	to: string[];
	subject: string;
	/** Headers and body, decoded as far as the tests read it. */
	text: string;
	at: Date;
}

export interface MailStandIn {
	port: number;
	mails: Mail[];
	/** While true every recipient is refused. */
	refuses: boolean;
	/** While true no e-mail is taken, and none is refused. */
	hangs: boolean;
	close(): Promise<void>;
}

/** The data of n8n's credential "SMTP". */
export const smtpData = ({ port }: MailStandIn) => ({
	host: '127.0.0.1',
	port,
	secure: false,
	disableStartTls: true,
	user: '',
	password: '',
});

const decodeQuotedPrintable = (text: string): string => {
	const bytes = text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
};

const decodeWords = (text: string): string =>
	text
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, data: string) =>
			Buffer.from(data, 'base64').toString('utf8'),
		)
		.replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, data: string) =>
			decodeQuotedPrintable(data.replace(/_/g, ' ')),
		);

/** Takes away the dot that the sender puts before a line's own dot (RFC 5321, 4.5.2). */
const unstuff = (data: string): string => data.replace(/(^|\r\n)\.\./g, '$1.');

function readMail(to: string[], source: string): Mail {
	const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(source)?.[1] ?? '';
	// A long subject is folded (RFC 5322, 2.2.3).
	const unfolded = subject.replace(/\r\n(?=[ \t])/g, '');
	return {
		to,
		subject: decodeWords(unfolded),
		text: decodeQuotedPrintable(source),
		at: new Date(),
	};
}

function converse(socket: Socket, standIn: MailStandIn): void {
	let [buffer, to, inData] = ['', [] as string[], false];
	const say = (line: string) => socket.write(`${line}\r\n`);
	const answerTo = (verb: string) => {
		if (verb === 'RCPT' && standIn.refuses) return '550 Not here';
		if (verb === 'DATA') return '354 Go on';
		return verb === 'QUIT' ? '221 Bye' : '250 OK';
	};
	const obey = (line: string) => {
		const verb = line.slice(0, 4).toUpperCase();
		if (verb === 'RCPT' && standIn.hangs) return;
		if (verb === 'RCPT' && !standIn.refuses) to.push(/<(.*)>/.exec(line)?.[1] ?? '');
		inData = verb === 'DATA';
		say(answerTo(verb));
		if (verb === 'QUIT') socket.end();
	};
	socket.on('error', () => socket.destroy());
	socket.on('data', (chunk) => {
		buffer += chunk.toString('utf8');
		for (;;) {
			const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
			if (end < 0) return;
			const part = buffer.slice(0, end);
			buffer = buffer.slice(end + (inData ? 5 : 2));
			if (!inData) obey(part);
			else {
				standIn.mails.push(readMail(to, unstuff(part)));
				[to, inData] = [[], false];
				say('250 Kept');
			}
		}
	});
	say('220 stand-in');
}

/** Starts the stand-in on a free port of the loopback. */
export async function startMailStandIn(): Promise<MailStandIn> {
	const standIn: MailStandIn = {
		port: 0,
		mails: [],
		refuses: false,
		hangs: false,
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
	const server = createServer((socket) => converse(socket, standIn));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	standIn.port = (server.address() as AddressInfo).port;
	return standIn;
}
