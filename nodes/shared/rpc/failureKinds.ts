/**
 * What kept an RPC from giving a usable answer.
 *
 * - `notSent`: the connection was refused, the name not found or TLS not agreed on: the service has seen nothing.
 * - `connectionLost`, `timeout`, `unavailable` (5xx), `unreadable`, `mismatch`, `redirected`: whether the service acted
 *   is unknown.
 * - `rateLimited`, `credentials`, `notFound`, `rejected`: an answer of the service that says no.
 * - `configuration`, `cancelled`: nothing that counts was sent.
 * - `unexpected`: something outside the service, such as an expression that can't be resolved.
 */
export type FailureKind =
	| 'cancelled'
	| 'configuration'
	| 'connectionLost'
	| 'credentials'
	| 'mismatch'
	| 'notFound'
	| 'notSent'
	| 'rateLimited'
	| 'redirected'
	| 'rejected'
	| 'timeout'
	| 'unavailable'
	| 'unexpected'
	| 'unreadable';
