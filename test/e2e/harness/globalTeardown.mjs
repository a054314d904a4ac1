/** jest imports its tear-down as it is: this loads the TypeScript behind it. */
import { tsImport } from 'tsx/esm/api';

export default async function globalTeardown() {
	const { default: teardown } = await tsImport('./teardown.mts', import.meta.url);
	await teardown();
}
