/** The trigger as it polls in an n8n that nobody has configured. */
import { describeTrigger } from './story.mts';

describeTrigger('as n8n is by default', {});
