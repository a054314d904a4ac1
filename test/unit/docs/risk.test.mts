/** What docs/risk.md says about recorded reports and about signals is what the code makes of them. */
import {
	assessRisk,
	DEFAULT_RISK_POLICY,
	LENIENT,
	SIGNAL_NAMES,
	STRICT,
} from '../../../nodes/shared/risk/index.ts';
import type { SignalGroup } from '../../../nodes/shared/risk/index.ts';
import { RECORDED } from '../risk/recorded.mts';
import { tableOf } from './pages.mts';

const PAGE = 'docs/risk.md';
const PRESETS = [DEFAULT_RISK_POLICY, STRICT, LENIENT];

it('shows the levels of recorded reports under each preset', () => {
	const rows = RECORDED.map(({ name, riskscore, signals }) => {
		const assessments = PRESETS.map((policy) =>
			assessRisk({ riskscore, signals, outcome: 'completed' }, policy),
		);
		const { riskScore, dangerShare } = assessments[0];
		return [
			name,
			riskScore === null ? 'none' : String(riskScore),
			`${dangerShare}%`,
			...assessments.map(({ riskLevel }) => `\`${riskLevel}\``),
		];
	});
	expect(tableOf(PAGE, 'recorded')).toEqual(rows);
});

it('lists every signal in its group', () => {
	const listed = Object.fromEntries(
		tableOf(PAGE, 'groups').map(([group = '', names = '']) => [
			group,
			[...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
		]),
	);
	for (const group of ['danger', 'suspicious', 'trusted'] as SignalGroup[]) {
		const names = SIGNAL_NAMES.filter((one) => one.group === group).map(({ name }) => name);
		expect(listed[group]).toEqual(names.sort());
	}
});
