/** Rows of exports, webhooks and lists as they stand in files: each is screened as what it means, or refused. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CURRENCY_LIST } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, useSandbox } from './support.mts';

useSandbox();

/** The network and the asset that a row means, as the fields of the node name them. */
type Right = 'refused' | { network: string; asset: 'all' | 'coin' | 'USDT' | 'USDC' };

interface Row {
	address: string;
	/** The file's coin column. */
	asset: string;
	/** The file's network column. */
	network: string;
	right: Right;
	transaction?: string;
	rightTransaction?: Right;
}

interface Format {
	format: string;
	rows: Row[];
}

const FORMATS = JSON.parse(
	readFileSync(path.join(__dirname, '../../unit/wallet/fields.json'), 'utf8'),
) as Format[];

const PARAMETERS: INodeParameters = {
	network: '={{ $json.network }}',
	asset: '={{ $json.asset }}',
	address: '={{ $json.address }}',
	waitForResult: false,
};

const nameOf = (network: string, tokenId: string | null): string => {
	const isIt = ({ currency, token_id }: (typeof CURRENCY_LIST)[number]) =>
		currency === network && String(token_id) === (tokenId ?? '0');
	const { issuer, symbol } = CURRENCY_LIST.find(isIt)!;
	return issuer === null ? 'coin' : symbol;
};

/** What is screened for a row, as far as the service has it. */
function checksFor(right: Right): string[] {
	if (right === 'refused') return [];
	const { network, asset } = right;
	const listed = CURRENCY_LIST.filter(({ currency }) => currency === network);
	const names = listed.map(({ token_id }) => nameOf(network, String(token_id)));
	const wanted = asset === 'all' ? ['coin', 'USDT', 'USDC'] : [asset];
	return wanted.filter((one) => names.includes(one)).map((one) => `${one} on ${network}`);
}

async function screenRow(operation: 'checkAddress' | 'checkTransaction', item: Partial<Row>) {
	const transaction = operation === 'checkTransaction' ? item.transaction : undefined;
	const parameters = { ...PARAMETERS, ...(transaction && { transaction }) };
	const { main } = await run(`check.${operation}`, parameters, {
		items: [item as IDataObject],
		settings: { onError: 'continueRegularOutput' },
	});
	const checks = sandbox().checks();
	const screened = checks.map(
		({ currency, tokenId }) => `${nameOf(currency, tokenId)} on ${currency}`,
	);
	return { isRefused: 'error' in jsonOf(main)[0]!, screened };
}

describe.each(FORMATS)('$format', ({ rows }) => {
	it.each(rows.map((row) => [row.asset, row.network, row.address, row] as const))(
		'%j on %j: %s',
		async (_asset, _network, _address, row) => {
			const { screened, isRefused } = await screenRow('checkAddress', row);
			expect(screened).toEqual(checksFor(row.right));
			expect(isRefused).toBe(row.right === 'refused');
		},
	);

	const moved = rows.filter(({ rightTransaction }) => rightTransaction !== undefined);
	for (const row of moved)
		it(`a transaction of ${row.asset} on ${row.network}`, async () => {
			const { screened } = await screenRow('checkTransaction', row);
			expect(screened).toEqual(checksFor(row.rightTransaction!));
		});
});
