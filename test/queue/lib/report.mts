/** What was looked at and what came of it. */

/** A line of the table of charges and losses. */
export interface Row {
	what: string;
	wanted: number;
	charged: number;
	/** Charges beyond one for each wanted check. */
	twice: number;
	/** Wanted checks without a result in the end. */
	lost: number;
}

/** Counts checks and prints them as they are made. */
export class Report {
	passed = 0;

	failed = 0;

	readonly rows: Row[] = [];

	readonly notes: string[] = [];

	/** Looks at one thing that has to hold. */
	check(what: string, holds: boolean, seen: unknown = ''): void {
		if (holds) this.passed++;
		else this.failed++;
		console.log(`  ${holds ? '✓' : '✗'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
	}

	/** Adds a line to the table, and looks at whether it is as it must be. */
	charges(row: Row): void {
		this.rows.push(row);
		const { what, wanted, charged, twice, lost } = row;
		this.check(
			`${what}: ${wanted} wanted, each charged once`,
			charged === wanted && twice === 0,
			row,
		);
		this.check(`${what}: nothing lost`, lost === 0, row);
	}

	/** Says what was measured or seen. */
	note(text: string): void {
		this.notes.push(text);
		console.log(`  · ${text}`);
	}

	/** Prints the table, the notes, and the counts in the last line. */
	end(): void {
		if (this.rows.length > 0) console.table(this.rows);
		for (const note of this.notes) console.log(note);
		console.log(`${this.passed} passed, ${this.failed} failed`);
	}
}
