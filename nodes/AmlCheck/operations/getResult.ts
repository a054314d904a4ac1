import type { IDataObject } from 'n8n-workflow';

import { describeOtherAsset } from '../../shared/check/asset';
import { makeOwnerSearch, type OwnerSearch } from '../../shared/check/reports';
import { fetchResult, type CheckResult } from '../../shared/check/result';
import { showCheck, type CheckView } from '../../shared/check/show';
import { badInput, toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { asSent, type HistoryItem } from '../../shared/service/schemas';
import type { RpcSession } from '../../shared/service/session';
import { mapInSlices } from '../../shared/base/slices';
import { parseOutcome } from '../../shared/base/statuses';
import { targetKey } from '../../shared/wallet/addresses';
import { nameAsset } from '../../shared/wallet/assets';
import { parseCurrency } from '../../shared/wallet/names';
import { CHECK_HASH, SUBMITTED_ASSET, SUBMITTED_NETWORK, WAIT_FOR_RESULT } from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { isCause, type ItemOutcome, type ItemOutput } from '../items/outcomes';
import { getResultSchema } from '../items/schemas';
import { combineWallet, type WalletPart } from '../items/wallet';
import type { NodeRun } from '../nodeRun';
import type { Parameters } from '../parameters';
import { waitForResults } from '../screening/wait';
import { fetchNamedAsset, parseNamedAsset, shortenAssetName, type NamedAsset } from './asset';
import { GIVE_LIST, parseChecks, type GivenChecks, type ListedCheck } from './checkHash';
import { accept, handleEach, notBegun, type ItemRun, type Operation } from './operation';

/** What an item gives: its checks, what Network and Asset say of them, and whether it waits for the results. */
interface Row extends GivenChecks {
	named: NamedAsset;
	waits: boolean;
}

type ReadCheck = { result: CheckResult; historyItem?: HistoryItem } | { failure: AmlCheckError };

function parseRow(parameters: Parameters, index: number): Row {
	const network = parameters.text('network', index);
	const named = accept(parseNamedAsset(network, parameters.text('asset', index)));
	const given = parseChecks(parameters, index);
	return { ...given, named, waits: parameters.flag('waitForResult', index, false) };
}

/** The hashes of a row, without those of checks that were not taken. */
const hashesOf = ({ checks }: Row): string[] => checks.flatMap(({ hash }) => hash ?? []);

/** Asks for one result. It doesn't throw. */
async function fetchCheck(session: RpcSession, hash: string): Promise<ReadCheck> {
	try {
		return { result: await fetchResult(session, hash) };
	} catch (thrown) {
		return { failure: toFailure(thrown).with({ hashes: [hash], charged: false }) };
	}
}

/** Waits for checks together, and asks once more for each whose result did not come. It doesn't throw. */
async function waitForChecks(
	run: NodeRun,
	hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadCheck>> {
	const { session, options } = run;
	if (hashes.size === 0) return new Map();
	session.limitTime(options.timeout);
	const known = await waitForResults(run, hashes);
	const finish = async (hash: string): Promise<ReadCheck> => {
		const { result, item, end } = known.get(hash) ?? {};
		const failure = end?.failure.with({ hashes: [hash], charged: false });
		if (failure && !end?.isPending) return { failure };
		// The history may have shown all that was known of it.
		const last = result ? { result } : await fetchCheck(session, hash);
		return 'result' in last ? { ...last, historyItem: item } : { failure: failure ?? last.failure };
	};
	const read = new Map<string, ReadCheck>();
	await session.concurrently([...hashes], async (hash) => {
		read.set(hash, await finish(hash));
	});
	return read;
}

/** What the results of an item are judged and shown with. */
interface Bench extends Pick<ItemRun, 'session' | 'options'> {
	findOwner: OwnerSearch;
	named: NamedAsset;
}

/** Judges a result. Where the item says what the check was submitted for, its record must not say otherwise. */
async function viewResult(
	bench: Bench,
	said: ListedCheck,
	{ result, historyItem }: Extract<ReadCheck, { result: unknown }>,
): Promise<CheckView> {
	const { check, usage } = result;
	const place = parseCurrency(check.currency)?.network;
	const meant = await fetchNamedAsset(bench.session, said, bench.named, place);
	const records = historyItem ? [check, historyItem] : [check];
	const doubt = meant && describeOtherAsset(records, meant);
	const isEnded = parseOutcome(check.status) === 'completed';
	const found = isEnded ? await bench.findOwner(check) : undefined;
	const asset = doubt === undefined ? meant : undefined;
	const facts = {
		charged: false,
		usage,
		doubt,
		owner: found?.owner,
		other: found?.findReport(check.hash) ?? historyItem,
		...(asset && { asset: said.asset ?? nameAsset(asset), network: asset.network }),
	};
	return showCheck(check, facts, bench.options);
}

const toRaw = ({ check, usage }: CheckResult) =>
	({ check: asSent(check), meta: usage }) as unknown as IDataObject;

/** A check of a wallet's list, as the fold of the wallet takes it. */
async function toPart(bench: Bench, said: ListedCheck, read: ReadCheck): Promise<WalletPart> {
	const { asset, hash, network: listed } = said;
	const place = parseCurrency(listed)?.network;
	const name = asset ?? hash ?? '';
	const target = { assetName: name, shortName: name, network: place };
	if ('failure' in read) return { target, ending: { failure: read.failure } };
	if (!bench.options.simplify) return { target, ending: { raw: toRaw(read.result), hash } };
	const view = await viewResult(bench, said, read);
	const { address, asset: shown = name } = view.json;
	const network = parseCurrency(read.result.check.currency)?.network ?? place;
	const assetName = asset ?? shown;
	const shortName = shortenAssetName(assetName, network);
	return { target: { assetName, shortName, address, network }, ending: view };
}

/** Refuses a list whose checks are of several wallets: the level of one of them would stand for another. */
function requireOneWallet(reads: readonly ReadCheck[]): void {
	const wallets = new Map<string, string>();
	for (const read of reads) {
		if ('failure' in read) continue;
		const { address, currency } = read.result.check;
		const network = parseCurrency(currency)?.network;
		if (network && address) wallets.set(targetKey(address, network, 'address'), address);
	}
	if (wallets.size < 2) return;
	throw badInput(
		`'Check Hash' is a list with checks of different wallets: ${[...wallets.values()].join(', ')}`,
		GIVE_LIST,
	);
}

/** Makes the one item of a wallet's list. Throws if none of its checks can stand for the wallet. */
async function foldWallet(
	bench: Bench,
	checks: readonly ListedCheck[],
	reads: readonly ReadCheck[],
): Promise<ItemOutput[]> {
	requireOneWallet(reads);
	const taken = checks.filter(({ hash }) => hash !== undefined);
	const missing = checks
		.filter(({ hash }) => hash === undefined)
		.map(({ asset, network = 'an asset' }) => ({
			asset: asset ?? network,
			why: 'no check was taken',
		}));
	if (taken.length === 0)
		throw badInput(
			"'Check Hash' is a list without a hash",
			'Screen the wallet again: none of its checks was taken.',
		);
	const parts: WalletPart[] = [];
	for (const [at, said] of taken.entries()) parts.push(await toPart(bench, said, reads[at]));
	const outcome = combineWallet(parts, { notScreened: [], missing }, false);
	if ('failure' in outcome) throw outcome.failure;
	return outcome.outputs;
}

/** Makes the outputs of an item from its checks that were read. */
async function finishRow(
	bench: Bench,
	{ checks, isWallet }: Row,
	reads: readonly ReadCheck[],
): Promise<ItemOutput[]> {
	if (isWallet) return await foldWallet(bench, checks, reads);
	const [read] = reads;
	if ('failure' in read) throw read.failure;
	const json = bench.options.simplify
		? (await viewResult(bench, checks[0], read)).json
		: toRaw(read.result);
	return [{ json: json as IDataObject }];
}

/** Waits for the checks of the items that want that, all together, and then reads those of each item. */
async function getResults(run: NodeRun): Promise<ItemOutcome[]> {
	const { session, parameters } = run;
	const outcomes = run.items.map(notBegun);
	const rows = await mapInSlices(run.items, (_, index) => {
		try {
			return parseRow(parameters, index);
		} catch (thrown) {
			outcomes[index] = { failure: toFailure(thrown) };
			return undefined;
		}
	});
	if (!run.continueOnFail && outcomes.some(isCause)) return outcomes;
	const waiting = rows.filter((row): row is Row => row?.waits === true);
	const known = await waitForChecks(run, new Set(waiting.flatMap(hashesOf)));
	const findOwner = makeOwnerSearch(session);
	const indexes = [...rows.keys()].filter((index) => rows[index] !== undefined);
	await handleEach(run, outcomes, indexes, async (index) => {
		const row = rows[index]!;
		const read = async (hash: string) =>
			(row.waits && known.get(hash)) || (await fetchCheck(session, hash));
		const bench = { session, findOwner, named: row.named, options: run.getOptions(index) };
		return await finishRow(bench, row, await Promise.all(hashesOf(row).map(read)));
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
		CHECK_HASH,
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
