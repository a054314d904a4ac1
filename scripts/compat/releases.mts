/** The releases of n8n that `npm run test:compat -- --all` goes through; docs/compatibility.md lists the same. */
export const RELEASES = ['1.85.3', '1.100.1', '1.123.81', '2.0.3', '2.20.12'] as const;

/** What the README promises. */
export const OLDEST = RELEASES[0];
