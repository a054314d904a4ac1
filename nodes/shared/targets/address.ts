import { checkAddress, isTransactionHash, sameTarget, targetKey } from '../addresses';
import { readTargetText } from './readText';
import type { Kind } from './types';

/** A wallet address: `checkup.checkaddr` (service 4.3). */
export const addressKind: Kind = {
	isOf: ({ transaction }) => !transaction,
	read: ({ address, validate }, network) => ({
		address: readTargetText(
			address,
			'Address',
			validate ? (text) => checkAddress(text, network) : undefined,
		),
		transaction: null,
	}),
	request: ({ address }) => ({
		method: 'checkup.checkaddr',
		params: { addr: address },
		searchText: address,
	}),
	key: ({ address, network }) => targetKey(address, network, 'address'),
	compare({ address, transaction }, subject) {
		if (address && !sameTarget(address, subject.address, subject.network, 'address'))
			return 'other';
		// A check of a transaction is no check of its address. A text such as "null" says nothing.
		if (transaction) return isTransactionHash(transaction) ? 'other' : 'unspecified';
		return address ? 'same' : 'unspecified';
	},
};
