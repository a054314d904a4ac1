/** Command line of the sandbox. */
import { parseArgs } from 'node:util';
import type { ProcessingTime, SandboxOptions } from './options.mts';

const DEFAULT_PORT = 8460;

export const USAGE = `Usage: npm run sandbox -- [options]

  --port <number>             port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes any free one)
  --token <text>              access token to accept (default sandbox-token)
  --processing <ms|min-max>   how long a check takes (default 3000; for example 2000-60000)
  --package <number>          checks in the package (default 10000)
  --help                      this text`;

export type ParsedArguments = { options: SandboxOptions } | { help: true } | { problem: string };

function readProcessing(text: string): ProcessingTime | undefined {
	const match = /^(\d+)(?:-(\d+))?$/.exec(text);
	if (!match) return undefined;
	const min = Number(match[1]);
	if (match[2] === undefined) return min;
	const max = Number(match[2]);
	return min <= max ? { min, max } : undefined;
}

const readWhole = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Reads the arguments of `npm run sandbox`. */
export function readArguments(args: string[], defaultToken: string): ParsedArguments {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string', default: String(DEFAULT_PORT) },
				token: { type: 'string', default: defaultToken },
				processing: { type: 'string', default: '3000' },
				package: { type: 'string', default: '10000' },
				help: { type: 'boolean', default: false },
			},
		});
		if (values.help) return { help: true };
		const port = readWhole(values.port);
		const processingMs = readProcessing(values.processing);
		const packageSize = readWhole(values.package);
		if (port === undefined || port > 65535) return { problem: '--port must be a port' };
		if (processingMs === undefined) {
			return { problem: '--processing must be milliseconds, or two joined by a hyphen' };
		}
		if (packageSize === undefined) return { problem: '--package must be a whole number' };
		if (values.token === '') return { problem: '--token must not be empty' };
		return { options: { port, token: values.token, processingMs, packageSize } };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error) };
	}
}
