/** ipaddr.js, the library that knows the ranges of IP addresses. Bundled into `dist` by the build, like every file here. */
export { fromByteArray, isValid, parse } from 'ipaddr.js';
export type { IPv4, IPv6 } from 'ipaddr.js';
