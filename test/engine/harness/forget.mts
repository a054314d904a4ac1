/** What a process remembers of services and triggers, forgotten: as in a process that has just started. */
import { forgetTriggers } from '../../../nodes/AmlCheckTrigger/knownTriggers.ts';
import { forgetCurrencies } from '../../../nodes/shared/service/currencyList.ts';
import { forgetPools } from '../../../nodes/shared/service/pool.ts';
import { forgetSeen } from '../../../nodes/shared/service/session.ts';

export function forgetServices(): void {
	forgetPools();
	forgetCurrencies();
	forgetSeen();
	forgetTriggers();
}
