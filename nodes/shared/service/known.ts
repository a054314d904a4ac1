import type { AmlCheckError } from '../failures/failure';
import { Pool } from './pool';
import type { CurrencyEntry } from './schemas';

/* What this process knows of a service under a token, whoever asks. Moments are on the monotonic clock, in milliseconds. */

/** The service's list of currencies. */
export interface KnownList {
	/** When it is to be read again. */
	renewAt: number;
	entries?: readonly CurrencyEntry[];
	/** Why the last attempt failed. */
	failure?: AmlCheckError;
	/** The short attempt, and the request for the first list, that are on their way. */
	trying?: Promise<void>;
	reading?: Promise<readonly CurrencyEntry[]>;
}

interface KnownService {
	/** The one semaphore of all executions. */
	pool: Pool;
	list: KnownList;
	/** Whether it has answered a request with a result: until then nothing can have been paid. */
	hasAnswered: boolean;
	/** When it has answered a free request last. */
	freeAnsweredAt: number;
	/** How many submissions in a row have had no usable answer, the last of them, and its moment. */
	unusable?: { count: number; failure: AmlCheckError; at: number };
}

const services = new Map<string, KnownService>();

export function findService(serviceKey: string): KnownService {
	const found = services.get(serviceKey) ?? {
		pool: new Pool(),
		list: { renewAt: -Infinity },
		hasAnswered: false,
		freeAnsweredAt: -Infinity,
	};
	services.set(serviceKey, found);
	return found;
}

/** Forgets all services, for tests. */
export const forgetServices = (): void => services.clear();
