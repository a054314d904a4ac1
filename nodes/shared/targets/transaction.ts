import {
	checkAddress,
	checkTransactionHash,
	isTransactionHash,
	sameTarget,
	targetKey,
} from '../addresses';
import { readTargetText } from './readText';
import type { Kind } from './types';

/** A transaction and its output address: `checkup.checktx` (service 4.4). */
export const transactionKind: Kind = {
	isOf: ({ transaction }) => Boolean(transaction),
	read({ address, transaction = '', validate }, network) {
		const check = <T>(validator: (text: string) => T) => (validate ? validator : undefined);
		return {
			address: readTargetText(
				address,
				'Address',
				check((text) => checkAddress(text, network)),
			),
			transaction: readTargetText(
				transaction,
				'Transaction Hash',
				check((text) => checkTransactionHash(text, network)),
			),
		};
	},
	request({ address, transaction }) {
		const tx = transaction ?? '';
		return { method: 'checkup.checktx', params: { tx, addr: address }, searchText: tx };
	},
	key: ({ address, network, transaction }) =>
		`${targetKey(address, network, 'address')}|${targetKey(transaction ?? '', network, 'transaction')}`,
	compare({ address, transaction }, subject) {
		const { network } = subject;
		if (address && !sameTarget(address, subject.address, network, 'address')) return 'other';
		if (!transaction) return 'unspecified';
		if (!sameTarget(transaction, subject.transaction ?? '', network, 'transaction'))
			return isTransactionHash(transaction) ? 'other' : 'unspecified';
		return address ? 'same' : 'unspecified';
	},
};
