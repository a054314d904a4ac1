/** Reports to hold a policy against: shares and scores that public programs have recorded, and three that are made up. */
import {
	assessRisk,
	DEFAULT_RISK_POLICY,
	LENIENT,
	STRICT,
} from '../../../nodes/shared/risk/index.ts';

/** Name, levels under Balanced, Strict and Lenient, score, and shares as fractions of 1; what is not listed is 0. */
const REPORTS = [
	'Crystal, deposit | medium high medium | 0.319 | exchange_fraudulent 0.028, exchange_licensed 0.217, exchange_unlicensed 0.147, gambling 0.003, liquidity_pools 0.003, other 0.27, p2p_exchange_unlicensed 0.153, payment 0.004, scam 0.021, stolen_coins 0.144, wallet 0.008',
	'Crystal, address | medium medium low | 0.304 | exchange_licensed 0.517, exchange_unlicensed 0.096, liquidity_pools 0.012, other 0.102, p2p_exchange_unlicensed 0.271',
	'GetBlock, address | high high high | 50.8 | exchange_licensed 0.6293, p2p_exchange_unlicensed 0.0001, sanctions 0.0005',
	'Alfabit, address | high high high | 45 | dark_market 0.108, enforcement_action 0.009, gambling 0.004, illegal_service 0.002, miner 0.001, mixer 0.001, other 0.002, payment 0.006, sanctions 0.013, wallet 0.002, exchange_licensed 0.792',
	'ChainVet 2 | high high high | - | other 0.404, payment 0.014, sanctions 0.002, exchange_licensed 0.562, exchange_unlicensed 0.017',
	'ChainVet 5 | unknown unknown unknown | - | atm 0.001, miner 0.007, mixer 0.003, other 0.011, wallet 0.011, payment 0.027, gambling 0.02, dark_market 0.006, stolen_coins 0.001, exchange_licensed 0.769, enforcement_action 0.012, exchange_unlicensed 0.122, p2p_exchange_licensed 0.003, p2p_exchange_unlicensed 0.003',
	'Made up: clean | low low low | 3 | exchange_licensed 0.9, wallet 0.1',
	'Made up: a fifth stolen | medium high medium | 20 | stolen_coins 0.2, exchange_licensed 0.8',
	'Made up: a trace of sanctions | high high high | 2 | sanctions 0.000001, exchange_licensed 0.999999',
].map((row) => row.split(' | '));

it.each(REPORTS)('%s is %s under Balanced, Strict and Lenient', (_, levels, score, listed) => {
	const riskscore = score === '-' ? undefined : Number(score);
	const shares = listed.split(', ').map((signal) => signal.split(' '));
	const signals = Object.fromEntries(shares.map(([signal, share]) => [signal, Number(share)]));
	const found = [DEFAULT_RISK_POLICY, STRICT, LENIENT].map(
		(policy) => assessRisk({ riskscore, signals, outcome: 'completed' }, policy).riskLevel,
	);
	expect(found.join(' ')).toBe(levels);
});
