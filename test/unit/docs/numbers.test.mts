/** Facts in the pages for users that the code can say. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPTIONS } from '../../../nodes/AmlCheck/fields/options.ts';
import { TRIGGER_OPTIONS as TRIGGER } from '../../../nodes/AmlCheckTrigger/properties.ts';
import { MAX_DELIVERIES } from '../../../nodes/AmlCheckTrigger/reading.ts';
import {
	decide,
	parseEntered,
	type Decision,
	type Saying,
} from '../../../nodes/shared/wallet/decide.ts';
import { NETWORK_CODES, NETWORKS, type Network } from '../../../nodes/shared/wallet/networks.ts';
import { quote } from '../../../nodes/shared/wallet/quote.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/check/schema.ts';
import { PRESETS } from '../../../nodes/shared/level/index.ts';
import { RESULTS } from '../../../nodes/shared/service/schemas.ts';
import { DEFAULT_MAX_CONCURRENT } from '../../../nodes/shared/service/session.ts';
import { MAX_RETRY_AFTER_MS } from '../../../nodes/shared/service/time.ts';
import { MAX_MEBIBYTES } from '../../../nodes/shared/service/transport.ts';
import { CURRENCY_LIST, makeAddress } from '../../../sandbox/server.mts';
import { OLDEST, RELEASES } from '../../../scripts/compat/releases.mts';
import { missingIn, read, ROOT, tableOf } from './pages.mts';

it('the page about security: so many characters of a text that is no address are shown', () => {
	const [, first = '', last = ''] =
		/first (\w+) and last (\w+) characters/.exec(read('docs/security.md')) ?? [];
	const shown = /^“(\w+)…(\w+)”$/.exec(quote('abcdefghijklmnopqrstuvwxyz')) ?? [];
	const words: Record<string, number> = { four: 4, six: 6 };
	expect([words[first], words[last]]).toEqual(shown.slice(1).map(({ length }) => length));
});

it('the README: the columns that come first in its picture come first in an item', () => {
	const [first, second] = Object.keys(simplifiedCheckSchema.shape);
	expect([first, second]).toEqual(['riskLevel', 'summary']);
	expect(read('README.md')).toContain(
		'![Two hundred wallets as a table: the level and its summary come first]',
	);
});

it('the README says how many methods the service has', () => {
	const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
	const count = Object.keys(RESULTS).length;
	expect(missingIn('README.md', [`with ${words[count]} \`checkup.*\` methods`])).toEqual([]);
});

it('the rules that can be chosen are those of the table', () => {
	const rows = [
		['Balanced (default)', PRESETS.balanced],
		['Strict', PRESETS.strict],
		['Lenient', PRESETS.lenient],
	] as const;
	expect(tableOf('docs/risk.md', 'presets')).toEqual(
		rows.map(([name, rules]) => [
			name,
			`${rules.mediumRiskFrom} and ${rules.highRiskFrom}`,
			`${rules.mediumDangerFrom}% and ${rules.highDangerFrom}%`,
			`${rules.signalLimits.atm?.share}%`,
			rules.emptyReport,
		]),
	);
});

describe('the limits', () => {
	const limits = tableOf('docs/scale.md', 'limits').map(([name, value]) => `${name}: ${value}`);
	const days = TRIGGER.lookbackMinutes.field.typeOptions!.maxValue! / (24 * 60);

	it.each([
		`Requests at a time: ${DEFAULT_MAX_CONCURRENT}, for each n8n process, Base URL and token`,
		`Timeout of a run: ${OPTIONS.timeout.byDefault} seconds after the last progress, unless *Timeout (Seconds)* says otherwise`,
		`Pause that the service may ask for: ${MAX_RETRY_AFTER_MS / 60_000} minutes; a longer one ends the run`,
		`Size of one response: ${MAX_MEBIBYTES} MiB`,
		`Lookback of the trigger: ${TRIGGER.lookbackMinutes.byDefault} minutes, at most ${days} days`,
		`Checks that one trigger execution carries: ${MAX_DELIVERIES.toLocaleString('en')}`,
	])('%s', (limit) => {
		expect(limits).toContain(limit);
	});
});

/** How many checks all assets of a wallet take. */
function countChecks(address: Network, network: string): number {
	const wanted = parseEntered({
		network,
		asset: 'all',
		token: { value: '' },
		address: makeAddress(address, 1),
	});
	return (decide(wanted as Saying, { entries: CURRENCY_LIST }) as Decision).targets.length;
}

it('the reference says how many checks all assets of a wallet take', () => {
	const counts = new Map<string, number>();
	for (const network of NETWORK_CODES) {
		counts.set(NETWORKS[network].name, countChecks(network, network));
	}
	const [, three = '', two = ''] =
		/`all` takes 3 checks on (.+), 2 on (.+), 1 elsewhere/.exec(read('docs/reference.md')) ?? [];
	const named = (text: string) => text.split(/, | and /).sort();
	const having = (count: number) =>
		[...counts].filter(([, one]) => one === count).map(([name]) => name);
	expect(named(three)).toEqual(having(3).sort());
	expect(named(two)).toEqual(having(2).sort());
	expect(having(1)).toHaveLength(counts.size - having(3).length - having(2).length);
	const most = `a wallet takes up to ${countChecks('ETH', 'evm')} checks`;
	expect(missingIn('docs/reference.md', [most])).toEqual([]);
});

describe('versions of n8n', () => {
	const { dependencies } = JSON.parse(
		readFileSync(path.join(ROOT, 'instance/n8n/package.json'), 'utf8'),
	) as { dependencies: { n8n: string } };
	const minorOf = (version: string) => version.split('.').slice(0, 2).join('.');
	const newest = minorOf(dependencies.n8n);

	it.each(['README.md', 'docs/install.md'])('%s: the oldest, and that of the examples', (page) => {
		const oldest2 = RELEASES.map(({ n8n }) => minorOf(n8n)).find((one) => one.startsWith('2.'));
		const supported = `supports n8n ${minorOf(OLDEST)}, and ${oldest2} or later`;
		const parts = [supported, new RegExp(`examples need (n8n )?${newest}`)];
		expect(missingIn(page, parts)).toEqual([]);
	});

	it('the table of what is supported has those that are tested', () => {
		const rows = tableOf('docs/install.md', 'supported').map(([name]) => name);
		const others = RELEASES.map(({ n8n }) => minorOf(n8n)).filter((one) => one.startsWith('2.'));
		expect(rows.slice(0, 3)).toEqual([
			`n8n ${newest}`,
			`n8n ${others[0]} to ${others.at(-1)}`,
			`n8n ${minorOf(OLDEST)}, the last 1.x`,
		]);
	});
});

it('the changelog does not call 0.2.0 a release', () => {
	const section = read('CHANGELOG.md')
		.split(/^## /m)
		.find((text) => text.startsWith('0.2.0'));
	expect(section).toContain('It was not published.');
});
