/** Fetch Test Event shows the newest check that the published trigger would deliver, and just as it would. */
import type { INodeParameters } from 'n8n-workflow';

import { type NewCheck } from '../../../sandbox/server.mts';
import { MINUTE, useService, Workflow } from './setUp.mts';

const { sandbox, clock } = useService(19);

/** Checks of every sort, of which the newest are those that many settings leave out. */
const CHECKS: NewCheck[] = [
	{ currency: 'BTC', riskscore: 80, signals: {} },
	{ currency: 'ETH', riskscore: 50, signals: { mixer: 0.2 } },
	{ currency: 'BTC', riskscore: 5, signals: { exchange_licensed: 1 } },
	{ currency: 'ETH', riskscore: 4, signals: { sanctions: 0.12 } },
	{ currency: 'BTC', riskscore: null, signals: {} },
	{ currency: 'ETH', riskscore: 12, signals: { gambling: 0.1 } },
	{ currency: 'BTC', status: 'FAILED', riskscore: null },
	{ currency: 'ETH', riskscore: 30, signals: {}, doneAt: Number.MAX_SAFE_INTEGER },
];

const FILTERS: INodeParameters[] = [
	{},
	{ riskScoreFrom: 75 },
	{ riskScoreTo: 20 },
	{ riskLevel: ['high'] },
	{ riskLevel: ['low', 'medium'] },
	{ network: 'BTC' },
	{ network: 'ETH', riskScoreFrom: 40 },
];

const SETTINGS = ['checkCompleted', 'checkCreated'].flatMap((triggerOn) =>
	[true, false].flatMap((includeReport) =>
		FILTERS.map((filters) => ({
			triggerOn,
			filters: triggerOn === 'checkCreated' ? { network: filters.network } : filters,
			options: { includeReport },
		})),
	),
);

it.each(SETTINGS.map((parameters) => [JSON.stringify(parameters), parameters] as const))(
	'with %s',
	async (_, parameters) => {
		for (const check of CHECKS) {
			clock.now += MINUTE;
			const doneAt = check.doneAt === undefined ? clock.now : clock.now + 900 * MINUTE;
			sandbox().addCheck({ ...check, initAt: clock.now, doneAt });
		}
		clock.now += MINUTE;
		const options = { ...parameters.options, startFrom: 'beginning' };
		const { items } = await new Workflow(sandbox(), { ...parameters, options }).poll();
		const test = await new Workflow(sandbox(), parameters).poll({ mode: 'manual' });
		expect(items?.length).toBeGreaterThan(0);
		expect(test.items).toEqual([items?.at(-1)]);
	},
);
