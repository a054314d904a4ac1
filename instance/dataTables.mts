/** The data tables of an n8n, read and filled as its editor does. */
import type { N8nRest } from './rest.mts';

type Row = Record<string, string | number | boolean | null>;

interface StoredTable {
	id: string;
	name: string;
	projectId: string;
}

/** A table as n8n's node describes one that it makes. */
export interface NewTable {
	tableName: string;
	columns: { column: Array<{ name: string; type?: string }> };
}

const equals = (columnName: string, value: Row[string]) => ({
	type: 'and',
	filters: [{ columnName, condition: 'eq', value }],
});

/** One data table. */
export class DataTable {
	private constructor(
		private readonly rest: N8nRest,
		private readonly path: string,
	) {}

	/**
	 * Finds a table by its name.
	 *
	 * @throws Error when there is none
	 */
	static async named(rest: N8nRest, name: string): Promise<DataTable> {
		const table = await DataTable.find(rest, name);
		if (!table) throw new Error(`There is no data table "${name}".`);
		return table;
	}

	/** Makes a table in the project of the person, unless there is one of that name. */
	static async make(rest: N8nRest, { tableName, columns }: NewTable): Promise<void> {
		if (await DataTable.find(rest, tableName)) return;
		const { id } = await rest.request<{ id: string }>('GET', '/projects/personal');
		await rest.request('POST', `/projects/${id}/data-tables`, {
			name: tableName,
			columns: columns.column.map(({ name, type = 'string' }) => ({ name, type })),
		});
	}

	/** Finds a table by its name; undefined where there is none. */
	static async find(rest: N8nRest, name: string): Promise<DataTable | undefined> {
		const { data } = await rest.request<{ data: StoredTable[] }>('GET', '/data-tables-global');
		const table = data.find((one) => one.name === name);
		return table && new DataTable(rest, `/projects/${table.projectId}/data-tables/${table.id}`);
	}

	/** The rows in which every given column has the given value, in the order in which they were made. */
	async rows(like: Row = {}): Promise<Row[]> {
		const { data } = await this.rest.request<{ data: Row[] }>('GET', `${this.path}/rows?take=250`);
		return data.filter((row) => Object.entries(like).every(([name, value]) => row[name] === value));
	}

	/** Adds rows; returns them with their ids. */
	async insert(...data: Row[]): Promise<Row[]> {
		return await this.rest.request('POST', `${this.path}/insert`, { returnType: 'all', data });
	}

	/** Changes the rows in which a column has a value. */
	async update(columnName: string, value: Row[string], data: Row): Promise<void> {
		const filter = equals(columnName, value);
		await this.rest.request('PATCH', `${this.path}/rows`, { filter, data });
	}

	/** Takes out the rows in which a column has a value. */
	async remove(columnName: string, value: Row[string]): Promise<void> {
		const filter = JSON.stringify(equals(columnName, value));
		await this.rest.request('DELETE', `${this.path}/rows?filter=${encodeURIComponent(filter)}`);
	}
}
