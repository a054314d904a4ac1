import type { IDataObject } from 'n8n-workflow';

import { describeOtherAsset } from '../../shared/check/asset';
import { makeOwnerSearch, type OwnerSearch } from '../../shared/check/reports';
import { fetchResult, type CheckResult } from '../../shared/check/result';
import { badInput, toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { asSent, type HistoryItem } from '../../shared/service/schemas';
import { mapInSlices } from '../../shared/base/slices';
import { parseOutcome } from '../../shared/base/statuses';
import { targetKey } from '../../shared/wallet/addresses';
import { nameAsset } from '../../shared/wallet/assets';
import { parseNames } from '../../shared/wallet/names';
import { isRefusal } from '../../shared/wallet/refusals';
import { CHECK_HASH, SUBMITTED_ASSET, SUBMITTED_NETWORK, WAIT_FOR_RESULT } from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { getResultSchema } from '../items/schemas';
import {
	findNamed,
	parseAssetChoice,
	findRecordNetwork,
	shortenAssetName,
	withListedToken,
	type AssetChoice,
} from './asset';
import { showUnder, type CheckView } from '../items/show';
import type { NodeRun } from '../nodeRun';
import type { ItemOutcome } from '../items/outcomes';
import { combineWallet, type WalletPart } from '../items/wallet';
import { waitForResults } from '../screening/results';
import { parseCheckHash, parseCheckList, type ListedCheck } from './checkHash';
import { handleEach, notBegun, toInputFailure, type Operation } from './operation';

/** A check to read: its hash, and what it was submitted for, as far as the item says it. */
interface WantedCheck extends ListedCheck {
	/** The asset that Network and Asset name for all checks of the item. */
	choice?: AssetChoice;
}

/** The checks of one item: one, or a wallet's. */
interface WantedRow {
	checks: [WantedCheck, ...WantedCheck[]];
	isWallet: boolean;
}

type ReadCheck = { result: CheckResult; historyItem?: HistoryItem } | { failure: AmlCheckError };

function requireCheckHash(run: NodeRun, index: number): string {
	const hash = parseCheckHash(run, index);
	if (hash !== '') return hash;
	throw badInput(
		"'Check Hash' is empty",
		'Choose a check from the list, or give the hash that came with it when it was submitted.',
	);
}

function parseRow(run: NodeRun, index: number): WantedRow {
	const names = parseNames(
		run.parameters.text('network', index),
		run.parameters.text('asset', index),
	);
	const choice = isRefusal(names) ? names : parseAssetChoice(names);
	if (isRefusal(choice)) throw toInputFailure(choice);
	const list = parseCheckList(run, index);
	if (!list) return { checks: [{ hash: requireCheckHash(run, index), choice }], isWallet: false };
	const [first, ...others] = list.map((one) => ({ ...one, choice }));
	return { checks: [first, ...others], isWallet: true };
}

/** What results are judged with. */
interface Bench {
	run: NodeRun;
	owners: OwnerSearch;
}

/** Judges a result. Where the item says what the check was submitted for, its record must not say otherwise. */
async function viewResult(
	{ run, owners }: Bench,
	index: number,
	wanted: WantedCheck,
	{ result, historyItem }: Extract<ReadCheck, { result: unknown }>,
): Promise<CheckView> {
	const { check, usage } = result;
	const named = await withListedToken(run.session, findNamed(wanted, findRecordNetwork(check)));
	const records = historyItem ? [check, historyItem] : [check];
	const doubt = named && describeOtherAsset(records, named);
	const isEnded = parseOutcome(check.status) === 'completed';
	const found = isEnded ? await owners.find(check) : undefined;
	const asset = doubt === undefined ? named : undefined;
	return showUnder(run, check, index, {
		charged: false,
		usage,
		doubt,
		owner: found?.owner,
		other: found?.findReport(check.hash) ?? historyItem,
		...(asset && { asset: wanted.asset ?? nameAsset(asset), network: asset.network }),
	});
}

const toRaw = ({ check, usage }: CheckResult) =>
	({ check: asSent(check), meta: usage }) as unknown as IDataObject;

/** A check of a wallet's list, read or missing, as the fold of the wallet takes it. */
async function toPart(
	bench: Bench,
	index: number,
	wanted: WantedCheck,
	read: ReadCheck,
): Promise<WalletPart> {
	const network = findRecordNetwork({ currency: wanted.network });
	const name = wanted.asset ?? wanted.hash ?? 'A check';
	const target = { assetName: name, shortName: name, network };
	if ('failure' in read) return { target, ending: { failure: read.failure } };
	if (!bench.run.getOptions(index).simplify)
		return { target, ending: { raw: toRaw(read.result), hash: wanted.hash } };
	const view = await viewResult(bench, index, wanted, read);
	const { json } = view;
	const own = findRecordNetwork(read.result.check) ?? network;
	return {
		target: {
			assetName: wanted.asset ?? json.asset ?? name,
			shortName: shortenAssetName(wanted.asset ?? json.asset ?? name, own),
			address: json.address,
			network: own,
		},
		ending: view,
	};
}

/** Refuses a list whose checks are of several wallets: the level of one of them would stand for another. */
function requireOneWallet(reads: readonly ReadCheck[]): void {
	const wallets = new Map<string, string>();
	for (const read of reads) {
		if ('failure' in read) continue;
		const { check } = read.result;
		const network = findRecordNetwork(check);
		if (network !== undefined && check.address)
			wallets.set(targetKey(check.address, network, 'address'), check.address);
	}
	if (wallets.size < 2) return;
	throw badInput(
		`'Check Hash' is a list with checks of different wallets: ${[...wallets.values()].join(', ')}`,
		"Give the list 'details.checks' of one item of 'Screen Address', unchanged.",
	);
}

/** Makes the outcome of an item from its checks that were read. */
async function finishRow(
	bench: Bench,
	index: number,
	{ checks, isWallet }: WantedRow,
	read: ReadonlyMap<string, ReadCheck>,
): Promise<ItemOutcome> {
	const find = ({ hash = '' }: WantedCheck) => read.get(hash);
	const [first] = checks;
	if (!isWallet) {
		const own = find(first);
		if (!own) return notBegun();
		if ('failure' in own) return { failure: own.failure };
		const json = bench.run.getOptions(index).simplify
			? (await viewResult(bench, index, first, own)).json
			: toRaw(own.result);
		return { outputs: [{ json: json as IDataObject }] };
	}
	requireOneWallet([...read.values()]);
	const parts: WalletPart[] = [];
	const missing: Array<{ asset: string; why: string }> = [];
	for (const one of checks) {
		const own = find(one);
		if (one.hash === undefined)
			missing.push({ asset: one.asset ?? one.network ?? 'an asset', why: 'no check was taken' });
		else if (own) parts.push(await toPart(bench, index, one, own));
		// The run was stopped: a wallet without one of its checks must not look finished.
		else return notBegun();
	}
	if (parts.length === 0)
		throw badInput(
			"'Check Hash' is a list without a hash",
			'Screen the wallet again: none of its checks was taken.',
		);
	return combineWallet(parts, { notScreened: [], missing }, false);
}

/** The hashes of a row, without those of checks that were not taken. */
const hashesOf = ({ checks }: WantedRow): string[] => checks.flatMap(({ hash }) => hash ?? []);

/** What was read of the checks of each item, by their hashes. */
type ReadRows = Map<number, ReadonlyMap<string, ReadCheck>>;

/** One request for each hash. */
async function fetchOnce(
	run: NodeRun,
	rows: Map<number, WantedRow>,
	outcomes: ItemOutcome[],
): Promise<ReadRows> {
	const reads: ReadRows = new Map();
	await handleEach(run, outcomes, [...rows.keys()], async (_, index) => {
		const row = rows.get(index)!;
		const read = new Map<string, ReadCheck>();
		const fetchCheck = async (hash: string) => {
			try {
				const result = await fetchResult(run.session, hash);
				read.set(hash, { result });
			} catch (thrown) {
				const failure = toFailure(thrown).with({ hashes: [hash], charged: false });
				if (!row.isWallet) throw failure;
				read.set(hash, { failure });
			}
		};
		await Promise.all(hashesOf(row).map(fetchCheck));
		reads.set(index, read);
		return [];
	});
	return reads;
}

/** One wait for the checks of all items. */
async function waitForAll(run: NodeRun, rows: Map<number, WantedRow>): Promise<ReadRows> {
	const { session, options } = run;
	session.limitTime(options.timeout);
	const hashes = new Set([...rows.values()].flatMap(hashesOf));
	const known = await waitForResults(session, options.timeout, hashes);
	const fetchCheck = async (hash: string): Promise<ReadCheck | undefined> => {
		const { result, item, end } = known.get(hash) ?? {};
		const failure = end?.failure.with({ hashes: [hash], charged: false });
		if (failure && !end?.isPending) return { failure };
		// The history may have shown all that was known of it.
		const read = result ?? (await fetchResult(session, hash).catch(() => undefined));
		if (read) return { result: read, historyItem: item };
		return failure && { failure };
	};
	const reads: ReadRows = new Map();
	await session.concurrently([...rows], async ([index, row]) => {
		const read = new Map<string, ReadCheck>();
		for (const hash of hashesOf(row)) {
			const one = await fetchCheck(hash);
			if (one) read.set(hash, one);
		}
		reads.set(index, read);
	});
	return reads;
}

async function getResults(run: NodeRun): Promise<ItemOutcome[]> {
	const outcomes = run.items.map(notBegun);
	const once = new Map<number, WantedRow>();
	const waiting = new Map<number, WantedRow>();
	await mapInSlices(run.items, (_, index) => {
		try {
			const group = run.parameters.flag('waitForResult', index, false) ? waiting : once;
			group.set(index, parseRow(run, index));
		} catch (thrown) {
			outcomes[index] = { failure: toFailure(thrown) };
		}
	});
	const rows = new Map([...once, ...waiting]);
	if (!run.continueOnFail && rows.size < run.items.length) return outcomes;
	const read = await fetchOnce(run, once, outcomes);
	if (!run.continueOnFail && read.size < once.size) return outcomes;
	const reads = new Map([...read, ...(waiting.size > 0 ? await waitForAll(run, waiting) : [])]);
	const bench = { run, owners: makeOwnerSearch(run.session) };
	await handleEach(run, outcomes, [...reads.keys()], async (_, index) => {
		const outcome = await finishRow(bench, index, rows.get(index)!, reads.get(index)!);
		if ('failure' in outcome) throw outcome.failure;
		return outcome.outputs;
	});
	return outcomes;
}

export const getResult: Operation = {
	resource: 'check',
	value: 'getResult',
	name: 'Get',
	action: 'Get the result of a check',
	description: 'Get the result of a check by its hash',
	method: 'checkup.getresult',
	properties: [
		{
			...CHECK_HASH,
			description: "Hash of the check, or an expression that gives 'details.checks' of a wallet",
		},
		SUBMITTED_NETWORK,
		SUBMITTED_ASSET,
		{
			...WAIT_FOR_RESULT,
			default: false,
			description:
				'Whether to wait until the check is finished, instead of returning its current status',
		},
		...LAST_FIELDS.result,
	],
	output: getResultSchema,
	run: getResults,
};
