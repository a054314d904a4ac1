/** The words of `details.reason`, which workflows branch on: each stands in docs/spending.md, and no other does. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { heldBack, type HoldReason } from '../../../nodes/AmlCheck/screening/heldBack.ts';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import { FAILURE_KINDS } from '../../../nodes/shared/rpc/failureKinds.ts';
import { cellsOf } from '../../../scripts/reference.docs.mts';
import { read, ROOT } from './pages.mts';

const FOLDER = path.join(ROOT, 'nodes/AmlCheck');
const failure = new AmlCheckError({ kind: 'unreadable', message: '', description: '' });

/** Every way of holding a check back; a new one doesn't compile without its row. */
const HELD: Record<HoldReason['because'], HoldReason> = {
	budget: { because: 'budget', wanted: 2, allowed: 1 },
	cancelled: { because: 'cancelled' },
	deadline: { because: 'deadline', timeoutSeconds: 1 },
	stopped: { because: 'stopped' },
	unusable: { because: 'unusable', failure },
};

/** The words that the code says beside the kinds of failure. */
const said = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.flatMap((file) => [
		...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/\breason: '(\w+)'/g),
	])
	.map(([, word = '']) => word);

const documented = read('docs/spending.md')
	.split('| `reason` | What happened |')[1]!
	.split('\n\n')[0]!
	.split('\n')
	.flatMap((line) => [...(cellsOf(line)[0] ?? '').matchAll(/`(\w+)`/g)])
	.map(([, word = '']) => word);

it('are documented, each once, and no other is', () => {
	const held = Object.values(HELD).map((reason) => String(heldBack(reason).reason));
	const all = new Set([...Object.keys(FAILURE_KINDS), ...said, ...held]);
	expect(said.length).toBeGreaterThan(3);
	expect(documented.sort()).toEqual([...all].sort());
});

/** Once published, a word that changes breaks workflows: new ones may come, none may go. */
it('stay what they are', () => {
	const STABLE = [
		...['blocked', 'cancelled', 'configuration', 'connectionLost', 'credentials', 'keyUsed'],
		...['maxPaidChecks', 'mismatch', 'noTimeLeft', 'notBegun', 'notFinished', 'notFound'],
		...['notSearched', 'notSent', 'paymentUnsure', 'rateLimited', 'redirected', 'rejected'],
		...['timeout', 'unavailable', 'undecided', 'unexpected', 'unreadable'],
	];
	expect(documented).toEqual(expect.arrayContaining(STABLE));
});
