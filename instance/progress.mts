/** Says what is going on while something takes long: one moving line on a terminal, a line now and then elsewhere. */

/** A step that is under way. */
export interface Step {
	/** Replaces the remark behind the step's label, e.g. "40 %". */
	update(remark: string): void;
	/** Ends the step well and prints how long it took. */
	done(remark?: string): void;
	/** Ends the step badly. What went wrong is for the caller to say. */
	fail(): void;
}

/** Starts a step and prints its label; returns the handle to update and to end it. */
export type Progress = (label: string) => Step;

const TERMINAL_INTERVAL_MS = 250;
const LOG_INTERVAL_MS = 15_000;

/** `75` seconds as "1 min 15 s", `4` as "4 s". */
function duration(seconds: number): string {
	const whole = Math.round(seconds);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Progress that is written to a stream. On a terminal the line of the current step is rewritten four times a second;
 * in a log a line is added every 15 s, so that nobody takes a long step for a hanging one.
 */
export function createProgress(stream: NodeJS.WriteStream = process.stdout): Progress {
	return (label) => {
		const began = Date.now();
		const live = stream.isTTY === true;
		let remark = '';
		const line = () => {
			const spent = duration((Date.now() - began) / 1000);
			return `${label}${remark ? ` (${remark})` : ''} … ${spent}`;
		};
		const print = () => stream.write(live ? `\r\x1b[2K${line()}` : `${line()}\n`);
		if (live) print();
		else stream.write(`${label} …\n`);
		const timer = setInterval(print, live ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS);
		const end = (mark: string) => {
			clearInterval(timer);
			stream.write(`${live ? '\r\x1b[2K' : ''}${mark} ${line()}\n`);
		};
		return {
			update(text) {
				remark = text;
			},
			done(text) {
				remark = text ?? remark;
				end('✓');
			},
			fail: () => end('✗'),
		};
	};
}

/** Runs one step and ends it as its work ends. */
export async function during<T>(
	progress: Progress,
	label: string,
	work: (step: Step) => Promise<T>,
): Promise<T> {
	const step = progress(label);
	try {
		const result = await work(step);
		step.done();
		return result;
	} catch (error) {
		step.fail();
		throw error;
	}
}

/** Progress that shows nothing, for tests. */
export const silent: Progress = () => ({ update() {}, done() {}, fail() {} });
