/** What a process remembers of services and triggers, forgotten: as in a process that has just started. */
import { forgetTriggers } from '../../../nodes/AmlCheckTrigger/polls.ts';
import { forgetCurrencies } from '../../../nodes/shared/currencyList.ts';
import { forgetPools } from '../../../nodes/shared/rpc/pool.ts';
import { forgetSeen } from '../../../nodes/shared/rpc/session.ts';

export function forgetServices(): void {
	forgetPools();
	forgetCurrencies();
	forgetSeen();
	forgetTriggers();
}
