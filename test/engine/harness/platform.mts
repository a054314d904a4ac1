/**
 * n8n-core outside of n8n: its container gets an instance that touches no disk and a logger that
 * remembers. n8n-core brings its own versions of the container and the logger, so they are loaded from where it is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { InstanceSettings } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';
import type { LogEntry } from './types.mts';

interface Container {
	get<T>(type: abstract new (...args: never[]) => T): T;
	set<T>(type: abstract new (...args: never[]) => T, instance: T): void;
}

const fromCore = createRequire(require.resolve('n8n-core'));

/** n8n's dependency injection container. */
export const container = (fromCore('@n8n/di') as { Container: Container }).Container;

/** The settings of n8n's guard against requests to private addresses; off unless a test switches it on. */
export const { SsrfProtectionConfig } = fromCore('@n8n/config') as {
	SsrfProtectionConfig: new () => { enabled: boolean; allowedHostnames: string[] };
};

const logsOfRun = new AsyncLocalStorage<LogEntry[]>();

const record =
	(level: LogEntry['level']) =>
	(message: string, metadata?: unknown): void => {
		logsOfRun.getStore()?.push({ level, message, metadata });
	};

const logger = {
	debug: record('debug'),
	error: record('error'),
	info: record('info'),
	warn: record('warn'),
	scoped: () => logger,
};

container.set((fromCore('@n8n/backend-common') as { Logger: new () => unknown }).Logger, logger);
container.set(InstanceSettings, {
	instanceId: 'harness',
	instanceType: 'main',
	n8nFolder: tmpdir(),
	encryptionKey: 'harness',
	hmacSignatureSecret: 'harness',
} as InstanceSettings);
LoggerProxy.init(logger);

/** Runs `action` and collects what n8n and its nodes log meanwhile, also when several run at once. */
export function withLogs<T>(logs: LogEntry[], action: () => T): T {
	return logsOfRun.run(logs, action);
}
