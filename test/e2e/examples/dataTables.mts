/** The data tables of an n8n, which the demo fills too. */
export { DataTable } from '../../../demo/lib/dataTables.mts';
