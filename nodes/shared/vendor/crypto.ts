/**
 * The one way to the bundled checksum libraries. The build bundles exactly this file, so what is exported here is what
 * ships: keep it to what the address checks use. @noble/hashes also has a source of random numbers, which reads a
 * global that n8n's scanner forbids. Nothing here uses it, so tree-shaking leaves it out of the bundle.
 */
export { base32nopad, base58, base58xrp, bech32, bech32m, utils } from '@scure/base';
export { sha256 } from '@noble/hashes/sha2';
export { keccak_256 as keccak256 } from '@noble/hashes/sha3';
