/** What the demo's examples find: a history of two months, and wallets to watch. */
import { BOOK } from '../sandbox/server.mts';
import { DataTable } from '../instance/dataTables.mts';
import type { Instance } from '../instance/start.mts';

const CHECKS = 120;
const TWELVE_HOURS_MS = 12 * 3_600_000;

const WATCHED = { file: 'watch-wallets', trigger: 'Every Day', table: 'Watched Wallets' };
const KINDS = ['low', 'medium', 'high'];

/** Puts finished checks into the history of a sandbox, and wallets into the table of the workflow that watches them. */
export async function fillDemo({ sandbox, rest, examples }: Instance): Promise<void> {
	sandbox.seedHistory(CHECKS, { until: Date.now(), everyMs: TWELVE_HOURS_MS });
	const workflow = examples.get(WATCHED.file);
	if (!workflow) throw new Error(`The example "${WATCHED.file}" is missing.`);
	// A run without rows makes the table, and pays for nothing.
	const table = await DataTable.find(rest, WATCHED.table);
	if (table) return;
	await rest.run(workflow, WATCHED.trigger);
	const rows = BOOK.filter(({ network, kind }) => network === 'BTC' && KINDS.includes(kind)).map(
		({ address, kind }) => ({ address, customer: `A ${kind} wallet` }),
	);
	await (await DataTable.named(rest, WATCHED.table)).insert(...rows);
}
