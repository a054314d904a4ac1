/** `npm run sandbox`: starts the sandbox for people. */
import { BOOK, DEFAULT_TOKEN, startSandbox, type Sandbox } from './server.mts';
import { readArguments, USAGE } from './cli.mts';

function describe(sandbox: Sandbox): string {
	const rows = BOOK.filter(({ network }) => ['BTC', 'ETH', 'TRX'].includes(network)).map(
		({ network, address, gives }) => `  ${network}  ${address.padEnd(42)}  ${gives}`,
	);
	return [
		'AML check sandbox is running.',
		'',
		`  Base URL      ${sandbox.baseUrl}`,
		`  Access token  ${sandbox.token}`,
		'',
		'Addresses with a known result (any other address gets a score by its hash):',
		'',
		...rows,
		'',
		`More networks, and what can be switched: ${sandbox.baseUrl}/sandbox`,
		'',
		'To lose the answers to the next two paid checks:',
		'',
		`  curl -X POST ${sandbox.baseUrl}/sandbox/faults -d '{"method":"checkup.checkaddr","kind":"lostAnswer","times":2}'`,
		'',
		'Ctrl+C stops it.',
	].join('\n');
}

function explain(error: unknown, port: number | undefined): string {
	const { code, message } = error as NodeJS.ErrnoException;
	if (code !== 'EADDRINUSE') return message;
	return `Port ${port} is taken. Choose another one: npm run sandbox -- --port 0`;
}

const parsed = readArguments(process.argv.slice(2), DEFAULT_TOKEN);
if ('problem' in parsed) {
	process.stderr.write(`${parsed.problem}\n\n${USAGE}\n`);
	process.exitCode = 2;
} else if ('help' in parsed) process.stdout.write(`${USAGE}\n`);
else {
	try {
		const sandbox = await startSandbox(parsed.options);
		const stop = () => void sandbox.close();
		process.once('SIGINT', stop);
		process.once('SIGTERM', stop);
		process.stdout.write(`${describe(sandbox)}\n`);
	} catch (error) {
		process.stderr.write(`${explain(error, parsed.options.port)}\n`);
		process.exitCode = 1;
	}
}
