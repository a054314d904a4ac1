/**
 * The one way to the bundled checksum libraries. The build bundles exactly this file, so what is exported here is what
 * ships: keep it to what the address checks use. Only modules free of the globals that n8n's scanner forbids are named;
 * `@noble/hashes/utils` is left out although it is popular, since it drags the library's random source in.
 */
export { base32nopad, base58, base58xrp, bech32, bech32m } from '@scure/base';
export { sha256 } from '@noble/hashes/sha2';
export { keccak_256 as keccak256 } from '@noble/hashes/sha3';
