/** What docs/risk.md says about reports that were really seen is what the code makes of them. */
import { DEFAULT_RISK_POLICY, SIGNAL_NAMES, assessRisk } from '../../../nodes/shared/risk/index.ts';
import type { RiskPolicy, SignalGroup } from '../../../nodes/shared/risk/index.ts';
import { RECORDED, type RecordedReport } from '../risk/recorded.mts';
import { read, tableOf } from './pages.mts';

const PAGE = 'docs/risk.md';

/** The remedy that the page names beside the table. */
const TOLERANT: RiskPolicy = {
	...DEFAULT_RISK_POLICY,
	signalLimits: [{ signal: 'sanctions', share: 1, level: 'high' }],
};

const assess = ({ riskscore, signals }: RecordedReport, policy: RiskPolicy) =>
	assessRisk({ riskscore, signals, outcome: 'completed' }, policy);

it('tells what the defaults do to recorded reports', () => {
	const rows = RECORDED.map((report) => {
		const { riskScore, dangerShare, riskLevel, riskReasons } = assess(report, DEFAULT_RISK_POLICY);
		return [
			report.name,
			riskScore === null ? 'none' : String(riskScore),
			`${dangerShare} %`,
			`\`${riskLevel}\``,
			riskReasons[0],
			`\`${assess(report, TOLERANT).riskLevel}\``,
		];
	});
	expect(tableOf(PAGE, 'recorded')).toEqual(rows);
});

it('says that no report of the table is low but the clean one', () => {
	const low = RECORDED.filter((one) => assess(one, DEFAULT_RISK_POLICY).riskLevel === 'low');
	expect(low.map(({ name }) => name)).toEqual(['Made up: clean']);
});

it('tells what small reports come to', () => {
	const rows = tableOf(PAGE, 'levels');
	expect(rows.length).toBeGreaterThan(12);
	for (const [facts = '', level, reason] of rows) {
		const { riskLevel, riskReasons } = assessRisk(factsOf(facts), DEFAULT_RISK_POLICY);
		expect([facts, `\`${riskLevel}\``, riskReasons[0]]).toEqual([facts, level, reason]);
	}
});

/** Reads `score 12; wallet 100 %`. */
function factsOf(text: string): Parameters<typeof assessRisk>[0] {
	const status = /^status `(\w+)`$/.exec(text)?.[1];
	if (status !== undefined) {
		const outcome = status === 'FAILED' ? 'failed' : 'pending';
		return { riskscore: 3, signals: { wallet: 1 }, outcome };
	}
	if (text === 'the report is no object')
		return { riskscore: 3, signals: {}, outcome: 'completed', source: 'unreadable' };
	const [score = '', rest = ''] = text.split('; ');
	const riskscore = /^score (\S+)$/.exec(score)?.[1];
	const source = rest.endsWith('in the history') ? 'history' : 'report';
	return { riskscore, signals: signalsOf(rest), outcome: 'completed', source };
}

function signalsOf(text: string): unknown {
	if (text === '' || text.startsWith('no word')) return undefined;
	if (text === 'an empty map of signals') return {};
	const entries = text.split(', ').map((part): [string, unknown] => {
		const [, name = '', share] = /^(\w+) (?:([\d.]+) %|without a number)$/.exec(part) ?? [];
		expect(name).not.toBe('');
		return [name, share === undefined ? null : Number(share) / 100];
	});
	return Object.fromEntries(entries);
}

it('lists every signal in its group', () => {
	const listed = Object.fromEntries(
		tableOf(PAGE, 'groups').map(([group = '', names = '']) => [
			group.replaceAll('*', ''),
			[...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
		]),
	);
	for (const group of ['danger', 'suspicious', 'trusted', 'unclassified'] as SignalGroup[]) {
		const names = SIGNAL_NAMES.filter((one) => one.group === group).map(({ name }) => name);
		expect(listed[group]).toEqual(names.sort());
	}
});

it('tells the defaults', () => {
	const page = read(PAGE);
	const { mediumRiskFrom, highRiskFrom, mediumDangerFrom, highDangerFrom } = DEFAULT_RISK_POLICY;
	expect(page).toContain(`**Medium Risk From** (${mediumRiskFrom})`);
	expect(page).toContain(`**High Risk From** (${highRiskFrom})`);
	expect(page).toContain(`**Medium Danger From** (${mediumDangerFrom} %)`);
	expect(page).toContain(`**High Danger From** (${highDangerFrom} %)`);
});
