/*
 * Targets of the example calls: well formed, with right checksums, and nobody's (docs/sandbox.md lists them). The
 * tests put a check of the first one, with the hash, into the sandbox's history before an example runs.
 */

export const EXAMPLE_BTC_ADDRESS = 'bc1qzr0a9yftg5fmh3q2mmhzxqg5r3kfp0vhv2ws4v';

export const EXAMPLE_ETH_ADDRESS = '0xAc901ACc8140d006b97adB23C63772018e88A5F6';

export const EXAMPLE_TRANSACTION =
	'6f7cf9580f1c2dfb3c4d5d043cdbb128c640e3f20161245aa7372e9666168516';

/** Hash of a check. */
export const EXAMPLE_HASH = '0b8a3c1e-58d1-4c52-9f0e-6f1d2c3b4a59';
