/** jest imports its set-up as it is: this loads the TypeScript behind it. */
import { tsImport } from 'tsx/esm/api';

export default async function globalSetup() {
	const { default: setup } = await tsImport('./setup.mts', import.meta.url);
	await setup();
}
