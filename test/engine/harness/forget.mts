/** What a process remembers of services and triggers, forgotten: as in a process that has just started. */
import { forgetTriggers } from '../../../nodes/AmlCheckTrigger/knownTriggers.ts';
import * as known from '../../../nodes/shared/service/known.ts';

export function forgetServices(): void {
	known.forgetServices();
	forgetTriggers();
}
