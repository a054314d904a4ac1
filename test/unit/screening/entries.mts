/** An entry as the tests of the paid path begin with it. */
import type { Entry } from '../../../nodes/AmlCheck/screening/ledger.ts';

const asked = { execution: '7', node: 'AML Check', run: 0, at: 1_700_000_000_000, items: [0] };

export const wanted: Entry = { state: 'wanted', id: 'request-1', asked, sends: 1 };
