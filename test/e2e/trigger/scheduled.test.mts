/** The trigger with the polling that n8n keeps in its database. */
import { describeTrigger } from './story.mts';

describeTrigger('with n8n’s scheduled poll jobs and durable cursors', {
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
});
