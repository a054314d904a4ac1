/** n8n's engine for tests: real expressions, credentials, HTTP, retries, error outputs, polls, lists and tools. */
export * from './editor.mts';
export { defineNode } from './nodeTypes.mts';
export * from './place.mts';
export * from './poll.mts';
export * from './run.mts';
export * from './tool.mts';
export type * from './types.mts';
